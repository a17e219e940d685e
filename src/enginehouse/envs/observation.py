"""Views as rows of numbers: which number stands where, by the names of the fields, and within which bounds."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Literal, NamedTuple

import numpy as np

from enginehouse.core import game as registry
from enginehouse.core.errors import Unreadable
from enginehouse.core.game import Game
from enginehouse.core.header import UNSEEN

Form = Literal["numbers", "bits"]


class Part(NamedTuple):
    """Where a field stands: from column `start` on, `size` columns in the order of its `dims`; `low` to `high` each."""

    name: str
    start: int
    size: int
    dims: tuple[int, ...]
    low: int
    high: int
    who: str
    """As it was declared: `public`, `own`, `custom`; `view` for what only views hold."""


class Layout:
    """How the views of a game become rows: every field that a view can show, one after the other.

    - `numbers`: int64, a column for each number, between the bounds of the field's dtype
    - `bits`: int8, for each number as many columns as its dtype has bits, the lowest first: all 0 or 1, nothing lost

    `rows(batch.obs)` gives a new array (n, size); `row(view)` the same of one plain view. `parts` has every field with its
    place, `columns["energy"]` is the slice of one.
    """

    def __init__(self, game: str | Game, form: Form = "numbers") -> None:
        if form not in ("numbers", "bits"):
            raise Unreadable(f"an observation is made of 'numbers' or of 'bits', not of {form!r}")
        self.game = registry.get(game) if isinstance(game, str) else game
        self.form = form
        self.parts: tuple[Part, ...] = tuple(self._parts())
        self.size = self.parts[-1].start + self.parts[-1].size
        self.dtype = np.dtype(np.int64 if form == "numbers" else np.int8)
        self.columns = {part.name: slice(part.start, part.start + part.size) for part in self.parts}

    def _parts(self) -> Any:
        start = 0
        unseen = {*UNSEEN, *(() if self.game.facts.sealed else ("asked", "laid", "opened", "answer"))}
        for field in self.game.shape.declared:
            if field.name in unseen:
                continue
            bits = np.iinfo(field.dtype).bits if self.form == "bits" else 1
            size = int(np.prod(field.dims, dtype=int)) * bits
            bounds = np.iinfo(field.dtype)
            low, high = (int(bounds.min), int(bounds.max)) if self.form == "numbers" else (0, 1)
            yield Part(field.name, start, size, field.dims, low, high, field.who)
            start += size

    @cached_property
    def low(self) -> Any:
        """The least that each column can be."""
        return np.concatenate([np.full(part.size, part.low, self.dtype) for part in self.parts])

    @cached_property
    def high(self) -> Any:
        """The most that each column can be."""
        return np.concatenate([np.full(part.size, part.high, self.dtype) for part in self.parts])

    def rows(self, views: Any) -> Any:
        """Views (a structured array of the game's dtype) as rows, an array of its own."""
        if views.dtype != self.game.shape.dtype:
            raise Unreadable(f"these are no views of {self.game.facts.title}: their dtype is another one")
        found = np.empty((len(views), self.size), self.dtype)
        for part in self.parts:
            numbers = views[part.name].reshape(len(views), -1)
            if self.form == "bits":
                numbers = _bits(numbers)
            found[:, part.start : part.start + part.size] = numbers
        return found

    def row(self, view: Any) -> Any:
        """One plain view as a row."""
        array = self.game.shape.array()
        self.game.shape.store(array, 0, view)
        return self.rows(array)[0]


def _bits(numbers: Any) -> Any:
    """Every number as its bits, the lowest first."""
    wide = np.ascontiguousarray(numbers).astype(numbers.dtype.newbyteorder("<"), copy=False)
    return np.unpackbits(wide.view(np.uint8).reshape(len(wide), -1), axis=1, bitorder="little")
