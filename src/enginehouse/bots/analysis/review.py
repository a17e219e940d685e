"""A game looked at again: at each decision what the seat could hope for by what it could know, what a strong bot would have done,
and what the other choice gave away.

Nothing here looks at what a seat could not see: every judgement is made of its view at that moment.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from enginehouse.bots.analysis import reasons
from enginehouse.bots.bot import Bot, Choice
from enginehouse.bots.players.greedy import words_of
from enginehouse.bots.players.search import worth_here
from enginehouse.core.judging.judgement import WHOLE
from enginehouse.core.play.match import Match
from enginehouse.core.registry.game import game_of

GUESSES = 8
BUDGET_S = 5.0
"""So many seconds the bot may think about a decision; as a rule it takes far less."""
POINTS = 5
"""So many turning points are told."""
NOTICED = 1.0
"""What gave away less than so many hundredths of the win is no turning point."""


class Decision(NamedTuple):
    """One choice of a game that is over, in codes; shares are hundredths of the win."""

    number: int
    """Which of the standing actions it was, from 0 on."""
    seat: int
    share: float
    """What the seat could hope for before it, by what it could know."""
    played: int
    best: int
    """What the bot would have done."""
    lost: float
    """What was given away by that, as far as the bot can tell; 0 where it would have done the same."""
    why: str
    """Why that was better, in a sentence with seats as `{0}`; empty where it would have done the same."""


class Case(NamedTuple):
    """What is judged: which of the standing actions, from 0 on; what its seat saw and might have done; and what it did."""

    number: int
    seat: int
    view: Any
    legal: list[int]
    played: int


def decisions(match: Match, bot: Bot, known: Sequence[Decision] = ()) -> Iterator[Decision]:
    """All decisions of a match in order, forced ones left out; those that are `known` are not thought about again."""
    by_number = {one.number: one for one in known}
    for case in cases(match):
        yield by_number.get(case.number) or decided(case, bot)


def cases(match: Match) -> Iterator[Case]:
    """What there is to judge in a match, in order: each choice among several actions."""
    for number, (before, done) in enumerate(zip(_standing(match), match.standing, strict=False)):
        legal = before.legal(done.seat)
        if len(legal) > 1:
            yield Case(number, done.seat, before.view(done.seat), legal, done.code)


def count(match: Match) -> int:
    """How many decisions there are."""
    return sum(1 for _ in cases(match))


def _standing(match: Match) -> Iterator[Match]:
    """The match before each of its standing actions: what was taken back is as if it had not been."""
    moving = match.begin_again()
    for done in match.standing:
        yield moving
        moving.act_unchecked(done.seat, done.code)


def decided(case: Case, bot: Bot, budget: float = BUDGET_S) -> Decision:
    """One choice judged by a bot, which may think `budget` seconds; the same case gets the same judgement, unless time runs out."""
    number, seat, view, legal, played = case
    choice = bot.choose(view, seat, legal, budget, number)
    share = hoped(view, seat, number)
    if choice.action == played:
        return Decision(number, seat, share, played, played, 0.0, "")
    lost = given_away(view, seat, choice, played, number)
    told = reasons.differences(view, seat, (choice.action, played)) if game_of(view).reasons else []
    return Decision(number, seat, share, played, choice.action, lost, reasons.in_words(told, seat, int(view.seats)))


def hoped(view: Any, seat: int, seed: int) -> float:
    """What share of the win a seat may hope for, on average over guesses of what it cannot see."""
    game, total = game_of(view), 0
    for k in range(GUESSES):
        world, words, points = game.shape.copy(view), [0] * 8, np.zeros(24, np.int64)
        words_of(seed + k, seat, words)
        game.rules.guess(world, seat, words)
        worth_here(world, points)
        total += int(points[seat])
    return 100 * total / (WHOLE * GUESSES)


def given_away(view: Any, seat: int, choice: Choice, played: int, seed: int) -> float:
    """How much better the chosen action is than the one that was played: as the search found, where it tried both often enough,
    else as the positions right after them look. Never less than nothing."""
    thoughts = {thought.action: thought for thought in choice.thoughts}
    best, other = thoughts.get(choice.action), thoughts.get(played)
    if best is not None and other is not None and min(best.visits, other.visits) >= reasons.ENOUGH:
        return max(0.0, best.value - other.value)
    after = [0, 0]
    for k in range(GUESSES):
        for j, world in enumerate(reasons.positions_after(view, seat, (choice.action, played), seed + k)):
            points = np.zeros(24, np.int64)
            worth_here(world, points)
            after[j] += int(points[seat])
    return max(0.0, 100 * (after[0] - after[1]) / (WHOLE * GUESSES))


def turning_points(found: Sequence[Decision], many: int = POINTS) -> list[Decision]:
    """The decisions that gave away most, in the order of the game."""
    worst = sorted((one for one in found if one.lost >= NOTICED), key=lambda one: (-one.lost, one.number))[:many]
    return sorted(worst, key=lambda one: one.number)
