"""Calibrate win chances: if a shown win chance is 70 %, seven of ten such positions should end in a win.

For each position, the rules in a game's `judgement.py` estimate each seat's share of the win. A search uses these
estimates as they are. For the shown win chances, a curve maps the estimate to the share that followed in games of bots.
The curves are beta calibrations: Kull, Silva Filho and Flach, "Beta calibration: a well-founded and easily implemented
improvement on logistic calibration for binary classifiers", AISTATS 2017.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from enginehouse.core.registry.game import Game

FILE = "calibration.json"
"""The file in a game's folder with a curve for each number of seats."""
EDGE = 0.002
"""The least distance of an uncertain share from 0 and from 1."""
PRIOR = 0.2
"""The weight of the prior that the estimates are right, in games. With 2.0, hundreds of games did not overcome it."""
STEPS, HALVINGS = 50, 20
"""The number of Newton steps of a fit, and how often a step is halved at most until it is better."""
KNEE, TOP = 0.05, 0.1
"""The distances from 0 and from 1 below which a curve may rise at a rate of its own."""


class Curve(NamedTuple):
    """A beta calibration: the log odds of the win are `a * log(p) - b * log(1 - p) + c` for an estimate `p`.

    The estimates of some games are too low in positions that look lost. So if `p` is below `KNEE`, the slope with
    respect to `log(p)` is `d` instead of `a`. In positions that look won, some estimates are too high. So if `p` is
    above `1 - TOP`, the slope with respect to `-log(1 - p)` is `e` instead of `b`. The curve has no jumps. The four
    slopes are not negative, so the curve never falls. If they are 1 and `c` is 0, the curve changes no estimate.
    """

    a: float = 1.0
    b: float = 1.0
    c: float = 0.0
    d: float = 1.0
    e: float = 1.0

    def calibrate(self, share: float) -> float:
        """Return the calibrated win chance for the estimate `share`.

        The estimate and the result are from 0 to 1. For 0 and 1 they are equal.
        """
        if share <= 0 or share >= 1:
            return share
        p = min(max(share, EDGE), 1 - EDGE)
        low = self.a * math.log(max(p, KNEE)) + self.d * min(0.0, math.log(p / KNEE))
        high = self.b * math.log(max(1 - p, TOP)) + self.e * min(0.0, math.log((1 - p) / TOP))
        return 1 / (1 + math.exp(-(low - high + self.c)))


SAME = Curve()
"""The identity. Games without curves use it."""
RISING = np.array([True, True, False, True, True])
"""Whether a number of a curve may not be negative, so that the curve never falls."""


def find_curve(game: Game, seats: int) -> Curve:
    """Return the curve that corrects a bot's estimates of the win chance in a game with this number of seats.

    If the game has no curve for this number, return the curve for the nearest number. If the game has no curves at all,
    return `SAME`, the curve that changes no estimate.
    """
    curves = {int(many): _read_curve(numbers) for many, numbers in (game.calibration or {}).get("curves", {}).items()}
    return curves[min(curves, key=lambda many: (abs(many - seats), many))] if curves else SAME


def _read_curve(numbers: Sequence[float]) -> Curve:
    """Return the curve with the numbers of a file: the fields of `Curve` in order.

    An older file has only four numbers, `a` to `d`. Then `e` is equal to `b`.
    """
    return Curve(*([*numbers, numbers[1]] if len(numbers) == 4 else numbers))


def fit_curve(
    estimates: npt.NDArray[np.float64], shares: npt.NDArray[np.float64], weights: npt.NDArray[np.float64]
) -> Curve:
    """Return the curve that corrects estimates of the win chance best, found by logistic regression.

    The arrays have an element for each position: `estimates` has a bot's estimates of the win chance, and `shares` the
    real results (1: a win), both from 0 to 1. `weights` has the weight of each position in the fit. The weights of the
    positions of one game should sum to 1, because these positions have the same result. The prior is the curve `SAME`,
    which changes no estimate. The slopes of a curve must not be negative. If a slope of the best curve is negative, it
    is set to 0, and the other parameters of the curve are fitted again.
    """
    p = np.clip(estimates, EDGE, 1 - EDGE)
    low, high = (
        (np.log(np.maximum(each, knee)), np.minimum(0.0, np.log(each / knee)))
        for each, knee in ((p, KNEE), (1 - p, TOP))
    )
    features = np.stack([low[0], -high[0], np.ones_like(p), low[1], -high[1]], 1)
    prior = np.array(SAME)
    used = np.ones(len(prior), bool)
    while True:
        found = _fit_numbers(features[:, used], shares, weights, prior[used])
        numbers = np.zeros(len(prior))
        numbers[used] = found
        falling = (numbers < 0) & RISING
        if not falling.any():
            return Curve(*numbers.tolist())
        used &= ~falling


def _fit_numbers(features: Any, shares: Any, weights: Any, prior: Any) -> Any:
    """Return the coefficients of a logistic regression, in which the results `shares` depend on `features`.

    `features` is a matrix with a row for each position and a column for each coefficient. There is no further
    intercept. `shares` and `weights` have an element for each position. `prior` has the coefficients that are the most
    likely before any position is observed. The result is a float array in the order of the columns, like `prior`.
    """
    found = prior

    def cost(at: npt.NDArray[np.float64]) -> float:
        """Return the value to be minimised for the coefficients `at`: the log loss, plus a penalty.

        The penalty grows with the distance of `at` from `prior`.
        """
        odds = features @ at
        return float((weights * (np.logaddexp(0, odds) - shares * odds)).sum() + PRIOR / 2 * ((at - prior) ** 2).sum())

    for _ in range(STEPS):
        fitted = 1 / (1 + np.exp(-features @ found))
        slope = features.T @ (weights * (fitted - shares)) + PRIOR * (found - prior)
        bend = (features * (weights * fitted * (1 - fitted))[:, None]).T @ features + PRIOR * np.eye(len(prior))
        step = np.linalg.solve(bend, slope)
        for _ in range(HALVINGS):
            if cost(found - step) <= cost(found):
                found = found - step
                break
            step = step / 2
    return found
