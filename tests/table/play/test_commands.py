"""A table in play: acting, refusing, taking back, windows, bots; on a clock that the test moves."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import msgspec
import pytest
from handclock import HandClock, SeededChance
from opened import ANN, BOB, CAT, People, TableOf, act, fail_to_append, hold_notes, look, new, play_note, stored

from enginehouse.core.errors import NotAllowed, Stale, Unreadable
from enginehouse.table.errors import Forbidden
from enginehouse.table.play import absence, commands
from enginehouse.table.play.registry import Registry
from enginehouse.table.settings import Settings
from enginehouse.table.store.rows import EntryRow
from enginehouse.table.store.store import Store
from enginehouse.table.web.stream import left_ms

pytestmark = pytest.mark.usefixtures("no_workers")


async def test_an_action_is_stored_before_it_is_acknowledged(table_of: TableOf) -> None:
    session = await table_of("Ann", "Bob")
    await act(session, 0, "move 1 2")
    (entry,) = await stored(session)
    assert (entry.number, entry.seat, entry.act) == (1, 0, "move 1 2")
    assert entry.checksum == session.state.match.checksum()


async def test_wrong_input_is_refused_and_changes_nothing(table_of: TableOf) -> None:
    session = await table_of("Ann", "Bob")
    await act(session, 0, "move 1 2")
    before = session.state.match.checksum()
    with pytest.raises(Stale):
        await commands.act(session, ANN, 0, 0, "move 2 3")  # doubled: that decision has passed
    with pytest.raises(NotAllowed, match="turn") as refused:
        await act(session, 0, "move 2 3")
    assert refused.value.clause == 201
    with pytest.raises(NotAllowed, match="siding 1"):
        await act(session, 1, "move 4 5")
    with pytest.raises(Unreadable, match="move 1 2"):
        await act(session, 1, "mvoe 1 2")
    for person, seat in ((ANN, 1), (BOB, 0), (None, 1), ("stranger", 1), (BOB, 7), (BOB, -1)):
        with pytest.raises(Forbidden):
            await commands.act(session, person, seat, 0, "move 1 2")
    assert session.state.match.checksum() == before
    assert len(await stored(session)) == 1


async def test_another_seat_s_action_does_not_make_mine_stale(table_of: TableOf) -> None:
    session = await table_of("Ann", "Bob")
    decision = session.state.decision(1)
    await act(session, 0, "move 1 2")
    await commands.act(session, BOB, 1, decision, "move 1 2")
    assert len(session.state.match.entries) == 2


async def test_take_back_and_put_back(table_of: TableOf, registry: Registry) -> None:
    session = await table_of("Ann", "Bob")
    start = session.state.match.checksum()
    await act(session, 0, "move 1 2")
    decision = session.state.decision(0)
    await commands.undo(session, ANN, 0, decision)
    assert session.state.match.checksum() == start
    with pytest.raises(Stale):
        await commands.undo(session, ANN, 0, decision)
    await commands.redo(session, ANN, 0, session.state.decision(0))
    assert [e.step for e in await stored(session)] == ["", "undo", "redo"]
    again = await registry.read(session.id)
    assert again.state.match.checksum() == session.state.match.checksum() and not again.state.replay_error


async def test_when_storing_fails_memory_goes_back_to_the_truth(
    table_of: TableOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await table_of("Ann", "Bob")
    before = look(session, 1)
    with monkeypatch.context() as patch:
        fail_to_append(session.store, patch, "the disk is full")
        with pytest.raises(OSError, match="full"):
            await act(session, 0, "move 1 2")
    after = look(session, 1)
    assert (after.number, after.picture) == (before.number, before.picture)
    await act(session, 0, "move 1 2")
    assert len(await stored(session)) == 1


async def test_two_processes_on_one_database(table_of: TableOf, elsewhere: Registry) -> None:
    """Each keeps the table in memory; whoever comes second reads what the first did, and is checked again."""
    here = await table_of("Ann", "Bob")
    there = await elsewhere.get(here.id)
    await act(here, 0, "move 1 2")
    await commands.act(there, BOB, 1, 0, "move 1 2")
    await commands.act(here, ANN, 0, 1, "move 2 3")
    assert [e.act for e in await stored(here)] == ["move 1 2", "move 1 2", "move 2 3"]
    await there.catch_up()
    assert there.state.match.checksum() == here.state.match.checksum()
    with pytest.raises(Stale):
        await commands.act(there, ANN, 0, 1, "move 2 3")


async def test_all_who_act_in_one_instant_are_kept(table_of: TableOf, clock: HandClock) -> None:
    session = await table_of("Ann", "Bob", "Cat", "Dan")
    hold_notes(session, {0: [1, 0, 0], 1: [1, 0, 0], 2: [1, 0, 0], 3: [0, 1, 0]})
    await act(session, 0, "play 1")
    await asyncio.gather(*(act(session, s, "pass") for s in (1, 2, 3)))
    assert session.state.pending == {1: "pass", 2: "pass", 3: "pass"}
    await clock.advance(6)
    assert [(e.seat, e.act) for e in await stored(session)][1:] == [(1, "pass"), (2, "pass"), (3, "pass")]
    assert session.state.match.state.points[0] == 1


async def timeline(
    table_of: TableOf,
    clock: HandClock,
    hands: dict[int, list[int]],
    answers: list[tuple[float, int, str]],
    standing: Sequence[int] = (),
) -> dict[int, list[tuple[float, bytes]]]:
    """Return the frames of the others during a window, each with the time since it opened."""
    session = await table_of("Ann", "Bob", "Cat", "Dan")
    hold_notes(session, {0: [1, 0, 0], **hands})
    for seat in standing:
        await commands.preset(session, session.state.row.seats[seat].person, seat, "pass")
    await act(session, 0, "play 1")
    opened = clock.now()
    seen: dict[int, list[tuple[float, bytes]]] = {seat: [] for seat in (-1, 0, 1)}
    table = session.id.encode()
    last = dict.fromkeys(seen, 0)
    for tick in range(27):
        for at, seat, answer in answers:
            if round(at * 4) == tick:
                await act(session, seat, answer)
        await clock.advance(0.25)
        for viewer in seen:
            shown = look(session, viewer)
            if shown.number != last[viewer]:
                last[viewer] = shown.number
                body = msgspec.json.encode([shown.number, shown.picture]) + (shown.patch or b"") + shown.whole
                seen[viewer].append((round(clock.now() - opened, 3), body.replace(table, b"TABLE")))
    assert session.state.match.state.asked == 0
    return seen


async def test_a_window_tells_nobody_who_has_answered(table_of: TableOf, clock: HandClock) -> None:
    """Four games: who holds a stopping note, who answers early, late or never; those asked last see the same, at the same times."""
    games: list[tuple[list[int], list[int], list[tuple[float, int, str]]]] = [
        ([1, 0, 0], [0, 0, 1], [(0.5, 2, "pass"), (1, 3, "pass")]),
        ([0, 0, 1], [0, 1, 0], []),
        ([1, 0, 0], [0, 1, 0], [(5, 3, "pass"), (5.75, 2, "pass")]),
        ([0, 0, 1], [0, 0, 1], [(0.25, 3, "pass")]),
    ]
    told = [await timeline(table_of, clock, {1: [0, 1, 0], 2: cat, 3: dan}, answers) for cat, dan, answers in games]
    assert len(told[0][1]) == 2 and told[0][1][1][0] == pytest.approx(6, abs=0.26)
    assert told[0] == told[1] == told[2] == told[3]


async def test_a_seat_without_a_reaction_has_no_button_and_the_window_lasts_as_long(
    table_of: TableOf, clock: HandClock
) -> None:
    """Its page says so. Nothing is answered for it before the window closes, and its entry is that of all who passed."""
    session = await table_of("Ann", "Bob", "Cat")
    hold_notes(session, {0: [1, 0, 0], 1: [1, 0, 0], 2: [0, 0, 1]})
    await act(session, 0, "play 1")
    able = [seat for seat in (1, 2) if len(session.state.legal(seat)) > 1]
    empty = [seat for seat in (1, 2) if len(session.state.legal(seat)) == 1]
    assert len(able) == len(empty) == 1
    shown = {seat: look(session, seat).picture for seat in (1, 2)}
    assert not shown[empty[0]].ui_state.acting and shown[able[0]].ui_state.acting
    assert "You have nothing to react with." in shown[empty[0]].html["prompt"]
    assert [len(look(session, seat).picture.acts) for seat in (empty[0], able[0])] == [0, 2]
    for seat in (1, 2):
        assert "Auto-pass (with any hand)" in shown[seat].html["prompt"]
    assert session.state.pending == {}
    await act(session, able[0], "pass")
    await clock.advance(5.7)
    assert session.state.match.state.asked
    await clock.advance(0.5)
    assert [(e.seat, e.act) for e in await stored(session)][1:] == [(1, "pass"), (2, "pass")]


async def test_auto_pass_is_offered_in_the_prompt_of_the_first_window_and_then_among_the_tools(
    table_of: TableOf, clock: HandClock
) -> None:
    session = await table_of("Ann", "Bob")
    assert "auto-pass" not in look(session, 1).picture.html["tools"]
    hold_notes(session, {0: [2, 0, 0], 1: [0, 1, 0]})
    await act(session, 0, "play 1")
    assert "Auto-pass (with any hand)" in look(session, 1).picture.html["prompt"]
    await clock.advance(6.2)
    assert "Turn auto-pass on" in look(session, 1).picture.html["tools"]


async def test_an_answer_can_be_taken_back_until_the_window_closes(table_of: TableOf, clock: HandClock) -> None:
    session = await table_of("Ann", "Bob", "Cat")
    hold_notes(session, {0: [1, 0, 0], 1: [1, 0, 0], 2: [0, 1, 0]})
    await act(session, 0, "play 1")
    decision = session.state.decision(1)
    await commands.act(session, BOB, 1, decision, "pass")
    with pytest.raises(Stale):
        await commands.act(session, BOB, 1, decision, "pass")
    assert "Let it pass" in look(session, 1).picture.html["prompt"]
    await commands.undo(session, BOB, 1, session.state.decision(1))
    await act(session, 1, "stop")
    await clock.advance(6)
    assert session.state.match.state.points[0] == 0
    assert [e.act for e in await stored(session)] == ["play 1", "stop", "pass"]


async def test_a_window_survives_a_restart(table_of: TableOf, elsewhere: Registry, clock: HandClock) -> None:
    session = await table_of("Ann", "Bob", "Cat")
    await play_note(session)
    await act(session, 2, "pass")
    again = await elsewhere.get(session.id)
    assert again.state.pending == {2: "pass"}
    assert again.state.window is not None and again.state.window.timed
    await clock.advance(6.1)
    assert again.state.match.state.asked == 0


async def test_a_standing_answer_looks_to_others_like_any_other_window(table_of: TableOf, clock: HandClock) -> None:
    """Whether somebody is asked or passes as said beforehand: the others see the same, at the same times."""
    hands = {1: [0, 1, 0], 2: [1, 0, 0], 3: [0, 0, 1]}
    told = [
        await timeline(table_of, clock, hands, []),
        await timeline(table_of, clock, hands, [], standing=[2]),
        await timeline(table_of, clock, hands, [(0.5, 3, "pass")], standing=[2, 3]),
    ]
    assert told[0] == told[1] == told[2]


async def test_who_lets_windows_pass_is_not_asked_until_they_say_so(
    table_of: TableOf, elsewhere: Registry, clock: HandClock
) -> None:
    session = await table_of("Ann", "Bob", "Cat", window_ms=3_600_000)
    await commands.preset(session, BOB, 1, "pass")
    await play_note(session)
    shown = [look(session, seat) for seat in range(3)]
    assert [one.picture.ui_state.acting for one in shown] == [False, False, True]
    assert (
        "auto-pass is on" in shown[1].picture.html["prompt"]
        and "auto-pass is on" not in shown[2].picture.html["prompt"]
    )
    again = await elsewhere.get(session.id)
    assert again.state.row.seats[1].preset == "pass" and not look(again, 1).picture.ui_state.acting
    await commands.preset(session, BOB, 1, "")
    assert look(session, 1).picture.ui_state.acting
    await act(session, 1, "pass")
    await commands.preset(session, BOB, 1, "pass")
    assert session.state.pending == {1: "pass"}
    await clock.advance(3590)
    assert session.state.match.state.asked != 0, "it lasts its whole length, whoever has answered"
    await clock.advance(11)
    assert session.state.match.state.asked == 0


async def test_a_standing_answer_is_for_one_s_own_seat_and_for_timed_windows(table_of: TableOf) -> None:
    session = await table_of("Ann", "Bob")
    with pytest.raises(Forbidden):
        await commands.preset(session, ANN, 1, "pass")
    with pytest.raises(Unreadable, match="'pass', the name of a routine question or empty"):
        await commands.preset(session, ANN, 0, "intervene")
    assert [s.preset for s in session.state.row.seats] == ["", ""]
    await commands.preset(session, ANN, 0, "pass")
    assert [s.preset for s in session.state.row.seats] == ["pass", ""]
    assert "Turn auto-pass off" in look(session, 0).picture.html["tools"]
    alone = await table_of("Ann", bots=1)
    with pytest.raises(NotAllowed, match="no reaction time"):
        await commands.preset(alone, ANN, 0, "pass")
    assert "standing" not in look(alone, 0).picture.html["tools"]


async def test_a_window_over_days_runs_on_while_the_house_is_closed(
    table_of: TableOf, elsewhere: Registry, clock: HandClock
) -> None:
    session = await table_of("Ann", "Bob", "Cat", window_ms=3_600_000)
    await play_note(session)
    await clock.advance(1800)
    again = await elsewhere.read(session.id)
    assert left_ms(again) == pytest.approx(1_800_000, abs=2000)


async def test_a_note_that_is_taken_back_takes_its_window_along(
    table_of: TableOf, registry: Registry, clock: HandClock
) -> None:
    session = await table_of("Ann", "Bob", "Cat")
    hold_notes(session, {0: [1, 1, 0], 1: [1, 0, 0], 2: [0, 1, 0]})
    await act(session, 0, "play 1")
    await act(session, 1, "stop")
    await clock.advance(2)
    await commands.undo(session, ANN, 0, session.state.decision(0))
    assert session.state.window is None and session.state.pending == {}
    await act(session, 0, "play 2")
    key = session.state.window.key if session.state.window else 0
    assert (await session.store.answers.read(session.id, key)).given == {}
    await clock.advance(5.9)
    assert session.state.match.state.asked != 0, "the new window has its own full time"
    await clock.advance(0.2)
    assert session.state.match.state.points[0] == 2


async def test_alone_with_bots_nobody_waits_for_a_window(table_of: TableOf, clock: HandClock) -> None:
    session = await table_of("Ann", bots=2)
    await play_note(session)
    assert session.state.window is not None and not session.state.window.timed
    await clock.advance(0.9)
    assert session.state.match.state.asked == 0


async def test_bots_wait_a_beat_so_that_one_can_take_back(table_of: TableOf, clock: HandClock) -> None:
    session = await table_of("Ann", bots=1)
    await act(session, 0, "move 1 2")
    await clock.advance(0.7)
    assert len(session.state.match.entries) == 1
    await commands.undo(session, ANN, 0, session.state.decision(0))
    await clock.advance(5)
    assert len(session.state.match.entries) == 2, "it is Ann's turn again, no bot acts"
    await act(session, 0, "move 1 2")
    await clock.advance(0.85)
    assert len(session.state.match.entries) == 4


async def test_bots_play_a_game_to_its_end(table_of: TableOf, registry: Registry, clock: HandClock) -> None:
    session = await table_of("Ann", bots=2, bot_delay_ms=10)
    for _ in range(600):
        if session.state.match.over:
            break
        if session.state.match.legal(0):
            await act(session, 0, session.state.match.legal_names(0)[-1])
        await clock.advance(0.05)
    assert session.state.match.over
    row = await registry.store.tables.get(session.id)
    assert row is not None and row.status == "over" and row.result is not None
    assert row.result["scores"] == session.state.match.scores()[0]
    following, same = [(await commands.rematch(session, ANN, registry.add)).after.row.rematch for _ in range(2)]
    assert following is not None and following == same
    again = await registry.get(following)
    assert again.state.row.names == session.state.row.names and again.state.running


async def test_whoever_leaves_is_played_for_by_a_bot(table_of: TableOf, clock: HandClock) -> None:
    session = await table_of("Ann", "Bob")
    await act(session, 0, "move 1 2")
    await absence.leave(session, BOB)
    await clock.advance(1)
    assert len(session.state.match.entries) == 2 and session.state.row.seats[1].kind == "bot"
    with pytest.raises(Forbidden):
        await commands.act(session, BOB, 1, session.state.decision(1), "move 1 2")


async def test_a_table_that_tells_another_story_opens_read_only(table_of: TableOf, registry: Registry) -> None:
    session = await table_of("Ann", "Bob")
    await act(session, 0, "move 1 2")
    await registry.store.entries.append(session.id, [EntryRow(2, 1, "move 5 6", "", "", "x" * 64, 0.0)])
    again = await registry.read(session.id)
    assert len(again.state.match.entries) == 1
    assert "SY-2.2" in again.state.replay_error and "after 1 of 2 entries" in again.state.replay_error
    with pytest.raises(NotAllowed, match="cannot continue"):
        await commands.act(again, BOB, 1, 0, "move 1 2")
    assert "cannot continue" in look(again, 1).picture.html["prompt"]


async def test_sitting_down(registry: Registry, people: People) -> None:
    ann, bob, cat = await people("Ann", "Ann ", "Cat")
    session = await registry.get(await new(registry, ann, "switchyard", ["me", "open"], {}))
    with pytest.raises(NotAllowed, match="every seat"):
        await act(session, 0, "move 1 2")
    await commands.sit(session, replace(bob, name="Ann"))
    assert session.state.row.list_seats(bob.id) == [1]
    assert session.state.row.names == ("Ann", "Ann (2)"), "names at one table differ"
    with pytest.raises(NotAllowed, match="taken"):
        await commands.sit(session, cat)
    assert session.state.choose_seat(CAT) == -1


async def test_tables_go_out_of_memory_and_come_back(sqlite: Store, clock: HandClock, people: People) -> None:
    small = Registry(Settings(tables_kept=2), sqlite, clock, SeededChance())
    (ann,) = await people("Ann")
    ids = [await new(small, ann, "switchyard", ["me", "me"], {}) for _ in range(5)]
    assert list(small.tables) == ids[-2:], "those that were opened last stay"
    session = await small.get(ids[0])
    assert small.tables[ids[0]] is session and len(small.tables) == 2
    await act(session, 0, "move 1 2")
    await small.close()
