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
PRIOR = 2.0
"""The weight of the prior that the estimates are right, in games."""
STEPS = 50
"""The number of Newton steps of a fit."""


class Curve(NamedTuple):
    """A beta calibration: the log odds of the win are `a * log(p) - b * log(1 - p) + c` for an estimate `p`.

    `a` and `b` are not negative, so the curve never falls. With 1, 1 and 0 it is the identity.
    """

    a: float = 1.0
    b: float = 1.0
    c: float = 0.0

    def calibrate(self, share: float) -> float:
        """Return the calibrated share of the win for an estimate. Both are from 0 to 1. 0 and 1 stay as they are."""
        if share <= 0 or share >= 1:
            return share
        p = min(max(share, EDGE), 1 - EDGE)
        return 1 / (1 + math.exp(-(self.a * math.log(p) - self.b * math.log(1 - p) + self.c)))


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
    features = np.stack([np.log(p), -np.log(1 - p), np.ones_like(p)], 1)
    prior = found = np.array(SAME)
    for _ in range(STEPS):
        fitted = 1 / (1 + np.exp(-features @ found))
        slope = features.T @ (weights * (fitted - shares)) + PRIOR * (found - prior)
        bend = (features * (weights * fitted * (1 - fitted))[:, None]).T @ features + PRIOR * np.eye(3)
        found = found - np.linalg.solve(bend, slope)
    a, b, c = found.tolist()
    return Curve(max(a, 0.0), max(b, 0.0), c)
