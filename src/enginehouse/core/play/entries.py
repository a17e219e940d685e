"""What a match is made of: the entries of its log, and the actions that stand."""

from __future__ import annotations

from typing import NamedTuple, Protocol

import msgspec

from enginehouse.core.records.events import Event, RawEvent, read
from enginehouse.core.terms import Seat

STEPS = ("", "undo", "redo")
"""What an entry can be: an action, or one of these."""


class Entry(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """One entry of a match and of its log: the seat and its action by name, or the step `undo` or `redo`.

    A note is for readers. `check` is the beginning of the checksum of the record after it, so that a log that parts says
    where; a match keeps its checksums beside its entries, and a log may have none. ValueError where there is an action
    and a step, neither, or another step.
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
    """Whatever an entry can be read from: an `Entry`, or a row of a database, which may be damaged."""

    @property
    def seat(self) -> int: ...
    @property
    def act(self) -> str: ...
    @property
    def step(self) -> str: ...
    @property
    def note(self) -> str: ...


class Done(NamedTuple):
    """An action that stands: who, what, whether it lies sealed, and what it brought. Nothing of it is changed.

    `asked`: it was done in a window, the answer that closed it included; who of those asked did it is then their own secret.
    """

    seat: int
    code: int
    sealed: bool
    events: tuple[RawEvent, ...] = ()
    asked: bool = False

    def told(self, seat: Seat) -> list[Event]:
        """What it brought, as a seat (-1: a spectator) may know it."""
        return read(self.events, seat)
