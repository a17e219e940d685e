"""Intervals that may be looked at at any time: whoever stops when they please is still right 95 times in 100.

The ordinary interval of 95 % is right for a number of games that was fixed before. Looked at again and again, until it
says what one hopes for, it is wrong far more often (once in two or three). These sequences hold at all times at once: the
normal mixture of Robbins (1970), with the deviation estimated as Waudby-Smith and others do ("Time-uniform central limit
theory and asymptotic confidence sequences", Annals of Statistics 52, 2024). They are a third to a half wider.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from enginehouse.core.words.estimates import Estimate

ALPHA = 0.05
LEAST = 30
"""For fewer numbers nothing is said: the deviation is not known well enough."""
BEST_AT = 1000
"""After so many games the interval is as narrow as such a one can be."""


def half_width(n: int, deviation: float, alpha: float = ALPHA, best_at: int = BEST_AT) -> float:
    """How far the mean of `n` independent numbers may lie from the truth, at any time; infinite for fewer than `LEAST`."""
    if n < LEAST:
        return math.inf
    wide = -2 * math.log(alpha)
    rho = (wide + math.log(wide + 1)) / best_at
    return deviation * math.sqrt(2 * (n * rho + 1) / (n * n * rho) * math.log(math.sqrt(n * rho + 1) / alpha))


def mean(values: Sequence[float], alpha: float = ALPHA) -> Estimate:
    """The mean of independent numbers in the order in which they came, at any time. `ValueError` for none."""
    if not values:
        raise ValueError("a mean needs at least one number")
    n = len(values)
    middle = math.fsum(values) / n
    wide = half_width(n, math.sqrt(math.fsum((value - middle) ** 2 for value in values) / max(1, n - 1)), alpha)
    return Estimate(middle, middle - wide, middle + wide)


def share(won: Sequence[float], alpha: float = ALPHA) -> Estimate:
    """The share won of independent games (numbers from 0 to 1), at any time.

    The deviation is that of the games with one more that was won and one that was lost: nobody is sure after all was won.
    """
    if not won or min(won) < 0 or max(won) > 1:
        raise ValueError("a share needs at least one game, and for each of them a number from 0 to 1")
    n, total = len(won), math.fsum(won)
    centre = (total + 1) / (n + 2)
    spread = (math.fsum((value - centre) ** 2 for value in won) + (1 - centre) ** 2 + centre**2) / (n + 2)
    wide = half_width(n, math.sqrt(spread), alpha)
    return Estimate(total / n, max(0.0, total / n - wide), min(1.0, total / n + wide))
