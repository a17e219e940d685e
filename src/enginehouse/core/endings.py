"""How a game ended, in words: who won and why, and where the points come from.

A game's `ending.py` (optional) has these names, all made from a view of the last position:

    headline(v)         who won, in a sentence without a full stop; seats are written `{0}`
    why(v)              sentences that say how it came to that
    points(v, seat)     where a seat's score comes from: (what, how many), which add up to its score; empty where it is one thing
    UNIT                what a score counts
"""

from __future__ import annotations

from typing import Any, NamedTuple


class Ending(NamedTuple):
    """What is said at the end of a game."""

    headline: str = ""
    """Empty where the game has no words for it."""
    why: tuple[str, ...] = ()
    points: tuple[tuple[tuple[str, int], ...], ...] = ()
    """By seat: what its score comes from."""
    unit: str = "Score"


def ending_of(game: Any, view: Any, seats: int) -> Ending:
    """How a game that is over ended."""
    if game.ending is None:
        return Ending()
    told = game.ending
    points = tuple(tuple(told.points(view, seat)) for seat in range(seats))
    return Ending(told.headline(view), tuple(told.why(view)), points, told.UNIT)
