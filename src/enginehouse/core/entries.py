"""What a match is made of: the entries of its log, and the actions that stand."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple


class Entry(NamedTuple):
    """One entry of the log: a seat acted, or took an action back, or put it back."""

    seat: int
    act: str = ""
    step: str = ""
    """"" for an action, else "undo" or "redo"."""
    note: str = ""


STEPS = ("", "undo", "redo")
"""What an entry can be: an action, or one of these."""

RawEvent = tuple[int, int, int, int, int, int, int]


@dataclass
class Done:
    """An action that stands: who, what, whether it lies sealed, and what it brought."""

    seat: int
    code: int
    sealed: bool
    events: list[RawEvent] = field(default_factory=list)
