"""What a match is made of: the entries of its log, and the actions that stand."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from enginehouse.core.events import Event, RawEvent, read


class Entry(NamedTuple):
    """One entry of the log: a seat acted, or took an action back, or put it back."""

    seat: int
    act: str = ""
    step: str = ""
    """"" for an action, else "undo" or "redo"."""
    note: str = ""


class Entered(Protocol):
    """Whatever an entry can be read from: an `Entry`, a line of a log, a row of a database."""

    @property
    def seat(self) -> int: ...
    @property
    def act(self) -> str: ...
    @property
    def step(self) -> str: ...
    @property
    def note(self) -> str: ...


STEPS = ("", "undo", "redo")
"""What an entry can be: an action, or one of these."""


class Done(NamedTuple):
    """An action that stands: who, what, whether it lies sealed, and what it brought. Nothing of it is changed.

    `asked`: it was done in a window, the answer that closed it included; who of those asked did it is then their own secret.
    """

    seat: int
    code: int
    sealed: bool
    events: tuple[RawEvent, ...] = ()
    asked: bool = False

    def told(self, seat: int) -> list[Event]:
        """What it brought, as a seat (-1: a spectator) may know it."""
        return read(self.events, seat)
