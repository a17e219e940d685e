"""What the store hands out and takes: people, tables, seats, entries, and the answers of a window that is open."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from enginehouse.core.errors import EnginehouseError


class Taken(EnginehouseError):
    """Somebody else was first: the entry with this number, the seat or the name is there already."""


@dataclass(frozen=True)
class Person:
    """Somebody who plays: a guest with a name."""

    id: str
    name: str


@dataclass(frozen=True)
class SeatRow:
    """Who sits on a seat: `kind` is open, person or bot."""

    seat: int
    kind: str
    name: str
    person: str | None = None
    bot: str | None = None
    standing: str = ""
    """What the seat answers when a window opens and nobody says anything else: empty is ask me. Nobody else learns it."""


@dataclass(frozen=True)
class TableRow:
    """A table as it is kept, its entries apart."""

    id: str
    game: str
    rules: str
    seats: int
    options: dict[str, str]
    seed: str
    host: str
    listed: bool
    status: str
    beat_ms: int
    window_ms: int
    created: float
    changed: float
    result: dict[str, Any] | None = None
    rematch: str | None = None
    sitting: tuple[SeatRow, ...] = field(default=())
    damage: str = ""
    """What of it cannot be read, where something cannot; such a table is not opened, and harms no other."""


@dataclass(frozen=True)
class EntryRow:
    """One entry as it is kept."""

    number: int
    seat: int
    act: str
    step: str
    note: str
    checksum: str
    at: float


@dataclass(frozen=True)
class Answers:
    """What has been answered at a table in a window that is open.

    `window` is how many entries the table had when the window opened, `given` the answers that wait for it to close, and
    `answered` how often each seat has laid an answer or taken one back since the table was opened: that is part of the
    seat's decision number, so it never goes back, and whoever writes says by it what they know.
    """

    window: int
    given: dict[int, str]
    answered: dict[int, int]
