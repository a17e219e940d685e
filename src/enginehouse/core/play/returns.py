"""Compute the returns of a finished game: for each seat a number that says how well it has done.

The numbers are computed from scores or ranks, by the same rule for all games. Rank 1 is the best, and several seats may
share a rank. If a game ends without a winner, no seat has rank 1: The Great Machine (clause GM-2.4) can end with the
ranks 2, 2, 2.
"""

from __future__ import annotations

from collections.abc import Sequence


def rank_share(ranks: Sequence[int], together: bool = False) -> list[float]:
    """Return a list with the return of each seat, a number from -1 to 1 that is computed from the ranks.

    `ranks` has the rank of each seat, 1 for the best. The return of a seat is the number of seats with a worse rank
    minus those with a better rank, divided by the number of other seats. So a seat that is first alone has 1, and a
    seat that is last alone has -1. The sum is 0. With one seat, or if all seats play `together`, the return is 1 for
    rank 1, else -1.
    """
    if together or len(ranks) == 1:
        return [1.0 if rank == 1 else -1.0 for rank in ranks]
    others = len(ranks) - 1
    return [(sum(r > rank for r in ranks) - sum(r < rank for r in ranks)) / others for rank in ranks]


def win_share(ranks: Sequence[int], together: bool = False) -> list[float]:
    """Return the share of the win of each seat, from 0 to 1: the seats of rank 1 divide 1 equally.

    `ranks` has the rank of each seat. If all seats play `together`, each winner has 1. Otherwise the sum is 1, or 0
    without a winner.
    """
    winners = sum(rank == 1 for rank in ranks)
    return [(1.0 if together else 1 / winners) if rank == 1 else 0.0 for rank in ranks]


def score_share(points: Sequence[int], together: bool = False) -> list[float]:
    """Return for each seat its score minus the mean score of all seats. The sum is 0.

    `points` has the score of each seat. With one seat, or if all seats play `together`, return the score itself.
    """
    mean = 0.0 if together or len(points) == 1 else sum(points) / len(points)
    return [one - mean for one in points]
