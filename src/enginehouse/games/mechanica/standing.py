"""How the factories stand (see `core.standings`)."""

from __future__ import annotations

from typing import Any

from enginehouse.core.standings import Standing
from enginehouse.games.mechanica.rules import worth


def standing(v: Any, seat: int) -> Standing:
    """MC-9.1: what all is worth if the game ended now."""
    points = int(worth(v, seat))
    return Standing(f"worth {points}", points)
