"""Store the browsers with notifications: for each guest and browser the address at its push service."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select, update

from enginehouse.table.store.database import Database
from enginehouse.table.store.schema import PUSHES


@dataclass(frozen=True)
class Push:
    """A browser that gets notifications. `person` is the id of its guest, and `device` the id of the browser.

    `endpoint` is a secret address, at which the browser's push service takes notifications for it. Notifications are
    signed with this server's key. Any program with the key and `endpoint` can notify the browser.
    """

    person: str
    device: str
    endpoint: str
    created: float


class PushStore:
    """Stores the browsers that get notifications: for each, its guest and its secret address at the push service."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keep(self, push: Push) -> None:
        """Store a browser for notifications: its guest, and its secret address at the push service.

        Replace the browser's earlier registration. Replace each registration with the same address, too, even if it
        belongs to another guest.
        """

        def keep(connection: Connection) -> None:
            mine = (PUSHES.c.person == push.person) & (PUSHES.c.device == push.device)
            connection.execute(delete(PUSHES).where(mine | (PUSHES.c.endpoint == push.endpoint)))
            values = {"person": push.person, "device": push.device, "endpoint": push.endpoint, "created": push.created}
            connection.execute(insert(PUSHES).values(**values))

        await self._database.write(keep)

    async def remove(self, person: str, device: str) -> None:
        """Stop the notifications of a browser of a person. Both arguments are ids."""
        which = (PUSHES.c.person == person, PUSHES.c.device == device)
        await self._database.write(lambda connection: connection.execute(delete(PUSHES).where(*which)))

    async def remove_endpoint(self, endpoint: str) -> None:
        """Delete the address `endpoint`, which its push service has declared invalid."""
        await self._database.write(
            lambda connection: connection.execute(delete(PUSHES).where(PUSHES.c.endpoint == endpoint))
        )

    async def of(self, person: str, device: str) -> Push | None:
        """Return the registration of a person's browser for notifications, or None. Both arguments are ids."""
        which = (PUSHES.c.person == person, PUSHES.c.device == device)
        async with self._database.reading() as connection:
            row = (await connection.execute(select(PUSHES).where(*which))).first()
        return Push(row.person, row.device, row.endpoint, row.created) if row else None

    async def list_devices(self, person: str) -> set[str]:
        """Return the ids of the person's browsers with notifications."""
        async with self._database.reading() as connection:
            return {*(await connection.execute(select(PUSHES.c.device).where(PUSHES.c.person == person))).scalars()}

    async def who(self, people: Collection[str]) -> set[str]:
        """Return the ids of those `people` who have a browser with notifications."""
        async with self._database.reading() as connection:
            return {*(await connection.execute(select(PUSHES.c.person).where(PUSHES.c.person.in_(people)))).scalars()}

    async def take(self, person: str, about: str) -> list[str]:
        """Return the addresses of those browsers of a person that were not notified on the occasion `about` yet.

        `about` is a text that names the occasion, such as a decision at a table. The returned browsers are marked as
        notified, so no other process notifies them on this occasion.
        """
        which = (PUSHES.c.person == person, PUSHES.c.about != about)
        taken = update(PUSHES).where(*which).values(about=about).returning(PUSHES.c.endpoint)
        return await self._database.write(lambda connection: [str(one) for one in connection.execute(taken).scalars()])
