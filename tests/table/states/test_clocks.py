"""Clocks: what they count and what not, who is out of time, and that none of them tells what was done in secret."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace
from typing import Any

import pytest
from handclock import HandClock
from opened import ANN, People, TableOf, act, look, play_note, read, shared_by

from enginehouse.core.errors import Unreadable
from enginehouse.table.api import looks
from enginehouse.table.play import absence, commands
from enginehouse.table.play.registry import Registry
from enginehouse.table.play.served import note_served
from enginehouse.table.play.session import Session
from enginehouse.table.states import clocks
from enginehouse.table.states.opening import by_choice
from enginehouse.table.store.rows import Person
from enginehouse.table.web import stream

pytestmark = pytest.mark.usefixtures("no_workers")
LIVE = "live 100 10"


def read_clocks(session: Session) -> dict[int, float]:
    """Return the remaining times of the clocks, in seconds."""
    return {int(seat): ms / 1000 for seat, ms in stream.describe_clocks(session)["left"].items()}


def move(session: Session, seat: int) -> str:
    """An action that ends a seat's turn openly."""
    return next(one for one in session.state.match.legal_names(seat) if one.startswith("move"))


@pytest.mark.parametrize(
    "wrong", ["live", "live 5 0", "live 100", "days 0", "days 2 24", "days 99", "hourly", "live 1 -1"]
)
def test_a_rule_that_is_none_is_refused(wrong: str) -> None:
    with pytest.raises(Unreadable, match="is not a clock"):
        clocks.rule(wrong)


def test_nobody_loses_time_asleep() -> None:
    rule, dice = clocks.rule("days 2 22"), random.Random(3)
    at_22 = 1_700_000_000 // 86400 * 86400 + 22 * 3600
    assert rule.measure_passed(at_22, at_22 + 8 * 3600) == 0
    assert rule.measure_passed(at_22 - 3600, at_22 + 9 * 3600) == 2 * 3600
    assert rule.lasts(at_22 - 3600, 3600) == 3600, "out of time when going to sleep, not when awake again"
    for _ in range(300):
        begin, seconds = at_22 + dice.uniform(0, 3 * 86400), dice.uniform(1, 3 * 86400)
        assert rule.measure_passed(begin, begin + rule.lasts(begin, seconds)) == pytest.approx(seconds, abs=1e-3)
    assert clocks.rule("days 2").lasts(at_22, 5.0) == 5.0


async def test_a_clock_runs_while_its_seat_is_asked(table_of: TableOf, clock: HandClock) -> None:
    session = await table_of("Ann", "Bob", clock=LIVE)
    await clock.advance(30)
    assert read_clocks(session) == {0: 70, 1: 100} and stream.describe_clocks(session)["runs"] == [0]
    await act(session, 0, move(session, 0))
    assert read_clocks(session) == {0: 80, 1: 100} and stream.describe_clocks(session)["runs"] == [1]
    await clock.advance(5)
    await commands.undo(session, ANN, 0, session.state.decision(0))
    assert read_clocks(session) == {0: 70, 1: 95}, "the increment went back with the turn, and Bob's time is gone"
    await commands.redo(session, ANN, 0, session.state.decision(0))
    assert read_clocks(session) == {0: 80, 1: 95}
    assert ">1:20<" in look(session, -1).picture.html["seats"]
    assert "1.7 minutes for each player" in look(session, -1).picture.html["seats"]


async def test_who_is_out_of_time_is_played_and_the_game_goes_on(table_of: TableOf, clock: HandClock) -> None:
    session = await table_of("Ann", "Bob", clock=LIVE)
    await clock.advance(99)
    assert session.state.row.seats[0].kind == "person"
    await clock.advance(2)
    assert session.state.row.seats[0].owner == ANN and session.state.running
    assert "out of time" in "".join(look(session, 1).picture.keyed_lists["log-lines"].values())
    await clock.advance(5)
    assert session.state.match.entries
    await absence.come_back(session, Person(ANN, "Ann"))
    assert read_clocks(session)[0] == pytest.approx(30)
    row = await session.store.tables.get(session.id)
    assert row is not None and row.seats[0].left_ms == 30_000


async def test_days_begin_anew_with_each_turn(table_of: TableOf, clock: HandClock) -> None:
    session = await table_of("Ann", "Bob", clock="days 1")
    await clock.advance(86_000)
    await act(session, 0, move(session, 0))
    assert read_clocks(session) == {0: 86_400, 1: 86_400}
    await clock.advance(86_399)
    assert session.state.row.seats[1].kind == "person"
    await clock.advance(2)
    assert session.state.row.seats[1].owner is not None


async def test_time_in_which_nobody_serves_does_not_count(
    table_of: TableOf, clock: HandClock, registry: Registry, elsewhere: Registry
) -> None:
    """A restart, killed or stopped, and a database that was away: what was seen last goes on from there."""
    session = await table_of("Ann", "Bob", clock=LIVE)
    serving = session.store.serving
    await serving.begin(clock.date())
    await act(session, 0, move(session, 0))
    await clock.advance(20)
    await serving.go_on(clock.date())
    await registry.scheduler.close()
    clock.time += 5000  # the process is away; nothing of it runs
    await serving.begin(clock.date())
    assert session.id in await session.store.tables.to_resume()
    again = await elsewhere.get(session.id)
    assert read_clocks(again) == {0: 110, 1: pytest.approx(80)}
    await clock.advance(10)
    assert read_clocks(again)[1] == pytest.approx(70)
    clock.time += 600  # the machine sleeps, or the database is away, under a process that goes on
    await note_served(serving, clock.date(), elsewhere.tables.values())
    assert read_clocks(again)[1] == pytest.approx(80), "the ten seconds since it was written last are given back too"
    await clock.advance(20)
    await note_served(serving, clock.date(), elsewhere.tables.values())
    assert read_clocks(again)[1] == pytest.approx(60), "a moment between two dates is no outage"
    assert again.state.row.seats[1].kind == "person"
    fresh = type(serving)(session.store.database)
    await fresh.begin(clock.date())
    assert len(fresh.outages) == 2 and fresh.since(clock.date() - 6000, clock.date()) < 500


async def test_who_comes_back_before_the_tables_are_taken_up_finds_the_same_time(
    table_of: TableOf, clock: HandClock, registry: Registry, elsewhere: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While processes for bots are still being started."""
    session = await table_of("Ann", "Bob", clock=LIVE)
    await session.store.serving.begin(clock.date())
    await clock.advance(20)
    await session.store.serving.go_on(clock.date())
    await registry.scheduler.close()
    clock.time += 5000
    started = asyncio.Event()
    monkeypatch.setattr(type(elsewhere.scheduler.workers), "start", lambda _: started.wait())
    elsewhere.store.serving = type(session.store.serving)(session.store.database)
    await elsewhere.open()
    first, second = await asyncio.gather(elsewhere.get(session.id), elsewhere.get(session.id))
    assert read_clocks(first) == {0: pytest.approx(80), 1: 100} and first is second
    clock.time += 3
    started.set()
    await elsewhere.wait_until_resumed()
    assert read_clocks(await elsewhere.get(session.id)) == {0: pytest.approx(77), 1: 100}
    assert len(elsewhere.store.serving.outages) == 1


async def test_an_hour_before_the_night_counts_after_a_night_without_a_server(
    table_of: TableOf, clock: HandClock, registry: Registry, elsewhere: Registry
) -> None:
    """Half past ten in the evening it is; from eleven to seven everybody sleeps."""
    assert clock.date() % clocks.DAY == 22.5 * clocks.HOUR
    session = await table_of("Ann", "Bob", clock="days 1 23")
    serving = session.store.serving
    await serving.begin(clock.date())
    await act(session, 0, move(session, 0))
    for _ in range(60):
        clock.time += 20
        await serving.go_on(clock.date())
    await registry.scheduler.close()
    clock.time += 4 * clocks.HOUR
    await serving.begin(clock.date())
    again = await elsewhere.get(session.id)
    assert read_clocks(again)[1] == pytest.approx(clocks.DAY - 20 * 60)
    assert again.state.waiting.clocks is not None
    assert again.state.waiting.clocks.count_passed(clock.now() + 5 * clocks.HOUR + 10 * 60) == pytest.approx(
        20 * 60 + clocks.HOUR
    ), "at eight"


async def wire(registry: Registry, session: Session, seat: int) -> list[Any]:
    """Return the first events of a stream, without the table's name."""
    found, events = [], stream.events(shared_by(registry), session, seat)
    for _ in range(3):
        kind, data = read(await anext(events))
        found.append((kind, data if kind == "clocks" else None))
        if kind == "clocks":
            break
    await events.aclose()
    return found


@pytest.mark.parametrize("window_ms", [0, 60_000], ids=["untimed", "timed"])
async def test_no_clock_tells_who_has_answered(
    registry: Registry, elsewhere: Registry, people: People, clock: HandClock, window_ms: int
) -> None:
    """Twin tables: at one Bob has answered in secret, at the other not. Cat and onlookers see the same clocks all the time, and
    so they are stored."""
    ann, bob, cat = await people("Ann", "Bob", "Cat")
    seen: list[list[Any]] = []
    for answered in (False, True):
        made = by_choice(
            ann, "switchyard", ["me", "open", "open"], {}, registry.chance, window_ms=window_ms, clock=LIVE
        )
        session = await registry.get(await registry.add(replace(made, seed=f"{7:064x}")))
        await commands.sit(session, bob)
        await commands.sit(session, cat)
        await clock.advance(7)
        await play_note(session)
        going = session.state.waiting.clocks
        await clock.advance(13)
        if answered:
            await act(session, 1, "pass")
        assert session.state.waiting.clocks is going, "so no stream has anything to send"
        await clock.advance(9)
        found: list[Any] = [
            read_clocks(session),
            stream.describe_clocks(session)["runs"],
            read_clocks(await elsewhere.read(session.id)),
        ]
        for seat in (2, -1):
            found += [
                await wire(registry, session, seat),
                look(session, seat).picture.html["seats"],
                looks.look(session.state, seat).seats,
                looks.look(session.state, seat).clock_at - session.state.row.created,
            ]
        row = await session.store.tables.get(session.id)
        assert row is not None
        seen.append([*found, [one.left_ms for one in row.seats]])
    assert seen[0] == seen[1]
    assert seen[0][0][1] == (48.0 if window_ms == 0 else 100.0), (
        "the choice has 70 seconds in common, a timed window has none"
    )


async def test_a_choice_in_secret_ends_for_those_who_never_answer(table_of: TableOf, clock: HandClock) -> None:
    session = await table_of("Ann", "Bob", "Cat", window_ms=0, clock=LIVE)
    await play_note(session)
    await act(session, 1, "pass")
    await clock.advance(69)
    assert session.state.row.seats[2].kind == "person"
    await clock.advance(12)
    assert session.state.row.seats[1].kind == "person", "who has answered goes on"
    assert session.state.row.seats[2].kind == "bot" and session.state.window is None
    assert read_clocks(session)[1] <= 100


async def test_who_comes_first_after_an_outage_is_not_out_of_time(
    table_of: TableOf, clock: HandClock, registry: Registry
) -> None:
    """The deadline has passed while the database was away; nobody has read the clocks anew yet."""
    session = await table_of("Ann", "Bob", clock=LIVE)
    await registry.store.serving.begin(clock.date())
    clock.time += 500
    await absence.end_time(session)
    assert session.state.row.seats[0].kind == "person" and read_clocks(session)[0] == pytest.approx(100)


async def test_a_timed_window_is_nobodys_time(table_of: TableOf, clock: HandClock) -> None:
    session = await table_of("Ann", "Bob", "Cat", window_ms=90_000, clock=LIVE)
    await play_note(session)
    await clock.advance(91)
    assert session.state.window is None and [one.kind for one in session.state.row.seats] == ["person"] * 3
    assert read_clocks(session)[1] >= 98


async def test_a_stream_tells_when_a_clock_starts(registry: Registry, table_of: TableOf) -> None:
    session = await table_of("Ann", "Bob", clock=LIVE)
    events, told = stream.events(shared_by(registry), session, -1), list[Any]()
    while len(told) < 2:
        kind, data = read(await asyncio.wait_for(anext(events), 5))
        if kind == "clocks":
            told.append(data["runs"])
            if len(told) == 1:
                await act(session, 0, move(session, 0))
    await events.aclose()
    assert told == [[0], [1]]
