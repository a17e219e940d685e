"""When a bot answers tells nothing of what it holds: twin tables, that differ in hidden notes alone, with the clock in hand."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

import pytest
from handclock import HandClock
from opened import ANN, People, act, hold_notes, new, play_note

from enginehouse import bots
from enginehouse.bots.bot import read_answer_time
from enginehouse.bots.players.levels import Search
from enginehouse.bots.players.random import Random
from enginehouse.core.registry import game as games
from enginehouse.table.botpool import jobs, pool
from enginehouse.table.play import commands
from enginehouse.table.play.registry import Registry
from enginehouse.table.play.session import Session
from enginehouse.table.states.deadlines import in_step

BOTS_PAGE = Path(__file__).parents[3] / "docs/bots.md"
FEW, MANY = [4, 0, 0], [2, 1, 1]
"""Notes with which one may play one kind, or any."""
Slow = Callable[..., None]
Open = Callable[..., Awaitable[Session]]


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch, clock: HandClock) -> Slow:
    """Bots take so many seconds for each action that they may do, if they are given them (`obeys`) or not, and one that has no
    choice takes none. They play the last one."""

    async def start(self: object) -> None:
        return None

    def take(each: float, obeys: bool = True) -> None:
        async def think(self: object, job: jobs.ChooseJob, budget: Callable[[], float], table: str) -> int:
            cost = each * (len(job.legal) - 1)
            await clock.sleep(min(cost, budget()) if obeys else cost)
            return job.legal[-1]

        monkeypatch.setattr(pool.Workers, "think", think)
        monkeypatch.setattr(pool.Workers, "start", start)

    return take


@pytest.fixture
def table_with(registry: Registry, people: People) -> Open:
    """A table of Ann with such bots, whose notes are these."""

    async def opened(bot: str, *hands: list[int], guests: int = 0, **more: int) -> Session:
        ann, *others = await people("Ann", *["Bob", "Cat"][:guests])
        seats = ["me", *["open"] * guests, *[f"bot:{bot}"] * len(hands)]
        session = await registry.get(await new(registry, ann, "switchyard", seats, {"line": "long"}, **more))
        for guest in others:
            await commands.sit(session, guest)
        hold_notes(session, {1 + guests + k: hand for k, hand in enumerate(hands)})
        return session

    return opened


def watch(session: Session, clock: HandClock) -> list[tuple[int, float]]:
    """Return a list that collects which seat acts when, in seconds from now."""
    told: list[tuple[int, float]] = []
    began = clock.now()
    session.followers.append(lambda new: told.extend((row.seat, round(clock.now() - began, 3)) for row in new.entries))
    return told


def times(told: list[tuple[int, float]], seat: int) -> list[float]:
    """When a seat acted."""
    return [at for who, at in told if who == seat]


async def a_turn(session: Session, clock: HandClock) -> list[float]:
    """Ann moves her wagon; when the bot acts."""
    told = watch(session, clock)
    await act(session, 0, "move 1 2")
    await clock.advance(12)
    return times(told, 1)[:1]


@pytest.mark.parametrize(("bot", "at"), [("greedy", 0.8), ("steady", 0.8), ("hard", 0.8), ("expert", 3.0)])
@pytest.mark.parametrize("each", [0.0, 0.3, 2.0])
async def test_a_bot_acts_at_its_time_however_long_it_would_think(
    bot: str, at: float, each: float, table_with: Open, slow: Slow, clock: HandClock
) -> None:
    slow(each)
    assert [await a_turn(await table_with(bot, hand), clock) for hand in (FEW, MANY)] == [[at]] * 2


async def test_a_bot_that_does_not_keep_to_its_time_acts_in_whole_steps(
    table_with: Open, slow: Slow, clock: HandClock
) -> None:
    slow(0.75, obeys=False)
    few, many = [await a_turn(await table_with("steady", hand), clock) for hand in (FEW, MANY)]
    assert (few, many) == ([0.8], [2.8]), "ready at 0.75 and at 2.25"
    assert [in_step(5.0, ready) for ready in (0.0, 5.0, 5.001, 6.0, 6.1)] == [5.0, 5.0, 6.0, 6.0, 7.0]


async def test_a_player_who_skips_bots_moves_learns_no_more(table_with: Open, slow: Slow, clock: HandClock) -> None:
    """Alone, hurried: the beat is skipped, and not the time in which the bot always answers."""
    slow(0.1)
    found = []
    for hand in (FEW, MANY):
        session = await table_with("hard", hand, bot_delay_ms=5000)
        told = watch(session, clock)
        await act(session, 0, "move 1 2")
        await commands.pace(session, ANN, "skip")
        await clock.advance(3)
        found.append(times(told, 1))
    assert found == [[0.8], [0.8]]


@pytest.mark.parametrize(("guests", "at"), [(0, 1.5), (1, 6.0)])
async def test_a_window_closes_at_its_time_with_all_answers(
    guests: int, at: float, table_with: Open, slow: Slow, clock: HandClock
) -> None:
    """Two bots are asked at once, alone with Ann and with a guest who passes; each could think for longer than the window."""
    slow(9.0)
    for hands in ((FEW, FEW), (FEW, MANY), (MANY, MANY)):
        session = await table_with("expert", *hands, guests=guests)
        told = watch(session, clock)
        hold_notes(session, {0: [0, 0, 4]})
        await play_note(session)
        await clock.advance(at - 0.05)
        assert [times(told, 1 + guests), times(told, 2 + guests)] == [[], []]
        await clock.advance(0.1)
        found = {e.act for e in session.state.match.entries if e.seat > guests}
        assert [times(told, 1 + guests), times(told, 2 + guests)] == [[at], [at]]
        assert ("stop" in found) == (MANY in hands), "what was chosen counts: a red note stops a red one"


async def test_random_bots_act_as_soon_as_they_may(table_with: Open, slow: Slow, clock: HandClock) -> None:
    slow(0.0)
    assert await a_turn(await table_with("random", MANY, bot_delay_ms=10), clock) == [0.01]
    slow(0.5)
    assert await a_turn(await table_with("random", FEW, bot_delay_ms=10), clock) == [0.5]


class Ponders:
    """A bot of somebody else, which says nothing of its time."""

    name, title = "ponders", "Ponders"
    levels: Mapping[str, float] = {"deep": 4.0, "quick": 1.0}
    prepare, choose = Random.prepare, Random.choose


def test_how_long_a_bot_takes_hangs_on_its_level_and_the_game_alone() -> None:
    house = [games.get(name) for name in ("great-machine", "mechanation", "mechanica", "mechanical-beast")]
    for game in house:
        seconds = [
            read_answer_time(bots.get(name), game) for name in ("random", "greedy", "easy", "steady", "hard", "expert")
        ]
        assert seconds[0] == 0.0 < seconds[1] == seconds[2] == seconds[3] <= seconds[4] < seconds[5] <= 3.0
        told = re.search(
            rf"\n\| {game.facts.title}[^|]*\| ([0-9.]+) \| ([0-9.]+) \| ([0-9.]+) \|\n", BOTS_PAGE.read_text()
        )
        assert told is not None and [float(number) for number in told.groups()] == seconds[3:]
        named = bots.names(game)[len(bots.names()) :]
        assert len(named) == 4 and {read_answer_time(bots.get(name), game) for name in named} == {seconds[4]}
    assert read_answer_time(Search("hard"), house[1]) == 0.8 and read_answer_time(Search("mine"), house[1]) == 3.0
    assert read_answer_time(Ponders(), house[0]) == 4.0
