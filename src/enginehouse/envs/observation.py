"""Views as rows of numbers: the columns of each field, by name, with their bounds."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from enginehouse.core.errors import Unreadable
from enginehouse.core.records.fields import Field, Record, bounds_of
from enginehouse.core.records.header import UNSEEN
from enginehouse.core.registry.folders import open_game
from enginehouse.core.registry.game import Game
from enginehouse.envs.rotation import Rotation

Form = Literal["numbers", "bits", "one-hot", "scaled"]
FORMS = ("numbers", "bits", "one-hot", "scaled")
DTYPES = {"numbers": np.int64, "scaled": np.float32}
"""The dtypes of forms. The others have int8."""
WIDEST = 64
"""The maximum number of one-hot columns for a number. A number with more possible values is coded in bits."""
LOGARITHM = 63
"""The base-2 logarithm of the largest number in a record."""


class Part(NamedTuple):
    """The columns that a field of a view takes in a row of numbers: `size` columns from index `start` on.

    `dims` is the shape of the field. The numbers of the field are in C order (the last index changes first), and each
    number has `width` columns. Each column is between `low` and `high`. `least` is the smallest number that the field
    can hold.
    """

    name: str
    start: int
    size: int
    dims: tuple[int, ...]
    low: int
    high: int
    who: str
    """The visibility of the field as declared: `public`, `own`, `custom`, or `view` for fields that only views have."""
    width: int = 1
    coded: str = "numbers"
    """The coding: `numbers`, `bits`, `one-hot`, `scaled` or `logarithm`."""
    least: int = 0


class Layout:
    """The layout that turns views of a game into rows of numbers: all fields that a view can show, one after the other.

    The argument `form` chooses how a row encodes the numbers of the fields:

    - `numbers`: int64, one column per number, within the bounds of the field
    - `bits`: int8, one column for each bit of a number, the lowest bit first. Each column is 0 or 1, and no information
      is lost
    - `one-hot`: int8, for each number one column per possible value, if the field declares its values; otherwise, or if
      there are too many, as few bits as suffice
    - `scaled`: float32, one column per number, from 0 (the minimum of the field) to 1 (its maximum). A mask of seats
      has a column of 0 or 1 for each bit. If a number has no declared bounds, its column has a logarithm, `sign(x)
      log2(1 + |x|) / 63`.

    If `rotated` is set, a row does not depend on the number of the viewer's seat. Suppose that all players change
    places round the table, each by the same number of seats, and the game is otherwise the same. Then each player's row
    stays the same. For this purpose, some fields are changed:

    - The viewer becomes seat 0. A field with a row for each seat begins with the viewer's row, and numbers of seats are
      counted from the viewer.
    - Equal pieces, such as two copies of a card, are not distinguished. In `row`, the field with the piece at each
      place, all copies have the number of the first copy.
    - The field `known` says which seats know where a piece lies. It has an element for each place in `row`, instead of
      one for each piece.
    - Only the field `viewer` has the absolute seat, because names of actions count seats in their order at the table.

    `rows(batch.obs)` returns a new array (n, size), and `row(view)` the row of one view as a Python object. `parts` has
    every field with its columns, and `columns["energy"]` is the slice of one field.
    """

    def __init__(self, game: str | Game, form: Form = "numbers", *, rotated: bool = False) -> None:
        if form not in FORMS:
            raise Unreadable(f"an observation is made of {', '.join(map(repr, FORMS))}, not of {form!r}")
        self.game = open_game(game) if isinstance(game, str) else game
        self.form, self.rotated = form, rotated
        self._rotation = Rotation(self.game)
        self._fields = self._list_shown()
        self.parts: tuple[Part, ...] = tuple(self._parts())
        self.size = self.parts[-1].start + self.parts[-1].size
        self.dtype = np.dtype(DTYPES.get(form, np.int8))
        self.columns = {part.name: slice(part.start, part.start + part.size) for part in self.parts}

    def _list_shown(self) -> list[Field]:
        """Return the declarations of the fields that a view can show."""
        unseen = {*UNSEEN, *(() if self.game.facts.sealed else ("asked", "laid", "opened", "answer"))}
        fields = [field for field in self.game.shape.declared if field.name not in unseen]
        return [self._rotation.field(field) for field in fields] if self.rotated else fields

    def _parts(self) -> Any:
        start = 0
        for field in self._fields:
            least, most = bounds_of(field)
            coded, width = self._choose_coding(field, least, most)
            size = int(np.prod(field.dims, dtype=int)) * width
            low, high = {"numbers": (least, most), "logarithm": (-1, 1)}.get(coded, (0, 1))
            yield Part(field.name, start, size, field.dims, low, high, field.who, width, coded, least)
            start += size

    def _choose_coding(self, field: Field, least: int, most: int) -> tuple[str, int]:
        """Return how the numbers of a field are written into a row, and the number of columns that each number takes.

        The first result is "numbers", "scaled", "logarithm", "one-hot" or "bits" (see the class). `least` and `most`
        are the bounds of the field's numbers.
        """
        if self.form == "numbers":
            return "numbers", 1
        if self.form == "scaled" and field.holds != "seats":
            is_bounded = (least, most) != (np.iinfo(field.dtype).min, np.iinfo(field.dtype).max)
            return "scaled" if is_bounded else "logarithm", 1
        if self.form == "one-hot" and field.holds != "seats" and most - least < WIDEST:
            return "one-hot", most - least + 1
        if self.form != "bits" and least >= 0:
            return "bits", most.bit_length()
        return "bits", np.iinfo(field.dtype).bits

    @cached_property
    def low(self) -> Any:
        """Return the smallest possible value of each element of a row, as an array. A row is a view as numbers."""
        return np.concatenate([np.full(part.size, part.low, self.dtype) for part in self.parts])

    @cached_property
    def high(self) -> Any:
        """Return the largest possible value of each element of a row, as an array. A row is a view as numbers."""
        return np.concatenate([np.full(part.size, part.high, self.dtype) for part in self.parts])

    def rows(self, views: npt.NDArray[np.void]) -> Any:
        """Return a new array with a row for each view: the numbers of all fields, one field after the other.

        `views` is a structured array of the game's dtype. The layout's `form` says how each number is written: as it is
        (`numbers`), as a fraction of its range (`scaled`), or as several columns of 0 and 1 (`bits`, `one-hot`).
        """
        if views.dtype != self.game.shape.dtype:
            raise Unreadable(f"these are not views of {self.game.facts.title}: their dtype differs")
        found = np.empty((len(views), self.size), self.dtype)
        for field, part in zip(self._fields, self.parts, strict=True):
            numbers = self._rotation.numbers(field, views) if self.rotated else views[field.name]
            numbers = numbers.reshape(len(views), -1)
            if part.coded == "bits":
                numbers = _bits(numbers, part.width)
            elif part.coded == "one-hot":
                numbers = (numbers[:, :, None] == np.arange(part.least, part.least + part.width)).reshape(
                    len(views), -1
                )
            elif part.coded == "scaled":
                least, most = bounds_of(field)
                numbers = (numbers - least) / max(1, most - least)
            elif part.coded == "logarithm":
                numbers = np.sign(numbers) * np.log2(1 + np.abs(numbers.astype(np.float64))) / LOGARITHM
            found[:, part.start : part.start + part.size] = numbers
        return found

    def row(self, view: Record) -> Any:
        """Return one view, encoded as a one-dimensional array of numbers: all its fields, one after the other.

        `view` is a record with the view, in the form that rules in plain Python take.
        """
        array = self.game.shape.array()
        self.game.shape.store(array, 0, view)
        return self.rows(array)[0]


def _bits(numbers: Any, width: int) -> Any:
    """Return the lowest `width` bits of every number as columns, the lowest bit first."""
    wide = np.ascontiguousarray(numbers.astype("<i8"))
    bits = np.unpackbits(wide.view(np.uint8).reshape(*numbers.shape, 8), axis=2, bitorder="little")
    return bits[:, :, :width].reshape(len(numbers), -1)
