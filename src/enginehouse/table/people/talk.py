"""Store and filter the chat of a table. Players can read the lines of spectators only after the game."""

from __future__ import annotations

import asyncio
from typing import NamedTuple
from weakref import WeakKeyDictionary

from enginehouse.core.errors import NotAllowed, Unreadable
from enginehouse.table.errors import Forbidden
from enginehouse.table.names import check_not_muted, unlike
from enginehouse.table.play.session import Session
from enginehouse.table.store.news import TALK
from enginehouse.table.store.once import Once
from enginehouse.table.store.rows import Person
from enginehouse.table.store.talk import HOUSE, ONLOOKER, ChatLine
from enginehouse.table.texts import clean

TEXT_LENGTH, NOTE_LENGTH = 300, 4000
SHOWN = 200
"""The maximum number of lines on the page."""
PHRASES = ("Hello!", "Good luck!", "One moment, please.", "Well played!", "Sorry!", "Thanks for the game!")
"""Ready-made chat lines that a player can send with one click."""
MUTED, HEARD = "was muted by the host.", "can chat again."
"""The lines by which the server announces that a player was muted, and that the mute was lifted."""


class Heard(NamedTuple):
    """The part of the chat that a viewer has received.

    `lines` is the number of the last received line. `changes` is the number of changes that had been made to existing
    lines when the viewer received it. `over` says whether the game was over at that time.
    """

    lines: int
    over: bool
    changes: int = 0


class Lines(list[ChatLine]):
    """The chat lines of a table, the oldest first. `changes` counts the changes to existing lines."""

    changes = 0


class Talks:
    """The chats of the tables in memory. Each is read from the database once, and new lines are added to it."""

    def __init__(self) -> None:
        self._by_table: WeakKeyDictionary[Session, Lines] = WeakKeyDictionary()
        self._reading: WeakKeyDictionary[Session, asyncio.Task[Lines]] = WeakKeyDictionary()
        """The tables whose chat is being read, each with the task that reads it.

        Later requests wait for the same task.
        """

    async def of(self, session: Session) -> Lines:
        """Return all chat lines of a table, as a list to which all later lines are appended."""
        found = self._by_table.get(session)
        if found is not None:
            return found
        reading = self._reading.get(session)
        if reading is None:
            # Run it to its end even if the caller has gone, because others wait for the same task.
            reading = self._reading[session] = asyncio.create_task(session.to_its_end(self._read_lines(session)))
            reading.add_done_callback(lambda done: done.cancelled() or done.exception())
        return await asyncio.shield(reading)

    async def _read_lines(self, session: Session) -> Lines:
        try:
            lines = self._by_table[session] = Lines(await session.store.talk.read(session.id))
            return lines
        finally:
            del self._reading[session]

    async def read_again(self, session: Session) -> None:
        """Read all chat lines of a table from the database again, because some have changed.

        Send them to all viewers again.
        """
        found = self._by_table.get(session)
        if found is not None:
            found[:] = await session.store.talk.read(session.id)
            found.changes += 1
            session.audience.wake()

    async def read_new(self, session: Session) -> None:
        """Read the chat lines that other processes have added at the table of `session`.

        Read them only if this process has the chat of that table in memory.
        """
        found = self._by_table.get(session)
        if found is not None:
            known = _latest(found)
            for line in await session.store.talk.read(session.id, known):
                if line.number > _latest(found):  # another task may have added the line meanwhile
                    found.append(line)
            if _latest(found) > known:
                session.audience.wake()

    def count_known(self, session: Session) -> int | None:
        """Return how many chat lines of a table are in memory, or None if its chat was not read yet."""
        found = self._by_table.get(session)
        return None if found is None else _latest(found)

    async def say(
        self, session: Session, person: Person, text: str, seat: int | None = None, once: Once | None = None
    ) -> ChatLine:
        """Add a person's line to the chat and return it.

        A person with seats writes as the player on `seat`, by default on any of their seats. Other people write as
        spectators. `once` is the request, if it has an idempotency key. If the same request has added a line before,
        return that line. Raise `Forbidden` if the person is muted, and `Unreadable` if the text is empty.
        """
        said, lines = clean(text, TEXT_LENGTH), await self.of(session)
        if not said and text.strip():
            raise Unreadable("this message looks empty")
        if not said:
            raise Unreadable("this message is empty")
        known = await session.store.people.get(person.id)
        check_not_muted(known or person, "You can play on.")
        if is_muted(lines, person.id):
            raise Forbidden("The host has muted you at this table.", "You can play on.")
        row = session.state.row
        mine = row.list_seats(person.id) or row.list_kept_seats(person.id)
        here = (seat if seat is not None and seat in mine else mine[0]) if mine else ONLOOKER
        if here in row.list_seats(person.id):
            name = row.seats[here].name
        else:
            name = unlike(person.name, [*row.names, *(one.name for one in lines if one.person != person.id)])
        return await self._add(session, ChatLine(0, here, person.id, name, said, 0.0), once)

    async def mute(self, session: Session, person: str, number: int, seat: int = -1) -> ChatLine:
        """Mute the writer of chat line `number` or, if the writer is muted already, allow them to write again.

        If there is no such line, do this for the player on `seat`. Return the chat line by which the server announces
        the change. `person` is the id of the caller. Raise `Forbidden` if the caller is not the table's host.
        """
        if session.state.row.host != person:
            raise Forbidden("Only the player who opened this table can do that.")
        lines = await self.of(session)
        line = next((one for one in lines if one.number == number), None)
        if line is None and 0 <= seat < len(session.state.row.seats):
            sits = session.state.row.seats[seat]
            line = ChatLine(0, seat, sits.person or person, sits.name, "", 0.0)
        if line is None or line.person == person:
            raise NotAllowed(0, "You cannot mute yourself.")
        text = HEARD if is_muted(lines, line.person) else MUTED
        return await self._add(session, ChatLine(0, HOUSE, line.person, line.name, text, 0.0))

    async def _add(self, session: Session, line: ChatLine, once: Once | None = None) -> ChatLine:
        lines = await self.of(session)
        kept = await session.store.talk.add(session.id, line._replace(at=session.clock.date()), once)
        session.store.news.tell(TALK, session.id)
        if kept.number == _latest(lines) + 1:
            lines.append(kept)
            session.audience.wake()
        elif kept.number > _latest(lines):  # another process has added earlier lines
            await self.read_new(session)
        return kept


def _latest(lines: list[ChatLine]) -> int:
    """Return the number of the latest of `lines`, or 0 if the list is empty."""
    return lines[-1].number if lines else 0


def is_muted(lines: list[ChatLine], person: str) -> bool:
    """Return whether the host has muted a person, as the lines of the table's chat show."""
    told = [one.text for one in lines if one.seat == HOUSE and one.person == person]
    return bool(told) and told[-1] == MUTED


def audible(lines: list[ChatLine], seat: int, over: bool) -> list[ChatLine]:
    """Return those chat `lines` that a viewer may read, at most the last `SHOWN` of them.

    `seat` is the viewer's seat (-1: a spectator), and `over` says whether the game is over. Players get the lines of
    spectators only after the game.
    """
    return [one for one in lines if over or seat == ONLOOKER or one.seat != ONLOOKER][-SHOWN:]
