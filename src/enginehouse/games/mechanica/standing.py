"""How the factories stand (see `core.standings`)."""

from __future__ import annotations

from typing import Any

from enginehouse.core.naming import many
from enginehouse.core.standings import Standing
from enginehouse.games.mechanica.parts import STACK
from enginehouse.games.mechanica.rules import worth


def goal(v: Any) -> str:
    """MC-3.3, MC-9.1: who wins, and how far the end is."""
    left = int(v.size[STACK])
    return f"Be worth most when nothing is left to buy: {many(left, 'improvement')} in the stack."


def standing(v: Any, seat: int) -> Standing:
    """MC-9.1: what all is worth if the game ended now."""
    points = int(worth(v, seat))
    return Standing(f"worth {points}", points)
