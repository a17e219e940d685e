"""Declare the rows of the store: people, tables, seats, entries (actions, undos, redos) and pending answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from enginehouse.core.errors import EnginehouseError
from enginehouse.table.store.origin import NOWHERE, Origin

RULES_ALONE = "rules"
"""The value of `TableRow.tells` for a table without previews."""
HINTS = "hints"
"""The value of `TableRow.tells` for a table with previews and hints."""


TO_DRAW = "draw"
"""The value of `TableRow.seating` for a table at which seats are drawn when the game starts."""
DRAWN = "drawn"
"""The value of `Departure.step` for a player who was drawn for a seat."""


class Taken(EnginehouseError):
    """An error: a write came too late, because another writer has stored the action, seat or name first."""


@dataclass(frozen=True)
class Person:
    """A guest with a name. `barred` is `muted` or `banned` if an administrator has ordered that, else empty."""

    id: str
    name: str
    barred: str = ""


@dataclass(frozen=True)
class SeatRow:
    """A seat of a table as it is stored, with its occupant. `kind` is `open`, `person` or `bot`."""

    seat: int
    kind: str
    name: str
    person: str | None = None
    bot: str | None = None
    preset: str = ""
    """The seat's automatic answers, separated by spaces: `pass` for every window, and names of recurring questions.

    Empty: it is asked. They are a secret of the seat.
    """
    owner: str | None = None
    """The person who owns the seat while a bot plays for them, and who may take it back at any moment."""
    left_ms: int | None = None
    """The remaining milliseconds when the clocks were last stored; None: the whole time."""
    salt: str = field(default="", repr=False)
    """The salt that the player added to the shuffle before the game started; empty: none."""


@dataclass(frozen=True)
class Departure:
    """A stored note about a person at a seat: that the person left it during a game, came back, or was drawn for it.

    `seat` is the seat, `name` the name of the person, and `actions` the number of actions that were played before.
    `step` is the kind of event: `left` (the person left), `away` (others let a bot play), `time` (the person ran out of
    time), `back` (the person took the seat back) or `drawn` (the seat was drawn for the person when the game started).
    """

    seat: int
    name: str
    actions: int
    step: str = "left"


@dataclass(frozen=True)
class TableRow:
    """A table as it is stored, without the actions of its game: game and options, seats, times and status."""

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
    """The position at which the game starts, as a line (see `Match.at`); empty: it starts from its seed.

    It contains every secret.
    """
    departures: tuple[Departure, ...] = ()
    """The players who have left or come back, in order."""
    away_s: int = 0
    """The waiting time in seconds after which others may let a bot play for a person; 0: never."""
    clock: str = ""
    """The rule of the clocks (see `clocks.rule`); empty: there are none."""
    clock_at: float = 0.0
    """The date when the clocks were last stored (seconds since 1970); 0: not yet."""
    ending: frozenset[int] = frozenset()
    """The seats that propose to end the game without a result."""
    secret: str = field(default="", repr=False)
    """The secret of the table's commitment (see `core.play.receipts`); empty: its shuffle has no receipt."""
    salts: tuple[str, ...] = ()
    """The salts of the seats, from which the seed was made together with the secret; empty before the game starts."""
    seating: str = ""
    """`draw` if seats are drawn when the game starts.

    After that, for each seat the seat where its player had sat down, separated by spaces. Empty: seats are not drawn.
    """
    watched: bool = True
    """Whether spectators are allowed while the game runs."""
    lesson: str = ""
    """The name of the lesson (see `core.teaching.lessons`); empty: none, or the learner plays on freely."""
    tells: str = ""
    """The help for all players.

    Empty: legal actions and previews. `rules`: no previews (see `foretells`). `hints`: previews, and hints on request.
    """
    origin: Origin = NOWHERE
    """The origin of the table, if it did not start with a random setup."""
    damage: str = ""
    """A sentence about the part of the stored row that cannot be read, or "". Such a table is not opened."""

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Return the names of the players, in the order of the seats."""
        return tuple(s.name for s in self.seats)

    @cached_property
    def foretells(self) -> bool:
        """Return whether players are shown previews: the effects of an action before they choose it."""
        return self.tells != RULES_ALONE

    @cached_property
    def hints(self) -> bool:
        """Return whether players of this table may ask for hints."""
        return self.tells == HINTS

    @cached_property
    def people(self) -> frozenset[str]:
        """Return the ids of all people with a seat at this table."""
        return frozenset(self.seats_by_person)

    @cached_property
    def seats_by_person(self) -> Mapping[str, tuple[int, ...]]:
        """Return a dict from the id of each person with a seat at this table to the numbers of their seats."""
        people = dict.fromkeys(s.person for s in self.seats if s.person)
        return {person: tuple(s.seat for s in self.seats if s.person == person) for person in people}

    def list_seats(self, person: str | None) -> list[int]:
        """Return the numbers of the seats at which the person with the id `person` sits.

        A visitor without an id (not a guest yet) cannot sit anywhere, so the list is empty.
        """
        return list(self.seats_by_person.get(person or "", ()))

    def list_kept_seats(self, person: str | None) -> list[int]:
        """Return the numbers of the seats at which a bot plays for the person with this id until they come back."""
        return [s.seat for s in self.seats if person and s.owner == person]

    def has_player(self, person: str | None) -> bool:
        """Return whether the person with this id sits at the table, or a bot plays for them until they come back."""
        return person in self.seats_by_person or bool(self.list_kept_seats(person))

    def allows_viewer(self, person: str | None) -> bool:
        """Return whether a person (their id, or None for a visitor without a name) may view the table.

        The table's players may always view it. Others may view it while the table waits for players, when its game is
        over, and at any time if spectators are allowed.
        """
        return self.watched or self.status in ("gathering", "over") or self.has_player(person)

    def with_seat(self, seat: SeatRow) -> TableRow:
        """Return a copy of the table with `seat` in place of the stored seat of the same number."""
        return replace(self, seats=tuple(seat if s.seat == seat.seat else s for s in self.seats))


@dataclass(frozen=True)
class EntryRow:
    """A stored entry of a table: an action, an undo or a redo by a seat.

    `act` is the name of the action. `step` tells an undo or a redo from an action. `number` counts the table's entries
    from 1. `note` is a comment for readers. `checksum` is the checksum of the position after the entry, and `at` the
    date of the entry in seconds since 1970.
    """

    number: int
    seat: int
    act: str
    step: str
    note: str
    checksum: str
    at: float


@dataclass(frozen=True)
class PendingAnswers:
    """The answers that seats have given in the open reaction window (a time in which several seats answer at once).

    `window` identifies the window: it is the number of entries (actions, undos, redos) of the table when the window
    opened. `given` has the answers by seat. `decision_offsets` counts for each seat how often it has given or withdrawn
    an answer since the table was created.

    A client sends the number of its seat's present decision with each action, to show which state of the game it knows.
    The match counts the seat's decisions. The number that the client sends is this count plus the seat's
    `decision_offsets`, so it also changes with each answer.
    """

    window: int
    given: dict[int, str]
    decision_offsets: dict[int, int]
