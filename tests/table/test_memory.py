"""The memory of a server: tables whose next deadline is far away leave it, and come back in time."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import time
import weakref
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from handclock import HandClock, SeededChance
from opened import ANN, People, act, new
from serving import served
from wire import Browser, ask

from enginehouse.mcp.seat import RemoteSeat
from enginehouse.table.app import create_app
from enginehouse.table.picture.presenter import Presenters
from enginehouse.table.play import commands
from enginehouse.table.play.registry import Registry, forget_finished
from enginehouse.table.settings import Settings
from enginehouse.table.store.rows import Person
from enginehouse.table.store.store import Store
from enginehouse.table.time_and_chance import LOOKS_S, PAUSE_S, WallClock

pytestmark = pytest.mark.usefixtures("no_workers")
DAY = 86_400.0


@pytest.fixture
async def small(sqlite: Store, clock: HandClock) -> AsyncIterator[Registry]:
    """A registry that keeps three tables in memory."""
    made = Registry(Settings(tables_kept=3), sqlite, clock, SeededChance())
    yield made
    await made.close()


async def over_days(registry: Registry, people: list[Person]) -> str:
    """Open a table at which two people play with a day for each turn, and return its address."""
    host, guest = people
    table = await new(registry, host, "switchyard", ["me", "open"], clock="days 1")
    await commands.sit(await registry.get(table), guest)
    return table


async def test_tables_with_a_clock_leave_memory_and_come_back_in_time(
    small: Registry, people: People, clock: HandClock
) -> None:
    two = list(await people("Ann", "Bob"))
    tables = [await over_days(small, two) for _ in range(8)]
    assert len(small.tables) == 3
    assert set(small.scheduler.alarms.tables) == set(tables) - set(small.tables)
    await clock.advance(DAY / 2)
    assert len(small.tables) == 3, "nothing was due"
    for table in tables[:2]:
        await commands.act(await small.get(table), ANN, *next_act(small, table))
    await clock.advance(DAY / 2 + 1)
    rows = {table: (await small.get(table)).state.row for table in tables}
    assert all(rows[table].list_kept_seats(ANN) for table in tables[2:]), "her time was over, and a bot plays on"
    assert not any(rows[table].list_kept_seats(ANN) for table in tables[:2]), "there Bob has time until noon tomorrow"


def next_act(registry: Registry, table: str) -> tuple[int, int, str]:
    """Return the seat, the decision and the name of an action that Ann can do."""
    state = registry.tables[table].state
    return 0, state.decision(0), state.match.legal_names(0)[0]


async def test_a_table_with_something_due_soon_stays(small: Registry, people: People) -> None:
    two = list(await people("Ann", "Bob"))
    for _ in range(5):
        table = await new(small, two[0], "switchyard", ["me", "open"], clock="live 30 0")
        await commands.sit(await small.get(table), two[1])
    assert len(small.tables) == 5


async def test_a_table_that_cannot_be_read_is_tried_again(
    small: Registry, people: People, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    two = list(await people("Ann", "Bob"))
    first = await over_days(small, two)
    for _ in range(3):
        await over_days(small, two)
    assert first in small.scheduler.alarms
    read, failures = small.read, [OSError("no disk"), OSError("no disk")]

    async def fail_twice(table: str) -> object:
        if table == first and failures:
            raise failures.pop()
        return await read(table)

    monkeypatch.setattr(small, "read", fail_twice)
    await clock.advance(DAY + 1)
    assert first not in small.tables
    await clock.advance(30)
    assert not failures
    assert (await small.get(first)).state.row.list_kept_seats(ANN)


async def test_pictures_are_dropped_when_nobody_looks(registry: Registry, people: People, clock: HandClock) -> None:
    two = list(await people("Ann", "Bob"))
    session = await registry.get(await new(registry, two[0], "switchyard", ["me", "bot:random"]))
    presenters = Presenters()
    presenters.of(session).look(0)
    kept = weakref.ref(presenters.of(session))
    with session.audience.viewer(0):
        await clock.advance(100)
        presenters.drop_idle(clock.now() - 60)
        assert kept() is presenters.of(session)
    session.used = clock.now()
    presenters.drop_idle(clock.now() - 60)
    assert kept() is not None
    await clock.advance(100)
    presenters.drop_idle(clock.now() - 60)
    gc.collect()
    assert kept() is None
    assert presenters.of(session).look(0).number == 1, "it is drawn again"


async def test_finished_tables_leave_memory_when_nobody_looks(
    registry: Registry, people: People, clock: HandClock
) -> None:
    (ann,) = await people("Ann")
    over, running = [await new(registry, ann, "switchyard", ["me", "me"]) for _ in range(2)]
    session = await registry.get(over)
    while not session.state.match.over:
        seat = session.state.match.actors()[0]
        await act(session, seat, session.state.match.legal_names(seat)[-1])
    await clock.advance(100)
    with session.audience.viewer(0):
        forget_finished(registry, clock.now() - 60)
        assert over in registry.tables
    forget_finished(registry, clock.now() - 60)
    assert list(registry.tables) == [running]
    assert (await registry.get(over)).state.match.over, "it is read again"


async def test_a_stream_that_ended_keeps_no_table(tmp_path: Path) -> None:
    """Without the collector of garbage, which hardly ever looks through old objects."""
    app = create_app(Settings(db_url=f"sqlite:///{tmp_path / 'tables.sqlite3'}"), chance=SeededChance())
    registry = app.state.shared.registry
    registry.sets_out = list
    async with app.router.lifespan_context(app):
        ann = Browser(app)
        table = await ann.new("me", "bot:random")
        session = weakref.ref(await registry.get(table[3:]))
        gc.collect()
        gc.disable()
        try:
            for path in (f"{table}/stream", f"/api/v1/tables/{table[3:]}/events"):
                assert (await ask(app, "GET", path, [(b"cookie", ann.cookie)])).status == 200
            registry.forget(table[3:])
            await asyncio.sleep(0.05)
            assert session() is None
        finally:
            gc.enable()


async def test_a_clock_stands_still_while_its_process_is_paused(monkeypatch: pytest.MonkeyPatch) -> None:
    real = [1000.0]
    monkeypatch.setattr("enginehouse.table.time_and_chance.time.monotonic", lambda: real[0])
    clock = WallClock()
    real[0] += 100
    assert clock.now() == 1100, "nobody watches it, so a long time without a look is no pause"
    watching = asyncio.create_task(clock.watch())
    await asyncio.sleep(0)
    real[0] += PAUSE_S
    assert clock.now() == 1100 + PAUSE_S
    real[0] += 3600
    assert clock.now() == 1100 + PAUSE_S + LOOKS_S
    watching.cancel()


def test_a_window_outlives_a_pause_of_the_server(tmp_path: Path) -> None:
    """The server is stopped and goes on, as a paused container does. The window keeps the time that it had left."""
    with served(f"sqlite:///{tmp_path / 'tables.sqlite3'}", beat_ms=0, window_ms=3000, seed=20) as server:
        ann = RemoteSeat(server.url, "")
        opening = {"game": "switchyard", "seats": ["me", "open"], "name": "Ann", "watched": True}
        made = ann._ask("POST", "/tables", opening)
        at = f"/tables/{made['table']}"
        seats = [made["seats"][0], ann._ask("POST", f"{at}/join", {"name": "Bob"})]
        people = [RemoteSeat(server.url, made["table"], seat["token"]) for seat in seats]
        window = open_a_window(people, at)
        os.kill(server.process.pid, signal.SIGSTOP)
        time.sleep(PAUSE_S + 2)
        os.kill(server.process.pid, signal.SIGCONT)
        time.sleep(0.3)
        assert ann._ask("GET", at)["window"] == window


def open_a_window(people: list[RemoteSeat], at: str) -> int:
    """Play until a timed window opens, and return its number."""
    for _ in range(200):
        for one in people:
            look = one._ask("GET", at)
            if look["window"]:
                return int(look["window"])
            names = [action["name"] for action in look["actions"]]
            if names:
                name = next((name for name in names if name.startswith("play")), names[-1])
                one._ask("POST", f"{at}/act", {"decision": look["decision"], "act": name})
    raise AssertionError("no window has opened")
