"""Read or delete all data that the database stores about a guest, if the guest asks for it."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from typing import Any

from sqlalchemy import Connection, delete, or_, select, update

from enginehouse.table.store import origin
from enginehouse.table.store.database import Database
from enginehouse.table.store.locking import begin_writing, lock_rows
from enginehouse.table.store.schema import (
    DEPARTURES,
    DEVICES,
    LINKS,
    NOTES,
    ONCE,
    ORDERS,
    PEOPLE,
    PUSHES,
    SEATS,
    TABLES,
    TALK,
    TOKENS,
)

FORGOTTEN = "forgotten"
"""The id that replaces a deleted guest's id where an id is required."""
SOMEBODY = "Somebody"
"""The name that replaces the names of deleted guests."""


async def read(database: Database, person: str) -> dict[str, Any]:
    """Return the stored data of a guest (the id `person`) as a dict.

    It has the `name`, the date of the first visit (`since`, in seconds since 1970), and a list of rows for each other
    kind of data: `talk` (chat lines), `notes`, `programs` (tokens), `devices` (browsers) and `notifications`.
    """
    async with database.reading() as connection:
        known = (await connection.execute(select(PEOPLE.c.name, PEOPLE.c.created).where(PEOPLE.c.id == person))).first()
        talk = select(TALK.c.table_id, TALK.c.seat, TALK.c.text, TALK.c.at).where(
            TALK.c.person == person, TALK.c.seat >= -1
        )
        notes = select(NOTES.c.table_id, NOTES.c.seat, NOTES.c.text).where(NOTES.c.person == person)
        tokens = select(TOKENS.c.table_id, TOKENS.c.seat, TOKENS.c.label, TOKENS.c.created).where(
            TOKENS.c.person == person
        )
        devices = select(DEVICES.c.label, DEVICES.c.created, DEVICES.c.seen).where(DEVICES.c.person == person)
        pushes = select(PUSHES.c.device, PUSHES.c.endpoint, PUSHES.c.created).where(PUSHES.c.person == person)
        found = {"name": known.name if known else "", "since": known.created if known else 0.0}
        for name, which in (
            ("talk", talk.order_by(TALK.c.at)),
            ("notes", notes),
            ("programs", tokens),
            ("devices", devices),
            ("notifications", pushes),
        ):
            found[name] = [dict(row) for row in (await connection.execute(which)).mappings()]
        return found


Unlike = Callable[[str, Collection[str]], str]


async def forget(database: Database, person: str, unlike: Unlike) -> list[str]:
    """Delete everything that identifies a guest. The guest's games and chat lines stay, under the name SOMEBODY.

    Return the ids of the tables at which the guest's name was replaced. If another seat has the name SOMEBODY already,
    the guest is called otherwise there: `unlike` takes a name and the names of the other seats, and returns a
    name that differs from all of them.
    """
    return await database.write(lambda connection: _forget(connection, person, unlike))


def _forget(connection: Connection, person: str, unlike: Unlike) -> list[str]:
    begin_writing(connection)
    talked = select(TALK.c.table_id).where(TALK.c.person == person)
    sat = select(SEATS.c.table_id).where(or_(SEATS.c.person == person, SEATS.c.owner == person))
    hosted = select(TABLES.c.id).where(TABLES.c.host == person)
    lock_rows(connection, {one for which in (talked, sat, hosted) for one in connection.execute(which).scalars()})
    here = sorted({*connection.execute(talked).scalars(), *connection.execute(sat).scalars()})
    called = {*connection.execute(select(PEOPLE.c.name).where(PEOPLE.c.id == person)).scalars()}
    renamed = list(here)
    for table in here:
        called |= _leave_seats(connection, table, person, renamed, unlike)
    _leave_talk(connection, person, _replacer(called))
    renamed += _leave_tables(connection, person, _replacer(called))
    for kept in (NOTES, TOKENS, DEVICES, LINKS, PUSHES, ONCE):
        connection.execute(delete(kept).where(kept.c.person == person))
    connection.execute(update(ORDERS).where(ORDERS.c.target == person).values(target=FORGOTTEN))
    connection.execute(delete(PEOPLE).where(PEOPLE.c.id == person))
    return list(dict.fromkeys(renamed))


def _leave_seats(connection: Connection, table: str, person: str, renamed: list[str], unlike: Unlike) -> set[str]:
    """Make a person's seats of a table anonymous, and return the names that the person had there.

    The function `unlike` takes a name and the names of the other seats, and returns a name that differs from these. The
    seats are also renamed at other tables that continue from a position of this table. The ids of those tables are
    appended to `renamed`.
    """
    called = set[str]()
    which = select(SEATS.c.seat, SEATS.c.name, SEATS.c.kind, SEATS.c.person, SEATS.c.owner)
    rows = connection.execute(which.where(SEATS.c.table_id == table).order_by(SEATS.c.seat)).all()
    asks = (
        origin.read(connection.execute(select(TABLES.c.origin).where(TABLES.c.id == table)).scalar() or "").kind
        == "what if"
    )
    names = [str(row.name) for row in rows]
    for place, row in enumerate(rows):
        if person not in (row.person, row.owner):
            continue
        seat = (SEATS.c.table_id == table, SEATS.c.seat == row.seat)
        connection.execute(update(SEATS).where(*seat).values(person=None, owner=None))
        if asks:  # one person plays all seats of such a table, under the names of the earlier game
            continue
        others = [name for other, name in enumerate(names) if other != place]
        plain = unlike(SOMEBODY, others)
        names[place] = plain if row.kind == "person" else unlike(f"{SOMEBODY}'s bot", others)
        called |= {str(row.name).removesuffix("'s bot")}
        _rename(connection, table, int(row.seat), str(row.name), names[place], renamed)
        gone = (DEPARTURES.c.table_id == table, DEPARTURES.c.seat == row.seat)
        called |= set(connection.execute(select(DEPARTURES.c.name).where(*gone)).scalars())
        connection.execute(update(DEPARTURES).where(*gone).values(name=plain))
    return called


def _rename(connection: Connection, table: str, seat: int, old: str, new: str, renamed: list[str]) -> None:
    """Rename a seat from `old` to `new`, at a table and at all tables that continue its game (also indirectly).

    The ids of the continuing tables are appended to `renamed`.
    """
    connection.execute(update(SEATS).where(SEATS.c.table_id == table, SEATS.c.seat == seat).values(name=new))
    following = select(TABLES.c.id).join(SEATS, SEATS.c.table_id == TABLES.c.id)
    asks = TABLES.c.origin.startswith(f"{table}@", autoescape=True)
    for later in list(connection.execute(following.where(asks, SEATS.c.seat == seat, SEATS.c.name == old)).scalars()):
        renamed.append(later)
        _rename(connection, later, seat, old, new, renamed)


def _leave_talk(connection: Connection, person: str, without: Callable[[str], str]) -> None:
    which = select(TALK.c.table_id, TALK.c.number, TALK.c.text).where(TALK.c.person == person)
    for row in connection.execute(which).all():
        line = (TALK.c.table_id == row.table_id, TALK.c.number == row.number)
        connection.execute(update(TALK).where(*line).values(person=FORGOTTEN, name=SOMEBODY, text=without(row.text)))


def _leave_tables(connection: Connection, person: str, without: Callable[[str], str]) -> list[str]:
    """Give each table of a deleted host a new host: the player on its first occupied seat.

    Return the ids of these tables. `person` is the id of the deleted host. If no seat is occupied, the new host is the
    placeholder `FORGOTTEN`. A table's setup may be made from a text that the host has entered. The function `without`
    takes this text and removes the person's names from it.
    """
    hosted = connection.execute(select(TABLES.c.id, TABLES.c.origin).where(TABLES.c.host == person)).all()
    for row in hosted:
        sits = select(SEATS.c.person).where(SEATS.c.table_id == row.id, SEATS.c.person.is_not(None))
        host = connection.execute(sits.order_by(SEATS.c.seat).limit(1)).scalar() or FORGOTTEN
        came = origin.read(row.origin)
        stored = came._replace(text=without(came.text)).encode()[:32]
        connection.execute(update(TABLES).where(TABLES.c.id == row.id).values(host=host, origin=stored))
    return [row.id for row in hosted]


def _replacer(called: Iterable[str]) -> Callable[[str], str]:
    """Return a function that takes a text and replaces the names `called` in it by `SOMEBODY`."""
    names = sorted((re.escape(name) for name in called if name), key=len, reverse=True)
    if not names:
        return lambda text: text
    found = re.compile(rf"(?<!\w)(?:{'|'.join(names)})(?!\w)", re.IGNORECASE)
    return lambda text: found.sub(SOMEBODY, text)
