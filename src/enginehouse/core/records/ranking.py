"""Ranks of the seats, for `scores`: `out[8 + seat]` is the rank of a seat, and 1 is the best."""

from __future__ import annotations

from enginehouse.core.records.fields import Numbers
from enginehouse.core.rule import rule
from enginehouse.core.terms import Seats


@rule
def rank_seats(out: Numbers, points: Numbers) -> None:
    """Write the rank of each seat that has a number in `points`: 1 plus the number of seats with more points.

    Seats with equal points share a rank. `rank_seats(out, out[: s.seats])` ranks by the scores themselves.
    """
    for seat in range(len(points)):
        rank = 1
        for other in range(len(points)):
            rank += 1 if points[other] > points[seat] else 0
        out[8 + seat] = rank


@rule
def rank_winners(out: Numbers, seats: int, winners: Seats) -> None:
    """Write rank 1 for each seat in the mask `winners`, and rank 2 for all other seats below `seats`."""
    for seat in range(seats):
        out[8 + seat] = 1 if (winners >> seat) & 1 else 2
