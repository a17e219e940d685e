"""Compute confidence sequences: confidence intervals that stay valid if you check them often during a run.

So a run may stop as soon as its intervals are narrow enough. The ordinary 95 % interval is valid only for a number of
games that was fixed before. If you look at it again and again, and stop when it shows a difference, you are wrong far
more often: once in two or three times. The method is the normal mixture of Robbins (1970). The standard deviation of
the values is estimated by the method of Waudby-Smith and others ("Time-uniform central limit theory and asymptotic
confidence sequences", Annals of Statistics 52, 2024). The intervals are wider than the ordinary interval by a third to
a half.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from enginehouse.core.words.estimates import Estimate

ALPHA = 0.05
LEAST = 30
"""The minimum number of values for an interval. With fewer, the deviation is not known well enough."""
BEST_AT = 1000
"""The number of games for which the interval is optimized to be narrow."""


def half_width(n: int, deviation: float, alpha: float = ALPHA, best_at: int = BEST_AT) -> float:
    """Return half the width of a confidence interval for the mean of `n` independent numbers.

    `deviation` is the standard deviation of the numbers. The caller can compute a new interval whenever a run has added
    numbers. `alpha` is the probability that any of these intervals misses the true mean, so the run may stop as soon as
    an interval is narrow enough. The method is tuned for narrow intervals at `best_at` numbers. If there are fewer than
    `LEAST` numbers, return infinity.
    """
    if n < LEAST:
        return math.inf
    wide = -2 * math.log(alpha)
    rho = (wide + math.log(wide + 1)) / best_at
    return deviation * math.sqrt(2 * (n * rho + 1) / (n * n * rho) * math.log(math.sqrt(n * rho + 1) / alpha))


def mean(values: Sequence[float], alpha: float = ALPHA) -> Estimate:
    """Return the mean of independent numbers, with an interval that stays valid if it is checked again and again.

    `values` are in the order in which they were found. `alpha` is the probability that this confidence interval misses
    the true mean at least once, while numbers are added. Raise `ValueError` if there are no numbers.
    """
    if not values:
        raise ValueError("a mean needs at least one number")
    n = len(values)
    middle = math.fsum(values) / n
    wide = half_width(n, math.sqrt(math.fsum((value - middle) ** 2 for value in values) / max(1, n - 1)), alpha)
    return Estimate(middle, middle - wide, middle + wide)


def share(won: Sequence[float], alpha: float = ALPHA) -> Estimate:
    """Return a seat's or bot's mean share of the win in independent games, with a confidence interval.

    `won` has the share in each game, from 0 (lost) to 1 (won alone). The interval stays valid if you compute it again
    and again while games are added: `alpha` is the probability that it ever misses the true mean. The standard
    deviation of the shares is computed with one added win and one added loss, so that it is not 0 if all games were
    won. Raise `ValueError` if there are no games, or if a share is below 0 or above 1.
    """
    if not won or min(won) < 0 or max(won) > 1:
        raise ValueError("a share needs at least one game, and for each of them a number from 0 to 1")
    n, total = len(won), math.fsum(won)
    centre = (total + 1) / (n + 2)
    spread = (math.fsum((value - centre) ** 2 for value in won) + (1 - centre) ** 2 + centre**2) / (n + 2)
    wide = half_width(n, math.sqrt(spread), alpha)
    return Estimate(total / n, max(0.0, total / n - wide), min(1.0, total / n + wide))
