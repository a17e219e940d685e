"""Declare explicit chance: a small game may list the outcomes of chance in a file `chance.py`.

Each outcome has its probability. The file is for programs that need every outcome, such as solvers. The rules do not
read the file: they draw from the record's own random numbers. So each game with this file needs a test that the
outcomes in the file are those that the rules draw.
"""

from __future__ import annotations

from typing import Protocol

from enginehouse.core.records.fields import Record


class Chance(Protocol):
    """The interface of a game's file `chance.py`, which lists the random outcomes of actions, such as drawn cards.

    An outcome is a number. It counts as drawn just before the action takes effect. Seat -1 and action -1 stand for the
    start of the game, whose outcome is drawn before the first action.
    """

    MOST: int
    """The upper limit of outcomes."""

    def outcomes(self, s: Record, seat: int, action: int) -> list[tuple[int, float]]:
        """Return the possible outcomes of an action of `seat` in the record `s`, in ascending order.

        Each outcome is a pair: its number and its probability. The probabilities sum to 1. The list is empty if the
        action draws no random numbers. For action -1, `s` is a new game as `setup` leaves it, with any seed.
        """

    def arrange(self, s: Record, seat: int, action: int, outcome: int) -> None:
        """Change the record `s` so that the outcome with the number `outcome` happens.

        It happens when `seat` plays `action`. For action -1, which is the start of the game, it happens immediately.
        """

    def name(self, outcome: int) -> str:
        """Return the name of a random outcome of an action, such as the name of the card that is drawn."""
