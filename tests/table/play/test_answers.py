"""Answers in windows: no number is given twice, none that was acknowledged is thrown away, and all have the same time."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from asked_to_stop import three_with_a_window
from handclock import HandClock, SeededChance
from opened import ANN, BOB, CAT, TableOf, act, fail_to_append, look, play_note, read, shared_by, stored
from switchyard.state import Told

from enginehouse.core.errors import NotAllowed, Stale
from enginehouse.core.pictures.drawing import Motion
from enginehouse.core.records.events import Event
from enginehouse.table.picture import presenter, regions
from enginehouse.table.picture.model import Picture, PictureInput
from enginehouse.table.play import absence, commands
from enginehouse.table.play.registry import Registry
from enginehouse.table.play.session import Session
from enginehouse.table.settings import Settings
from enginehouse.table.web import stream

pytestmark = pytest.mark.usefixtures("no_workers")


def forgotten(registry: Registry, session: Session, how: str) -> Registry:
    """The house after a restart, or the same one after the table was dropped from memory."""
    if how == "restart":
        return Registry(Settings(), registry.store, registry.clock, SeededChance(3))
    registry.forget(session.id)
    return registry


@pytest.mark.parametrize("how", ["restart", "dropped"])
async def test_a_decision_number_never_goes_back(table_of: TableOf, registry: Registry, how: str) -> None:
    """An answer that was given and undone counts when the table is read again."""
    session = await three_with_a_window(table_of)
    first = session.state.decision(1)
    await commands.act(session, BOB, 1, first, "pass")
    await commands.undo(session, BOB, 1, first + 1)
    later = forgotten(registry, session, how)
    again = await later.get(session.id)
    assert again is not session
    assert again.state.decision(1) == session.state.decision(1) == first + 2
    assert again.state.decision(2) == session.state.decision(2), "what another seat does is no matter of mine"
    for number in (first, first + 1):
        with pytest.raises(Stale):
            await commands.act(again, BOB, 1, number, "pass")
    await commands.act(again, BOB, 1, first + 2, "pass")
    assert (await forgotten(later, again, how).get(session.id)).state.decision(1) == first + 3
    await later.close()


@pytest.mark.parametrize("how", ["restart", "dropped"])
async def test_the_bytes_that_answered_one_window_answer_no_other(
    table_of: TableOf, registry: Registry, clock: HandClock, how: str
) -> None:
    session = await three_with_a_window(table_of)
    await act(session, 1, "pass")
    await commands.undo(session, BOB, 1, session.state.decision(1))
    sent = (BOB, 1, session.state.decision(1), "pass")
    await commands.act(session, *sent)
    await clock.advance(6)
    assert session.state.match.state.asked == 0
    later = forgotten(registry, session, how) if how == "restart" else registry
    session = await later.get(session.id)
    for seat in (1, 2):
        await act(session, seat, session.state.match.legal_names(seat)[0])
    assert session.state.match.actors() == (0,)
    await play_note(session)
    later = forgotten(later, session, how)
    session = await later.get(session.id)
    assert session.state.match.state.asked and session.state.window is not None
    with pytest.raises(Stale):
        await commands.act(session, *sent)
    assert session.state.pending == {}
    await later.close()


async def test_an_answer_taken_by_another_process_is_in_the_entries(
    table_of: TableOf, elsewhere: Registry, clock: HandClock
) -> None:
    """One process closes the window, the other has acknowledged an answer: it counts."""
    for _ in range(20):
        here = await three_with_a_window(table_of)
        if "stop" in here.state.match.legal_names(1):
            break
    await clock.advance(5)  # its driver knows the window and no answer
    there = elsewhere.tables[here.id] = await elsewhere.read(here.id)
    await commands.act(there, BOB, 1, there.state.decision(1), "stop")
    await clock.advance(1.5)
    assert {e.seat: e.act for e in (await stored(here))[1:]} == {1: "stop", 2: "pass"}
    with pytest.raises((Stale, NotAllowed)):  # the other one learns that it has closed
        await commands.act(there, CAT, 2, 0, "pass")


async def test_an_answer_after_the_end_of_its_window_is_refused(
    table_of: TableOf, elsewhere: Registry, clock: HandClock
) -> None:
    """The other process still shows the window as open: nothing is acknowledged and dropped."""
    here = await three_with_a_window(table_of)
    there = await elsewhere.read(here.id)
    await clock.advance(6)
    assert here.state.match.state.asked == 0 and there.state.match.state.asked != 0
    with pytest.raises(Stale):
        await commands.act(there, BOB, 1, there.state.decision(1), "pass")
    assert there.state.match.checksum() == here.state.match.checksum()
    assert there.state.decision(1) == here.state.decision(1)


async def test_actions_that_another_process_acknowledged_are_visible_here(
    table_of: TableOf, elsewhere: Registry
) -> None:
    """Laid there, taken back here: a refusal is one only if what is stored says so too."""
    here = await three_with_a_window(table_of)
    there = await elsewhere.read(here.id)
    first = there.state.decision(1)
    await commands.act(there, BOB, 1, first, "pass")
    with pytest.raises(Stale):
        await commands.act(here, BOB, 1, first, "pass")
    await commands.undo(here, BOB, 1, first + 1)
    await there.catch_up()
    assert there.state.pending == {} and there.state.decision(1) == first + 2


async def test_a_window_that_lay_answered_is_one_again_after_a_restart(table_of: TableOf, registry: Registry) -> None:
    """The others have left meanwhile: the answer is not lost although nobody is left from whom to hide it."""
    session = await three_with_a_window(table_of)
    await act(session, 1, "pass")
    for person in (ANN, CAT):
        await absence.leave(session, person)
    later = forgotten(registry, session, "restart")
    again = await later.get(session.id)
    assert again.state.pending == {1: "pass"} and again.state.window is not None and again.state.window.timed
    await later.close()


# ---------------------------------------------------------------- the time of a window


async def test_all_have_the_whole_time_of_a_window(
    table_of: TableOf, registry: Registry, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a slow machine: half a second to store, 0.15 s for each picture. Whoever gets the last one still has all of it."""
    session = await table_of("Ann", "Bob", "Cat")
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
    await play_note(session)
    await clock.advance(0)
    assert left == {seat: [6000] for seat in streams}
    drawn = clock.now() - started
    assert drawn > 1.09
    assert session.state.window is not None and session.state.window.runs_from is not None
    assert session.state.window.runs_from - started >= drawn - 1e-6
    assert round((session.state.window.runs_from - session.state.window.opened_at) / 0.1, 6) % 1 == 0, (
        "drawing alone never decides how long it is"
    )
    for task in following:
        task.cancel()
    await asyncio.gather(*following, return_exceptions=True)


async def test_an_answer_that_lies_sealed_draws_nothing_for_others(
    table_of: TableOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, drawn = await table_of("Ann", "Bob", "Cat"), list[int]()
    for seat in (-1, 0, 1, 2):
        look(session, seat)
    await play_note(session)
    before = {seat: look(session, seat) for seat in (-1, 0, 1, 2)}
    build = regions.build

    def counted(given: PictureInput) -> Picture:
        drawn.append(given.seat)
        return build(given)

    monkeypatch.setattr(presenter, "build", counted)
    await act(session, 1, "pass")
    after = {seat: look(session, seat) for seat in (-1, 0, 1, 2)}
    assert drawn == [1]
    assert [seat for seat in after if after[seat] is not before[seat]] == [1]


async def test_what_moved_last_is_marked_until_something_else_is_noticed_or_it_is_taken_back(
    table_of: TableOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A mark that went with a sealed answer would tell of it; one that stayed would be of what has never happened."""
    session = await table_of("Ann", "Bob", "Cat")

    def wagons_of_players(_: Any, told: list[Event]) -> list[Motion]:
        return [Motion(f"wagon-{e.a}", ((0, 0),), 1) for e in told if e.kind == Told.PLAYED]

    monkeypatch.setattr(session.state.match.game.drawing, "paths", wagons_of_players)
    look(session, 0)
    await play_note(session)
    assert look(session, 0).given.moved == {"wagon-0"}
    await act(session, 1, "pass")
    assert look(session, 0).given.moved == look(session, -1).given.moved == {"wagon-0"}, "first looks are no other"
    await commands.undo(session, session.state.row.seats[0].person, 0, session.state.decision(0))
    assert look(session, 0).given.moved == look(session, 1).given.moved == frozenset()
    await play_note(session)
    await commands.undo(session, session.state.row.seats[0].person, 0, session.state.decision(0))
    shown = look(session, 0)
    assert shown.given.moved == frozenset() and b'"moves":' not in (shown.patch or b""), "nobody looked in between"


async def test_a_reader_who_does_not_read_keeps_no_window_open(
    table_of: TableOf, registry: Registry, clock: HandClock
) -> None:
    """What was sent to it before the window is not taken from the socket: the time begins without it."""
    session = await table_of("Ann", "Bob", "Cat")
    stuck = stream.events(shared_by(registry), session, 2)
    await anext(stuck)  # and never again: the generator waits where the socket is full
    await play_note(session)
    await clock.advance(6)
    assert session.state.match.state.asked == 0
    await stuck.aclose()


# ---------------------------------------------------------------- what goes by itself fails


async def test_the_page_says_when_nothing_goes_by_itself_and_it_is_tried_on(
    table_of: TableOf, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A store that is away for a minute: the bots go on by themselves when it is back, and nobody has to come by."""
    session = await table_of("Ann", bots=1)
    await act(session, 0, "move 1 2")
    with monkeypatch.context() as patch:
        fail_to_append(session.store, patch, "the database is away")
        await clock.advance(2)
        assert "failed several times" not in look(session, 0).picture.html["prompt"]
        await clock.advance(60)
        assert "failed several times" in look(session, 0).picture.html["prompt"]
        assert len(session.state.match.entries) == 1
    await clock.advance(6)
    assert len(session.state.match.entries) >= 2
    assert "failed several times" not in look(session, 0).picture.html["prompt"]
