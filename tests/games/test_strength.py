"""How much better the greedy bot plays than chance."""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING

import pytest

from enginehouse.bots.players.runs import Run, play_rows
from enginehouse.core.flags import jit_possible
from enginehouse.core.play.arena import random_games
from enginehouse.core.registry import game as games

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.untraced

GAME = games.get("mechanica")


@pytest.mark.deep
@pytest.mark.skipif(not jit_possible(), reason="plain, games of whole factories are too long")
@pytest.mark.timeout(1200)
def test_greedy_bots_build_factories_that_work_in_mechanica(record_property: Callable[[str, object], None]) -> None:
    """Over 500 games of four their mean score is at least three times that of random bots."""
    seats, many = 4, 500
    points = [score for row in play_rows(Run(GAME, seats, {}, many, 3, ["greedy"]), 0, many) for score in row.scores]
    random_run = random_games(GAME, seats, None, 500, 3)
    other = float(random_run.totals[:, :seats].mean())
    record_property("told", f"{many} games of {seats}: greedy {statistics.mean(points):.1f}, random {other:.1f}")
    assert statistics.mean(points) >= 3 * other


def mean_of(level: str, many: int) -> float:
    """The mean score of a level in Mechanica, two seats."""
    rows = play_rows(Run(GAME, 2, {}, many, 5, [level]), 0, many)
    return statistics.mean(score for row in rows for score in row.scores)


@pytest.mark.deep
@pytest.mark.skipif(not jit_possible(), reason="plain, games of whole factories are too long")
@pytest.mark.timeout(1200)
def test_easy_bots_give_a_beginner_a_game_in_mechanica(record_property: Callable[[str, object], None]) -> None:
    """They build factories that work, and those of steady ones work much better."""
    easy, steady = mean_of("easy", 60), mean_of("steady", 60)
    record_property("told", f"easy {easy:.1f}, steady {steady:.1f}")
    assert 70 <= easy <= 0.8 * steady
