"""Explicit chance: a small game may say what chance decides, and when, in a file `chance.py`.

For those who want every outcome with its probability, such as programs that solve a game. The rules themselves go on
drawing from the record's own chance; a test holds what is said here to what they do.
"""

from __future__ import annotations

from typing import Any, Protocol


class Chance(Protocol):
    """What `chance.py` has. Chance decides just before an action takes effect; seat and action -1: before the first one."""

    MOST: int
    """Outcomes are numbers below this."""

    def outcomes(self, s: Any, seat: int, action: int) -> list[tuple[int, float]]:
        """What can come out when this action is played in the record `s`, ascending, and how likely each is: together 1.

        Empty where chance decides nothing. With -1 the record is as `setup` left it, however chance fell.
        """

    def arrange(self, s: Any, seat: int, action: int, outcome: int) -> None:
        """Change the record so that this comes out: now (-1), or when the action is played."""

    def name(self, outcome: int) -> str:
        """What an outcome is called."""
