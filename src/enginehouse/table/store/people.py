"""Store people and the server's own keys."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from enginehouse.table.store.database import Database
from enginehouse.table.store.devices import DeviceStore
from enginehouse.table.store.locking import lock_table
from enginehouse.table.store.once import OnceStore
from enginehouse.table.store.own_data import Unlike
from enginehouse.table.store.pushes import PushStore
from enginehouse.table.store.rows import Person
from enginehouse.table.store.schema import KEYS, PEOPLE, PROMISES, SEATS, TABLES


class PeopleStore:
    """The stored guests with their names, and the server's own keys, such as the key that signs cookies."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.devices = DeviceStore(database)
        self.pushes = PushStore(database)
        self.once = OnceStore(database)

    async def key(self, name: str, make: Callable[[], str]) -> str:
        """Return the secret key of this name. If it is not stored, store the key that `make` returns."""
        async with self._database.reading() as connection:
            found = (await connection.execute(select(KEYS.c.value).where(KEYS.c.name == name))).scalar()
        if found is None:
            with suppress(IntegrityError):
                async with self._database.writing() as connection:
                    await connection.execute(insert(KEYS).values(name=name, value=make()))
            async with self._database.reading() as connection:
                found = (await connection.execute(select(KEYS.c.value).where(KEYS.c.name == name))).scalar()
        return str(found)

    async def redeem(self, promise: str, made: float, since: float) -> bool:
        """Mark a promise (a commitment to a secret) as used. Return False if it was used already, else True.

        `promise` is its name, and `made` the date on which it was made. Marks of promises that were made before the
        date `since` are deleted. Dates are in seconds since 1970.
        """

        def redeem(connection: Connection) -> None:
            connection.execute(delete(PROMISES).where(PROMISES.c.made < since))
            connection.execute(insert(PROMISES).values(name=promise, made=made))

        try:
            await self._database.write(redeem)
        except IntegrityError:
            return False
        return True

    async def get(self, person: str) -> Person | None:
        """Return the person with this id, or None if there is no such person."""
        async with self._database.reading() as connection:
            row = (
                await connection.execute(
                    select(PEOPLE.c.id, PEOPLE.c.name, PEOPLE.c.barred).where(PEOPLE.c.id == person)
                )
            ).first()
        return Person(row.id, row.name, row.barred) if row else None

    async def add(self, person: Person, at: float) -> None:
        """Store a new person. `at` is the date of the person's first visit, in seconds since 1970."""
        values = {"id": person.id, "name": person.name, "created": at}
        await self._database.write(lambda connection: connection.execute(insert(PEOPLE), values))

    async def rename(self, person: str, name: str, unlike: Unlike) -> None:
        """Change the name of a person, also at tables whose game has not started.

        At each of these tables, the person gets the name that the function `unlike` returns. It takes `name` and a list
        of the other names at the table, and returns `name` or a similar name that is not in the list.
        """
        gathering = select(SEATS.c.table_id).join(TABLES, TABLES.c.id == SEATS.c.table_id)
        gathering = gathering.where(SEATS.c.person == person, TABLES.c.status == "gathering")

        def rename(connection: Connection) -> None:
            connection.execute(update(PEOPLE).where(PEOPLE.c.id == person).values(name=name))
            for table in sorted(set(connection.execute(gathering).scalars())):
                lock_table(connection, table)
                which = select(SEATS.c.seat, SEATS.c.person, SEATS.c.name).where(SEATS.c.table_id == table)
                seats = connection.execute(which.order_by(SEATS.c.seat)).all()
                names = [str(one.name) for one in seats if one.person != person]
                for one in seats:
                    if one.person == person:
                        names.append(unlike(name, names))
                        seat = (SEATS.c.table_id == table, SEATS.c.seat == one.seat)
                        connection.execute(update(SEATS).where(*seat).values(name=names[-1]))

        await self._database.write(rename)
