"""A fault of five points is found, and none where there is none: by games that two cores play in less than a minute."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("polars", reason="the lab is not installed: scripts/setup frameworks")
pytest.importorskip("scipy")

from enginehouse.bots.players.runs import Run, play_rows
from enginehouse.core.flags import jit_possible
from enginehouse.core.registry import game as games
from enginehouse.lab import sequences
from enginehouse.lab.tables import difference

if (here := str(Path(__file__).resolve().parent)) not in sys.path:
    sys.path.insert(0, here)

from erring import Erring  # type: ignore[import-not-found]

pytestmark = [pytest.mark.untraced, pytest.mark.timeout(1800)]
REPETITIONS = 200
POOLS = [("mechanation", 2, 125, 4000), ("mechanation", 4, 125, 3000), ("great-machine", 2, 78, 3500)]
"""Game, seats, how often the bot errs (in thousandths, so that it costs some five points), games of each kind in the pool."""


def pool(name: str, seats: int, thousandths: int, many: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the last seat's results in games of greedy bots, and with the same setups if its bot errs."""
    bot = Erring(0)
    run = Run(games.get(name), seats, {}, many, 1, ["greedy"] * (seats - 1) + ["erring"], own={"erring": bot})
    own = np.array([row.wins[-1] for row in play_rows(run, 0, many)])
    assert run.whole is not None
    run.whole.settings[run.whole.names.index("erring")][1] = thousandths
    return own, np.array([row.wins[-1] for row in play_rows(run, 0, many)])


def finds_difference(before: np.ndarray, after: np.ndarray) -> bool:
    """Whether the lab calls it a difference, of one that is asked about."""
    return difference(1, "win", before.tolist(), after.tolist()).chance < sequences.ALPHA


@pytest.mark.deep
@pytest.mark.skipif(not jit_possible(), reason="compiled rules are off")
@pytest.mark.parametrize(("name", "seats", "thousandths", "many"), POOLS)
def test_a_planted_fault_is_found_and_none_where_none_is_planted(
    name: str, seats: int, thousandths: int, many: int
) -> None:
    own, erring = pool(name, seats, thousandths, many)
    assert 0.035 < own.mean() - erring.mean() < 0.065
    dice = np.random.default_rng(6)
    right = wrong = 0
    for _ in range(REPETITIONS):
        drawn = dice.integers(many, size=many)
        right += finds_difference(own[drawn], erring[drawn])
        # Nothing is planted: other deals of the same bots, half of the pool against the other half.
        mixed = dice.permutation(many)
        wrong += finds_difference(own[mixed[: many // 2]], own[mixed[many // 2 : many // 2 * 2]])
    print(f"{name} {seats}: found {right}, and {wrong} where there is nothing, of {REPETITIONS}")
    assert right >= 0.95 * REPETITIONS
    assert wrong <= 17  # of 200 one expects 10; more than 17 come once in a hundred times
