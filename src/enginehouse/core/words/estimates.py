"""Estimate means and shares from many games, with 95 % intervals."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

Z = 1.959963984540054
"""The number of standard errors to either side that hold 95 % of a normal distribution."""


class Estimate(NamedTuple):
    """A value with the lower and upper end of its 95 % interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.3f} ({self.low:.3f} to {self.high:.3f})"


def mean(values: Iterable[float]) -> Estimate:
    """Return the mean of independent numbers with its 95 % interval: plus and minus 1.96 standard errors.

    The interval needs about thirty numbers to be right. A single number has an infinite interval. Raise `ValueError` if
    there are no numbers.
    """
    given = [float(value) for value in values]
    if not given:
        raise ValueError("a mean needs at least one number")
    middle = math.fsum(given) / len(given)
    if len(given) == 1:
        return Estimate(middle, -math.inf, math.inf)
    spread = math.fsum((value - middle) ** 2 for value in given) / (len(given) - 1)
    error = Z * math.sqrt(spread / len(given))
    return Estimate(middle, middle - error, middle + error)


def share(won: Iterable[float]) -> Estimate:
    """Return the mean share of the win (the win chance) in independent games, with Wilson's 95 % interval.

    Each number in `won` is from 0 to 1; a shared win is a fraction. Unlike the interval of `mean`, this interval stays
    between 0 and 1, and is right for few games and for shares near 0 and 1. With shared wins it is wider than
    necessary, because fractions vary less than wins and losses. Raise `ValueError` without games, or for a number that
    is no share. (E. B. Wilson, "Probable inference", JASA 22, 1927.)
    """
    given = [float(value) for value in won]
    if not given or min(given) < 0 or max(given) > 1:
        raise ValueError("a share needs at least one game, and for each of them a number from 0 to 1")
    return share_of_sum(math.fsum(given), len(given))


def share_of_sum(wins: float, n: int, z: float = Z) -> Estimate:
    """Return the mean share of the win in `n` independent games, with Wilson's interval.

    `wins` is the sum of the shares. `z` is the number of standard errors to either side, by default that of 95 %.
    """
    p = wins / n
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    error = z / (1 + z * z / n) * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    return Estimate(p, min(p, max(0.0, middle - error)), max(p, min(1.0, middle + error)))
