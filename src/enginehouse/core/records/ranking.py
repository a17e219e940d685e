"""Compute the ranks of the seats from their points, as a help for a game's rule `scores` (see `core.verbs`).

That rule fills an array `out` of 16 numbers: `out[seat]` is the score of a seat from 0 to 7, and `out[8 + seat]` is its
rank, where 1 is the best.
"""

from __future__ import annotations

from enginehouse.core.records.fields import Numbers
from enginehouse.core.rule import rule
from enginehouse.core.terms import Seats


@rule
def rank_seats(out: Numbers, points: Numbers) -> None:
    """Write the rank of each seat into `out[8 + seat]`: 1 plus the number of seats with more points.

    `out` is the array that a game's rule `scores` fills: the scores of 8 seats, followed by their ranks. `points` has a
    number for each seat of the game. If the scores decide the ranks, `points` can be the scores themselves: the first
    part of `out`. Seats with equal points share a rank. For seats that the game does not have, write 0 as rank and
    score.
    """
    for seat in range(len(points)):
        rank = 1
        for other in range(len(points)):
            rank += 1 if points[other] > points[seat] else 0
        out[8 + seat] = rank
    _clear_empty(out, len(points))


@rule
def rank_winners(out: Numbers, seats: int, winners: Seats) -> None:
    """Write the ranks of seats 0 to `seats` - 1 into `out[8 + seat]`: 1 for a winner, 2 for any other seat.

    `out` is the array that a game's rule `scores` fills: the scores of 8 seats, followed by their ranks. `winners` is
    the mask of the winners, bit k for seat k. For seats from `seats` on, write 0 as rank and score.
    """
    for seat in range(seats):
        out[8 + seat] = 1 if (winners >> seat) & 1 else 2
    _clear_empty(out, seats)


@rule
def _clear_empty(out: Numbers, seats: int) -> None:
    """Write 0 into `out` as the score and the rank of each seat that the game does not have, from seat `seats` on."""
    for seat in range(seats, 8):
        out[seat] = 0
        out[8 + seat] = 0
