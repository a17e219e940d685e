"""The errors of the house, all of one tree.

EnginehouseError
  BrokenGame      the files of a game are wrong; names file and line
  Unreadable      what was given cannot be read (a file, a name, an option)
  NotAllowed      what was asked is against the rules; carries the clause
  Stale           what was asked answers a decision that has passed
"""

from __future__ import annotations

import re

from enginehouse.core.terms import Clause


class EnginehouseError(Exception):
    """Base of every error that is the caller's to mend; its text is a sentence for people."""


class Unreadable(EnginehouseError):
    """Something given from outside cannot be read; the text names what was offered and what would be right."""


class BrokenGame(EnginehouseError):
    """The files of a game are wrong: `faults` says where and what, a line for each, and the text has the first of them."""

    def __init__(self, title: str, faults: list[str]) -> None:
        more = len(faults) - 1
        rest = "" if not more else f" (and {more} more {'fault' if more == 1 else 'faults'})"
        super().__init__(f"{title} cannot be played: {faults[0]}{rest}")
        self.faults = faults


def quoted(given: object, most: int = 80) -> str:
    """Return a value as a refusal says it back: as Python writes it, and no more than its first `most` characters."""
    text = repr(given)
    return text if len(text) <= most else f"{text[:most]}..."


class NotAllowed(EnginehouseError):
    """An action that the rules forbid.

    `clause` is the number of the clause (GM-5.1 is 501), 0 where no clause of a game speaks (nothing to undo).
    `sentence` says it to a player. The sentence of a clause has `{0}` in the place of seat 0: the page puts the names in, and as
    text the error calls that seat `Seat 0`. Any other sentence is plain text, and nothing in it is replaced.
    """

    def __init__(self, clause: Clause, sentence: str) -> None:
        super().__init__(re.sub(r"\{([0-7])\}", r"Seat \1", sentence) if clause else sentence)
        self.clause = clause
        self.sentence = sentence


class Stale(EnginehouseError):
    """An answer to a decision that has passed."""
