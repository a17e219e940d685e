"""Answers in windows: no number is given twice, none that was acknowledged is thrown away, and all have the same time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from handclock import HandClock, SeededChance
from test_live import act, open_table
from test_stream import read

from enginehouse.core.errors import NotAllowed, Stale
from enginehouse.table.settings import Settings
from enginehouse.table.store.store import Person
from enginehouse.table.tables import session as lives
from enginehouse.table.tables.registry import Hall
from enginehouse.table.tables.session import Live
from enginehouse.table.web import stream

pytestmark = pytest.mark.usefixtures("no_workers")
People = Callable[..., Any]


async def three_with_a_window(hall: Hall, people: People, **more: Any) -> tuple[Live, list[Person]]:
    """Ann has played a note; Bob and Cat are asked whether they stop it."""
    everybody = await people("Ann", "Bob", "Cat")
    live = await open_table(hall, everybody, 3, **more)
    await play_note(live, everybody[0])
    return live, everybody


async def play_note(live: Live, person: Person) -> None:
    """Open a window with any note."""
    await act(live, person, 0, f"play {next(w for w in (1, 2, 3) if live.match.state.hand[0][w])}")


def forgotten(hall: Hall, live: Live, how: str) -> Hall:
    """The house after a restart, or the same one after the table was dropped from memory."""
    if how == "restart":
        return Hall(Settings(), hall.store, hall.clock, SeededChance(3))
    hall._drivers.pop(live.id).task.cancel()
    del hall._tables[live.id]
    return hall


@pytest.mark.parametrize("how", ["restart", "dropped"])
async def test_a_decision_number_never_goes_back(hall: Hall, people: People, how: str) -> None:
    """What a seat laid and took back counts when the table is read again."""
    live, (_, bob, _) = await three_with_a_window(hall, people)
    first = live.decision(1)
    await live.act(bob.id, 1, first, "pass")
    await live.step(bob.id, 1, first + 1, "undo")
    again = await forgotten(hall, live, how).get(live.id)
    assert again is not live
    assert again.decision(1) == live.decision(1) == first + 2
    assert again.decision(2) == live.decision(2), "what another seat does is no matter of mine"
    for number in (first, first + 1):
        with pytest.raises(Stale):
            await again.act(bob.id, 1, number, "pass")
    await again.act(bob.id, 1, first + 2, "pass")
    assert (await forgotten(again.hall, again, how).get(live.id)).decision(1) == first + 3
    await again.hall.close()


@pytest.mark.parametrize("how", ["restart", "dropped"])
async def test_the_bytes_that_answered_one_window_answer_no_other(
    hall: Hall, clock: HandClock, people: People, how: str
) -> None:
    live, (ann, bob, cat) = await three_with_a_window(hall, people)
    await act(live, bob, 1, "pass")
    await live.step(bob.id, 1, live.decision(1), "undo")
    sent = (bob.id, 1, live.decision(1), "pass")
    await live.act(*sent)
    await clock.advance(6)
    assert live.match.state.asked == 0
    later = forgotten(hall, live, how) if how == "restart" else hall
    live = await later.get(live.id)
    for seat, person in ((1, bob), (2, cat)):
        await act(live, person, seat, live.match.legal_names(seat)[0])
    assert live.match.actors() == (0,)
    await play_note(live, ann)
    live = await forgotten(later, live, how).get(live.id)
    assert live.match.state.asked and live.window is not None
    with pytest.raises(Stale):
        await live.act(*sent)
    assert live.held == {}
    await live.hall.close()


async def test_an_answer_taken_by_another_process_is_in_the_entries(
    hall: Hall, clock: HandClock, people: People
) -> None:
    """One process closes the window, the other has acknowledged an answer: it counts."""
    everybody = _, bob, cat = await people("Ann", "Bob", "Cat")
    for _ in range(20):
        here = await open_table(hall, everybody, 3)
        await play_note(here, everybody[0])
        if "stop" in here.match.legal_names(1):
            break
    await clock.advance(5)  # its driver knows the window and no answer
    other = Hall(Settings(), hall.store, clock, SeededChance(2))
    there = await other.load(here.id)
    there.hall._tables[here.id] = there
    await there.act(bob.id, 1, there.decision(1), "stop")
    await clock.advance(1.5)
    stored = {e.seat: e.act for e in (await hall.store.entries(here.id))[1:]}
    assert stored == {1: "stop", 2: "pass"}
    with pytest.raises((Stale, NotAllowed)):  # the other one learns that it has closed
        await there.act(cat.id, 2, 0, "pass")
    await other.close()


async def test_an_answer_after_the_end_of_its_window_is_refused(hall: Hall, clock: HandClock, people: People) -> None:
    """The other process still shows the window as open: nothing is acknowledged and dropped."""
    here, (_, bob, _) = await three_with_a_window(hall, people)
    other = Hall(Settings(), hall.store, clock, SeededChance(2))
    there = await other.load(here.id)
    await clock.advance(6)
    assert here.match.state.asked == 0 and there.match.state.asked != 0
    with pytest.raises(Stale):
        await there.act(bob.id, 1, there.decision(1), "pass")
    assert there.match.checksum() == here.match.checksum()
    assert there.decision(1) == here.decision(1)
    await other.close()


async def test_what_another_process_acknowledged_is_seen_here(hall: Hall, clock: HandClock, people: People) -> None:
    """Laid there, taken back here: a refusal is one only if what is stored says so too."""
    here, (_, bob, _) = await three_with_a_window(hall, people)
    other = Hall(Settings(), hall.store, clock, SeededChance(2))
    there = await other.load(here.id)
    first = there.decision(1)
    await there.act(bob.id, 1, first, "pass")
    with pytest.raises(Stale):
        await here.act(bob.id, 1, first, "pass")
    await here.step(bob.id, 1, first + 1, "undo")
    await there.catch_up()
    assert there.held == {} and there.decision(1) == first + 2
    await other.close()


async def test_a_window_that_lay_answered_is_one_again_after_a_restart(
    hall: Hall, clock: HandClock, people: People
) -> None:
    """The others have left meanwhile: the answer is not lost although nobody is left from whom to hide it."""
    live, (_, bob, cat) = await three_with_a_window(hall, people)
    ann = next(p for p in (bob, cat) if p.name == "Bob")
    await act(live, ann, 1, "pass")
    for person in ("personann", cat.id):
        await hall.leave(live, person)
    again = await forgotten(hall, live, "restart").get(live.id)
    assert again.held == {1: "pass"} and again.window is not None and again.window.timed
    await again.hall.close()


# ---------------------------------------------------------------- the time of a window


async def test_all_have_the_whole_time_of_a_window(
    hall: Hall, clock: HandClock, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a slow machine: half a second to store, 0.15 s for each picture. Whoever gets the last one still has all of it."""
    everybody = await people("Ann", "Bob", "Cat")
    live = await open_table(hall, everybody, 3)
    left: dict[int, list[int]] = {}
    streams = {seat: stream.events(hall, live, seat) for seat in (-1, 0, 1, 2)}
    for one in streams.values():
        assert read(await anext(one))[0] == "frame"

    async def follow(seat: int) -> None:
        async for event in streams[seat]:
            if read(event)[0] == "clock":
                left.setdefault(seat, []).append(live.left_ms())

    build, append = lives.build, hall.store.append

    def slowly(sight: Any) -> Any:
        clock.time += 0.15
        return build(sight)

    async def stored_slowly(*given: Any, **more: Any) -> None:
        await append(*given, **more)
        clock.time += 0.5

    monkeypatch.setattr(lives, "build", slowly)
    monkeypatch.setattr(hall.store, "append", stored_slowly)
    following = [asyncio.create_task(follow(seat)) for seat in streams]
    started = clock.now()
    await play_note(live, everybody[0])
    await clock.advance(0)
    assert left == {seat: [6000] for seat in streams}
    drawn = clock.now() - started
    assert drawn > 1.09
    assert live.window is not None and live.window.begun is not None
    assert live.window.begun - started >= drawn - 1e-6
    assert round((live.window.begun - live.window.noted) / 0.1, 6) % 1 == 0, (
        "drawing alone never decides how long it is"
    )
    for task in following:
        task.cancel()
    await asyncio.gather(*following, return_exceptions=True)


async def test_a_reader_who_does_not_read_keeps_no_window_open(hall: Hall, clock: HandClock, people: People) -> None:
    """What was sent to it before the window is not taken from the socket: the time begins without it."""
    everybody = await people("Ann", "Bob", "Cat")
    live = await open_table(hall, everybody, 3)
    stuck = stream.events(hall, live, 2)
    await anext(stuck)  # and never again: the generator waits where the socket is full
    await play_note(live, everybody[0])
    await clock.advance(6)
    assert live.match.state.asked == 0
    await stuck.aclose()  # type: ignore[attr-defined]


# ---------------------------------------------------------------- what goes by itself fails


async def test_the_page_says_when_nothing_goes_by_itself_and_it_is_tried_on(
    hall: Hall, clock: HandClock, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A store that is away for a minute: the bots go on by themselves when it is back, and nobody has to come by."""
    (ann,) = await people("Ann")
    live = await open_table(hall, [ann], 2, bots=1)
    await act(live, ann, 0, "move 1 2")

    async def broken(*_: Any, **__: Any) -> None:
        raise OSError("the database is away")

    with monkeypatch.context() as patch:
        patch.setattr(hall.store, "append", broken)
        await clock.advance(2)
        assert "failed several times" not in (await live.look(0)).picture.html["prompt"]
        await clock.advance(60)
        assert "failed several times" in (await live.look(0)).picture.html["prompt"]
        assert len(live.match.entries) == 1
    await clock.advance(6)
    assert len(live.match.entries) >= 2
    assert "failed several times" not in (await live.look(0)).picture.html["prompt"]
