"""Split the changes of each seat's win chance in a finished game into luck and choices, as backgammon programs do.

A function estimates the win chance of each seat in every position. It does not use the random numbers of the game that
are not drawn yet, so the estimate is a mean over all that can still happen. For each action, three win chances are
compared:

- the win chance before the action
- the mean win chance after the action, over all outcomes of chance that the action can have (`core.play.redealing`)
- the win chance after the outcome that the action had

The difference from the first to the second is the effect of the choice. The difference from the second to the third is
luck. The win chance before the deal and all these effects together equal the result of the game, except for rounding
errors (`Account.rest`).

The mean is exact if the game lists the outcomes of chance (`chance.py`). Otherwise it is estimated from `DRAWS` random
outcomes, and has a confidence interval.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from operator import mul
from typing import Any, NamedTuple

import numpy as np

from enginehouse.bots.analysis.review_report import rewind
from enginehouse.bots.players.greedy import fill_words
from enginehouse.bots.players.runs import Run, make_row, play_bots
from enginehouse.bots.players.search import write_worth
from enginehouse.core.judging.judgement import WHOLE
from enginehouse.core.play.match import Match
from enginehouse.core.play.redealing import redealt
from enginehouse.core.records.events import Events
from enginehouse.core.records.fields import Record
from enginehouse.core.registry.game import game_of
from enginehouse.core.words.estimates import Z

DRAWS = 32
"""The number of random draws of unknown chance for each mean."""
DEALS = 200
"""The number of games with other deals that are played for comparison with a game."""
LEVEL = "steady"
"""The bot that plays on all seats of the games with other deals."""

Judge = Callable[[Any], list[float]]
"""A function that returns the win chance of each seat of a record, in percent."""


class LuckEntry(NamedTuple):
    """The effects of one action, or of the deal, on each seat's win chance.

    `number` is the index of the action from 0, and `seat` its seat. Both are -1 for the deal. The lists have an element
    for each seat, in percentage points: `luck` is the effect of chance, `error` half the width of its 95 % interval,
    and `chosen` the effect of the choice.
    """

    number: int
    """The index of the action among those that were not undone, or -1 for the deal."""
    seat: int
    """The acting seat, or -1 for the deal."""
    luck: list[float]
    error: list[float]
    """Half the 95 % interval of the luck."""
    chosen: list[float]
    """The effect of the choice."""


class Account(NamedTuple):
    """The sources of a seat's result, in percentage points: the start, luck, and choices. Their sum is the result.

    The sources are the win chance before the deal (`start`), the luck of the deal (`deal`), later luck (`luck`), the
    effects of the seat's own choices (`own`), and those of the other seats' choices (`others`). `error` is half the 95
    % interval of all luck.
    """

    start: float
    """The win chance before the deal."""
    deal: float
    luck: float
    """The luck after the deal."""
    error: float
    """Half the 95 % interval of deal and luck together. The choices have the same error with the opposite sign."""
    own: float
    """The effect of the seat's own choices."""
    others: float
    """The effect of the choices of others."""
    result: float

    @property
    def rest(self) -> float:
        """Return the seat's result minus the sum of its sources, which is 0 except for rounding errors.

        The result is the seat's share of the win in percent. Its sources are the win chance before the deal, the luck
        of the deal, later luck, and the effects of the choices of all seats.
        """
        return self.result - self.start - self.deal - self.luck - self.own - self.others


def judge_position(s: Record) -> list[float]:
    """Return a list with each seat's win chance in the record `s`, in percent, estimated from this position alone.

    No action is tried to improve the estimate. If the game is over, return each seat's share of the win in percent.
    """
    points = np.zeros(24, np.int64)
    write_worth(s, points)
    return [100 * int(one) / WHOLE for one in points[: int(s.seats)]]


class Mean(NamedTuple):
    """The mean win chance of each seat in percent, and half the width of its 95 % interval, both as lists by seat."""

    shares: list[float]
    error: list[float]


def average_worth(worth: Sequence[list[float]], likely: Sequence[float] = ()) -> Mean:
    """Return each seat's mean win chance over several records.

    `worth` is a list with a list for each record: the win chance of each seat. The mean is exact if `likely` has the
    probabilities of the records. Otherwise the records are a random sample, and the mean has a 95 % interval.
    """
    if likely:
        exact = [math.fsum(map(mul, likely, each)) for each in zip(*worth, strict=True)]
        return Mean(exact, [0.0] * len(exact))
    shares = [math.fsum(each) / len(each) for each in zip(*worth, strict=True)]
    return Mean(
        shares, [_estimate_error(each, middle) for each, middle in zip(zip(*worth, strict=True), shares, strict=True)]
    )


def _estimate_error(values: Sequence[float], middle: float) -> float:
    spread = math.fsum((one - middle) ** 2 for one in values) / (len(values) - 1)
    return Z * math.sqrt(spread / len(values))


def judge_mean(s: Record, judge: Judge) -> Mean:
    """Return each seat's mean win chance in the record `s`, over several draws of the future random numbers.

    A record contains the random numbers that decide the rest of the game. The function replaces them `DRAWS` times by
    others, and averages the results of `judge`, which returns the win chances of all seats in a record. If the game is
    over, return the result of `judge` for `s` itself.
    """
    if s.reason != 0:
        return Mean(judge(s), [0.0] * int(s.seats))
    return average_worth([judge(redealt(s, _draw_words(k))) for k in range(DRAWS)])


def _draw_words(k: int) -> list[int]:
    words = [0] * 8
    fill_words(k + 1, 1, words)
    return words


def list_steps(match: Match, judge: Judge = judge_position, known: int = 0) -> Iterator[LuckEntry]:
    """Yield the effects of the deal and of each action on the win chances of a match, in order, the deal first.

    Leave out the first `known` effects: the caller has computed these before. `judge` is the function that returns the
    win chances in a record.
    """
    first = max(0, known - 1)
    moving, game = rewind(match, first), match.game
    now = judge_mean(moving.state, judge)
    if not known:
        yield _make_step((-1, -1, -1), now, now, _average_deals(match, judge))
    for number, done in enumerate(match.standing[first:], start=first):
        old = game.shape.copy(moving.state)
        moving.act_unchecked(done.seat, done.code)
        after, what = judge_mean(moving.state, judge), (number, done.seat, done.code)
        lucky = depends_on_chance(old, moving.state)
        yield _make_step(what, now, after, average_outcomes(old, what, judge, DRAWS) if lucky else after)
        now = after


def _make_step(action: tuple[int, int, int], old: Mean, after: Mean, mean: Mean) -> LuckEntry:
    """Return the effects of one action (or of the deal) on each seat's win chance.

    `action` is a tuple of the action's index, seat and code, or -1 three times for the deal. Three arguments have win
    chances: `old` before the action, `mean` on average over the outcomes of chance, and `after` with the real outcome.
    The change from `old` to `mean` is the effect of the choice (0 for the deal). The change from `mean` to `after` is
    luck.
    """
    lucky = mean is not after
    return LuckEntry(
        action[0],
        action[1],
        [a - m for a, m in zip(after.shares, mean.shares, strict=True)],
        [math.hypot(a, m) if lucky else 0.0 for a, m in zip(after.error, mean.error, strict=True)],
        [m - b if action[0] >= 0 else 0.0 for b, m in zip(old.shares, mean.shares, strict=True)],
    )


def _average_deals(match: Match, judge: Judge) -> Mean:
    """Return each seat's win chance before the deal of a match.

    The result is the mean, over many possible deals, of the win chance that `judge` returns right after the deal.
    """
    game = match.game
    numbers = game.option_numbers(match.seats, match.options)
    if game.chance is not None:
        return _weigh_outcomes(match.begin_again().state, (-1, -1, -1), judge)
    worth = []
    for k in range(DRAWS):
        s = game.new_record()
        game.rules.setup(s, numbers, _draw_words(k))
        worth.append(judge(s))
    return average_worth(worth)


def depends_on_chance(old: Record, new: Record) -> bool:
    """Return whether an action that led from the record `old` to `new` can have other outcomes by chance.

    In a game that lists the outcomes of chance, the result is always true. In any other game, the action must have
    changed `revealed`, the counter of random numbers and hidden facts that were revealed.
    """
    return game_of(old).chance is not None or int(old.revealed) != int(new.revealed)


def average_outcomes(old: Record, move: tuple[int, int, int], judge: Judge, draws: int) -> Mean:
    """Return the win chances after an action in the record `old`, as a mean over the outcomes of chance.

    `move` has the index of the action, its seat and its code. `judge` returns the win chances in a record. If the game
    does not list its outcomes, the mean is over `draws` draws, at least two.
    """
    if game_of(old).chance is not None:
        return _weigh_outcomes(old, move, judge)
    return average_worth([judge(_apply(redealt(old, _draw_words(k)), move)) for k in range(draws)])


def _weigh_outcomes(old: Record, move: tuple[int, int, int], judge: Judge) -> Mean:
    """Return the exact mean of the win chances after an action in the record `old`.

    Use it only for a game that has a list of all outcomes of chance with their probabilities (`game.chance`). `move`
    has the index of the action, its seat and its code. `judge` returns the win chances in a record.
    """
    game, (_, seat, code) = game_of(old), move
    worth, likely = [], []
    for outcome, weight in game.chance.outcomes(old, seat, code) or [(-1, 1.0)]:
        s = game.shape.copy(old)
        if outcome >= 0:
            game.chance.arrange(s, seat, code, outcome)
        worth.append(judge(_apply(s, move)))
        likely.append(weight)
    return average_worth(worth, likely)


def _apply(s: Record, what: tuple[int, int, int]) -> Any:
    _, seat, code = what
    game = game_of(s)
    if seat >= 0:
        game.rules.apply(s, seat, code, Events(game.facts.event_size, on=False))
    return s


def make_accounts(match: Match, found: Sequence[LuckEntry], judge: Judge = judge_position) -> list[Account]:
    """Return an account for each seat of a match, which splits the seat's result into luck and choices.

    `found` has the effects of the deal and of all actions. `judge` returns the win chances in a record.
    """
    result, told = judge(match.state), []
    first = judge_mean(match.begin_again().state, judge).shares
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


def play_other_deals(match: Match, bot: str, first: int, many: int) -> Iterator[list[float]]:
    """Play `many` games like `match` with other deals. For each, yield the list of all seats' shares of the win.

    A share is from 0 to 1. The deals come from a fixed series, and `first` is the number of the first deal to play. So
    the same numbers always give the same deals. The bot with the name `bot` plays for all seats.
    """
    run = Run(match.game, match.seats, dict(match.options), first + many, 1, [bot])
    for player in run.players.values():
        player.prepare(match.game)
    for k in range(first, first + many):
        yield list(make_row(run, k, play_bots(run, k)).wins)
