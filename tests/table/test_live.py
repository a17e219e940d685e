"""A table in play: acting, refusing, taking back, windows, bots; on a clock that the test moves."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from handclock import HandClock, SeededChance
from opened import look, new

from enginehouse.core.errors import NotAllowed, Stale, Unreadable
from enginehouse.table.settings import Settings
from enginehouse.table.store.rows import EntryRow, Person
from enginehouse.table.store.store import Store
from enginehouse.table.tables import commands
from enginehouse.table.tables.errors import Forbidden
from enginehouse.table.tables.registry import Registry
from enginehouse.table.tables.session import Session
from enginehouse.table.web.stream import left_ms

pytestmark = pytest.mark.usefixtures("no_workers")
People = Callable[..., Any]


async def open_table(registry: Registry, people: list[Person], seats: int, *, bots: int = 0, **more: Any) -> Session:
    """A table at which these people sit and then bots, the game begun."""
    sitting = ["me"] + ["open"] * (seats - 1 - bots) + ["bot:random"] * bots
    session = await registry.get(await new(registry, people[0], "switchyard", sitting, {}, **more))
    for person in people[1:]:
        await commands.sit(session, person)
    assert session.state.row.status == "running"
    return session


def hold_notes(session: Session, hands: dict[int, list[int]]) -> None:
    """Give seats certain notes (numbers of white, blue and red ones)."""
    match = session.state.match.clone()
    for seat, notes in hands.items():
        match.state.hand[seat] = [0, *notes]
        match.state.size[seat] = sum(notes)
    match._mark()
    session.state = replace(session.state, match=match)
    session.version += 1


async def act(session: Session, person: Person, seat: int, name: str) -> None:
    await commands.act(session, person.id, seat, session.state.decision(seat), name)


async def test_an_action_is_stored_before_it_is_acknowledged(registry: Registry, people: People) -> None:
    ann, bob = await people("Ann", "Bob")
    session = await open_table(registry, [ann, bob], 2)
    await act(session, ann, 0, "move 1 2")
    stored = await registry.store.entries.read(session.id)
    assert [(e.number, e.seat, e.act) for e in stored] == [(1, 0, "move 1 2")]
    assert stored[0].checksum == session.state.match.checksum()


async def test_what_is_wrong_is_refused_and_changes_nothing(registry: Registry, people: People) -> None:
    ann, bob = await people("Ann", "Bob")
    session = await open_table(registry, [ann, bob], 2)
    await act(session, ann, 0, "move 1 2")
    before = session.state.match.checksum()
    with pytest.raises(Stale):
        await commands.act(session, ann.id, 0, 0, "move 2 3")  # doubled: that decision has passed
    with pytest.raises(NotAllowed, match="turn") as refused:
        await act(session, ann, 0, "move 2 3")
    assert refused.value.clause == 201
    with pytest.raises(NotAllowed, match="siding 1"):
        await act(session, bob, 1, "move 4 5")
    with pytest.raises(Unreadable, match="move 1 2"):
        await act(session, bob, 1, "mvoe 1 2")
    for person, seat in ((ann.id, 1), (bob.id, 0), (None, 1), ("stranger", 1), (bob.id, 7), (bob.id, -1)):
        with pytest.raises(Forbidden):
            await commands.act(session, person, seat, 0, "move 1 2")
    assert session.state.match.checksum() == before
    assert len(await registry.store.entries.read(session.id)) == 1


async def test_another_seat_s_action_does_not_make_mine_stale(registry: Registry, people: People) -> None:
    ann, bob = await people("Ann", "Bob")
    session = await open_table(registry, [ann, bob], 2)
    decision = session.state.decision(1)
    await act(session, ann, 0, "move 1 2")
    await commands.act(session, bob.id, 1, decision, "move 1 2")
    assert len(session.state.match.entries) == 2


async def test_take_back_and_put_back(registry: Registry, people: People) -> None:
    ann, bob = await people("Ann", "Bob")
    session = await open_table(registry, [ann, bob], 2)
    start = session.state.match.checksum()
    await act(session, ann, 0, "move 1 2")
    decision = session.state.decision(0)
    await commands.undo(session, ann.id, 0, decision)
    assert session.state.match.checksum() == start
    with pytest.raises(Stale):
        await commands.undo(session, ann.id, 0, decision)
    await commands.redo(session, ann.id, 0, session.state.decision(0))
    assert [e.step for e in await registry.store.entries.read(session.id)] == ["", "undo", "redo"]
    again = await registry.read(session.id)
    assert again.state.match.checksum() == session.state.match.checksum() and not again.state.replay_error


async def test_when_storing_fails_memory_goes_back_to_the_truth(
    registry: Registry, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = await people("Ann", "Bob")
    session = await open_table(registry, [ann, bob], 2)
    before = look(session, 1)

    async def broken(*_: Any, **__: Any) -> None:
        raise OSError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(registry.store.entries, "append", broken)
        with pytest.raises(OSError, match="full"):
            await act(session, ann, 0, "move 1 2")
    after = look(session, 1)
    assert (after.number, after.picture) == (before.number, before.picture)
    await act(session, ann, 0, "move 1 2")
    assert len(await registry.store.entries.read(session.id)) == 1


async def test_two_processes_on_one_database(registry: Registry, people: People) -> None:
    """Each keeps the table in memory; whoever comes second reads what the first did, and is checked again."""
    ann, bob = await people("Ann", "Bob")
    here = await open_table(registry, [ann, bob], 2)
    other_registry = Registry(Settings(), registry.store, registry.clock, SeededChance(2))
    there = await other_registry.get(here.id)
    await act(here, ann, 0, "move 1 2")
    await commands.act(there, bob.id, 1, 0, "move 1 2")
    await commands.act(here, ann.id, 0, 1, "move 2 3")
    assert [e.act for e in await registry.store.entries.read(here.id)] == ["move 1 2", "move 1 2", "move 2 3"]
    await there.catch_up()
    assert there.state.match.checksum() == here.state.match.checksum()
    with pytest.raises(Stale):
        await commands.act(there, ann.id, 0, 1, "move 2 3")
    await other_registry.close()


async def test_all_who_act_in_one_instant_are_kept(registry: Registry, people: People, clock: HandClock) -> None:
    everybody = await people("Ann", "Bob", "Cat", "Dan")
    session = await open_table(registry, everybody, 4)
    hold_notes(session, {0: [1, 0, 0], 1: [1, 0, 0], 2: [1, 0, 0], 3: [0, 1, 0]})
    await act(session, everybody[0], 0, "play 1")
    await asyncio.gather(*(act(session, everybody[s], s, "pass") for s in (1, 2, 3)))
    assert session.state.pending == {1: "pass", 2: "pass", 3: "pass"}
    await clock.advance(6)
    assert [(e.seat, e.act) for e in await registry.store.entries.read(session.id)][1:] == [
        (1, "pass"),
        (2, "pass"),
        (3, "pass"),
    ]
    assert session.state.match.state.points[0] == 1


async def timeline(
    registry: Registry,
    clock: HandClock,
    everybody: list[Person],
    hands: dict[int, list[int]],
    answers: list[tuple[float, int, str]],
    standing: Sequence[int] = (),
) -> dict[int, list[tuple[float, bytes]]]:
    """What the others saw of a window, and when: (time since it opened, frame)."""
    session = await open_table(registry, everybody, 4)
    hold_notes(session, {0: [1, 0, 0], **hands})
    for seat in standing:
        await commands.preset(session, everybody[seat].id, seat, "pass")
    await act(session, everybody[0], 0, "play 1")
    opened = clock.now()
    seen: dict[int, list[tuple[float, bytes]]] = {seat: [] for seat in (-1, 0, 1)}
    table = session.id.encode()
    last = dict.fromkeys(seen, 0)
    for tick in range(27):
        for at, seat, answer in answers:
            if round(at * 4) == tick:
                await act(session, everybody[seat], seat, answer)
        await clock.advance(0.25)
        for viewer in seen:
            shown = look(session, viewer)
            if shown.number != last[viewer]:
                last[viewer] = shown.number
                body = msgspec.json.encode([shown.number, shown.picture]) + (shown.patch or b"") + shown.whole
                seen[viewer].append((round(clock.now() - opened, 3), body.replace(table, b"TABLE")))
    assert session.state.match.state.asked == 0
    return seen


async def test_a_window_tells_nobody_who_has_answered(registry: Registry, clock: HandClock, people: People) -> None:
    """Four games: who holds a stopping note, who answers early, late or never; those asked last see the same, at the same times."""
    everybody = await people("Ann", "Bob", "Cat", "Dan")
    bob = {1: [0, 1, 0]}
    told = [
        await timeline(
            registry, clock, everybody, {**bob, 2: [1, 0, 0], 3: [0, 0, 1]}, [(0.5, 2, "pass"), (1, 3, "pass")]
        ),
        await timeline(registry, clock, everybody, {**bob, 2: [0, 0, 1], 3: [0, 1, 0]}, []),
        await timeline(
            registry, clock, everybody, {**bob, 2: [1, 0, 0], 3: [0, 1, 0]}, [(5, 3, "pass"), (5.75, 2, "pass")]
        ),
        await timeline(registry, clock, everybody, {**bob, 2: [0, 0, 1], 3: [0, 0, 1]}, [(0.25, 3, "pass")]),
    ]
    assert len(told[0][1]) == 2 and told[0][1][1][0] == pytest.approx(6, abs=0.26)
    assert told[0] == told[1] == told[2] == told[3]


async def test_an_answer_can_be_taken_back_until_the_window_closes(
    registry: Registry, clock: HandClock, people: People
) -> None:
    everybody = await people("Ann", "Bob", "Cat")
    session = await open_table(registry, everybody, 3)
    hold_notes(session, {0: [1, 0, 0], 1: [1, 0, 0], 2: [0, 1, 0]})
    await act(session, everybody[0], 0, "play 1")
    decision = session.state.decision(1)
    await commands.act(session, everybody[1].id, 1, decision, "pass")
    with pytest.raises(Stale):
        await commands.act(session, everybody[1].id, 1, decision, "pass")
    assert "Let it pass" in (look(session, 1)).picture.html["prompt"]
    await commands.undo(session, everybody[1].id, 1, session.state.decision(1))
    await act(session, everybody[1], 1, "stop")
    await clock.advance(6)
    assert session.state.match.state.points[0] == 0
    assert [e.act for e in await registry.store.entries.read(session.id)] == ["play 1", "stop", "pass"]


async def test_a_window_survives_a_restart(registry: Registry, clock: HandClock, people: People) -> None:
    everybody = await people("Ann", "Bob", "Cat")
    session = await open_table(registry, everybody, 3)
    worth = next(w for w in (1, 2, 3) if session.state.match.state.hand[0][w])
    await act(session, everybody[0], 0, f"play {worth}")
    await act(session, everybody[2], 2, "pass")
    other = Registry(Settings(), registry.store, clock, SeededChance(3))
    again = await other.get(session.id)
    assert again.state.pending == {2: "pass"}
    assert again.state.window is not None and again.state.window.timed
    await clock.advance(6.1)
    assert again.state.match.state.asked == 0
    await other.close()


async def test_a_standing_answer_looks_to_others_like_any_other_window(
    registry: Registry, clock: HandClock, people: People
) -> None:
    """Whether somebody is asked or passes as said beforehand: the others see the same, at the same times."""
    everybody = await people("Ann", "Bob", "Cat", "Dan")
    hands = {1: [0, 1, 0], 2: [1, 0, 0], 3: [0, 0, 1]}
    told = [
        await timeline(registry, clock, everybody, hands, []),
        await timeline(registry, clock, everybody, hands, [], standing=[2]),
        await timeline(registry, clock, everybody, hands, [(0.5, 3, "pass")], standing=[2, 3]),
    ]
    assert told[0] == told[1] == told[2]


async def test_who_lets_windows_pass_is_not_asked_until_they_say_so(
    registry: Registry, clock: HandClock, people: People
) -> None:
    everybody = ann, bob, _ = await people("Ann", "Bob", "Cat")
    session = await open_table(registry, everybody, 3, window_ms=3_600_000)
    await commands.preset(session, bob.id, 1, "pass")
    worth = next(w for w in (1, 2, 3) if session.state.match.state.hand[0][w])
    await act(session, ann, 0, f"play {worth}")
    shown = [look(session, seat) for seat in range(3)]
    assert [one.picture.ui_state.acting for one in shown] == [False, False, True]
    assert "let it pass" in shown[1].picture.html["prompt"] and "let it pass" not in shown[2].picture.html["prompt"]
    again = await Registry(Settings(), registry.store, clock, SeededChance(3)).get(session.id)
    assert again.state.row.seats[1].preset == "pass" and not look(again, 1).picture.ui_state.acting
    await commands.preset(session, bob.id, 1, "")
    assert (look(session, 1)).picture.ui_state.acting
    await act(session, bob, 1, "pass")
    await commands.preset(session, bob.id, 1, "pass")
    assert session.state.pending == {1: "pass"}
    await clock.advance(3590)
    assert session.state.match.state.asked != 0, "it lasts its whole length, whoever has answered"
    await clock.advance(11)
    assert session.state.match.state.asked == 0


async def test_a_standing_answer_is_for_one_s_own_seat_and_for_timed_windows(
    registry: Registry, people: People
) -> None:
    ann, bob = await people("Ann", "Bob")
    session = await open_table(registry, [ann, bob], 2)
    with pytest.raises(Forbidden):
        await commands.preset(session, ann.id, 1, "pass")
    with pytest.raises(Unreadable, match="'pass' or nothing"):
        await commands.preset(session, ann.id, 0, "intervene")
    assert [s.preset for s in session.state.row.seats] == ["", ""]
    assert "standing" in (look(session, 0)).picture.html["tools"]
    alone = await open_table(registry, [ann], 2, bots=1)
    with pytest.raises(NotAllowed, match="fixed time"):
        await commands.preset(alone, ann.id, 0, "pass")
    assert "standing" not in (look(alone, 0)).picture.html["tools"]


async def test_a_window_over_days_runs_on_while_the_house_is_closed(
    registry: Registry, clock: HandClock, people: People
) -> None:
    everybody = await people("Ann", "Bob", "Cat")
    session = await open_table(registry, everybody, 3, window_ms=3_600_000)
    worth = next(w for w in (1, 2, 3) if session.state.match.state.hand[0][w])
    await act(session, everybody[0], 0, f"play {worth}")
    await clock.advance(1800)
    again = await Registry(Settings(), registry.store, clock, SeededChance(3)).read(session.id)
    assert left_ms(again) == pytest.approx(1_800_000, abs=2000)


async def test_a_note_that_is_taken_back_takes_its_window_along(
    registry: Registry, clock: HandClock, people: People
) -> None:
    everybody = await people("Ann", "Bob", "Cat")
    session = await open_table(registry, everybody, 3)
    hold_notes(session, {0: [1, 1, 0], 1: [1, 0, 0], 2: [0, 1, 0]})
    await act(session, everybody[0], 0, "play 1")
    await act(session, everybody[1], 1, "stop")
    await clock.advance(2)
    await commands.undo(session, everybody[0].id, 0, session.state.decision(0))
    assert session.state.window is None and session.state.pending == {}
    await act(session, everybody[0], 0, "play 2")
    assert (
        await registry.store.answers.read(session.id, session.state.window.key if session.state.window else 0)
    ).given == {}
    await clock.advance(5.9)
    assert session.state.match.state.asked != 0, "the new window has its own full time"
    await clock.advance(0.2)
    assert session.state.match.state.points[0] == 2


async def test_alone_with_bots_nobody_waits_for_a_window(registry: Registry, clock: HandClock, people: People) -> None:
    (ann,) = await people("Ann")
    session = await open_table(registry, [ann], 3, bots=2)
    worth = next(w for w in (1, 2, 3) if session.state.match.state.hand[0][w])
    await act(session, ann, 0, f"play {worth}")
    assert session.state.window is not None and not session.state.window.timed
    await clock.advance(0.9)
    assert session.state.match.state.asked == 0


async def test_bots_wait_a_beat_so_that_one_can_take_back(registry: Registry, clock: HandClock, people: People) -> None:
    (ann,) = await people("Ann")
    session = await open_table(registry, [ann], 2, bots=1)
    await act(session, ann, 0, "move 1 2")
    await clock.advance(0.7)
    assert len(session.state.match.entries) == 1
    await commands.undo(session, ann.id, 0, session.state.decision(0))
    await clock.advance(5)
    assert len(session.state.match.entries) == 2, "it is Ann's turn again, no bot acts"
    await act(session, ann, 0, "move 1 2")
    await clock.advance(0.85)
    assert len(session.state.match.entries) == 4


async def test_bots_play_a_game_to_its_end(registry: Registry, clock: HandClock, people: People) -> None:
    (ann,) = await people("Ann")
    session = await open_table(registry, [ann], 3, bots=2, bot_delay_ms=10)
    for _ in range(600):
        if session.state.match.over:
            break
        if session.state.match.legal(0):
            await act(session, ann, 0, session.state.match.legal_names(0)[-1])
        await clock.advance(0.05)
    assert session.state.match.over
    row = await registry.store.tables.get(session.id)
    assert row is not None and row.status == "over" and row.result is not None
    assert row.result["scores"] == session.state.match.scores()[0]
    following, same = [(await commands.rematch(session, ann.id, registry.add)).after.row.rematch for _ in range(2)]
    assert following is not None and following == same
    again = await registry.get(following)
    assert [s.name for s in again.state.row.seats] == session.state.row.names and again.state.running


async def test_whoever_leaves_is_played_for_by_a_bot(registry: Registry, clock: HandClock, people: People) -> None:
    ann, bob = await people("Ann", "Bob")
    session = await open_table(registry, [ann, bob], 2)
    await act(session, ann, 0, "move 1 2")
    await commands.leave(session, bob.id)
    await clock.advance(1)
    assert len(session.state.match.entries) == 2 and session.state.row.seats[1].kind == "bot"
    with pytest.raises(Forbidden):
        await commands.act(session, bob.id, 1, session.state.decision(1), "move 1 2")


async def test_a_table_that_tells_another_story_opens_read_only(registry: Registry, people: People) -> None:
    ann, bob = await people("Ann", "Bob")
    session = await open_table(registry, [ann, bob], 2)
    await act(session, ann, 0, "move 1 2")
    await registry.store.entries.append(session.id, [EntryRow(2, 1, "move 5 6", "", "", "x" * 64, 0.0)])
    again = await registry.read(session.id)
    assert len(again.state.match.entries) == 1
    assert "SY-2.2" in again.state.replay_error and "after 1 of 2 entries" in again.state.replay_error
    with pytest.raises(NotAllowed, match="cannot go on"):
        await commands.act(again, bob.id, 1, 0, "move 1 2")
    assert "cannot go on" in (look(again, 1)).picture.html["prompt"]


async def test_sitting_down(registry: Registry, people: People) -> None:
    ann, bob, cat = await people("Ann", "Ann ", "Cat")
    session = await registry.get(await new(registry, ann, "switchyard", ["me", "open"], {}))
    with pytest.raises(NotAllowed, match="every seat"):
        await act(session, ann, 0, "move 1 2")
    await commands.sit(session, replace(bob, name="Ann"))
    assert session.state.row.seats_of(bob.id) == [1]
    assert session.state.row.names == ["Ann", "Ann (2)"], "names at one table differ"
    with pytest.raises(NotAllowed, match="taken"):
        await commands.sit(session, cat)
    assert session.state.seat_for(cat.id) == -1


async def test_tables_go_out_of_memory_and_come_back(sqlite: Store, clock: HandClock, people: People) -> None:
    small = Registry(Settings(tables_kept=2), sqlite, clock, SeededChance())
    (ann,) = await people("Ann")
    ids = [await new(small, ann, "switchyard", ["me", "me"], {}) for _ in range(5)]
    assert len(small.tables) <= 3
    session = await small.get(ids[0])
    await act(session, ann, 0, "move 1 2")
    await small.close()
