"""Intervals that hold at all times: how often they are wrong where somebody looks again and again."""

from __future__ import annotations

import math

import numpy as np
import pytest

from enginehouse.core.words import estimates
from enginehouse.lab import sequences

RUNS, GAMES = 400, 4000
LOOKS = range(50, GAMES + 1, 50)


def paths(share: float) -> np.ndarray:
    """Running means of games won with this share, at each look."""
    won = np.random.default_rng(8).random((RUNS, GAMES)) < share
    sums = won.cumsum(axis=1)[:, [look - 1 for look in LOOKS]]
    return sums / np.array(LOOKS)


@pytest.mark.parametrize("share", [0.25, 0.5])
def test_who_looks_all_the_time_is_wrong_once_in_twenty_at_most(share: float) -> None:
    """And with the ordinary interval far more often, or there would be no need of this one."""
    means, looks = paths(share), np.array(LOOKS)
    deviations = np.sqrt(means * (1 - means))
    at_all_times = np.array([sequences.half_width(int(look), 1.0) for look in looks])
    ordinary = estimates.Z / np.sqrt(looks)
    wrong = [(np.abs(means - share) > wide * deviations).any(axis=1).mean() for wide in (at_all_times, ordinary)]
    assert wrong[0] <= 0.05 < 0.2 < wrong[1]


def test_an_interval_grows_narrow_and_is_wider_than_the_ordinary_one() -> None:
    wide = [sequences.half_width(n, 1.0) * math.sqrt(n) / estimates.Z for n in (100, 1000, 10_000)]
    assert min(wide) > 1.2 and max(wide) < 2.4 and wide[1] == min(wide)
    assert sequences.half_width(sequences.LEAST - 1, 1.0) == math.inf


def test_a_mean_and_a_share_lie_in_the_middle() -> None:
    won = [1.0, 0.0, 0.0, 0.5] * 100
    share, mean = sequences.share(won), sequences.mean(won)
    assert share.value == mean.value == 0.375
    assert share.low < mean.low < 0.375 < mean.high < share.high
    assert share.high - 0.375 == pytest.approx(0.375 - share.low)


def test_nobody_is_sure_after_all_was_won() -> None:
    found = sequences.share([1.0] * 200)
    assert found.value == found.high == 1.0 and 0.9 < found.low < 0.995
    assert sequences.share([1.0] * 5) == (1.0, 0.0, 1.0)


@pytest.mark.parametrize("values", [[], [0.5, 1.5], [-0.1]])
def test_an_invalid_share_is_refused(values: list[float]) -> None:
    with pytest.raises(ValueError, match="a share needs"):
        sequences.share(values)


def test_no_number_has_no_mean() -> None:
    with pytest.raises(ValueError, match="at least one number"):
        sequences.mean([])
