"""Learn judgement: collect features of positions in games of bots, with the results, and fit weights to them.

For each position, the game's rule `features` (see `core.verbs`) writes the features of each seat: numbers that describe
the position. A conditional logit is fitted: the score of a seat is the weighted sum of its features, and a seat with a
score higher by 1 is e times as likely to win. If all seats win or lose together, they share a score. It then competes
with the score 0, which stands for a defeat: with a score of 1, the seats are e times as likely to win as to lose.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt

from enginehouse.bots.players import compiled_games, deciding, greedy
from enginehouse.bots.players.compiled_games import choose_by_bots
from enginehouse.bots.players.levels import find_tune
from enginehouse.bots.players.tree import Tune
from enginehouse.core.judging.learned import MOST, ONE
from enginehouse.core.play import arena
from enginehouse.core.play.arena import random_code
from enginehouse.core.play.returns import win_share
from enginehouse.core.records.chance import pick
from enginehouse.core.records.events import Events
from enginehouse.core.records.fields import States
from enginehouse.core.registry.game import Game
from enginehouse.core.rule import rule
from enginehouse.core.verbs import bank, features

POSITIONS = 24
"""The maximum number of positions kept from one game."""
BEHIND = 2.0
"""The strength of the ridge penalty, as a number of positions."""


class TrainingGames(NamedTuple):
    """The kind and number of the games to learn from.

    - `seats`, `options`, `games`: the seats, the options by name, and the number of games
    - `every`: if this is 10, one of ten positions is stored
    - `noise`: the percentage of actions that are random
    - `level`: the level of the bot that plays; "" is the greedy bot
    - `simulations`: the number of simulations for each decision of this bot; 0 is the level's own number
    """

    seats: int
    options: Mapping[str, str]
    games: int
    every: int = 10
    noise: int = 12
    level: str = ""
    simulations: int = 0


class Positions(NamedTuple):
    """Positions to learn from, as arrays. An alternative is a seat, or, for beliefs, a possible record.

    - `numbers`, of shape (positions, alternatives, features): the features of each alternative
    - `shares`, of shape (positions, alternatives): the share of the win or the target probability of each alternative
    - `banks`: for each position, the number of the set of weights that applies to it (the game's rule `bank` returns
      it)
    - `games`: for each position, the number of its game
    """

    numbers: Any
    shares: Any
    banks: Any
    games: Any


# -- gathering ---------------------------------------------------------------------------------------------------------


@rule
def choose_noisy(states: States, seat: int, e: Events, room: Any) -> int:
    """Return the code that the seat's bot plays, or a random legal code with a probability of `room.noise` percent.

    Without random actions the games would be alike. `states[0]` is the record of the game. `room` has the list of legal
    actions and the bots' settings (see `choose_by_bots`).
    """
    if pick(room.dice, 100) < room.noise:
        return random_code(states[0], seat, room.codes, room.many, room.dice)
    return choose_by_bots(states, seat, e, room)


@rule
def gather(states: States, seat: int, code: int, e: Events, room: Any) -> bool:
    """Store the position `states[0]` as training data, with a probability of one in `room.every`.

    `room` is the working memory of the loop that plays the games, with space for the stored positions of one game. The
    loop calls this function after each action. Before each game, it calls the function with seat -1, which empties this
    space. Positions in which several seats have to decide at once are not stored. Always return False, which lets the
    game continue.
    """
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
"""The fields of a room in games that gather positions: those of bots' games, the settings, and space for features."""


class Gathering:
    """Games of a bot against itself, in which positions are stored as training data.

    The bot is a search with the name `level`. If this argument is "", it is the greedy bot, with a single guess of the
    hidden information for a decision.
    """

    keep: Callable[..., bool] = staticmethod(gather)
    """The rule that stores positions."""
    parts: ClassVar[Any] = {}
    """The rules that replace rules called by `keep`."""

    def __init__(self, game: Game, level: str = "") -> None:
        choose = deciding.choose_compiled if level else greedy.choose_compiled
        parts = {arena.choose_code: choose_noisy, arena.observe: self.keep, compiled_games.bot_0: choose, **self.parts}
        self.bench = arena.Bench(game, parts, FIELDS, states=compiled_games.STATES)

    def set_up(self, lesson: TrainingGames) -> None:
        """Prepare to play the training games of `lesson`: give its settings to the loop that plays the games.

        They are the settings of the bot, the probability of a random action in percent (`lesson.noise`), and
        `lesson.every`: each position is stored with a probability of one in this number.
        """
        game, room = self.bench.game, self.bench.room
        setting = [1, *[0] * (Tune.SIZE - 1)]
        if lesson.level:
            setting = list(find_tune(game, lesson.level))
            setting[Tune.SIMULATIONS] = lesson.simulations or setting[Tune.SIMULATIONS]
        # The settings for two seats serve for any number of seats, because the settings for more may have been learned
        # from these games.
        both = [*setting, *setting]
        room["settings"][:, : len(both)] = both
        room["noise"], room["every"] = lesson.noise, lesson.every

    def positions(self, lesson: TrainingGames, seed: int, first: int, games: int) -> Positions:
        """Return the positions that were stored in `games` training games, from number `first` on.

        The argument `lesson` has the settings of these games. The same seed gives the same positions.
        """
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
            if as_one:  # there is a single score, which is compared with 0
                numbers = np.concatenate([numbers[:, :1], np.zeros_like(numbers[:, :1])], axis=1)
                share = np.array([share[0], 1 - share[0]])
            shares = np.tile(share, (many, 1))
            rows.append(Positions(numbers, shares, room["banks"][:many].copy(), np.full(many, k)))
        return join_positions(rows)


def join_positions(rows: Sequence[Positions]) -> Positions:
    """Return the training positions of several parts, joined into one object."""
    return Positions(*(np.concatenate(column) for column in zip(*rows, strict=True)))


# -- fitting -----------------------------------------------------------------------------------------------------------


class Fitted(NamedTuple):
    """Weights that were fitted to the results of games, and how well they predict the results of other games.

    Every fifth game is left out of the fit and used as a test game. `loss` is the mean log loss of the predictions for
    the test games. `even` is the mean log loss of a prediction by which all alternatives, such as a win of each seat,
    are equally likely. `positions` is the number of all positions.
    """

    weights: Any
    loss: float
    even: float
    positions: int


def fit(lessons: Sequence[Positions]) -> Fitted:
    """Return the weights with which the results of the games are the likeliest, found by Newton's method.

    `lessons` is a list with the positions of each kind of training games (a lesson).
    """
    good = [_keep_won(lesson) for lesson in lessons]
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


def _keep_won(lesson: Positions) -> Positions:
    """Return the positions of a lesson (a kind of training games) that come from games with at least one winner.

    If all seats lost, a position does not show which seat was better.
    """
    some = lesson.shares.sum(1) > 0.5
    return Positions(*(column[some] for column in lesson))


def _chances(numbers: npt.NDArray[np.float64], weights: npt.NDArray[np.float64]) -> Any:
    sums = numbers @ weights
    sums = np.exp(sums - sums.max(1, keepdims=True))
    return sums / sums.sum(1, keepdims=True)


def _slopes(
    numbers: npt.NDArray[np.float64], shares: npt.NDArray[np.float64], weights: npt.NDArray[np.float64]
) -> tuple[Any, Any]:
    """Return the gradient and the Hessian matrix of the log loss with respect to `weights`, as sums over positions.

    The weights predict how likely each of several alternatives is in a position, such as a win of each seat. `numbers`
    has the features of the alternatives, of shape (positions, alternatives, features). `shares` has the true result, of
    shape (positions, alternatives): 1 for the alternative that came true, or a fraction for each seat that shared the
    win.
    """
    chances = _chances(numbers, weights)
    slope = np.einsum("ns,nsf->f", chances - shares, numbers)
    mean = np.einsum("ns,nsf->nf", chances, numbers)
    bend = -mean.T @ mean
    for seat in range(numbers.shape[1]):
        bend += (numbers[:, seat] * chances[:, seat : seat + 1]).T @ numbers[:, seat]
    return slope, bend


def _loss(parts: Sequence[tuple[Any, Any]], weights: npt.NDArray[np.float64]) -> float:
    losses = [-(shares * np.log(_chances(numbers, weights) + 1e-12)).sum(1) for numbers, shares in parts]
    return float(np.concatenate(losses).mean())


def to_whole_numbers(weights: npt.NDArray[np.float64]) -> list[int]:
    """Return weights as the integers that are stored in files: each weight times `ONE`, rounded."""
    return [round(float(weight) * ONE) for weight in weights]
