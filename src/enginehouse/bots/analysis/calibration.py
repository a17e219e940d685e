"""Calibrate win chances: of the positions that are shown with 70 %, seven of ten should end in a win.

The judgement of a game estimates a seat's share of the win, as searches need it. A curve maps the estimate to the share
that followed in games of bots. The curves are beta calibrations: Kull, Silva Filho and Flach, "Beta calibration: a
well-founded and easily implemented improvement on logistic calibration for binary classifiers", AISTATS 2017. Only
the shown win chances are calibrated, and not the values in a search.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from enginehouse.core.registry.game import Game

FILE = "calibration.json"
"""The file in a game's folder with a curve for each number of seats."""
EDGE = 0.002
"""The least distance of an uncertain share from 0 and from 1."""
PRIOR = 0.2
"""The weight of the prior that the estimates are right, in games. With 2.0, hundreds of games did not overcome it."""
STEPS, HALVINGS = 50, 20
"""The number of Newton steps of a fit, and how often a step is halved at most until it is better."""
KNEE = 0.05
"""The estimate below which a curve may rise at a rate of its own."""


class Curve(NamedTuple):
    """A beta calibration: the log odds of the win are `a * log(p) - b * log(1 - p) + c` for an estimate `p`.

    Below `KNEE`, `log(p)` continues with the factor `d` instead of `a`, because some judges underestimate positions
    that look lost. `a`, `b` and `d` are not negative, so the curve never falls. If `a`, `b` and `d` are 1 and `c` is 0,
    the curve changes nothing.
    """

    a: float = 1.0
    b: float = 1.0
    c: float = 0.0
    d: float = 1.0

    def calibrate(self, share: float) -> float:
        """Return the calibrated win chance for the estimate `share`.

        The estimate and the result are from 0 to 1. For 0 and 1 they are equal.
        """
        if share <= 0 or share >= 1:
            return share
        p = min(max(share, EDGE), 1 - EDGE)
        low = self.a * math.log(max(p, KNEE)) + self.d * min(0.0, math.log(p / KNEE))
        return 1 / (1 + math.exp(-(low - self.b * math.log(1 - p) + self.c)))


SAME = Curve()
"""The identity. Games without curves use it."""


def find_curve(game: Game, seats: int) -> Curve:
    """Return the curve of a game for a number of seats.

    If that number has no curve, return the curve for the nearest number. If the game has no curves, return `SAME`.
    """
    curves = {int(many): Curve(*numbers) for many, numbers in (game.calibration or {}).get("curves", {}).items()}
    return curves[min(curves, key=lambda many: (abs(many - seats), many))] if curves else SAME


def fit_curve(estimates: Any, shares: Any, weights: Any) -> Curve:
    """Return the curve that fits the observed shares best, by logistic regression with the curve `SAME` as prior.

    `estimates`, `shares` (both from 0 to 1) and `weights` are arrays with an element for each position. The weights of
    the positions of one game should sum to 1, because they have the same result.
    """
    p = np.clip(estimates, EDGE, 1 - EDGE)
    low = [np.log(np.maximum(p, KNEE)), -np.log(1 - p), np.ones_like(p), np.minimum(0.0, np.log(p / KNEE))]
    features = np.stack(low, 1)
    prior = found = np.array(SAME)

    def cost(at: Any) -> float:
        """Return the log loss of the curve with the numbers `at`, plus that of the prior."""
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
    a, b, c, d = found.tolist()
    return Curve(max(a, 0.0), max(b, 0.0), c, max(d, 0.0))
