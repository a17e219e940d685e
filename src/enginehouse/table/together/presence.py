"""Presence: the people at a table that have its page open.

The server finds them by signs of life, which reveal no secret.

An open page sends a sign of life every 15 seconds. A person is away if the last page was closed some seconds ago, or if
all pages have been silent for a while. The marks on the page change only at these times, never because a player has
acted. So they do not reveal when a secret answer is given.

Presence is not stored. Processes on one PostgreSQL send each other messages: a return and a closed page immediately,
and renewed signs of life together every two seconds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

from enginehouse.table.play.audience import SeatPresence
from enginehouse.table.play.registry import Registry
from enginehouse.table.play.session import Session
from enginehouse.table.store.news import PRESENT
from enginehouse.table.store.rows import TableRow

SILENT_S = 45.0
"""The number of seconds without a sign of life after which a person is away. Pages give a sign every 15 seconds."""
CLOSED_S = 8.0
"""The number of seconds after which a person is away whose last page was closed. Loading a page again takes less."""
UNKNOWN_S = 18.0
"""The number of seconds for which a person counts as unknown if this process has not received a sign of life yet."""
LOOK_S = 2.0
HERE, GONE, ASK = "here", "gone", "ask"
"""The kinds of news: signs of life, the last page of a person was closed, and a process asks for signs of life."""


@dataclass
class Sign:
    """The latest sign of life of a person at a table: a message that the person's open page sends every few seconds.

    The person counts as present until the time `until` of the server process's clock (`Clock.now`, in seconds), and as
    away afterwards. If `seen` is false, no sign of life has come yet. Then it is unknown whether the person is present,
    and at the time `until` the person begins to count as away.
    """

    until: float
    seen: bool = True


@dataclass
class Room:
    """The presence of the people at one table.

    `signs` has each person's latest sign of life (a message from an open page), by the person's id. `here` and `away`
    have the ids of present and absent people.
    """

    signs: dict[str, Sign] = field(default_factory=dict)
    pages: Counter[str] = field(default_factory=Counter)
    """The number of open streams in this process, by person."""
    programs: Counter[str] = field(default_factory=Counter)
    """The number of open streams of programs, by person. They give no other signs of life."""
    renewed: set[str] = field(default_factory=set)
    """The people whose latest sign of life is not known to other processes yet."""
    here: frozenset[str] = frozenset()
    away: frozenset[str] = frozenset()

    def look(self, now: float) -> bool:
        """Compute again which people at the table are present (`here`) and absent (`away`) at the time `now`.

        A person is present for some time after each sign of life, which is a message from an open page. `now` is a time
        of the server process's clock (`Clock.now`, in seconds). Return whether `here` or `away` has changed.
        """
        here = frozenset(one for one, sign in self.signs.items() if sign.seen and now < sign.until)
        away = frozenset(one for one, sign in self.signs.items() if now >= sign.until)
        changed = (here, away) != (self.here, self.away)
        self.here, self.away = here, away
        return changed


class Presence:
    """The presence of people at all tables that have a viewer in this process."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._rooms: WeakKeyDictionary[Session, Room] = WeakKeyDictionary()

    def find_seats(self, session: Session) -> SeatPresence:
        """Return the seats of present and absent people, as of the last update."""
        return session.audience.find_seats(session.state.row)

    @contextmanager
    def page(self, session: Session, person: str, *, program: bool = False) -> Iterator[None]:
        """Return a context manager for an open stream of a table: the person is present until its `with` block ends.

        `person` is the person's id, or "" for an unknown visitor. Afterwards the person soon counts as away, unless
        another page is open. `program` is true if a program reads the stream. A program sends no other signs of life
        than the stream, so it counts as present as long as the stream is open.
        """
        room = self._enter(session)
        counts = room.programs if program else room.pages
        counts[person] += 1
        self.renew(session, person)
        try:
            yield
        finally:
            counts[person] -= 1
            counts += Counter()  # drop counts of zero
            self.close(session, person)

    def renew(self, session: Session, person: str) -> None:
        """Record a sign of life of a person: a message from a page that the person has open.

        If the person was away, show at once that they are back, and send this to other processes.
        """
        if person not in _people(session.state.row):
            return
        room = self._enter(session)
        room.signs[person] = Sign(self._registry.clock.now() + SILENT_S)
        room.renewed.add(person)
        if person not in room.here:
            self._show(session, room)
            self._tell_renewed(session, room)

    def close(self, session: Session, person: str) -> None:
        """Record that a person's page was closed. Ignore it if the person has another page open in this process."""
        room = self._rooms.get(session)
        if room is not None and self._shorten(room, person):
            room.renewed.discard(person)
            self._registry.store.news.tell(PRESENT, "/".join((session.id, GONE, person)))

    def hear(self, news: str) -> None:
        """Process a message about presence that another process has sent.

        `news` has the table's id, the kind of message and people's ids, separated by slashes. If the table has no
        viewer in this process, do nothing.
        """
        table, _, said = news.partition("/")
        kind, *people = said.split("/")
        session = self._registry.tables.get(table)
        room = self._rooms.get(session) if session is not None else None
        if session is None or room is None:
            return
        if kind == HERE:
            until = self._registry.clock.now() + SILENT_S
            room.signs.update({one: Sign(until) for one in people if one in _people(session.state.row)})
            self._show(session, room)
        elif kind == ASK:
            room.renewed |= room.here
            self._tell_renewed(session, room)
        elif kind == GONE:
            still = {one for one in people if not self._shorten(room, one)}
            room.renewed |= still & room.here
            self._tell_renewed(session, room)

    def look(self) -> None:
        """Compute again, for all tables, which people are present and absent.

        Send other processes the ids of the people that have given a sign of life since the last message. A sign of life
        is a message from an open page.
        """
        now = self._registry.clock.now()
        for session, room in list(self._rooms.items()):
            self._note_people(session, room)
            for person in room.programs:
                self.renew(session, person)
            self._show(session, room)
            self._tell_renewed(session, room)
            if not session.audience.viewers and all(one.until <= now for one in room.signs.values()):
                del self._rooms[session]
                session.audience.here = session.audience.away = frozenset()

    async def keep_looking(self) -> None:
        """Find out every two seconds, without end, which people are present at each table.

        Send other processes the ids of the people that have given a sign of life (a message from an open page).
        """
        while True:
            await self._registry.clock.sleep(LOOK_S)
            self.look()

    def _enter(self, session: Session) -> Room:
        """Return the `Room` of a table: the object in which the presence of the table's people is recorded.

        If the object is new, ask the other processes for the people that are present at the table.
        """
        room = self._rooms.get(session)
        if room is None:
            room = self._rooms[session] = Room()
            self._note_people(session, room)
            self._registry.store.news.tell(PRESENT, f"{session.id}/{ASK}")
        return room

    def _note_people(self, session: Session, room: Room) -> None:
        """Add people that have taken a seat at a table to `room`, and remove people that have left all their seats.

        `room` records which people at the table are present. For a new person this is unknown at first. If no sign of
        life (a message from an open page) comes within `UNKNOWN_S` seconds, the person counts as away.
        """
        people, now = _people(session.state.row), self._registry.clock.now()
        for gone in room.signs.keys() - people:
            del room.signs[gone]
        for new in people - room.signs.keys():
            room.signs[new] = Sign(now + UNKNOWN_S, seen=False)

    def _shorten(self, room: Room, person: str) -> bool:
        """Let a person count as away after at most `CLOSED_S` seconds, because their last page was closed.

        If the person still has a page open in this process, return False without a change. Otherwise return True.
        `room` records which people at a table are present.
        """
        if room.pages[person] or room.programs[person]:
            return False
        sign = room.signs.get(person)
        if sign is not None and sign.seen:
            sign.until = min(sign.until, self._registry.clock.now() + CLOSED_S)
        return True

    def _show(self, session: Session, room: Room) -> None:
        if room.look(self._registry.clock.now()):
            session.audience.here, session.audience.away = room.here, room.away
            session.audience.wake()

    def _tell_renewed(self, session: Session, room: Room) -> None:
        if room.renewed:
            said: Iterable[str] = (session.id, HERE, *sorted(room.renewed))
            self._registry.store.news.tell(PRESENT, "/".join(said))
            room.renewed.clear()


def _people(row: TableRow) -> set[str]:
    """Return the ids of the people who sit at a table."""
    return {one.person for one in row.seats if one.kind == "person" and one.person}
