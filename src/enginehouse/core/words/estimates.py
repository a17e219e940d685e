"""What many games say, with how sure one can be: means and shares with intervals of 95 %."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

Z = 1.959963984540054
"""So many standard errors to either side hold 95 % of a normal distribution."""


class Estimate(NamedTuple):
    """A value and the interval of 95 % round it."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.3f} ({self.low:.3f} to {self.high:.3f})"


def mean(values: Iterable[float]) -> Estimate:
    """The mean of independent numbers, plus and minus 1.96 standard errors: good from some thirty numbers on.

    One number alone says nothing of its error: its interval is infinite. `ValueError` for no number at all.
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
    """The share won of independent games, each number from 0 to 1 (a shared win is a fraction), by Wilson's interval.

    Unlike that of `mean` it stays between 0 and 1 and is right for few games and for shares near 0 and 1. Where wins are
    shared it is wider than it need be, since fractions vary less than wins and losses. `ValueError` for no game, or a number
    that is no share. (E. B. Wilson, "Probable inference", JASA 22, 1927.)
    """
    given = [float(value) for value in won]
    if not given or min(given) < 0 or max(given) > 1:
        raise ValueError("a share needs at least one game, and for each of them a number from 0 to 1")
    n = len(given)
    p = math.fsum(given) / n
    middle = (p + Z * Z / (2 * n)) / (1 + Z * Z / n)
    error = Z / (1 + Z * Z / n) * math.sqrt(p * (1 - p) / n + Z * Z / (4 * n * n))
    return Estimate(p, min(p, max(0.0, middle - error)), max(p, min(1.0, middle + error)))
