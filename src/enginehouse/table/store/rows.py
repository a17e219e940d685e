"""What the store hands out and takes: people, tables, seats, entries, and the answers of a window that is open."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from enginehouse.core.errors import EnginehouseError

RULES_ALONE = "rules"
"""`TableRow.tells` of a table at which the computer foretells nothing."""
HINTS = "hints"
"""`TableRow.tells` of a table at which it also gives hints."""


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
    preset: str = ""
    """What the seat answers by itself: `pass` in every window, the names of questions of every round at which it goes on;
    with spaces between, empty to be asked. Its own secret."""


@dataclass(frozen=True)
class Departure:
    """Somebody left a game that ran on: the seat, the name that was theirs, and how many actions stood then."""

    seat: int
    name: str
    actions: int


@dataclass(frozen=True)
class TableRow:
    """A table as it is kept, its entries apart."""

    id: str
    game: str
    rules: str
    options: dict[str, str]
    seed: str
    host: str
    listed: bool
    status: str
    bot_delay_ms: int
    window_ms: int
    created: float
    changed: float
    result: dict[str, Any] | None = None
    rematch: str | None = None
    seats: tuple[SeatRow, ...] = ()
    start: str = ""
    """The position from which the game begins, as a line (see `Match.at`); empty: from its seed. It holds every secret."""
    departures: tuple[Departure, ...] = ()
    """Who has left, in order."""
    lesson: str = ""
    """The lesson that is played here (see `core.lessons`), by its name; empty: none, or the learner plays on freely."""
    tells: str = ""
    """How much the computer tells everybody here: empty for what may be done and what would come of it, `rules` for no forecasts
    (see `foretells`), `hints` for a hint besides, to whoever asks for one."""
    origin: str = ""
    """TABLE@STEP: the finished game, and how many of its entries, from which this table begins, to ask what if; TABLE>STEP: the same of a
    table that could not go on; =TABLE, #TEXT: see `tables/deals.py`; empty: nothing of that."""
    damage: str = ""
    """What of it cannot be read, where something cannot; such a table is not opened, and harms no other."""

    @property
    def names(self) -> list[str]:
        """Who sits where, by name."""
        return [s.name for s in self.seats]

    @property
    def foretells(self) -> bool:
        """Whether people are shown what would happen."""
        return self.tells != RULES_ALONE

    @property
    def hints(self) -> bool:
        """Whether whoever asks is told what a bot would do in their place."""
        return self.tells == HINTS

    @property
    def people(self) -> set[str]:
        """The ids of all persons who sit here."""
        return {s.person for s in self.seats if s.person}

    def seats_of(self, person: str | None) -> list[int]:
        """The seats of a person."""
        return [s.seat for s in self.seats if person and s.person == person]

    def with_seat(self, seat: SeatRow) -> TableRow:
        """The same table with another one on a seat."""
        return replace(self, seats=tuple(seat if s.seat == seat.seat else s for s in self.seats))


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
class PendingAnswers:
    """The answers at a table that wait for a window to close.

    `window` is how many entries the table had when the window opened; `given` are the answers by seat. `decision_offsets`
    counts how often each seat has given an answer or taken one back since the table was opened. A seat's decision number
    is that of the match and this together, so it never goes back; whoever writes says by it what they know.
    """

    window: int
    given: dict[int, str]
    decision_offsets: dict[int, int]
