"""Store the browsers of guests, and the links by which a guest signs in on another browser."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from sqlalchemy import Connection, CursorResult, delete, insert, select, update

from enginehouse.table.store.database import Database
from enginehouse.table.store.schema import DEVICES, LINKS
from enginehouse.table.store.tokens import digest

FIRST = ""
"""The id of the first browser of a guest. Its cookie names no device, and it need not be stored."""


@dataclass(frozen=True)
class Device:
    """A browser in which a guest is signed in. `created` is the time at which the guest signed in there.

    `seen` is the start of the day (UTC) of the last visit. Both times are in seconds since 1970.
    """

    person: str
    id: str
    label: str
    created: float
    seen: float
    revoked: bool = False


class DeviceStore:
    """The stored browsers of guests, and the links by which a guest signs in on another browser."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, person: str) -> dict[str, Device]:
        """Return the browsers in which a person is signed in, as a dict by the id of the browser, the oldest first."""
        return (await self.of_all([person])).get(person, {})

    async def of_all(self, people: Sequence[str]) -> dict[str, dict[str, Device]]:
        """Return the browsers of several people: by person, then by id. Leave out people without a stored browser."""
        which = select(DEVICES).where(DEVICES.c.person.in_(people)).order_by(DEVICES.c.created, DEVICES.c.id)
        async with self._database.reading() as connection:
            rows = (await connection.execute(which)).all()
        found: dict[str, dict[str, Device]] = {}
        for r in rows:
            found.setdefault(r.person, {})[r.id] = Device(r.person, r.id, r.label, r.created, r.seen, bool(r.revoked))
        return found

    async def revoked_firsts(self) -> set[str]:
        """Return the ids of the people who have signed out in the browser in which their guest account was created.

        This first browser may be signed in without a row in the database. So a deleted row would not show that the
        guest has signed out there. Signing out keeps a row for this browser instead, and marks it as revoked.
        """
        which = select(DEVICES.c.person).where(DEVICES.c.id == FIRST, DEVICES.c.revoked)
        async with self._database.reading() as connection:
            return set((await connection.execute(which)).scalars())

    async def keep(self, device: Device) -> None:
        """Store the browser `device` of a guest. If it is stored already, replace its values."""
        which = (DEVICES.c.person == device.person, DEVICES.c.id == device.id)
        values = {
            "label": device.label,
            "created": device.created,
            "seen": device.seen,
            "revoked": device.revoked,
        }

        def keep(connection: Connection) -> None:
            known = connection.execute(select(DEVICES.c.id).where(*which)).first()
            if known is None:
                connection.execute(insert(DEVICES).values(person=device.person, id=device.id, **values))
            else:
                connection.execute(update(DEVICES).where(*which).values(**values))

        await self._database.write(keep)

    async def see(self, device: Device) -> None:
        """Store the day of the last visit of the browser `device`, unless the browser was removed."""
        which = (DEVICES.c.person == device.person, DEVICES.c.id == device.id)
        await self._database.write(
            lambda connection: connection.execute(update(DEVICES).where(*which).values(seen=device.seen))
        )

    async def remove(self, person: str, device: str) -> None:
        """Remove the browser `device` of a person. Both arguments are ids."""
        which = (DEVICES.c.person == person, DEVICES.c.id == device)
        await self._database.write(lambda connection: connection.execute(delete(DEVICES).where(*which)))

    async def add_link(self, secret: str, person: str, now: float, until: float) -> None:
        """Store a person's sign-in link with the secret `secret`, which is valid until the date `until`.

        Delete the person's other links, and all that have expired at the date `now`. Dates are in seconds since 1970.
        """

        def add(connection: Connection) -> None:
            connection.execute(delete(LINKS).where((LINKS.c.person == person) | (LINKS.c.until <= now)))
            connection.execute(insert(LINKS).values(digest=digest(secret), person=person, until=until))

        await self._database.write(add)

    async def take_link(self, secret: str, now: float) -> str | None:
        """Delete the sign-in link with this secret and return the id of its person.

        Return None if the link is unknown, used or expired at the date `now` (seconds since 1970).
        """

        def take(connection: Connection) -> str | None:
            which = LINKS.c.digest == digest(secret)
            person = connection.execute(select(LINKS.c.person).where(which, LINKS.c.until > now)).scalar()
            gone = cast("CursorResult[object]", connection.execute(delete(LINKS).where(which)))
            return str(person) if person is not None and gone.rowcount == 1 else None

        return await self._database.write(take)
