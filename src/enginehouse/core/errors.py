"""Define the errors of this package, all subclasses of `EnginehouseError`.

EnginehouseError
  BrokenGame      the files of a game are wrong; the text names file and line
  Unreadable      an input cannot be read (a file, a name, an option)
  NotAllowed      a request is against the rules; the error names the clause
  Stale           a request answers a decision that has passed
"""

from __future__ import annotations

import re

from enginehouse.core.terms import Clause


class EnginehouseError(Exception):
    """The base class of all errors that the caller can fix. The text is a sentence for people."""


class Unreadable(EnginehouseError):
    """The error raised if an input cannot be read. The text names the input and how to correct it."""


class BrokenGame(EnginehouseError):
    """The error raised if the files of a game are wrong.

    `faults` has a line for each fault with its file and line number, and the text has the first of these lines.
    """

    def __init__(self, title: str, faults: list[str]) -> None:
        more = len(faults) - 1
        rest = "" if not more else f" (and {more} more {'fault' if more == 1 else 'faults'})"
        super().__init__(f"{title} cannot be played: {faults[0]}{rest}")
        self.faults = faults


def advise_extra(extra: str) -> str:
    """Return how to install an extra of this package, as the end of an error message.

    The advice is for a clone of the repository, because no package index has this package.
    """
    return f"in the folder of the sources, run `pip install '.[{extra}]'` (or `pipx install --force '.[{extra}]'`)"


def quote(given: object, most: int = 80) -> str:
    """Return a value as Python writes it, cut after its first `most` characters, for an error message."""
    text = repr(given)
    return text if len(text) <= most else f"{text[:most]}..."


class NotAllowed(EnginehouseError):
    """The error of an action that the rules forbid.

    `clause` is the number of the clause (GM-5.1 is 501), or 0 if the reason is not a clause (for example, if there is
    no action to undo). `sentence` is the message for a player. If the error has a clause, `{0}` in the sentence stands
    for seat 0. A page replaces it by the player's name, and the text of the error has `Seat 0` there. Without a clause,
    the sentence is used as it is.
    """

    def __init__(self, clause: Clause, sentence: str) -> None:
        super().__init__(re.sub(r"\{([0-7])\}", r"Seat \1", sentence) if clause else sentence)
        self.clause = clause
        self.sentence = sentence


class Stale(EnginehouseError):
    """The error raised if an answer comes for a decision that has passed."""
