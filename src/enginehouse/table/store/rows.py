"""What the store hands out and takes: people, tables, seats, entries, and the answers of a window that is open."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from enginehouse.core.errors import EnginehouseError
from enginehouse.table.store.origin import NOWHERE, Origin

RULES_ALONE = "rules"
"""`TableRow.tells` of a table at which the computer foretells nothing."""
HINTS = "hints"
"""`TableRow.tells` of a table at which it also gives hints."""


TO_DRAW = "draw"
"""`TableRow.seating` of a table at which seats are drawn when the game begins."""
DRAWN = "drawn"
"""`Departure.step` of who was drawn for a seat."""


class Taken(EnginehouseError):
    """Somebody else was first: the entry with this number, the seat or the name is there already."""


@dataclass(frozen=True)
class Person:
    """Somebody who plays: a guest with a name. `barred` is muted or banned where whoever runs the house has ordered that."""

    id: str
    name: str
    barred: str = ""


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
    owner: str | None = None
    """Whose seat it is where a bot plays for a person, who may take it back at any moment."""
    left_ms: int | None = None
    """How much time was left when the clocks were stored last; None: all of it."""
    salt: str = field(default="", repr=False)
    """What whoever sat down before the game began has added to the deal; empty: nothing."""


@dataclass(frozen=True)
class Departure:
    """Somebody came or went while a game ran on: the seat, the name of the person, and how many actions stood then.

    `step` is left (they got up), away (others let a bot play for them), back (they took their seat back) or drawn (the seat was drawn
    for them when the game began).
    """

    seat: int
    name: str
    actions: int
    step: str = "left"


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
    """Who has left or come back, in order."""
    away_s: int = 0
    """After how many seconds of waiting for somebody the others may let a bot play for them; 0: never."""
    clock: str = ""
    """How the clocks go (see `clocks.rule`); empty: nobody plays against time."""
    clock_at: float = 0.0
    """The date when the clocks were stored last; 0: not yet."""
    ending: frozenset[int] = frozenset()
    """The seats that would end the game without a result."""
    secret: str = field(default="", repr=False)
    """What the table has bound itself to (see `core.play.receipts`); empty: its deal has no receipt."""
    salts: tuple[str, ...] = ()
    """The salts of the seats of which, with the secret, the seed was made; none before the game begins."""
    seating: str = ""
    """`draw` where seats are drawn when the game begins; then by seat, with spaces between, where whoever sits there had sat down;
    empty: as they sit."""
    watched: bool = True
    """Whether others than its people may look while the game runs."""
    lesson: str = ""
    """The lesson that is played here (see `core.teaching.lessons`), by its name; empty: none, or the learner plays on freely."""
    tells: str = ""
    """How much the computer tells everybody here: empty for what may be done and what would come of it, `rules` for no forecasts
    (see `foretells`), `hints` for a hint besides, to whoever asks for one."""
    origin: Origin = NOWHERE
    """Where the table comes from, if it did not begin by chance alone."""
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

    def kept_for(self, person: str | None) -> list[int]:
        """The seats of a person at which a bot plays for them."""
        return [s.seat for s in self.seats if person and s.owner == person]

    def open_to(self, person: str | None) -> bool:
        """Whether a person (None: a stranger) may look: those of a table always, others while its game runs only where that was chosen."""
        sits = bool(self.seats_of(person) or self.kept_for(person))
        return sits or self.watched or self.status in ("gathering", "over")

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
