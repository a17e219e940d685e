"""Summarize the finished games of a person: the result of each, and totals."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import fmean
from typing import NamedTuple

from enginehouse.table.store.rows import TableRow


class Outcome(NamedTuple):
    """The result of a game for one person: the place among `seats` players, and the points."""

    place: int
    """The place in the result, from 1. Several people may share a place."""
    seats: int
    points: int
    lost: bool
    """Whether the place has no meaning: there is no winner, or all except a single winner share one place."""


class Score(NamedTuple):
    """A person's totals in one kind of game.

    `game` is the name of the kind. `played` and `won` are numbers of games, and `mean_place` is the mean of the places
    (1 is the first).
    """

    game: str
    played: int
    won: int
    mean_place: float


def outcome(row: TableRow, person: str) -> Outcome | None:
    """Return the result of a game for a person.

    Return None unless the person had exactly one seat at the end of the game.
    """
    mine, result = row.list_seats(person), row.result or {}
    if row.status != "over" or len(mine) != 1:
        return None
    ranks, points = result.get("ranks"), result.get("scores")
    if not (isinstance(ranks, list) and isinstance(points, list) and len(ranks) == len(points) == len(row.seats)):
        return None
    place = int(ranks[mine[0]])
    lost = 1 not in ranks or (place > 1 and len(ranks) > 2 and ranks.count(place) == len(ranks) - 1)
    return Outcome(place, len(row.seats), int(points[mine[0]]), lost)


def counts(row: TableRow) -> bool:
    """Return whether a game is part of its players' totals. `row` is the row of its table in the database.

    A lesson is never part of the totals. Any other game is part of them if its setup was random, or if it continues a
    broken game (whose stored actions could not be replayed to the end).
    """
    return not row.lesson and (row.origin.kind == "mended" or not (row.origin.kind or row.start))


def scores(rows: Iterable[TableRow], person: str) -> list[Score]:
    """Return a person's results for each game: how often they played it, how often they won, and their mean place.

    The most played game stands first. `rows` are the person's finished tables. Lessons, and games that began with a
    chosen setup or position, are left out.
    """
    found: dict[str, list[int]] = {}
    for row in rows:
        ended = outcome(row, person) if counts(row) else None
        if ended is not None:
            found.setdefault(row.game, []).append(ended.place)
    made = [Score(game, len(places), places.count(1), fmean(places)) for game, places in found.items()]
    return sorted(made, key=lambda one: (-one.played, one.game))
