"""What judgement is learned from: positions of games of bots in numbers, with what came of them; and how it is learned.

A position is what a policy's `features` writes of it for each seat. What is fitted is a conditional logit: what speaks for a
seat is the sum of its numbers times their weights, and a seat for which 1 more speaks is e times as likely to win. Those
who win or lose as one have one sum, against nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

import numpy as np

from enginehouse.bots.players import compiled_games, deciding, greedy
from enginehouse.bots.players.compiled_games import by_bots
from enginehouse.bots.players.levels import tune_of
from enginehouse.bots.players.tree import Tune
from enginehouse.core.judging.learned import MOST, ONE
from enginehouse.core.play import arena
from enginehouse.core.play.arena import random_code
from enginehouse.core.play.returns import win_share
from enginehouse.core.records.chance import pick
from enginehouse.core.registry.game import Game
from enginehouse.core.rule import rule
from enginehouse.core.verbs import bank, features

POSITIONS = 24
"""So many positions of one game are kept at most."""
BEHIND = 2.0
"""How strongly weights are held near 0 (ridge), in positions."""


class Lesson(NamedTuple):
    """Games to learn from: at how many seats, with which options, how many; one position in `every` is kept, and `noise` of a
    hundred actions are random. They are games of the greedy bot, or of the `level` that is named with so many simulations."""

    seats: int
    options: Mapping[str, str]
    games: int
    every: int = 10
    noise: int = 12
    level: str = ""
    simulations: int = 0


class Positions(NamedTuple):
    """What was gathered: numbers (positions, alternatives, numbers), shares (positions, alternatives), the bank of each
    position, and the game that it is from."""

    numbers: Any
    shares: Any
    banks: Any
    games: Any


# -- gathering ---------------------------------------------------------------------------------------------------------


@rule
def noisy(states: Any, seat: int, e: Any, room: Any) -> int:
    """What the bot of a seat plays, but at random in so many of a hundred actions: else all games were alike."""
    if pick(room.dice, 100) < room.noise:
        return random_code(states[0], seat, room.codes, room.many, room.dice)
    return by_bots(states, seat, e, room)


@rule
def gathered(states: Any, seat: int, code: int, e: Any, room: Any) -> bool:
    """Keep some positions, in which nobody is asked at once."""
    if seat < 0:
        room.count = 0
        room.kept = 0
        return False
    room.count += 1
    s = states[0]
    if s.reason == 0 and s.asked == 0 and room.kept < POSITIONS and pick(room.dice, room.every) == 0:
        for one in range(s.seats):
            room.numbers = features(s, one, room.found[room.kept][one])
        room.banks[room.kept] = bank(s)
        room.kept += 1
    return False


FIELDS = [
    *compiled_games.FIELDS,
    ("noise", np.int64),
    ("every", np.int64),
    ("numbers", np.int64),
    ("kept", np.int64),
    ("banks", np.int64, (POSITIONS,)),
    ("found", np.int64, (POSITIONS, 8, MOST)),
]


class Gathering:
    """Games of the greedy bot (with one guess), or of a level, against itself, from which positions are kept."""

    keep: Callable[..., bool] = staticmethod(gathered)
    """The rule that keeps them."""
    parts: ClassVar[Any] = {}
    """What takes the place of rules that it calls."""

    def __init__(self, game: Game, level: str = "") -> None:
        choose = deciding.choose_compiled if level else greedy.choose_compiled
        parts = {arena.chosen: noisy, arena.seen: self.keep, compiled_games.bot_0: choose, **self.parts}
        self.bench = arena.Bench(game, parts, FIELDS, states=compiled_games.STATES)

    def set_up(self, lesson: Lesson) -> None:
        """Let the bots play as a lesson wants it."""
        game, room = self.bench.game, self.bench.room
        setting = [1, *[0] * (Tune.SIZE - 1)]
        if lesson.level:
            setting = list(tune_of(game, lesson.level))
            setting[Tune.SIMULATIONS] = lesson.simulations or setting[Tune.SIMULATIONS]
        # With any number of seats as with two: what a level does with more may have been learned from these games.
        both = [*setting, *setting]
        room["settings"][:, : len(both)] = both
        room["noise"], room["every"] = lesson.noise, lesson.every

    def positions(self, lesson: Lesson, seed: int, first: int, games: int) -> Positions:
        """The positions of some games of a lesson, from number `first` on; the same ones for the same seed."""
        game, room = self.bench.game, self.bench.room
        self.set_up(lesson)
        options = game.check_options(dict(lesson.options))
        as_one = game.plays_together(lesson.seats, options)
        rows: list[Positions] = []
        for k in range(first, first + games):
            (result,) = self.bench.play(game.option_numbers(lesson.seats, options), seed, k)
            many, seats = int(room["kept"]), lesson.seats
            numbers = room["found"][:many, :seats, : int(room["numbers"])].astype(np.int32)
            share = np.array(win_share([int(rank) for rank in result["points"][8 : 8 + seats]], as_one))
            if as_one:  # one sum against nothing
                numbers = np.concatenate([numbers[:, :1], np.zeros_like(numbers[:, :1])], axis=1)
                share = np.array([share[0], 1 - share[0]])
            shares = np.tile(share, (many, 1))
            rows.append(Positions(numbers, shares, room["banks"][:many].copy(), np.full(many, k)))
        return joined(rows)


def joined(rows: Sequence[Positions]) -> Positions:
    """All of them as one."""
    return Positions(*(np.concatenate(column) for column in zip(*rows, strict=True)))


# -- fitting -----------------------------------------------------------------------------------------------------------


class Fitted(NamedTuple):
    """Weights, and how well they do: the mean log loss of games held out (one in five), with them and with even shares."""

    weights: Any
    loss: float
    even: float
    positions: int


def fit(lessons: Sequence[Positions]) -> Fitted:
    """The weights under which what came of the positions is likeliest (Newton's method)."""
    good = [_won(lesson) for lesson in lessons]
    spread = np.concatenate([one.numbers.reshape(-1, one.numbers.shape[2]) for one in good]).std(0)
    spread[spread == 0] = 1
    train = [(one.numbers[one.games % 5 != 0] / spread, one.shares[one.games % 5 != 0]) for one in good]
    test = [(one.numbers[one.games % 5 == 0] / spread, one.shares[one.games % 5 == 0]) for one in good]
    weights = np.zeros(len(spread))
    for _ in range(30):
        slope, bend = BEHIND * weights, BEHIND * np.eye(len(weights))
        for numbers, shares in train:
            one, two = _slopes(numbers, shares, weights)
            slope, bend = slope + one, bend + two
        step = np.linalg.solve(bend, slope)
        weights = weights - step
        if np.abs(step).max() < 1e-5:
            break
    even = _loss(test, np.zeros(len(weights)))
    return Fitted(weights / spread, _loss(test, weights), even, sum(len(one.games) for one in good))


def _won(lesson: Positions) -> Positions:
    """Without the games that nobody won: they tell nothing of one seat against another."""
    some = lesson.shares.sum(1) > 0.5
    return Positions(*(column[some] for column in lesson))


def _chances(numbers: Any, weights: Any) -> Any:
    sums = numbers @ weights
    sums = np.exp(sums - sums.max(1, keepdims=True))
    return sums / sums.sum(1, keepdims=True)


def _slopes(numbers: Any, shares: Any, weights: Any) -> tuple[Any, Any]:
    """The first and second derivatives of the log loss, summed over positions."""
    chances = _chances(numbers, weights)
    slope = np.einsum("ns,nsf->f", chances - shares, numbers)
    mean = np.einsum("ns,nsf->nf", chances, numbers)
    bend = -mean.T @ mean
    for seat in range(numbers.shape[1]):
        bend += (numbers[:, seat] * chances[:, seat : seat + 1]).T @ numbers[:, seat]
    return slope, bend


def _loss(parts: Sequence[tuple[Any, Any]], weights: Any) -> float:
    losses = [-(shares * np.log(_chances(numbers, weights) + 1e-12)).sum(1) for numbers, shares in parts]
    return float(np.concatenate(losses).mean())


def whole_numbers(weights: Any) -> list[int]:
    """Weights as they are kept (`core.judging.learned`)."""
    return [round(float(weight) * ONE) for weight in weights]
