"""Random requests to all addresses: no 500, no traceback, nothing slow; `--deep` for very many of them."""

from __future__ import annotations

import logging
import random
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from fuzz import MULTIPART, SLOW_S, Fuzz, form_with, log_of_a_game, mutated
from handclock import SeededChance

from enginehouse.core.errors import EnginehouseError
from enginehouse.core.play import logs
from enginehouse.core.play.match import Match
from enginehouse.core.play.position import read_line
from enginehouse.table.api.endpoint import read_body
from enginehouse.table.api.routes import ENDPOINTS
from enginehouse.table.app import create_app
from enginehouse.table.botpool import brought
from enginehouse.table.settings import Settings
from enginehouse.table.web import requests as asking
from enginehouse.table.web import table as play

pytestmark = [pytest.mark.usefixtures("no_workers"), pytest.mark.untraced]


@asynccontextmanager
async def running(folder: Path) -> AsyncIterator[Any]:
    settings = Settings(db_url=f"sqlite:///{folder / 'fuzz.sqlite3'}", opened_per_min=1_000_000, ping_s=0.05)
    app = create_app(settings, chance=SeededChance())
    async with app.router.lifespan_context(app):
        yield app


@pytest.mark.parametrize("seed", range(1, 6))
async def test_no_request_breaks_anything(
    tmp_path: Path, seed: int, count: Callable[[int, int], int], record_property: Callable[[str, object], None]
) -> None:
    many = count(400, 20_000)
    async with running(tmp_path) as app:
        found = await Fuzz(app, seed).run(many)
    told = ", ".join(f"{status}: {number}" for status, number in sorted(found.statuses.items()))
    record_property(
        "told", f"{found.asked} random requests, the worst took {found.worst_s:.2f} s of the processor ({told})"
    )
    assert not found.broken, "\n".join(found.broken[:20])
    assert found.asked == many
    for status, least in ((200, 0.1), (204, 0.001), (303, 0.005), (400, 0.01), (403, 0.01), (404, 0.01), (409, 0.004)):
        assert found.statuses[status] >= int(least * many), f"too few come as far as {status}: {told}"


def read_unguarded(_: str, body: bytes) -> dict[str, str]:
    """As it was once: JSON that is not UTF-8 breaks it."""
    return {name: str(value) for name, value in msgspec.json.decode(body or b"{}", type=dict[str, str | int]).items()}


async def broken_done(*_: Any) -> Any:
    raise KeyError("planted")


async def log_only(given: Any, *_: Any) -> Any:
    logging.getLogger("enginehouse.table").error("planted")
    return None


@pytest.mark.parametrize(
    ("where", "name", "fault", "said"),
    [
        (asking, "read_fields", read_unguarded, "status 500"),
        (play, "visitor", broken_done, "KeyError('planted')"),
        (play, "visitor", log_only, "enginehouse.table: planted"),
    ],
)
async def test_a_planted_fault_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: Any, name: str, fault: Any, said: str
) -> None:
    monkeypatch.setattr(where, name, fault)
    async with running(tmp_path) as app:
        for seed in range(3, 8):  # what one run meets moves with every new address
            found = await Fuzz(app, seed).run(1000)
            if any(said in one for one in found.broken):
                return
    raise AssertionError(f"never found: {said}")


async def test_slow_calls_are_found(tmp_path: Path) -> None:
    async with running(tmp_path) as app:
        found = await Fuzz(app, seed=1).run(100, slow_s=1e-6)
    assert any(" s" in one.rpartition(": ")[2] for one in found.broken)


READERS: dict[str, tuple[Callable[[bytes], object], Callable[[], bytes]]] = {
    "form": (lambda data: asking.read_fields("application/x-www-form-urlencoded", data), lambda: b"name=%C3%84nne&seat-0=me&sure=yes"),
    "form with a file": (lambda data: asking.read_files(MULTIPART.decode(), data), lambda: form_with({"name": b"Ann", "log": b"{}"})),
    "content type": (lambda data: asking.read_files(data.decode("latin-1"), form_with({"a": b"1"})), lambda: MULTIPART),
    "flat JSON": (lambda data: asking.read_fields("application/json", data), lambda: b'{"seat": 0, "decision": 3, "act": "move 1 2"}'),
    "log": (brought.check, log_of_a_game),
    "logs": (logs.parse_only, log_of_a_game),
    "position": (lambda data: read_line(data.decode("latin-1")), lambda: Match.new("switchyard", 2, None, 1).line().encode()),
    **{
        f"body of {one.__name__}": (partial(read_body, wanted=one), partial(msgspec.json.encode, one.example))
        for one in sorted({e.takes for e in ENDPOINTS if e.takes is not None}, key=lambda one: one.__name__)
    },
}  # fmt: skip
"""What reads a body, and a body that it takes."""


@pytest.mark.parametrize("name", READERS)
def test_no_body_breaks_its_reader(name: str, count: Callable[[int, int], int]) -> None:
    """Every changed body is read, or refused with a sentence of some length, in a moment."""
    read, make = READERS[name]
    good = make()
    read_or_refused(read, good)
    dice, refused = random.Random(name), 0
    many = count(150, 10_000)
    for _ in range(many):
        data = mutated(dice, good)
        began = time.process_time()
        said = read_or_refused(read, data)
        assert time.process_time() - began < SLOW_S, data[:500]
        assert len(said) < 1500, (said, data[:500])
        refused += bool(said)
    assert refused > many // 10 and refused < many


def read_or_refused(read: Callable[[bytes], object], data: bytes) -> str:
    """Return a reader's error for bytes; empty if it accepts them. Any other error breaks the test."""
    try:
        read(data)
    except EnginehouseError as error:
        return str(error)
    return ""
