"""The first look of a bot at an action: values and costs beside the learned weights."""

from __future__ import annotations

from typing import Any

from enginehouse.games.great_machine import state
from enginehouse.games.great_machine.judgement import GIFT, PELLET, SUICIDE, TURN_GIFT, prior


def look(before: Any, after: Any, seat: int = 0) -> int:
    """Return the amount that the change from `before` adds to the estimate of `after` for a seat."""
    return prior(before, after, seat, 0) - prior(after, after, seat, 0)


def test_an_own_pellet_is_worth_taking_now(scene: Any) -> None:
    after = scene(4).pellets(2, 0, 1, 0).s
    before = scene(4).pellets(1, 0, 1, 0).s
    assert look(before, after) == PELLET > 0
    assert look(after, before) == -PELLET


def test_gifts_to_rivals_cost(scene: Any) -> None:
    after, before = scene(4).pellets(1, 3, 1, 0).s, scene(4).pellets(1, 1, 1, 0).s
    assert look(before, after) == -2 * GIFT < 0
    after = state.SHAPE.copy(before)
    after.extra_turns[2] = 1
    assert look(before, after) == -TURN_GIFT < 0


def test_the_own_death_costs(scene: Any) -> None:
    before, after = scene(4).pellets(0, 3, 1, 0).s, scene(4).pellets(0, 3, 1, 0).kill(0).s
    assert look(before, after) == -SUICIDE < 0
