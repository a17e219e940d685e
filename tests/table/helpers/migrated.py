"""New databases that are up to date at once: all migrations run once for each process of tests, not for each database."""

from __future__ import annotations

import asyncio
import functools
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from sqlalchemy import create_engine

from enginehouse.table.store import migrations
from enginehouse.table.store.database import Database

if TYPE_CHECKING:
    from pathlib import Path

    from sqlalchemy import Connection

UPGRADE = migrations.upgrade


@functools.cache
def statements() -> tuple[str, ...]:
    """Return the statements that make an empty database of SQLite what all migrations make of it."""
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        UPGRADE(connection)
        raw = connection.connection.driver_connection
        assert isinstance(raw, sqlite3.Connection)
        found = tuple(one for one in raw.iterdump() if one not in ("BEGIN TRANSACTION;", "COMMIT;"))
    engine.dispose()
    return found


def upgrade(connection: Connection, to: str = "head") -> None:
    """Do what `migrations.upgrade` does, by one copy if the database is an empty one of SQLite."""
    if to == "head" and connection.dialect.name == "sqlite" and migrations.version(connection) is None:
        for one in statements():
            connection.exec_driver_sql(one)
    else:
        UPGRADE(connection, to)


def make_file(path: Path) -> None:
    """Make a database of SQLite that is up to date, for a server that is started on it."""
    with sqlite3.connect(path) as connection:
        connection.executescript("BEGIN;" + "\n".join(statements()) + "COMMIT;")
    connection.close()


def bring_up_to_date(url: str) -> None:
    """Run all migrations on a database; in a thread of its own, since an event loop may be running in this one."""

    async def run() -> None:
        database = Database(url)
        await database.open()
        await database.close()

    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, run()).result()
