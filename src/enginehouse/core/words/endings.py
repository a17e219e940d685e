"""Describe the end of a game in words: the winners and the reason, and the sources of points.

A game's `ending.py` (optional) has these names. The argument `v` of each is a view of the last position:

    headline(v)         a sentence without a full stop that names the winners; seats are written `{0}`
    why(v)              sentences that give the reason
    points(v, seat)     the sources of a seat's score, as (name, number) pairs that add up to the score; empty if
                        the score has a single source, which is the default
    UNIT                the name of the unit of scores

The winners are the seats of rank 1 in `scores`. `winners_of` returns them, so that all sentences agree.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from enginehouse.core.records.fields import Record
from enginehouse.core.terms import Seat


class Ending(NamedTuple):
    """The end of a game in words: the winners, the reason, the sources of each seat's points, and their unit."""

    headline: str = ""
    """The sentence that names the winners; empty if the game has no words for its end."""
    why: tuple[str, ...] = ()
    points: tuple[tuple[tuple[str, int], ...], ...] = ()
    """The sources of the score, by seat."""
    unit: str = "Score"


def ending_of(game: Any, view: Any, seats: int) -> Ending:
    """Return the words for the end of a game with this number of seats.

    The words are empty if the game has no `ending.py`.
    """
    if game.ending is None:
        return Ending()
    told = game.ending
    points = tuple(tuple(told.points(view, seat)) for seat in range(seats))
    return Ending(told.headline(view), tuple(told.why(view)), points, told.UNIT)


def winners_of(scores: Callable[[Any, list[int]], object], view: Record) -> list[Seat]:
    """Return a list of the winners: the seats of rank 1 in `view`, a view of a game's last position.

    `scores` is the game's rule that writes the ranks.
    """
    out = [0] * 16
    scores(view, out)
    return [seat for seat in range(view.seats) if out[8 + seat] == 1]
