"""Luck and choices: what each change of a seat's share of the win in a finished game came from, by backgammon's method.

The same judge says of every position what share each seat may hope for. An action leads from one share to the next; on the way
lies the mean of what it might have led to, over what chance has dealt and nobody knew (`core.play.redealing`); over that the judge says
the mean of every position too. From before to the mean is the choice, from the mean to what came is luck. All of it together is the result less the share at the start, which is the mean
over other deals: it cannot be otherwise, so what is left over tells that something was forgotten.

Where a game says itself what chance decides (`chance.py`) the mean is exact; else it is of `DRAWS` draws, with its interval.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from operator import mul
from typing import Any, NamedTuple

import numpy as np

from enginehouse.bots.analysis.review_report import before
from enginehouse.bots.players.greedy import words_of
from enginehouse.bots.players.runs import Run, play_bots, row_of
from enginehouse.bots.players.search import worth_here
from enginehouse.core.judging.judgement import WHOLE
from enginehouse.core.play.match import Match
from enginehouse.core.play.redealing import redealt
from enginehouse.core.records.events import Events
from enginehouse.core.registry.game import game_of
from enginehouse.core.words.estimates import Z

DRAWS = 32
"""So many times chance is drawn anew for a mean."""
DEALS = 200
"""So many other deals the same game is played with."""
LEVEL = "steady"
"""Who plays them, on all seats."""

Judge = Callable[[Any], list[float]]
"""What share of the win each seat of a record may hope for, in hundredths."""


class Step(NamedTuple):
    """One action, or the deal; by seat in hundredths of the win."""

    number: int
    """Which of the standing actions it was, from 0 on; -1: the deal."""
    seat: int
    """Who chose; -1: nobody."""
    luck: list[float]
    error: list[float]
    """How far luck may be off, at 95 %."""
    chosen: list[float]
    """What the choice changed."""


class Account(NamedTuple):
    """What a seat's result came from; in hundredths of the win."""

    start: float
    """The share before the deal."""
    deal: float
    luck: float
    """That of all that came later."""
    error: float
    """How far both of them may be off together, at 95 %; choices then are off as much the other way."""
    own: float
    """What the seat's own choices changed."""
    others: float
    """What the choices of others changed."""
    result: float

    @property
    def rest(self) -> float:
        """What all of it together falls short of the result: nothing."""
        return self.result - self.start - self.deal - self.luck - self.own - self.others


def judged(s: Any) -> list[float]:
    """What a search says of a position that it looks no further into; of a finished game the result."""
    points = np.zeros(24, np.int64)
    worth_here(s, points)
    return [100 * int(one) / WHOLE for one in points[: int(s.seats)]]


class Mean(NamedTuple):
    """By seat what a position is worth on average, and how far that may be off, at 95 %."""

    shares: list[float]
    error: list[float]


def mean_of(worth: Sequence[list[float]], likely: Sequence[float] = ()) -> Mean:
    """The mean of what several worlds are worth: exact where it is said how likely each is, else with its interval."""
    if likely:
        exact = [math.fsum(map(mul, likely, each)) for each in zip(*worth, strict=True)]
        return Mean(exact, [0.0] * len(exact))
    shares = [math.fsum(each) / len(each) for each in zip(*worth, strict=True)]
    return Mean(shares, [_error(each, middle) for each, middle in zip(zip(*worth, strict=True), shares, strict=True)])


def _error(values: Sequence[float], middle: float) -> float:
    spread = math.fsum((one - middle) ** 2 for one in values) / (len(values) - 1)
    return Z * math.sqrt(spread / len(values))


def valued(s: Any, judge: Judge) -> Mean:
    """What a record is worth to all seats, on average over what nobody knows."""
    if s.reason != 0:
        return Mean(judge(s), [0.0] * int(s.seats))
    return mean_of([judge(redealt(s, _words(k))) for k in range(DRAWS)])


def _words(k: int) -> list[int]:
    words = [0] * 8
    words_of(k + 1, 1, words)
    return words


def steps(match: Match, judge: Judge = judged, known: int = 0) -> Iterator[Step]:
    """The deal and all actions of a match in order, without the first ones, so many of which are known."""
    first = max(0, known - 1)
    moving, game = before(match, first), match.game
    now = valued(moving.state, judge)
    if not known:
        yield _step((-1, -1, -1), now, now, _deals(match, judge))
    for number, done in enumerate(match.standing[first:], start=first):
        old = game.shape.copy(moving.state)
        moving.act_unchecked(done.seat, done.code)
        after, what = valued(moving.state, judge), (number, done.seat, done.code)
        hidden = game.chance is not None or int(old.revealed) != int(moving.state.revealed)
        # What reveals nothing leaves nothing to chance.
        yield _step(what, now, after, _might(old, what, judge) if hidden else after)
        now = after


def _step(what: tuple[int, int, int], old: Mean, after: Mean, mean: Mean) -> Step:
    """From what it was worth to the mean is the choice (with the deal there is none), from there to what came is luck."""
    lucky = mean is not after
    return Step(
        what[0],
        what[1],
        [a - m for a, m in zip(after.shares, mean.shares, strict=True)],
        [math.hypot(a, m) if lucky else 0.0 for a, m in zip(after.error, mean.error, strict=True)],
        [m - b if what[0] >= 0 else 0.0 for b, m in zip(old.shares, mean.shares, strict=True)],
    )


def _deals(match: Match, judge: Judge) -> Mean:
    """What the game is worth before it is dealt: the mean of deals."""
    game = match.game
    numbers = game.option_numbers(match.seats, match.options)
    if game.chance is not None:
        return _exactly(match.begin_again().state, (-1, -1, -1), judge)
    worth = []
    for k in range(DRAWS):
        s = game.new_record()
        game.rules.setup(s, numbers, _words(k))
        worth.append(judge(s))
    return mean_of(worth)


def _might(old: Any, what: tuple[int, int, int], judge: Judge) -> Mean:
    """What an action might have led to from a record, on average."""
    if game_of(old).chance is not None:
        return _exactly(old, what, judge)
    return mean_of([judge(_played(redealt(old, _words(k)), what)) for k in range(DRAWS)])


def _exactly(old: Any, what: tuple[int, int, int], judge: Judge) -> Mean:
    """The same where the game says what chance decides, and how likely it is."""
    game, (_, seat, code) = game_of(old), what
    worth, likely = [], []
    for outcome, weight in game.chance.outcomes(old, seat, code) or [(-1, 1.0)]:
        s = game.shape.copy(old)
        if outcome >= 0:
            game.chance.arrange(s, seat, code, outcome)
        worth.append(judge(_played(s, what)))
        likely.append(weight)
    return mean_of(worth, likely)


def _played(s: Any, what: tuple[int, int, int]) -> Any:
    _, seat, code = what
    game = game_of(s)
    if seat >= 0:
        game.rules.apply(s, seat, code, Events(game.facts.event_size, on=False))
    return s


def accounts(match: Match, found: Sequence[Step], judge: Judge = judged) -> list[Account]:
    """By seat what its result came from."""
    result, told = judge(match.state), []
    first = valued(match.begin_again().state, judge).shares
    for seat in range(match.seats):
        deal = sum(one.luck[seat] for one in found if one.number < 0)
        told.append(
            Account(
                start=first[seat] - deal,
                deal=deal,
                luck=math.fsum(one.luck[seat] for one in found if one.number >= 0),
                error=math.sqrt(math.fsum(one.error[seat] ** 2 for one in found)),
                own=math.fsum(one.chosen[seat] for one in found if one.seat == seat),
                others=math.fsum(one.chosen[seat] for one in found if one.seat not in (seat, -1)),
                result=result[seat],
            )
        )
    return told


def other_deals(match: Match, bot: str, first: int, many: int) -> Iterator[list[float]]:
    """The shares of the win by seat in games with other deals, from number `first` on so many, the same bot on all seats."""
    run = Run(match.game, match.seats, dict(match.options), first + many, 1, [bot])
    for player in run.players.values():
        player.prepare(match.game)
    for k in range(first, first + many):
        yield list(row_of(run, k, play_bots(run, k)).wins)
