"""Where browsers want to be notified, as they are kept: for each guest and device an address of its push service."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select, update

from enginehouse.table.store.database import Database
from enginehouse.table.store.schema import PUSHES


@dataclass(frozen=True)
class Push:
    """A browser of a guest that wants to be notified. Whoever knows `endpoint` and the house's key can notify it."""

    person: str
    device: str
    endpoint: str
    created: float


class PushStore:
    """Which browsers there are."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keep(self, push: Push) -> None:
        """Notify a browser from now on; what it was before, another guest's perhaps, it is no more."""

        def keep(c: Connection) -> None:
            mine = (PUSHES.c.person == push.person) & (PUSHES.c.device == push.device)
            c.execute(delete(PUSHES).where(mine | (PUSHES.c.endpoint == push.endpoint)))
            values = {"person": push.person, "device": push.device, "endpoint": push.endpoint, "created": push.created}
            c.execute(insert(PUSHES).values(**values))

        await self._database.write(keep)

    async def remove(self, person: str, device: str) -> None:
        """Notify a browser no more."""
        which = (PUSHES.c.person == person, PUSHES.c.device == device)
        await self._database.write(lambda c: c.execute(delete(PUSHES).where(*which)))

    async def remove_endpoint(self, endpoint: str) -> None:
        """An address is good no more, as its service says."""
        await self._database.write(lambda c: c.execute(delete(PUSHES).where(PUSHES.c.endpoint == endpoint)))

    async def of(self, person: str, device: str) -> Push | None:
        """Where a browser is notified."""
        which = (PUSHES.c.person == person, PUSHES.c.device == device)
        async with self._database.reading() as c:
            row = (await c.execute(select(PUSHES).where(*which))).first()
        return Push(row.person, row.device, row.endpoint, row.created) if row else None

    async def devices_of(self, person: str) -> set[str]:
        """Which browsers of a person are notified."""
        async with self._database.reading() as c:
            return {*(await c.execute(select(PUSHES.c.device).where(PUSHES.c.person == person))).scalars()}

    async def who(self, people: Collection[str]) -> set[str]:
        """Who of some people has a browser that wants to be notified."""
        async with self._database.reading() as c:
            return {*(await c.execute(select(PUSHES.c.person).where(PUSHES.c.person.in_(people)))).scalars()}

    async def take(self, person: str, about: str) -> list[str]:
        """The addresses of a person that have not been notified about this yet; from now on they have, in whichever process."""
        which = (PUSHES.c.person == person, PUSHES.c.about != about)
        taken = update(PUSHES).where(*which).values(about=about).returning(PUSHES.c.endpoint)
        return await self._database.write(lambda c: [str(one) for one in c.execute(taken).scalars()])
