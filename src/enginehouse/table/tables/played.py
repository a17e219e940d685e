"""What somebody has played: how each game went for them, and what comes of all of them together."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import fmean
from typing import NamedTuple

from enginehouse.table.store.rows import TableRow


class Outcome(NamedTuple):
    """How a game ended for one person."""

    place: int
    """1 is the first place, which several may share."""
    seats: int
    points: int
    lost: bool
    """Whether nobody has won, or only one seat has: all others share one place, so that their places say nothing."""


class Score(NamedTuple):
    """What came of all games of one kind that count."""

    game: str
    played: int
    won: int
    mean_place: float


def outcome(row: TableRow, person: str) -> Outcome | None:
    """How a game ended for who sat there to its end, on one seat alone; None where it has no result of that kind."""
    mine, result = row.seats_of(person), row.result or {}
    if row.status != "over" or len(mine) != 1:
        return None
    ranks, points = result.get("ranks"), result.get("scores")
    if not (isinstance(ranks, list) and isinstance(points, list) and len(ranks) == len(points) == len(row.seats)):
        return None
    place = int(ranks[mine[0]])
    lost = 1 not in ranks or (place > 1 and len(ranks) > 2 and ranks.count(place) == len(ranks) - 1)
    return Outcome(place, len(row.seats), int(points[mine[0]]), lost)


def counts(row: TableRow) -> bool:
    """Whether a game counts: one that was dealt by chance and was no lesson. One that was mended goes on from such a one."""
    return not row.lesson and (row.origin.kind == "mended" or not (row.origin.kind or row.start))


def scores(rows: Iterable[TableRow], person: str) -> list[Score]:
    """By game, those with most games first: how many were played, won, and the mean place."""
    found: dict[str, list[int]] = {}
    for row in rows:
        ended = outcome(row, person) if counts(row) else None
        if ended is not None:
            found.setdefault(row.game, []).append(ended.place)
    made = [Score(game, len(places), places.count(1), fmean(places)) for game, places in found.items()]
    return sorted(made, key=lambda one: (-one.played, one.game))
