"""Judge positions by learned weights: the sum of a game's features, each times its weight.

A feature is a number that describes a position. The game's rule `features` writes these numbers (see `core.verbs`).
`weights.json` in a game's folder has several sets of weights (banks), each for a kind of game, such as one with two
seats. A weight is an integer in units of 2 ** -24, so a judgement is a sum of integers, the same on every machine. The
file also has a note about how the weights were learned.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from enginehouse.core.judging.judgement import ODDS_UNIT, WHOLE, exp_of
from enginehouse.core.records.fields import Matrix, Numbers, Record
from enginehouse.core.rule import rule
from enginehouse.core.terms import Seat
from enginehouse.core.verbs import actors, bank, features, scores

FILE, BELIEFS, HABITS = "weights.json", "beliefs.json", "habits.json"
ONE = float(1 << 24)
MOST = 512
"""The maximum number of features of a position for a seat."""
CERTAIN = 20_000
"""The prior value of an action that wins at once, in thousandths (e ** 20 times as likely as 0).

A loss has its negative.
"""


class LearnedWeights(NamedTuple):
    """The learned weights by which the positions of a game are judged.

    `banks` has a tuple of integers for each kind of game, such as the game with two seats and the game with three
    seats.
    """

    banks: tuple[tuple[int, ...], ...]

    @property
    def label(self) -> str:
        """Return a hash of the weights. The name of a game that judges positions by these weights contains the hash."""
        return hashlib.sha256(repr([list(bank) for bank in self.banks]).encode()).hexdigest()[:12]


_IN_PLACE: ContextVar[LearnedWeights | None] = ContextVar("weights", default=None)
"""The weights by which modules judge that are now imported (`use_weights`), or None for those in the files."""


@contextmanager
def use_weights(weights: LearnedWeights | None) -> Iterator[None]:
    """Use `weights` for each game that is imported during this context, instead of the weights in `weights.json`.

    If `weights` is None, the weights of the files are used.
    """
    before = _IN_PLACE.set(weights)
    try:
        yield
    finally:
        _IN_PLACE.reset(before)


def beliefs_beside(module_file: str, many: int) -> Any:
    """Return the learned weights by which a game judges guesses of the hidden information, as an array.

    With these weights, the game's rule `belief` computes how likely a guess is, given the actions of other seats. The
    array has a column for each of the `many` features that the game's rule `signs` writes for a guess. It has a row for
    each kind of game, such as the game with two seats. The weights are read from the folder of the Python file
    `module_file`.
    """
    return weights_beside(module_file, many, BELIEFS)


def habits_beside(module_file: str, many: int) -> Any:
    """Return the learned weights by which a game judges guesses if opponents choose by a search, as an array.

    With these weights, the game's rule `belief` computes how likely a guess of the hidden information is, given the
    actions of such opponents. The array has a column for each of the `many` features that the game's rule `habits`
    writes for a guess. It has a row for each kind of game, such as the game with two seats. The weights are read from
    the folder of the Python file `module_file`.
    """
    return weights_beside(module_file, many, HABITS)


def weights_beside(module_file: str, many: int, name: str = FILE) -> Any:
    """Return the weights in the file `name` beside the Python file `module_file`, as an array.

    The array has a row for each bank (a kind of game) and `many` columns, one for each feature. If the file does not
    exist, return eight rows of zeros. Raise ValueError if the rows in the file do not have `many` numbers.
    """
    file, other = Path(module_file).parent / name, _IN_PLACE.get()
    if other is not None and name == FILE:
        weights = np.array(other.banks, np.int64)
    elif file.is_file():
        weights = np.array(json.loads(file.read_text("utf-8"))["banks"], np.int64)
    else:
        return np.zeros((8, many), np.int64)
    if weights.ndim != 2 or weights.shape[1] != many:
        raise ValueError(
            f"{file} holds {weights.shape} weights, and there are {many} numbers: remove the file and run `enginehouse train`"
        )
    return weights


@rule
def weighed(numbers: Numbers, many: int, weights: Matrix, bank: int) -> float:
    """Return the sum of the first `many` of `numbers`, each times its weight.

    The weights are in row `bank` of the array `weights`, which has a row for each kind of game. Stored weights are 2 **
    24 times as large as the real ones, so the sum is divided by 2 ** 24.
    """
    total = 0
    for k in range(many):
        total += int(numbers[k]) * int(weights[bank, k])
    return total / ONE


@rule
def sums_of(s: Record, weights: Matrix, sums: npt.NDArray[np.float64]) -> None:
    """Write a number for each seat into `sums`: the seat's features in the record `s`, each times its weight, summed.

    Features are numbers that describe a position (the game's rule `features` writes them). `weights` has a row for each
    kind of game, and the game's rule `bank` returns the number of the row.
    """
    numbers = np.zeros(MOST, np.int64)
    for seat in range(s.seats):
        many = features(s, seat, numbers)
        sums[seat] = weighed(numbers, many, weights, bank(s))


@rule
def rate_seat(s: Record, weights: Matrix, seat: Seat) -> float:
    """Return the rating of a seat in the record `s`: the sum of its features, each times its weight (see `sums_of`)."""
    numbers = np.zeros(MOST, np.int64)
    many = features(s, seat, numbers)
    return weighed(numbers, many, weights, bank(s))


@rule
def learned_shares(s: Record, weights: Matrix, out: Numbers) -> None:
    """Write each seat's share of the win (its win chance) in the record `s` into `out[seat]`, in millionths.

    The features of a seat are numbers that describe its position. Its rating is the sum of its features, each times its
    learned weight. If a seat's rating is 1 higher than another's, its share is e times as large. `weights` has a column
    for each feature, and a row for each kind of game, such as the game with two seats. The shares sum to a million,
    except for rounding.
    """
    sums = np.zeros(8, np.float64)
    sums_of(s, weights, sums)
    share_weights(sums, s.seats, out)


@rule
def learned_lead(s: Record, weights: Matrix, seat: Seat) -> int:
    """Return the lead of a seat over the best other seat in the record `s`, by learned weights.

    The rating of a seat is the sum of its features (numbers that describe the position), each multiplied by its weight
    in `weights` (see `sums_of`). The lead is 1,000 times the difference between the seat's rating and the best rating
    of another seat. If the lead is 1,000 larger, a win is e times as likely.
    """
    sums = np.zeros(8, np.float64)
    sums_of(s, weights, sums)
    return lead_of(sums, s.seats, seat)


def make_tastes(names: Sequence[str], many: int, styles: Sequence[Mapping[str, int]]) -> Any:
    """Return the weights of several styles of play, as an array with a row for each style and `many` columns.

    Features are numbers that describe a position. A column belongs to a feature, and `names` are the names of the first
    features. Each of `styles` maps such names to weights. A weight is the change of a position's value if the feature
    is 1 larger. If the value is 1,000 larger, a win is e times as likely. All other weights are 0.
    """
    tastes = np.zeros((len(styles), many), np.int64)
    for row, style in zip(tastes, styles, strict=True):
        for name, weight in style.items():
            row[names.index(name)] = weight
    return tastes


@rule
def learned_taste(s: Record, tastes: Any, seat: Seat, style: int) -> int:
    """Return the value of the record `s` for a bot with this style of play, in the unit of `verbs.prior`.

    In this unit, 1,000 more makes a win e times as likely. The value is the sum of the seat's features (numbers that
    describe the position), each times its weight. Styles are numbered from 1, and the weights are in row `style` - 1 of
    `tastes` (see `make_tastes`).
    """
    numbers = np.zeros(MOST, np.int64)
    many = features(s, seat, numbers)
    total = 0
    for k in range(many):
        total += int(numbers[k]) * int(tastes[style - 1, k])
    return total


@rule
def bank_by_seats(s: Record) -> int:
    """Return the number of the bank (the set of learned weights) for a record: 0 with two seats, else 1.

    If a game has these two banks, its rule `bank` can return this number.
    """
    return 0 if s.seats == 2 else 1


@rule
def prior_at_end(s: Record, seat: Seat) -> int:
    """Return the prior value of an action that ended the game: `CERTAIN` if the seat has rank 1, else `-CERTAIN`.

    A prior value is the estimate with which a search begins before it tries the action. `s` is the record after the
    action.
    """
    out = np.zeros(16, np.int64)
    scores(s, out)
    return CERTAIN if out[8 + seat] == 1 else -CERTAIN


@rule
def learned_prior(after: Record, weights: Matrix, seat: Seat) -> int:
    """Return the prior value of the action by which a seat has reached the record `after`.

    A prior value is the first estimate that search has of an action before it tries the action. Here it is the seat's
    lead by the learned `weights` (`learned_lead`), or `prior_at_end` if the game is over.
    """
    if actors(after) == 0:
        return prior_at_end(after, seat)
    return learned_lead(after, weights, seat)


@rule
def share_weights(sums: list[float] | npt.NDArray[np.float64], seats: int, out: Numbers) -> None:
    """Write the share of the win (the win chance) of each of the first `seats` seats into `out`, in millionths.

    `sums` has a number for each seat: its rating by learned weights, as `sums_of` writes it. If the rating of a seat is
    1 more than that of another, its share is e times as large. The shares sum to a million, except for rounding. The
    function overwrites `sums`.
    """
    most = sums[0]
    for seat in range(seats):
        most = max(most, sums[seat])
    total = 0.0
    for seat in range(seats):
        sums[seat] = exp_of(sums[seat] - most)
        total += sums[seat]
    for seat in range(seats):
        out[seat] = int(WHOLE * sums[seat] / total)


@rule
def lead_of(sums: list[float] | npt.NDArray[np.float64], seats: int, seat: Seat) -> int:
    """Return the lead of a seat over the best other seat, in thousandths.

    `sums` has a number for each of the `seats` seats: its rating by learned weights, as `sums_of` writes it. The lead
    is the difference of two ratings.
    """
    best = -1e9
    for other in range(seats):
        if other != seat:
            best = max(best, sums[other])
    return int(ODDS_UNIT * (sums[seat] - best))
