"""Answers in windows: no number is given twice, none that was acknowledged is thrown away, and all have the same time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from handclock import HandClock, SeededChance
from opened import look, shared_by
from test_live import act, open_table
from test_stream import read

from enginehouse.core.errors import NotAllowed, Stale
from enginehouse.table.picture import presenter, regions
from enginehouse.table.settings import Settings
from enginehouse.table.store.rows import Person
from enginehouse.table.tables import commands
from enginehouse.table.tables.registry import Registry
from enginehouse.table.tables.session import Session
from enginehouse.table.web import stream

pytestmark = pytest.mark.usefixtures("no_workers")
People = Callable[..., Any]


async def three_with_a_window(registry: Registry, people: People, **more: Any) -> tuple[Session, list[Person]]:
    """Ann has played a note; Bob and Cat are asked whether they stop it."""
    everybody = await people("Ann", "Bob", "Cat")
    session = await open_table(registry, everybody, 3, **more)
    await play_note(session, everybody[0])
    return session, everybody


async def play_note(session: Session, person: Person) -> None:
    """Open a window with any note."""
    await act(session, person, 0, f"play {next(w for w in (1, 2, 3) if session.state.match.state.hand[0][w])}")


def forgotten(registry: Registry, session: Session, how: str) -> Registry:
    """The house after a restart, or the same one after the table was dropped from memory."""
    if how == "restart":
        return Registry(Settings(), registry.store, registry.clock, SeededChance(3))
    registry.forget(session.id)
    return registry


@pytest.mark.parametrize("how", ["restart", "dropped"])
async def test_a_decision_number_never_goes_back(registry: Registry, people: People, how: str) -> None:
    """What a seat laid and took back counts when the table is read again."""
    session, (_, bob, _) = await three_with_a_window(registry, people)
    first = session.state.decision(1)
    await commands.act(session, bob.id, 1, first, "pass")
    await commands.undo(session, bob.id, 1, first + 1)
    later = forgotten(registry, session, how)
    again = await later.get(session.id)
    assert again is not session
    assert again.state.decision(1) == session.state.decision(1) == first + 2
    assert again.state.decision(2) == session.state.decision(2), "what another seat does is no matter of mine"
    for number in (first, first + 1):
        with pytest.raises(Stale):
            await commands.act(again, bob.id, 1, number, "pass")
    await commands.act(again, bob.id, 1, first + 2, "pass")
    assert (await forgotten(later, again, how).get(session.id)).state.decision(1) == first + 3
    await later.close()


@pytest.mark.parametrize("how", ["restart", "dropped"])
async def test_the_bytes_that_answered_one_window_answer_no_other(
    registry: Registry, clock: HandClock, people: People, how: str
) -> None:
    session, (ann, bob, cat) = await three_with_a_window(registry, people)
    await act(session, bob, 1, "pass")
    await commands.undo(session, bob.id, 1, session.state.decision(1))
    sent = (bob.id, 1, session.state.decision(1), "pass")
    await commands.act(session, *sent)
    await clock.advance(6)
    assert session.state.match.state.asked == 0
    later = forgotten(registry, session, how) if how == "restart" else registry
    session = await later.get(session.id)
    for seat, person in ((1, bob), (2, cat)):
        await act(session, person, seat, session.state.match.legal_names(seat)[0])
    assert session.state.match.actors() == (0,)
    await play_note(session, ann)
    later = forgotten(later, session, how)
    session = await later.get(session.id)
    assert session.state.match.state.asked and session.state.window is not None
    with pytest.raises(Stale):
        await commands.act(session, *sent)
    assert session.state.pending == {}
    await later.close()


async def test_an_answer_taken_by_another_process_is_in_the_entries(
    registry: Registry, clock: HandClock, people: People
) -> None:
    """One process closes the window, the other has acknowledged an answer: it counts."""
    everybody = _, bob, cat = await people("Ann", "Bob", "Cat")
    for _ in range(20):
        here = await open_table(registry, everybody, 3)
        await play_note(here, everybody[0])
        if "stop" in here.state.match.legal_names(1):
            break
    await clock.advance(5)  # its driver knows the window and no answer
    other = Registry(Settings(), registry.store, clock, SeededChance(2))
    there = other.tables[here.id] = await other.read(here.id)
    await commands.act(there, bob.id, 1, there.state.decision(1), "stop")
    await clock.advance(1.5)
    stored = {e.seat: e.act for e in (await registry.store.entries.read(here.id))[1:]}
    assert stored == {1: "stop", 2: "pass"}
    with pytest.raises((Stale, NotAllowed)):  # the other one learns that it has closed
        await commands.act(there, cat.id, 2, 0, "pass")
    await other.close()


async def test_an_answer_after_the_end_of_its_window_is_refused(
    registry: Registry, clock: HandClock, people: People
) -> None:
    """The other process still shows the window as open: nothing is acknowledged and dropped."""
    here, (_, bob, _) = await three_with_a_window(registry, people)
    other = Registry(Settings(), registry.store, clock, SeededChance(2))
    there = await other.read(here.id)
    await clock.advance(6)
    assert here.state.match.state.asked == 0 and there.state.match.state.asked != 0
    with pytest.raises(Stale):
        await commands.act(there, bob.id, 1, there.state.decision(1), "pass")
    assert there.state.match.checksum() == here.state.match.checksum()
    assert there.state.decision(1) == here.state.decision(1)
    await other.close()


async def test_what_another_process_acknowledged_is_seen_here(
    registry: Registry, clock: HandClock, people: People
) -> None:
    """Laid there, taken back here: a refusal is one only if what is stored says so too."""
    here, (_, bob, _) = await three_with_a_window(registry, people)
    other = Registry(Settings(), registry.store, clock, SeededChance(2))
    there = await other.read(here.id)
    first = there.state.decision(1)
    await commands.act(there, bob.id, 1, first, "pass")
    with pytest.raises(Stale):
        await commands.act(here, bob.id, 1, first, "pass")
    await commands.undo(here, bob.id, 1, first + 1)
    await there.catch_up()
    assert there.state.pending == {} and there.state.decision(1) == first + 2
    await other.close()


async def test_a_window_that_lay_answered_is_one_again_after_a_restart(
    registry: Registry, clock: HandClock, people: People
) -> None:
    """The others have left meanwhile: the answer is not lost although nobody is left from whom to hide it."""
    session, (_, bob, cat) = await three_with_a_window(registry, people)
    ann = next(p for p in (bob, cat) if p.name == "Bob")
    await act(session, ann, 1, "pass")
    for person in ("personann", cat.id):
        await commands.leave(session, person)
    later = forgotten(registry, session, "restart")
    again = await later.get(session.id)
    assert again.state.pending == {1: "pass"} and again.state.window is not None and again.state.window.timed
    await later.close()


# ---------------------------------------------------------------- the time of a window


async def test_all_have_the_whole_time_of_a_window(
    registry: Registry, clock: HandClock, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a slow machine: half a second to store, 0.15 s for each picture. Whoever gets the last one still has all of it."""
    everybody = await people("Ann", "Bob", "Cat")
    session = await open_table(registry, everybody, 3)
    left: dict[int, list[int]] = {}
    streams = {seat: stream.events(shared_by(registry), session, seat) for seat in (-1, 0, 1, 2)}
    for one in streams.values():
        assert read(await anext(one))[0] == "frame"

    async def follow(seat: int) -> None:
        async for event in streams[seat]:
            if read(event)[0] == "clock":
                left.setdefault(seat, []).append(stream.left_ms(session))

    build, append = regions.build, registry.store.entries.append

    def slowly(sight: Any) -> Any:
        clock.time += 0.15
        return build(sight)

    async def stored_slowly(*given: Any, **more: Any) -> None:
        await append(*given, **more)
        clock.time += 0.5

    monkeypatch.setattr(presenter, "build", slowly)
    monkeypatch.setattr(registry.store.entries, "append", stored_slowly)
    following = [asyncio.create_task(follow(seat)) for seat in streams]
    started = clock.now()
    await play_note(session, everybody[0])
    await clock.advance(0)
    assert left == {seat: [6000] for seat in streams}
    drawn = clock.now() - started
    assert drawn > 1.09
    assert session.state.window is not None and session.state.window.begun is not None
    assert session.state.window.begun - started >= drawn - 1e-6
    assert round((session.state.window.begun - session.state.window.noted) / 0.1, 6) % 1 == 0, (
        "drawing alone never decides how long it is"
    )
    for task in following:
        task.cancel()
    await asyncio.gather(*following, return_exceptions=True)


async def test_a_reader_who_does_not_read_keeps_no_window_open(
    registry: Registry, clock: HandClock, people: People
) -> None:
    """What was sent to it before the window is not taken from the socket: the time begins without it."""
    everybody = await people("Ann", "Bob", "Cat")
    session = await open_table(registry, everybody, 3)
    stuck = stream.events(shared_by(registry), session, 2)
    await anext(stuck)  # and never again: the generator waits where the socket is full
    await play_note(session, everybody[0])
    await clock.advance(6)
    assert session.state.match.state.asked == 0
    await stuck.aclose()


# ---------------------------------------------------------------- what goes by itself fails


async def test_the_page_says_when_nothing_goes_by_itself_and_it_is_tried_on(
    registry: Registry, clock: HandClock, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A store that is away for a minute: the bots go on by themselves when it is back, and nobody has to come by."""
    (ann,) = await people("Ann")
    session = await open_table(registry, [ann], 2, bots=1)
    await act(session, ann, 0, "move 1 2")

    async def broken(*_: Any, **__: Any) -> None:
        raise OSError("the database is away")

    with monkeypatch.context() as patch:
        patch.setattr(registry.store.entries, "append", broken)
        await clock.advance(2)
        assert "failed several times" not in (look(session, 0)).picture.html["prompt"]
        await clock.advance(60)
        assert "failed several times" in (look(session, 0)).picture.html["prompt"]
        assert len(session.state.match.entries) == 1
    await clock.advance(6)
    assert len(session.state.match.entries) >= 2
    assert "failed several times" not in (look(session, 0)).picture.html["prompt"]
