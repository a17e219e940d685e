"""A table in play: acting, refusing, taking back, windows, bots; on a clock that the test moves."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from handclock import HandClock, SeededChance

from enginehouse.core.errors import NotAllowed, Stale, Unreadable
from enginehouse.table.settings import Settings
from enginehouse.table.store.store import EntryRow, Person, Store
from enginehouse.table.tables.registry import Hall
from enginehouse.table.tables.session import Live
from enginehouse.table.web.problems import Problem

pytestmark = pytest.mark.usefixtures("no_workers")
People = Callable[..., Any]


async def open_table(hall: Hall, people: list[Person], seats: int, *, bots: int = 0, **more: Any) -> Live:
    """A table at which these people sit and then bots, the game begun."""
    sitting = ["me"] + ["open"] * (seats - 1 - bots) + ["bot:random"] * bots
    live = await hall.get(await hall.new_table(people[0], "switchyard", sitting, {}, **more))
    for person in people[1:]:
        await hall.sit(live, person)
    assert live.row.status == "running"
    return live


def hold_notes(live: Live, hands: dict[int, list[int]]) -> None:
    """Give seats certain notes (numbers of white, blue and red ones)."""
    for seat, notes in hands.items():
        live.match.state.hand[seat] = [0, *notes]
        live.match.state.size[seat] = sum(notes)
    live.match._mark()
    live.version += 1


async def act(live: Live, person: Person, seat: int, name: str) -> None:
    await live.act(person.id, seat, live.decision(seat), name)


async def test_an_action_is_stored_before_it_is_acknowledged(hall: Hall, people: People) -> None:
    ann, bob = await people("Ann", "Bob")
    live = await open_table(hall, [ann, bob], 2)
    await act(live, ann, 0, "move 1 2")
    stored = await hall.store.entries(live.id)
    assert [(e.number, e.seat, e.act) for e in stored] == [(1, 0, "move 1 2")]
    assert stored[0].checksum == live.match.checksum()


async def test_what_is_wrong_is_refused_and_changes_nothing(hall: Hall, people: People) -> None:
    ann, bob = await people("Ann", "Bob")
    live = await open_table(hall, [ann, bob], 2)
    await act(live, ann, 0, "move 1 2")
    before = live.match.checksum()
    with pytest.raises(Stale):
        await live.act(ann.id, 0, 0, "move 2 3")  # doubled: that decision has passed
    with pytest.raises(NotAllowed, match="turn") as refused:
        await act(live, ann, 0, "move 2 3")
    assert refused.value.clause == 201
    with pytest.raises(NotAllowed, match="siding 1"):
        await act(live, bob, 1, "move 4 5")
    with pytest.raises(Unreadable, match="move 1 2"):
        await act(live, bob, 1, "mvoe 1 2")
    for person, seat in ((ann.id, 1), (bob.id, 0), (None, 1), ("stranger", 1), (bob.id, 7), (bob.id, -1)):
        with pytest.raises(Problem) as forged:
            await live.act(person, seat, 0, "move 1 2")
        assert forged.value.status == 403
    assert live.match.checksum() == before
    assert len(await hall.store.entries(live.id)) == 1


async def test_another_seat_s_action_does_not_make_mine_stale(hall: Hall, people: People) -> None:
    ann, bob = await people("Ann", "Bob")
    live = await open_table(hall, [ann, bob], 2)
    decision = live.decision(1)
    await act(live, ann, 0, "move 1 2")
    await live.act(bob.id, 1, decision, "move 1 2")
    assert len(live.match.entries) == 2


async def test_take_back_and_put_back(hall: Hall, people: People) -> None:
    ann, bob = await people("Ann", "Bob")
    live = await open_table(hall, [ann, bob], 2)
    start = live.match.checksum()
    await act(live, ann, 0, "move 1 2")
    decision = live.decision(0)
    await live.step(ann.id, 0, decision, "undo")
    assert live.match.checksum() == start
    with pytest.raises(Stale):
        await live.step(ann.id, 0, decision, "undo")
    await live.step(ann.id, 0, live.decision(0), "redo")
    assert [e.step for e in await hall.store.entries(live.id)] == ["", "undo", "redo"]
    again = await hall.load(live.id)
    assert again.match.checksum() == live.match.checksum() and not again.trouble


async def test_when_storing_fails_memory_goes_back_to_the_truth(
    hall: Hall, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = await people("Ann", "Bob")
    live = await open_table(hall, [ann, bob], 2)
    before = await live.look(1)

    async def broken(*_: Any, **__: Any) -> None:
        raise OSError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(hall.store, "append", broken)
        with pytest.raises(OSError, match="full"):
            await act(live, ann, 0, "move 1 2")
    after = await live.look(1)
    assert (after.number, after.picture) == (before.number, before.picture)
    await act(live, ann, 0, "move 1 2")
    assert len(await hall.store.entries(live.id)) == 1


async def test_two_processes_on_one_database(hall: Hall, people: People) -> None:
    """Each keeps the table in memory; whoever comes second reads what the first did, and is checked again."""
    ann, bob = await people("Ann", "Bob")
    here = await open_table(hall, [ann, bob], 2)
    other_hall = Hall(Settings(), hall.store, hall.clock, SeededChance(2))
    there = await other_hall.get(here.id)
    await act(here, ann, 0, "move 1 2")
    await there.act(bob.id, 1, 0, "move 1 2")
    await here.act(ann.id, 0, 1, "move 2 3")
    assert [e.act for e in await hall.store.entries(here.id)] == ["move 1 2", "move 1 2", "move 2 3"]
    await there.catch_up()
    assert there.match.checksum() == here.match.checksum()
    with pytest.raises(Stale):
        await there.act(ann.id, 0, 1, "move 2 3")
    await other_hall.close()


async def test_all_who_act_in_one_instant_are_kept(hall: Hall, people: People, clock: HandClock) -> None:
    everybody = await people("Ann", "Bob", "Cat", "Dan")
    live = await open_table(hall, everybody, 4)
    hold_notes(live, {0: [1, 0, 0], 1: [1, 0, 0], 2: [1, 0, 0], 3: [0, 1, 0]})
    await act(live, everybody[0], 0, "play 1")
    await asyncio.gather(*(act(live, everybody[s], s, "pass") for s in (1, 2, 3)))
    assert live.held == {1: "pass", 2: "pass", 3: "pass"}
    await clock.advance(6)
    assert [(e.seat, e.act) for e in await hall.store.entries(live.id)][1:] == [(1, "pass"), (2, "pass"), (3, "pass")]
    assert live.match.state.points[0] == 1


async def timeline(
    hall: Hall,
    clock: HandClock,
    everybody: list[Person],
    hands: dict[int, list[int]],
    answers: list[tuple[float, int, str]],
    standing: Sequence[int] = (),
) -> dict[int, list[tuple[float, bytes]]]:
    """What the others saw of a window, and when: (time since it opened, frame)."""
    live = await open_table(hall, everybody, 4)
    hold_notes(live, {0: [1, 0, 0], **hands})
    for seat in standing:
        await live.stand(everybody[seat].id, seat, "pass")
    await act(live, everybody[0], 0, "play 1")
    opened = clock.now()
    seen: dict[int, list[tuple[float, bytes]]] = {seat: [] for seat in (-1, 0, 1)}
    table = live.id.encode()
    last = dict.fromkeys(seen, 0)
    for tick in range(27):
        for at, seat, answer in answers:
            if round(at * 4) == tick:
                await act(live, everybody[seat], seat, answer)
        await clock.advance(0.25)
        for viewer in seen:
            shown = await live.look(viewer)
            if shown.number != last[viewer]:
                last[viewer] = shown.number
                body = msgspec.json.encode([shown.number, shown.picture]) + (shown.patch or b"") + shown.whole
                seen[viewer].append((round(clock.now() - opened, 3), body.replace(table, b"TABLE")))
    assert live.match.state.asked == 0
    return seen


async def test_a_window_tells_nobody_who_has_answered(hall: Hall, clock: HandClock, people: People) -> None:
    """Four games: who holds a stopping note, who answers early, late or never; those asked last see the same, at the same times."""
    everybody = await people("Ann", "Bob", "Cat", "Dan")
    bob = {1: [0, 1, 0]}
    told = [
        await timeline(hall, clock, everybody, {**bob, 2: [1, 0, 0], 3: [0, 0, 1]}, [(0.5, 2, "pass"), (1, 3, "pass")]),
        await timeline(hall, clock, everybody, {**bob, 2: [0, 0, 1], 3: [0, 1, 0]}, []),
        await timeline(
            hall, clock, everybody, {**bob, 2: [1, 0, 0], 3: [0, 1, 0]}, [(5, 3, "pass"), (5.75, 2, "pass")]
        ),
        await timeline(hall, clock, everybody, {**bob, 2: [0, 0, 1], 3: [0, 0, 1]}, [(0.25, 3, "pass")]),
    ]
    assert len(told[0][1]) == 2 and told[0][1][1][0] == pytest.approx(6, abs=0.26)
    assert told[0] == told[1] == told[2] == told[3]


async def test_an_answer_can_be_taken_back_until_the_window_closes(
    hall: Hall, clock: HandClock, people: People
) -> None:
    everybody = await people("Ann", "Bob", "Cat")
    live = await open_table(hall, everybody, 3)
    hold_notes(live, {0: [1, 0, 0], 1: [1, 0, 0], 2: [0, 1, 0]})
    await act(live, everybody[0], 0, "play 1")
    decision = live.decision(1)
    await live.act(everybody[1].id, 1, decision, "pass")
    with pytest.raises(Stale):
        await live.act(everybody[1].id, 1, decision, "pass")
    assert "Let it pass" in (await live.look(1)).picture.html["prompt"]
    await live.step(everybody[1].id, 1, live.decision(1), "undo")
    await act(live, everybody[1], 1, "stop")
    await clock.advance(6)
    assert live.match.state.points[0] == 0
    assert [e.act for e in await hall.store.entries(live.id)] == ["play 1", "stop", "pass"]


async def test_a_window_survives_a_restart(hall: Hall, clock: HandClock, people: People) -> None:
    everybody = await people("Ann", "Bob", "Cat")
    live = await open_table(hall, everybody, 3)
    worth = next(w for w in (1, 2, 3) if live.match.state.hand[0][w])
    await act(live, everybody[0], 0, f"play {worth}")
    await act(live, everybody[2], 2, "pass")
    other = Hall(Settings(), hall.store, clock, SeededChance(3))
    again = await other.get(live.id)
    assert again.held == {2: "pass"}
    assert again.window is not None and again.window.timed
    await clock.advance(6.1)
    assert again.match.state.asked == 0
    await other.close()


async def test_a_standing_answer_looks_to_others_like_any_other_window(
    hall: Hall, clock: HandClock, people: People
) -> None:
    """Whether somebody is asked or passes as said beforehand: the others see the same, at the same times."""
    everybody = await people("Ann", "Bob", "Cat", "Dan")
    hands = {1: [0, 1, 0], 2: [1, 0, 0], 3: [0, 0, 1]}
    told = [
        await timeline(hall, clock, everybody, hands, []),
        await timeline(hall, clock, everybody, hands, [], standing=[2]),
        await timeline(hall, clock, everybody, hands, [(0.5, 3, "pass")], standing=[2, 3]),
    ]
    assert told[0] == told[1] == told[2]


async def test_who_lets_windows_pass_is_not_asked_until_they_say_so(
    hall: Hall, clock: HandClock, people: People
) -> None:
    everybody = ann, bob, _ = await people("Ann", "Bob", "Cat")
    live = await open_table(hall, everybody, 3, window_ms=3_600_000)
    await live.stand(bob.id, 1, "pass")
    worth = next(w for w in (1, 2, 3) if live.match.state.hand[0][w])
    await act(live, ann, 0, f"play {worth}")
    shown = [await live.look(seat) for seat in range(3)]
    assert [one.picture.ui_state.acting for one in shown] == [False, False, True]
    assert "let it pass" in shown[1].picture.html["prompt"] and "let it pass" not in shown[2].picture.html["prompt"]
    again = await Hall(Settings(), hall.store, clock, SeededChance(3)).get(live.id)
    assert again.row.sitting[1].standing == "pass" and not again.sight(1).legal
    await live.stand(bob.id, 1, "")
    assert (await live.look(1)).picture.ui_state.acting
    await act(live, bob, 1, "pass")
    await live.stand(bob.id, 1, "pass")
    assert live.held == {1: "pass"}
    await clock.advance(3590)
    assert live.match.state.asked != 0, "it lasts its whole length, whoever has answered"
    await clock.advance(11)
    assert live.match.state.asked == 0


async def test_a_standing_answer_is_for_one_s_own_seat_and_for_timed_windows(hall: Hall, people: People) -> None:
    ann, bob = await people("Ann", "Bob")
    live = await open_table(hall, [ann, bob], 2)
    with pytest.raises(Problem):
        await live.stand(ann.id, 1, "pass")
    with pytest.raises(Unreadable, match="'pass' or nothing"):
        await live.stand(ann.id, 0, "intervene")
    assert [s.standing for s in live.row.sitting] == ["", ""]
    assert "standing" in (await live.look(0)).picture.html["tools"]
    alone = await open_table(hall, [ann], 2, bots=1)
    with pytest.raises(NotAllowed, match="fixed time"):
        await alone.stand(ann.id, 0, "pass")
    assert "standing" not in (await alone.look(0)).picture.html["tools"]


async def test_a_window_over_days_runs_on_while_the_house_is_closed(
    hall: Hall, clock: HandClock, people: People
) -> None:
    everybody = await people("Ann", "Bob", "Cat")
    live = await open_table(hall, everybody, 3, window_ms=3_600_000)
    worth = next(w for w in (1, 2, 3) if live.match.state.hand[0][w])
    await act(live, everybody[0], 0, f"play {worth}")
    await clock.advance(1800)
    again = await Hall(Settings(), hall.store, clock, SeededChance(3)).load(live.id)
    assert again.left_ms() == pytest.approx(1_800_000, abs=2000)


async def test_a_note_that_is_taken_back_takes_its_window_along(hall: Hall, clock: HandClock, people: People) -> None:
    everybody = await people("Ann", "Bob", "Cat")
    live = await open_table(hall, everybody, 3)
    hold_notes(live, {0: [1, 1, 0], 1: [1, 0, 0], 2: [0, 1, 0]})
    await act(live, everybody[0], 0, "play 1")
    await act(live, everybody[1], 1, "stop")
    await clock.advance(2)
    await live.step(everybody[0].id, 0, live.decision(0), "undo")
    assert live.window is None and live.held == {}
    await act(live, everybody[0], 0, "play 2")
    assert (await hall.store.answers(live.id, live.window.key if live.window else 0)).given == {}
    await clock.advance(5.9)
    assert live.match.state.asked != 0, "the new window has its own full time"
    await clock.advance(0.2)
    assert live.match.state.points[0] == 2


async def test_alone_with_bots_nobody_waits_for_a_window(hall: Hall, clock: HandClock, people: People) -> None:
    (ann,) = await people("Ann")
    live = await open_table(hall, [ann], 3, bots=2)
    worth = next(w for w in (1, 2, 3) if live.match.state.hand[0][w])
    await act(live, ann, 0, f"play {worth}")
    assert live.window is not None and not live.window.timed
    await clock.advance(0.9)
    assert live.match.state.asked == 0


async def test_bots_wait_a_beat_so_that_one_can_take_back(hall: Hall, clock: HandClock, people: People) -> None:
    (ann,) = await people("Ann")
    live = await open_table(hall, [ann], 2, bots=1)
    await act(live, ann, 0, "move 1 2")
    await clock.advance(0.7)
    assert len(live.match.entries) == 1
    await live.step(ann.id, 0, live.decision(0), "undo")
    await clock.advance(5)
    assert len(live.match.entries) == 2, "it is Ann's turn again, no bot acts"
    await act(live, ann, 0, "move 1 2")
    await clock.advance(0.85)
    assert len(live.match.entries) == 4


async def test_bots_play_a_game_to_its_end(hall: Hall, clock: HandClock, people: People) -> None:
    (ann,) = await people("Ann")
    live = await open_table(hall, [ann], 3, bots=2, beat_ms=10)
    for _ in range(600):
        if live.match.over:
            break
        if live.match.legal(0):
            await act(live, ann, 0, live.match.legal_names(0)[-1])
        await clock.advance(0.05)
    assert live.match.over
    row = await hall.store.table(live.id)
    assert row is not None and row.status == "over" and row.result is not None
    assert row.result["scores"] == live.match.scores()[0]
    following = await hall.rematch(live, ann.id)
    assert await hall.rematch(live, ann.id) == following
    again = await hall.get(following)
    assert [s.name for s in again.row.sitting] == live.names and again.running


async def test_whoever_leaves_is_played_for_by_a_bot(hall: Hall, clock: HandClock, people: People) -> None:
    ann, bob = await people("Ann", "Bob")
    live = await open_table(hall, [ann, bob], 2)
    await act(live, ann, 0, "move 1 2")
    await hall.leave(live, bob.id)
    await clock.advance(1)
    assert len(live.match.entries) == 2 and live.row.sitting[1].kind == "bot"
    with pytest.raises(Problem):
        await live.act(bob.id, 1, live.decision(1), "move 1 2")


async def test_a_table_that_tells_another_story_opens_read_only(hall: Hall, people: People) -> None:
    ann, bob = await people("Ann", "Bob")
    live = await open_table(hall, [ann, bob], 2)
    await act(live, ann, 0, "move 1 2")
    await hall.store.append(live.id, [EntryRow(2, 1, "move 5 6", "", "", "x" * 64, 0.0)])
    again = await hall.load(live.id)
    assert len(again.match.entries) == 1
    assert "SY-2.2" in again.trouble and "after 1 of 2 entries" in again.trouble
    with pytest.raises(NotAllowed, match="cannot go on"):
        await again.act(bob.id, 1, 0, "move 1 2")
    assert "cannot go on" in (await again.look(1)).picture.html["prompt"]


async def test_sitting_down(hall: Hall, people: People) -> None:
    ann, bob, cat = await people("Ann", "Ann ", "Cat")
    live = await hall.get(await hall.new_table(ann, "switchyard", ["me", "open"], {}))
    with pytest.raises(NotAllowed, match="every seat"):
        await act(live, ann, 0, "move 1 2")
    assert await hall.sit(live, replace(bob, name="Ann")) == 1
    assert live.names == ["Ann", "Ann (2)"], "names at one table differ"
    with pytest.raises(NotAllowed, match="taken"):
        await hall.sit(live, cat)
    assert live.seat_for(cat.id) == -1


async def test_tables_go_out_of_memory_and_come_back(sqlite: Store, clock: HandClock, people: People) -> None:
    small = Hall(Settings(tables_kept=2), sqlite, clock, SeededChance())
    (ann,) = await people("Ann")
    ids = [await small.new_table(ann, "switchyard", ["me", "me"], {}) for _ in range(5)]
    assert len(small._tables) <= 3
    live = await small.get(ids[0])
    await act(live, ann, 0, "move 1 2")
    await small.close()
