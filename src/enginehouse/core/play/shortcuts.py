"""Replay a log fast: repeated undo and redo cost nothing, because entries with a known result are skipped.

An entry is an action, an undo or a redo.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable
from typing import Protocol

from enginehouse.core.play.entries import Entered, Entry

Move = tuple[int, str, str]
"""The seat, the action and the step of an entry."""


class Steps(Protocol):
    """The methods of a match that `Shortcut` needs."""

    @property
    def undo_limit(self) -> int: ...

    def step(self, entry: Entered) -> object: ...

    def undo_place(self) -> Hashable: ...

    def agrees(self, kept: str) -> bool: ...


class Shortcut:
    """A replay of entries in a match. It skips each entry whose result is known from an earlier entry.

    Undo and redo return a match to earlier positions. So this object stores, for each position and entry, the position
    to which the entry has led. If the same entry comes again at the same position, `step` only notes the stored result
    and does not change `match`. Later, `catch_up` brings `match` to the noted position by the shortest known path. So
    `match` may have fewer entries than were given.
    """

    def __init__(self, match: Steps) -> None:
        self.match = match
        self._based = -1
        self._at: Hashable = ()
        self._here: Hashable = ()
        self._ways: dict[Hashable, dict[Move, Hashable]] = {}
        self._checks: dict[Hashable, set[str]] = {}
        self._begin()

    def step(self, entry: Entered) -> None:
        """Carry out an entry of a log (an action, undo or redo) in `match`.

        If the same entry was carried out at the same position before, only note the stored result, and do not change
        `match`. Raise the errors of `Match.step`.
        """
        move = (entry.seat, entry.act, entry.step)
        known = self._ways[self._here].get(move)
        if known is not None:
            self._here = known
            return
        self.catch_up()
        before = self._here
        self.match.step(entry)
        if self.match.undo_limit != self._based:
            self._begin()  # undo cannot go back beyond this position
            return
        self._at = self._here = self.match.undo_place()
        self._ways[before][move] = self._here
        self._ways.setdefault(self._here, {})

    def agrees(self, check: str) -> bool:
        """Return whether the game's record has the checksum `check` after all entries given to `step` so far.

        If an earlier call has returned True for this checksum at the same position, return True at once. Otherwise call
        `catch_up` before the comparison, because `step` may have skipped entries.
        """
        known = self._checks.setdefault(self._here, set())
        if check not in known:
            self.catch_up()
            if not self.match.agrees(check):
                return False
            known.add(check)
        return True

    def catch_up(self) -> None:
        """Bring `match` to the position that it would have if `step` had skipped no entry.

        An entry is an action, undo or redo. Of the known ways to this position, play the one with the fewest entries.
        """
        for seat, act, step in self._way():
            self.match.step(Entry(seat, act, step))
        self._at = self._here

    def _way(self) -> list[Move]:
        came: dict[Hashable, tuple[Hashable, Move]] = {}
        todo = deque([self._at])
        while todo and self._here not in came and self._here != self._at:
            place = todo.popleft()
            for move, there in self._ways[place].items():
                if there not in came and there != self._at:
                    came[there] = place, move
                    todo.append(there)
        found, place = [], self._here
        while place != self._at:
            place, move = came[place]
            found.append(move)
        return found[::-1]

    def _begin(self) -> None:
        """Remove all known positions from memory, and begin again with the present position.

        This happens when undo can no longer go back beyond this position.
        """
        self._based = self.match.undo_limit
        self._at = self._here = self.match.undo_place()
        self._ways, self._checks = {self._here: {}}, {}
