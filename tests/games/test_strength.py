"""How much better the greedy bot plays than chance."""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING

import pytest

from enginehouse.bots import greedy
from enginehouse.core import game as games
from enginehouse.core.compiler.flags import jit_possible
from enginehouse.core.events import Events
from enginehouse.core.match import Match
from enginehouse.core.playing import random_games
from enginehouse.games.mechanica.parts import ACTIONS

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.untraced

GAME = games.get("mechanica")


def greedy_game(seats: int, seed: str) -> list[int]:
    """The scores of a game of greedy bots."""
    match = Match.new(GAME, seats, seed=seed)
    e = Events(GAME.facts.event_size, on=False)
    s, out, done = match.state, [0] * len(ACTIONS), 0
    while mask := GAME.rules.actors(s):
        seat = (mask & -mask).bit_length() - 1
        many = GAME.rules.legal(s, seat, out)
        v = GAME.new_record()
        GAME.rules.view(s, seat, v)
        e.count = 0
        GAME.rules.apply(s, seat, greedy.choose(v, seat, out[:many], 60, done), e)
        done += 1
    points = [0] * 16
    GAME.rules.scores(s, points)
    return points[:seats]


@pytest.mark.timeout(1200)
def test_greedy_bots_build_factories_that_work_in_mechanica(
    deep: bool, record_property: Callable[[str, object], None]
) -> None:
    """Over 500 games of four (fewer unless deep) their mean score is at least three times that of random bots."""
    if not jit_possible():
        pytest.skip("plain, the very same games take too long")
    greedy.prepare(GAME)
    seats, many = 4, 500 if deep else 6
    points = [score for k in range(many) for score in greedy_game(seats, f"strength {k}")]
    random_run = random_games(GAME, seats, None, 500, 3)
    other = float(random_run.totals[:, :seats].mean())
    record_property("told", f"{many} games of {seats}: greedy {statistics.mean(points):.1f}, random {other:.1f}")
    assert statistics.mean(points) >= 3 * other
