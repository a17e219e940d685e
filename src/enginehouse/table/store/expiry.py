"""End idle tables, and delete guests without a seat."""

from __future__ import annotations

from typing import cast

from sqlalchemy import Connection, CursorResult, delete, exists, select, update

from enginehouse.table.store.database import Database
from enginehouse.table.store.locking import begin_writing, lock_table
from enginehouse.table.store.schema import ANSWERS, DEVICES, ENTRIES, LINKS, PEOPLE, PUSHES, SEATS, TABLES, TOKENS


async def end_tables(database: Database, before: float, keeps: str) -> list[str]:
    """End the unfinished tables without an action since the date `before` (seconds since 1970). Return their ids.

    Tables whose host has the id `keeps` are not ended. The actions, undos and redos of an ended table stay, but its
    tokens are deleted.
    """

    def end(connection: Connection) -> list[str]:
        played = exists().where(ENTRIES.c.table_id == TABLES.c.id, ENTRIES.c.at >= before)
        unended = TABLES.c.status.in_(("gathering", "running"))
        idle = select(TABLES.c.id).where(unended, TABLES.c.changed < before, TABLES.c.host != keeps, ~played)
        begin_writing(connection)
        ids = []
        for table in sorted(connection.execute(idle).scalars()):
            # One statement for each table, because a statement has a maximum number of values.
            lock_table(connection, table)
            # An action may have been stored there before the table was locked.
            ending = update(TABLES).where(TABLES.c.id == table, TABLES.c.id.in_(idle)).values(status="ended")
            if cast("CursorResult[object]", connection.execute(ending)).rowcount:
                ids.append(table)
                connection.execute(delete(ANSWERS).where(ANSWERS.c.table_id == table))
        ended = select(TABLES.c.id).where(TABLES.c.status == "ended")
        connection.execute(delete(TOKENS).where(TOKENS.c.table_id.in_(ended)))
        return ids

    return await database.write(end)


async def forget_people(database: Database, before: float) -> int:
    """Delete the guests whose account was created before a date, if they have no seat at any table.

    The date `before` is in seconds since 1970. A seat at a finished table counts, too. Guests that are the host of a
    table are not deleted. Return the number of deleted guests.
    """

    def forget(connection: Connection) -> int:
        sits = select(SEATS.c.person).where(SEATS.c.person.is_not(None))
        owns = select(SEATS.c.owner).where(SEATS.c.owner.is_not(None))
        hosts = select(TABLES.c.host)
        here = (PEOPLE.c.id.not_in(which) for which in (sits, owns, hosts))
        gone = delete(PEOPLE).where(PEOPLE.c.created < before, *here)
        many = int(cast("CursorResult[object]", connection.execute(gone)).rowcount)
        for kept in (DEVICES, LINKS, PUSHES):
            connection.execute(delete(kept).where(kept.c.person.not_in(select(PEOPLE.c.id))))
        return many

    return await database.write(forget)
