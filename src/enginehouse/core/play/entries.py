"""Define the parts of a match: the entries of its log, and the actions that were not undone."""

from __future__ import annotations

from typing import NamedTuple, Protocol

import msgspec

from enginehouse.core.former import FormerMethod
from enginehouse.core.records.events import Event, RawEvent, read
from enginehouse.core.terms import Seat

STEPS = ("", "undo", "redo")
"""The kinds of entries: an action, or one of these steps."""


class Entry(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """An entry of a match and of its log: an action, or an undo or a redo, with its seat.

    Either `act` is the name of the action, or `step` is `undo` or `redo`. `note` is a text for readers. `check` is the
    start of the checksum of the record after the entry. If a replay diverges from the log, this shows at which entry.
    In a log `check` may be empty. In a match it is always empty: `Match.checks` has the checksums. Raise ValueError for
    an entry with both an action and a step, for one with neither, and for an unknown step.
    """

    seat: int
    act: str = ""
    step: str = ""
    note: str = ""
    check: str = ""

    def __post_init__(self) -> None:
        if self.step not in STEPS or bool(self.step) == bool(self.act):
            raise ValueError("an entry has either an act or a step, which is undo or redo")


class Entered(Protocol):
    """An object with the fields of an entry (an action, undo or redo in the log of a match).

    It is an `Entry`, or a row of a database, which may be damaged.
    """

    @property
    def seat(self) -> int: ...
    @property
    def act(self) -> str: ...
    @property
    def step(self) -> str: ...
    @property
    def note(self) -> str: ...


class Done(NamedTuple):
    """An action that was played and not undone: its seat, its code, whether it is sealed, and its events.

    The object is immutable. An action is sealed while it is hidden from other seats, because these decide at the same
    time and have not all answered yet. `asked` is true if several seats had to decide at once when the action was
    played.
    """

    seat: int
    code: int
    sealed: bool
    events: tuple[RawEvent, ...] = ()
    asked: bool = False

    def list_events(self, seat: Seat) -> list[Event]:
        """Return the events of this action that a seat (-1: a spectator) may know."""
        return read(self.events, seat)


Done.told = FormerMethod("told", "list_events")  # type: ignore[attr-defined]
