"""Compute ratings from games between pairs by the Bradley-Terry model (Elo scale: 400 points are odds of ten to one).

Intervals come from a bootstrap over deals. All pairs play the same deals. So a bootstrap sample draws deals, and takes
the games of all pairs on each drawn deal. (Bradley and Terry 1952; fitted as in Hunter, "MM algorithms for generalized
Bradley-Terry models", 2004; Efron, the bootstrap, 1979.)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from enginehouse.core.words.estimates import Estimate

SCALE = 400 / np.log(10)
DRAWS = 400
"""The number of bootstrap samples."""
PRIOR = 0.5
"""The games that each player is assumed to have won and lost against a player of rating 0, so that all ratings are
finite.
"""
ROUNDS = 400
"""The number of iterations of the fit."""

Results = Mapping[tuple[str, str], Sequence[float]]
"""For each pair of players, the first player's share of the win (0 to 1) in each of their games, by deal."""


def compute_ratings(results: Results, seed: int = 1) -> dict[str, Estimate]:
    """Return the rating of each player by name with a 95 % interval, the strongest first.

    The mean rating is 0. `results` maps a pair of names to the first player's share of the win in each game, in the
    order of deals. `seed` determines the random draws of the bootstrap. Raise `ValueError` if there are no games.
    """
    names = sorted({name for pair in results for name in pair})
    if not names:
        raise ValueError("ratings need at least one game")
    dice, deals = np.random.default_rng(seed), max(len(shares) for shares in results.values())
    # How often each deal counts: once, and then as often as it is drawn.
    often = np.stack(
        [np.ones(deals), *(np.bincount(dice.integers(0, deals, deals), minlength=deals) for _ in range(DRAWS))]
    )
    wins, games = np.full((len(often), len(names)), PRIOR), np.zeros((len(often), len(names), len(names)))
    for (first, second), shares in results.items():
        a, b, counts = names.index(first), names.index(second), often[:, : len(shares)]
        won, played = counts @ np.array(shares, float), counts.sum(1)
        wins[:, a] += won
        wins[:, b] += played - won
        games[:, a, b] += played
        games[:, b, a] += played
    fitted = _fit(wins, games)
    middle = fitted[0]
    low, high = np.percentile(fitted[1:], [2.5, 97.5], axis=0)
    found = {
        name: Estimate(float(middle[k]), float(min(low[k], middle[k])), float(max(high[k], middle[k])))
        for k, name in enumerate(names)
    }
    return dict(sorted(found.items(), key=lambda one: -one[1].value))


def _fit(wins: Any, games: Any) -> Any:
    """Return the maximum likelihood ratings of all players on the Elo scale.

    The result is an array of shape (bootstrap samples, players). `wins` has the number of wins by sample and player.
    `games` has the number of games by sample and pair of players.
    """
    strength = np.ones_like(wins)
    for _ in range(ROUNDS):
        expected = (games / (strength[:, :, None] + strength[:, None, :])).sum(2) + 2 * PRIOR / (strength + 1)
        following = wins / expected
        if np.allclose(following, strength, rtol=1e-9):
            break
        strength = following
    found = SCALE * np.log(strength)
    return found - found.mean(1, keepdims=True)
