"""Explicit chance: a small game may list the outcomes of chance in a file `chance.py`.

This is for programs that need every outcome with its probability, such as solvers. The rules still draw from the
record's own chance; a test compares both.
"""

from __future__ import annotations

from typing import Any, Protocol


class Chance(Protocol):
    """The interface of a game's file `chance.py`, which lists the outcomes of chance.

    Chance is decided just before an action takes effect. Seat and action -1 stand for the decision before the first
    action.
    """

    MOST: int
    """The upper limit of outcomes."""

    def outcomes(self, s: Any, seat: int, action: int) -> list[tuple[int, float]]:
        """Return the outcomes of chance for an action in the record `s`, in ascending order, each with its probability.

        The probabilities sum to 1. The list is empty if chance decides nothing. For action -1 the record is as `setup`
        left it, with any state of chance.
        """

    def arrange(self, s: Any, seat: int, action: int, outcome: int) -> None:
        """Change the record `s` so that an outcome happens when the seat plays the action, or at once for action -1."""

    def name(self, outcome: int) -> str:
        """Return the name of an outcome."""
