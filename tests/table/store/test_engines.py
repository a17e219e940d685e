"""Errors of the database show no value: neither a seed nor a secret comes into the log."""

from __future__ import annotations

import ast
import traceback
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, text
from sqlalchemy.exc import SQLAlchemyError

import enginehouse
from enginehouse.table.store.database import Database
from enginehouse.table.store.engines import strip_values
from enginehouse.table.store.schema import KEYS, PEOPLE

SECRET = "5ec4e7" * 6


@pytest.fixture
def person() -> dict[str, Any]:
    return {"id": SECRET[:32], "name": SECRET[:30], "created": 1.0, "barred": ""}


@pytest.mark.parametrize("how", ["twice", "nothing", "kind", "zero", "long", "statement"])
async def test_no_error_shows_a_value(db_url: str, person: dict[str, Any], how: str) -> None:
    """Neither by asyncio nor, on SQLite, by the engine for threads."""
    database = Database(db_url)
    await database.open()
    wrong: dict[str, tuple[Any, list[dict[str, Any]]]] = {
        "twice": (insert(PEOPLE), [person, person]),
        "nothing": (insert(PEOPLE), [person | {"name": None}]),
        "kind": (insert(PEOPLE), [person | {"created": [SECRET]}]),
        "zero": (insert(KEYS), [{"name": "a", "value": f"{SECRET}\0"}]),
        "long": (insert(KEYS), [{"name": SECRET * 9, "value": ""}]),
        "statement": (text("SELECT CAST(:value AS INTEGER) FROM nowhere"), [{"value": SECRET}]),
    }
    statement, rows = wrong[how]
    errors: list[SQLAlchemyError] = []
    try:
        if database._threaded is not None:
            try:
                with database._threaded._engine.connect() as connection:
                    connection.execute(statement, rows)
            except SQLAlchemyError as error:
                errors.append(error)
        try:
            async with database.writing() as c:
                await c.execute(statement, rows)
        except SQLAlchemyError as error:
            errors.append(error)
    finally:
        await database.close()
    taken = database.sqlite and how in ("zero", "long")
    assert len(errors) == (0 if taken else 2 if database.sqlite else 1), "SQLite takes any text"
    for one in errors:
        told = "".join(traceback.format_exception(one))
        assert SECRET[:30] not in told and "Traceback" in told


def test_messages_contain_no_values() -> None:
    said = "<class 'asyncpg.exceptions.NotNullViolationError'>: null value\nDETAIL:  Failing row contains (1, secret)."
    assert strip_values(said) == "<class 'asyncpg.exceptions.NotNullViolationError'>: null value"
    said = "invalid input for query argument $1: 'secret' (a sized iterable container expected)"
    assert strip_values(said) == "invalid input for query argument $1"
    assert strip_values("UNIQUE constraint failed: people.id") == "UNIQUE constraint failed: people.id"


def test_all_engines_are_made_in_one_place() -> None:
    found = set()
    for path in Path(enginehouse.__file__).parent.rglob("*.py"):
        names = {one.id for one in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(one, ast.Name)}
        if names & {"create_engine", "create_async_engine"}:
            found.add(path.name)
    assert found == {"engines.py"}
