"""Store the orders that an administrator gives by `enginehouse admin`, such as to ban a guest.

The server carries them out. Afterwards they stay in the database, so that administrators can list them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, func, insert, select, update

from enginehouse.table.store.database import Database
from enginehouse.table.store.schema import KEYS, ORDERS, PEOPLE, SEATS

KINDS = ("close", "ban", "mute", "pardon")
"""The kinds of orders: end a table without a result; ban a guest, mute a guest, or lift both."""


class Order(NamedTuple):
    """An administrator's order. `what` is its kind, and `target` the id of the table or guest that it is about.

    `at` is the date of the order. `done` is the date on which it was carried out, or `None` if it still has to be
    carried out. Both dates are in seconds since 1970. `said` is the result of the order.
    """

    number: int
    what: str
    target: str
    at: float
    done: float | None
    said: str


class Guest(NamedTuple):
    """A guest as administrators see them. `barred` is `muted`, `banned`, or empty."""

    id: str
    name: str
    created: float
    barred: str
    tables: int


async def give(database: Database, kind: str, target: str, at: float) -> int:
    """Store an administrator's order, given at the date `at` (seconds since 1970), and return its number.

    `kind` is the kind of order, such as `mute`, and `target` the id of the table or guest that it is about.
    """

    def add(connection: Connection) -> int:
        # This write makes other writers wait.
        connection.execute(update(KEYS).where(KEYS.c.name == "").values(value=""))
        number = int(connection.execute(select(func.max(ORDERS.c.number))).scalar() or 0) + 1
        connection.execute(insert(ORDERS).values(number=number, what=kind, target=target, at=at))
        return number

    return await database.write(add)


async def open_orders(database: Database) -> list[Order]:
    """Return the administrator's orders that the server has not carried out yet, the oldest first."""
    return await _read_orders(database, select(ORDERS).where(ORDERS.c.done.is_(None)).order_by(ORDERS.c.number))


async def latest(database: Database, limit: int) -> list[Order]:
    """Return at most `limit` of the administrator's orders, the latest first."""
    return await _read_orders(database, select(ORDERS).order_by(ORDERS.c.number.desc()).limit(limit))


async def finish(database: Database, number: int, at: float, said: str) -> None:
    """Store that the server has carried out order `number` of an administrator, such as to ban a guest.

    `at` is the date in seconds since 1970. `said` is the result of the order in words, or the reason why it could not
    be carried out.
    """
    await database.write(
        lambda connection: connection.execute(
            update(ORDERS).where(ORDERS.c.number == number).values(done=at, said=said)
        )
    )


async def bar(database: Database, person: str, how: str) -> None:
    """Mute or ban the guest with the id `person`, as `how` says: `muted` or `banned`. If `how` is empty, lift both."""
    await database.write(
        lambda connection: connection.execute(update(PEOPLE).where(PEOPLE.c.id == person).values(barred=how))
    )


async def guests(database: Database, limit: int, name: str = "") -> list[Guest]:
    """Return at most `limit` guests, the latest first.

    Unless `name` is empty, return only those whose name contains it.
    """
    many = select(func.count(func.distinct(SEATS.c.table_id))).where(SEATS.c.person == PEOPLE.c.id).scalar_subquery()
    which = select(PEOPLE.c.id, PEOPLE.c.name, PEOPLE.c.created, PEOPLE.c.barred, many.label("tables"))
    which = which.order_by(PEOPLE.c.created.desc(), PEOPLE.c.id).limit(limit)
    if name:
        which = which.where(func.lower(PEOPLE.c.name).contains(name.lower(), autoescape=True))
    async with database.reading() as connection:
        return [Guest(*row) for row in (await connection.execute(which)).all()]


async def _read_orders(database: Database, which: Any) -> list[Order]:
    async with database.reading() as connection:
        rows: list[Row[Any]] = list((await connection.execute(which)).all())
    return [Order(r.number, r.what, r.target, r.at, r.done, r.said) for r in rows]
