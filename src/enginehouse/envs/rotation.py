"""Rotation of views: the viewer becomes seat 0, and the other seats follow in order.

A rotation changes every field that has a row for each seat or whose numbers stand for seats, as the fields declare
(`core.records.fields`). A spectator's view is not rotated.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from enginehouse.core.records.fields import Field
from enginehouse.core.registry.game import Game


def rotate_field(field: Field, numbers: Any, first: Any, seats: Any) -> Any:
    """Return the numbers of a field in some views, with seats counted from another seat than seat 0 (a rotation).

    `numbers` has a row for each view: its shape is (n, *dims) or (n,). In view `k`, seat `first[k]` becomes seat 0, and
    `seats[k]` is the number of seats. If the field has an element for each seat, these elements change places. If its
    numbers stand for seats, the numbers change. The result is int64 and has the shape of `numbers`.
    """
    found = numbers.astype(np.int64)
    if field.seats_at:
        places = np.arange(field.dims[0])[None].repeat(len(found), 0)
        for begin, width in field.seats_at:
            most = min(int(seats.max(initial=0)), (field.dims[0] - begin) // width)
            seat, at = np.divmod(np.arange(most * width), width)
            theirs = begin + (seat + first[:, None]) % np.maximum(seats, 1)[:, None] * width + at
            mine = seat < seats[:, None]
            places[:, begin : begin + most * width] = np.where(mine, theirs, begin + np.arange(most * width))
        found = np.take_along_axis(found, places.reshape(*places.shape, *[1] * (found.ndim - 2)), 1)
    if isinstance(field.holds, tuple):
        there = found.any(-1) if found.ndim > 2 else True  # an empty row of a table stands for no seat
        for column, holds in enumerate(field.holds):
            named = _rotate_seats(found[..., column], holds, first, seats)
            found[..., column] = np.where(there, named, found[..., column])
        return found
    return _rotate_seats(found, field.holds, first, seats)


def _rotate_seats(numbers: Any, holds: str, first: Any, seats: Any) -> Any:
    """Return numbers that stand for seats, changed so that seat `first` becomes seat 0 and the next seats follow.

    `holds` says how a number stands for a seat: as the seat, as the seat plus 1, or as a bit mask of seats. If `holds`
    is "", the numbers do not stand for seats, and they are returned unchanged. `first` and `seats` (the number of
    seats) are arrays with an element for each row of `numbers`.
    """
    if not holds:
        return numbers
    shape = (-1, *[1] * (numbers.ndim - 1))
    first, seats = first.reshape(shape), seats.reshape(shape)
    if holds == "seats":
        whole = (1 << seats) - 1
        bits = numbers & whole
        return (numbers & ~whole) | (bits >> first) | (bits << (seats - first) & whole)
    least = 1 if holds == "seat + 1" else 0
    seat = numbers - least
    return np.where((seat >= 0) & (seat < seats), (seat - first) % np.maximum(seats, 1) + least, numbers)


class Rotation:
    """The rotation of a game's views that makes the viewer seat 0.

    Some games have hidden pieces (`core.records.hidden`). In their views, equal pieces, such as two copies of a card,
    have different numbers. Before the rotation, these numbers follow the order of the seats whose hands (or other
    places, called zones) hold the pieces. So they would still reveal the seat that the viewer had. For this reason the
    rotation also changes three fields so that they do not distinguish equal pieces:

    - `row` has the piece at each place. After the rotation, all copies have the number of the first copy.
    - `known` has for each piece the seats that know where it is. After the rotation, it has an element for each place
      in `row` instead.
    - `listed` has for each piece a number for the zone that holds it, as far as the viewer knows. After the rotation,
      these numbers are sorted among equal pieces: the first copy has the smallest number.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._of = {field.name: field for field in game.shape.declared}
        self._hides = {"row", "start", "known", "listed"} <= set(self._of)

    @cached_property
    def _alike(self) -> Any:
        """Return for each piece the number of the first piece of the same kind."""
        kinds = list(self.game.invariants.KINDS)
        return np.array([kinds.index(kind) for kind in kinds], np.int64)

    def field(self, field: Field) -> Field:
        """Return the declaration of a field (its shape and meaning) for views in which the viewer has become seat 0.

        Only the declaration of the field `known` changes, and only in a game with hidden pieces. Before, `known` has an
        element for each piece: the seats that know where the piece is. Afterwards it has an element for each place
        where a piece can lie: the seats that know the piece there. All other declarations are returned unchanged.
        """
        if field.name == "known" and self._hides:
            row = self._of["row"]
            return field._replace(dims=row.dims, seats_at=row.seats_at)
        return field

    def numbers(self, field: Field, views: npt.NDArray[np.void]) -> Any:
        """Return the numbers of a field in these views, with seats counted from the viewer.

        The result is an array whose first axis is that of `views`. The field `viewer` stays unchanged.
        """
        if field.name == "viewer":
            return views["viewer"]
        numbers = views[field.name]
        if self._hides and field.name in ("row", "known"):
            pieces = np.maximum(views["row"], 0).astype(np.int64)
            seen = pieces > 0
            if field.name == "known":
                numbers = np.where(seen, np.take_along_axis(numbers, pieces, 1), 0)
            else:
                numbers = np.where(seen, self._alike[pieces], numbers)
        if self._hides and field.name == "listed":
            return self._list_zones(views)
        return rotate_field(field, numbers, np.maximum(views["viewer"] - 1, 0), views["seats"])

    def _list_zones(self, views: npt.NDArray[np.void]) -> Any:
        """Return the zones where pieces are known to be, as an array with a row for each view.

        A row has a number for each piece: 1 plus the number of its zone, or 0 if the zone is not known. Within a row,
        the numbers of equal pieces are in ascending order.
        """
        zones = views["listed"].astype(np.int64)
        first, seats = np.maximum(views["viewer"] - 1, 0)[:, None], np.maximum(views["seats"], 1)[:, None]
        for begin, _ in self._of["size"].seats_at:
            seat = zones - 1 - begin
            zones = np.where((seat >= 0) & (seat < seats), (seat - first) % seats + begin + 1, zones)
        width = self._of["size"].dims[0] + 1
        return np.sort(self._alike * width + zones, 1) % width
