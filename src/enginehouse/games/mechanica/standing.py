"""How the factories stand (see `core.standings`)."""

from __future__ import annotations

from enginehouse.core.naming import many
from enginehouse.core.standings import Standing
from enginehouse.core.terms import Seat
from enginehouse.games.mechanica.parts import STACK
from enginehouse.games.mechanica.rules import worth
from enginehouse.games.mechanica.state import State


def goal(v: State) -> str:
    """MC-3.3, MC-9.1, MC-11.3: who wins, and how far the end is."""
    left, lying = int(v.size[STACK]), sum(kind != 0 for kind in v.shop)
    most = "more than ARMAND-0" if v.seats == 1 else "most"
    return f"Be worth {most} at the end. Left to buy: {many(left, 'improvement')} in the stack, {lying} on the wheel."


def standing(v: State, seat: Seat) -> Standing:
    """MC-9.1: what all is worth if the game ended now."""
    points = int(worth(v, seat))
    return Standing(f"worth {points}", points)
