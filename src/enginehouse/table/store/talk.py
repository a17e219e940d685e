"""Store the chat of tables and the private notes of players."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, delete, func, insert, select

from enginehouse.table.store.database import Database
from enginehouse.table.store.locking import lock_table
from enginehouse.table.store.once import Once, find_result, keep_result
from enginehouse.table.store.schema import NOTES, TALK

ONLOOKER, HOUSE = -1, -2
"""The values in place of a seat for a line of a spectator, and for a line of the server about a player."""


class ChatLine(NamedTuple):
    """A line of a table's chat. `person` is the id of its writer, which the server sends to no client."""

    number: int
    seat: int
    person: str
    name: str
    text: str
    at: float


class TalkStore:
    """The stored lines of all tables' chats, and the private notes of players."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def read(self, table: str, after: int = 0) -> list[ChatLine]:
        """Return the chat lines of a table with numbers above `after`, in order."""
        which = select(TALK).where(TALK.c.table_id == table, TALK.c.number > after).order_by(TALK.c.number)
        async with self._database.reading() as connection:
            return [
                ChatLine(r.number, r.seat, r.person, r.name, r.text, r.at)
                for r in (await connection.execute(which)).all()
            ]

    async def add(self, table: str, line: ChatLine, once: Once | None = None) -> ChatLine:
        """Store a chat line under the next number, and return it.

        `once` is the request, if it has an idempotency key. If the same request has stored a line before, return that
        line.
        """

        def add(connection: Connection) -> ChatLine:
            lock_table(connection, table)
            if (before := find_result(connection, once)) is not None:
                which = select(TALK).where(TALK.c.table_id == table, TALK.c.number == int(before))
                r = connection.execute(which).one()
                return ChatLine(r.number, r.seat, r.person, r.name, r.text, r.at)
            latest = connection.execute(select(func.max(TALK.c.number)).where(TALK.c.table_id == table)).scalar() or 0
            kept = line._replace(number=int(latest) + 1)
            connection.execute(insert(TALK).values(table_id=table, **kept._asdict()))
            keep_result(connection, once, str(kept.number))
            return kept

        return await self._database.write(add)

    async def note(self, table: str, seat: int, person: str) -> str:
        """Return the private note that a person has written on their seat at a table, or "".

        `person` is the person's id.
        """
        which = (NOTES.c.table_id == table, NOTES.c.seat == seat, NOTES.c.person == person)
        async with self._database.reading() as connection:
            return str((await connection.execute(select(NOTES.c.text).where(*which))).scalar() or "")

    async def save_note(self, table: str, seat: int, person: str, text: str) -> None:
        """Store `text` as the private note of a person at a seat of a table, in place of the old note.

        An empty text deletes it.
        """
        which = (NOTES.c.table_id == table, NOTES.c.seat == seat, NOTES.c.person == person)

        def save(connection: Connection) -> None:
            lock_table(connection, table)  # seats may be drawn at this moment, and notes move with them
            connection.execute(delete(NOTES).where(*which))
            if text:
                connection.execute(insert(NOTES).values(table_id=table, seat=seat, person=person, text=text))

        await self._database.write(save)
