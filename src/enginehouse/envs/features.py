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
from enginehouse.core.records.events import Events, events_dtype
from enginehouse.core.records.fields import Record
from enginehouse.core.registry.folders import open_game
from enginehouse.core.registry.game import Game
from enginehouse.envs.features_loop import compute_afterstates, compute_features

GREATEST = 1 << 31
"""The bound of the features of all games, as an absolute value."""
PART = 512
"""The number of views that are copied at once."""


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
        """Return the number of features for each seat.

        Features are numbers from which the game's module `judgement` estimates win chances.
        """
        s = self.game.new_record()
        options = self.game.option_numbers(self.seats, self.game.check_options(None))
        self.game.rules.setup(s, options, [0] * 8)
        return int(self.game.judgement.features(s, 0, [0] * MOST))

    @property
    def size(self) -> int:
        """Return the number of elements of a row: the features of all seats for one view."""
        return self.seats * self.many

    @property
    def low(self) -> Any:
        """Return the smallest possible value of each element of a row of features, as an array."""
        return np.full(self.size, -GREATEST, self.dtype)

    @property
    def high(self) -> Any:
        """Return the largest possible value of each element of a row of features, as an array."""
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


# -- after each action -------------------------------------------------------------------------------------------------


class _CopiedRecords(list[Any]):
    """A list of plain records in which an assignment copies the record, as in a NumPy array."""

    def __setitem__(self, k: Any, record: Any) -> None:
        super().__setitem__(k, record.shape.copy(record))


class Afterstates:
    """The positions after each legal action, as rows of features.

    A row has the features of the viewer, followed by those of the next seats, as the mean over some guesses of the
    hidden information. The last column says whether the action ends the game: 1 for a win, -1 for a loss, else 0. Rows
    follow from the view alone, so they reveal no more than the view.
    """

    def __init__(self, game: Game, seats: int, guesses: int) -> None:
        """Prepare to compute features of the positions after each legal action, in games with this number of seats.

        The features need hidden information. It is guessed `guesses` times for each view, and the mean is taken. Raise
        `Unreadable` if the game has no features.
        """
        self.features, self.guesses = Features(game, seats), guesses
        self.game = game

    @property
    def size(self) -> int:
        """Return the number of elements of a row: the features of all seats after an action, and a last element.

        The last element says whether the action ends the game.
        """
        return self.features.size + 1

    def rows(self, views: npt.NDArray[np.void], seats: Any, mask: Any) -> Any:
        """Return a float32 array with a row for each legal action of each view: features of the position after it.

        `views` is a structured array, and `seats` has the seat that acts in each view. `mask` (bools) has a row for
        each view, which marks the legal actions. The rows are in the order of its True elements. A row has the features
        of all seats, first those of the acting seat. Its last element is 1 if the action wins the game, -1 if it loses
        the game, and else 0. All are means over some guesses of the hidden information.
        """
        parts = [slice(k, k + PART) for k in range(0, len(views), PART)]
        return np.concatenate(
            [np.zeros((0, self.size), np.float32), *(self._rows(views[p], seats[p], mask[p]) for p in parts)]
        )

    def _rows(self, views: npt.NDArray[np.void], seats: Any, mask: Any) -> Any:
        widths, codes = mask.sum(1).astype(np.int64), np.nonzero(mask)[1].astype(np.int64)
        found = np.zeros((len(codes), self.size), np.int64)
        room: Any
        events: Any
        if jit_possible():
            states = np.concatenate([views, self.game.shape.array(2)])
            room = np.zeros(8, np.int64), np.zeros(4096, np.int64), np.zeros(MOST, np.int64)
            events = np.zeros(1, events_dtype(self.game.facts.event_size))
            self._entry(states, np.asarray(seats, np.int64), (widths, codes, found), self.guesses, room, events)
        else:
            plain = _CopiedRecords(self.game.shape.load(views, k) for k in range(len(views)))
            plain += [self.game.new_record(), self.game.new_record()]
            room = [0] * 8, [0] * 4096, [0] * MOST
            events = [Events(self.game.facts.event_size, on=False)]
            plain_seats = [int(seat) for seat in seats]
            compute_afterstates(plain, plain_seats, (widths, codes, found), self.guesses, room, events)
        return (found / self.guesses).astype(np.float32)

    def __getstate__(self) -> dict[str, Any]:
        # Leave out compiled code, which is created again.
        return {name: value for name, value in vars(self).items() if name != "_entry"}

    @cached_property
    def _entry(self) -> Any:
        return compiled(compute_afterstates, self.game)
