"""Judgement that was learned: a weight for each number that a policy's `features` writes, kept as data beside the rules.

`weights.json` in a game's folder holds the weights for each bank (a bank is a kind of game, such as two seats), as whole
numbers of which 2 ** 24 are one, and how they were made. So a judgement is a sum of whole numbers, the same everywhere.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from enginehouse.core.judging.judgement import WHOLE, exp_of
from enginehouse.core.records.fields import Numbers
from enginehouse.core.rule import rule
from enginehouse.core.terms import Seat
from enginehouse.core.verbs import bank, features

FILE, BELIEFS, HABITS = "weights.json", "beliefs.json", "habits.json"
ONE = float(1 << 24)
MOST = 512
"""So many numbers a position may have for a seat."""


def beliefs_beside(module_file: str, many: int) -> Any:
    """The same of what `signs` writes: how likely what others keep hidden is by what they have done."""
    return weights_beside(module_file, many, BELIEFS)


def habits_beside(module_file: str, many: int) -> Any:
    """The same of what `habits` writes."""
    return weights_beside(module_file, many, HABITS)


def weights_beside(module_file: str, many: int, name: str = FILE) -> Any:
    """The weights in the folder of a module: an array of banks times `many` numbers; ValueError where they are others.

    As long as nothing was learned (there is no file) all of them are 0, in eight banks.
    """
    file = Path(module_file).parent / name
    if not file.is_file():
        return np.zeros((8, many), np.int64)
    kept = json.loads(file.read_text("utf-8"))
    weights = np.array(kept["banks"], np.int64)
    if weights.ndim != 2 or weights.shape[1] != many:
        raise ValueError(
            f"{file} holds {weights.shape} weights, and there are {many} numbers: remove it and train anew"
        )
    return weights


@rule
def weighed(numbers: Any, many: int, weights: Any, bank: int) -> float:
    """The sum of so many numbers, each times its weight."""
    total = 0
    for k in range(many):
        total += int(numbers[k]) * int(weights[bank, k])
    return total / ONE


@rule
def sums_of(s: Any, weights: Any, sums: Any) -> None:
    """How much speaks for each seat of a record, as its game's `features` and `bank` say."""
    numbers = np.zeros(MOST, np.int64)
    for seat in range(s.seats):
        many = features(s, seat, numbers)
        sums[seat] = weighed(numbers, many, weights, bank(s))


@rule
def learned_shares(s: Any, weights: Any, out: Numbers) -> None:
    """Everybody's share of the win, in millionths, as it was learned."""
    sums = np.zeros(8, np.float64)
    sums_of(s, weights, sums)
    share_weights(sums, s.seats, out)


@rule
def learned_lead(s: Any, weights: Any, seat: Seat) -> int:
    """A seat's lead on the best of the others, in thousandths, as it was learned."""
    sums = np.zeros(8, np.float64)
    sums_of(s, weights, sums)
    return lead_of(sums, s.seats, seat)


@rule
def share_weights(sums: Any, seats: int, out: Numbers) -> None:
    """Shares from how much speaks for each seat: one that has 1 more is e times as likely to win; their sum is whole."""
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
def lead_of(sums: Any, seats: int, seat: Seat) -> int:
    """By how much more speaks for a seat than for the best of the others, in thousandths."""
    best = -1e9
    for other in range(seats):
        if other != seat:
            best = max(best, sums[other])
    return int(1000 * (sums[seat] - best))
