"""Features of views as rows of numbers. A game's `judgement` estimates win chances from these features."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from enginehouse.core.compiler.compiled_rules import compiled
from enginehouse.core.errors import Unreadable
from enginehouse.core.flags import jit_possible
from enginehouse.core.judging.learned import MOST
from enginehouse.core.records.fields import Record
from enginehouse.core.registry.folders import open_game
from enginehouse.core.registry.game import Game
from enginehouse.envs.features_loop import compute_features

GREATEST = 1 << 31
"""The bound of the features of all games, as an absolute value."""


class Features:
    """The features of views: numbers from which the module `judgement` of a game estimates win chances.

    The method `rows` returns them as an int64 array of shape (n, seats * many) for n views. A row has the features of
    the viewer, followed by those of the next seats. Features are computed from a full record. So the hidden information
    is guessed first, from the view and a seed, and the features reveal no more than the view. `low` and `high` are the
    bounds of the array, and `many` is the number of features per seat. Some games have no features.
    """

    def __init__(self, game: str | Game, seats: int) -> None:
        """Create the features of a game for a number of seats. Raise `Unreadable` if the game has no features."""
        self.game = open_game(game) if isinstance(game, str) else game
        if not hasattr(self.game.judgement, "features"):
            raise Unreadable(f"{self.game.facts.title} has no features: its judgement.py has no such rule")
        self.seats = self.game.check_seats(seats)
        self.dtype = np.dtype(np.int64)

    def __getstate__(self) -> dict[str, Any]:
        # Leave out compiled code, which is created again.
        return {name: value for name, value in vars(self).items() if name != "_entry"}

    @cached_property
    def many(self) -> int:
        """Return the number of features that a row has for each seat."""
        s = self.game.new_record()
        options = self.game.option_numbers(self.seats, self.game.check_options(None))
        self.game.rules.setup(s, options, [0] * 8)
        return int(self.game.judgement.features(s, 0, [0] * MOST))

    @property
    def size(self) -> int:
        """Return the number of columns of a row."""
        return self.seats * self.many

    @property
    def low(self) -> Any:
        """Return the minimum of each column of a row, as an array."""
        return np.full(self.size, -GREATEST, self.dtype)

    @property
    def high(self) -> Any:
        """Return the maximum of each column of a row, as an array."""
        return np.full(self.size, GREATEST, self.dtype)

    def rows(self, views: npt.NDArray[np.void], seed: int = 0) -> Any:
        """Return a new array with a row of features for each view. `views` is a structured array of the game's dtype.

        `seed` determines how the hidden information is guessed.
        """
        if views.dtype != self.game.shape.dtype:
            raise Unreadable(f"these are not views of {self.game.facts.title}: their dtype differs")
        if not jit_possible():
            return self.plainly(views, seed)
        found = np.zeros((len(views), self.seats, self.many), np.int64)
        self._entry(views.copy(), views["viewer"] - 1, np.array(_words(seed)), np.zeros(MOST, np.int64), found)
        return found.reshape(len(views), -1)

    def plainly(self, views: npt.NDArray[np.void], seed: int = 0) -> Any:
        """Return the same rows as the method `rows`, computed in plain Python instead of compiled code."""
        found = np.zeros((len(views), self.seats, self.many), np.int64)
        plain = [self.game.shape.load(views, k) for k in range(len(views))]
        compute_features(plain, [v.viewer - 1 for v in plain], _words(seed), [0] * MOST, found)
        return found.reshape(len(views), -1)

    @cached_property
    def _entry(self) -> Any:
        return compiled(compute_features, self.game)

    def row(self, view: Record) -> Any:
        """Return the row of features of one view, given as a record in the form that rules in plain Python take."""
        array = self.game.shape.array()
        self.game.shape.store(array, 0, view)
        return self.rows(array)[0]


def _words(seed: int) -> list[int]:
    """Return the integer `seed` as a list of eight 32-bit words, the form in which rules take the seed of a guess."""
    return [seed & 0xFFFFFFFF, seed >> 32 & 0xFFFFFFFF, 0, 0, 0, 0, 0, 0]
