"""Manage leases: background work for a table runs in the process that holds its lease. Leases last three seconds.

A lease is stored as a row with the time of its end, by the clock of the database. Each process renews all its leases
once a second, in one statement. Any process may take an expired lease. If two processes do the same work, no harm is
done, because actions are stored with consecutive numbers. On SQLite there is only one process, which has all leases.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, suppress

from sqlalchemy import TextClause, delete, text, update

from enginehouse.table.store.database import Database
from enginehouse.table.store.outage import Away
from enginehouse.table.store.schema import CLAIMS

LOG = logging.getLogger("enginehouse.table")
LEASE_S = 3.0
RENEW_S, LOOK_S = 1.0, 0.3
"""The intervals in seconds at which leases are renewed, and at which expired leases are looked for."""
GATHER_S = 0.005
"""The time in seconds within which requests for leases are gathered into one statement."""
IDLE_S = 10.0
"""The time in seconds for which an unused lease is kept, because it may be needed again soon."""
MARGIN_S = 0.25
MOST = 50
"""The maximum number of expired leases that are taken over at a time."""
OF_THE_HOUSE = "house:"
"""The prefix of leases that are not about a table."""

NOW = "extract(epoch FROM clock_timestamp())"
"""The date of the database's clock in seconds since 1970, in SQL."""
TAKE = text(
    f"INSERT INTO claims (what, process, until) SELECT x, :process, {NOW} + :lease "  # noqa: S608  # no value of others
    "FROM unnest(CAST(:wanted AS varchar[])) AS x ORDER BY x "
    "ON CONFLICT (what) DO UPDATE SET process = excluded.process, until = excluded.until "
    f"WHERE claims.process = excluded.process OR claims.until < {NOW} RETURNING what"
)
"""The statement that takes leases which are free, expired or held by this process."""
TAKE_OVER = text(
    f"UPDATE claims SET process = :process, until = {NOW} + :lease WHERE what IN (SELECT what FROM claims "  # noqa: S608
    f"WHERE until < {NOW} AND what NOT LIKE 'house:%' ORDER BY what LIMIT :most FOR UPDATE SKIP LOCKED) RETURNING what"
)
"""The statement that takes expired leases of tables from other processes."""
ELSEWHERE = text(f"SELECT what FROM claims WHERE process <> :process AND until >= {NOW}")  # noqa: S608


class ClaimRows:
    """The stored leases. `process` is the id of this process, for which the methods take and release leases.

    A lease is the right to do the background work of a table for three seconds. It has the table's id as its name.
    """

    def __init__(self, database: Database, process: str) -> None:
        self.database, self._process = database, process

    async def take(self, wanted: Iterable[str]) -> set[str]:
        """Take those of the leases named in `wanted` that no other process holds. Return the names of the taken leases.

        A lease is the right to do the background work of a table.
        """
        return await self._write(TAKE, wanted=sorted(wanted))

    async def take_over(self) -> set[str]:
        """Take at most fifty expired leases (rights to do a table's background work) from other processes.

        Return the ids of the tables.
        """
        return await self._write(TAKE_OVER, most=MOST)

    async def _write(self, statement: TextClause, **values: object) -> set[str]:
        given = {"process": self._process, "lease": LEASE_S, **values}
        return await self.database.write(lambda connection: set(connection.execute(statement, given).scalars()))

    async def release(self, what: Iterable[str]) -> None:
        """Release the leases with the names in `what`: the ids of tables with background work.

        Leases of other processes stay as they are.
        """
        mine = delete(CLAIMS).where(CLAIMS.c.process == self._process, CLAIMS.c.what.in_(list(what)))
        await self.database.write(lambda connection: connection.execute(mine))

    async def let_go(self) -> None:
        """Release all leases (rights to do the background work of tables) of this process.

        Call this when the process stops, so that other processes can take the leases at once.
        """
        mine = update(CLAIMS).where(CLAIMS.c.process == self._process)
        await self.database.write(lambda connection: connection.execute(mine.values(until=0.0)))

    async def of_others(self) -> set[str]:
        """Return the names of the leases that other processes hold: the ids of tables whose background work they do.

        On SQLite the set is empty.
        """
        if self.database.sqlite:
            return set()
        async with self.database.reading() as connection:
            return set((await connection.execute(ELSEWHERE, {"process": self._process})).scalars())


class Claims:
    """The leases that this process holds, and those that it requests because it needs them.

    A lease is the right to do the background work of a table, and ends if it is not renewed. It has the id of the table
    as its name.

    `changed` is called with the name of each lease that this process gets or loses. If another process has ended, its
    leases end soon. This process then takes them without a request, and calls `found` with the name of each.
    """

    def __init__(self, database: Database, process: str) -> None:
        self.rows = ClaimRows(database, process)
        self.changed: Callable[[str], None] = lambda what: None
        self.found: Callable[[str], None] = lambda what: None
        self._until: dict[str, float] = {}
        """The time (of `time.monotonic`) until which this process certainly holds each lease."""
        self._wanted: dict[str, float | None] = {}
        """The wanted leases, each with the time since which it is not needed any more, or None if it is needed."""
        self._fresh: set[str] = set()
        self._refused: set[str] = set()
        self._woken, self._stopping = asyncio.Event(), False
        self._task: asyncio.Task[None] | None = None

    @property
    def alone(self) -> bool:
        """Return whether this process does all background work, because no other process serves the database."""
        return self._task is None

    def open(self) -> None:
        """Start to take and renew leases, by which the processes on one database share the background work."""
        if not self.rows.database.sqlite:
            self._task = asyncio.create_task(self._keep(), name="claims")

    def mine(self, name: str) -> bool:
        """Return whether this process holds the lease `name` now.

        The name is the id of a table, and the lease is the right to do the background work of that table.
        """
        return self.alone or self._until.get(name, 0.0) > time.monotonic()

    def elsewhere(self, name: str) -> bool:
        """Return whether another process does the background work of the table with the id `name`.

        This process knows that from its last attempt to take the table's lease, and does not ask the database again.
        """
        return name in self._refused

    def want(self, name: str) -> None:
        """Start to request the lease `name`. It is taken as soon as it is free, and renewed until `done` is called.

        The name is the id of a table, and the lease is the right to do the background work of that table.
        """
        if self.alone:
            return
        self._wanted[name] = None
        if not self.mine(name) and name not in self._refused and name not in self._fresh:
            self._fresh.add(name)
            self._woken.set()

    def done(self, name: str) -> None:
        """Stop requesting the lease `name`, because the table with this id has no background work left.

        The lease is released after ten seconds, unless `want` is called for it before.
        """
        if name in self._wanted:
            self._wanted[name] = time.monotonic()

    def look(self) -> None:
        """Try now to take the leases (rights to do background work) that this process wants and other processes held.

        Call this when a process has released some of its leases, so that their tables do not wait for the next attempt.
        """
        self._refused.clear()
        self._woken.set()

    @asynccontextmanager
    async def turn(self, name: str) -> AsyncIterator[None]:
        """Return a context manager that waits for the lock of this name, and holds it until the `with` block ends.

        Only one process holds the lock at a time. The lock is stored as a lease. Raise `Away` if the database is
        unavailable.
        """
        what = OF_THE_HOUSE + name
        self.want(what)
        while not self.mine(what):
            if self.rows.database.outages.reason or self._stopping:
                raise Away("No data can be stored now: the table's database is unavailable.")
            await asyncio.sleep(2 * GATHER_S)
            self.want(what)
        try:
            yield
        finally:
            if not self.alone:
                with suppress(Away):
                    await self._release([what])

    async def close(self) -> None:
        """Release all leases of this process, so that other processes can do the work of its tables."""
        if self._task is None:
            return
        self._stopping = True
        self._woken.set()
        await asyncio.wait([self._task], timeout=LOOK_S)
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        self._until.clear()
        if not self.rows.database.outages.reason:
            with suppress(Away, TimeoutError):
                async with asyncio.timeout(LOOK_S):
                    await self.rows.let_go()

    async def _keep(self) -> None:
        renewed = looked = 0.0
        while not self._stopping:
            now = time.monotonic()
            try:
                if now - renewed >= RENEW_S:
                    renewed = now
                    await self._release(
                        [what for what, since in self._wanted.items() if since and since < now - IDLE_S]
                    )
                    await self._take(set(self._wanted))
                elif self._fresh:
                    await self._take(set(self._fresh))
                if now - looked >= LOOK_S:
                    looked = now
                    got = await self.rows.take_over()
                    for what in self._note(got, now):
                        self._wanted.setdefault(what, None)
                        self.found(what)
                    if len(got) == MOST:
                        looked = 0.0
                        self._woken.set()
            except Away:
                pass  # the next round tries again
            except Exception:
                LOG.exception("leases of tables could not be renewed")
            with suppress(TimeoutError):
                await asyncio.wait_for(self._woken.wait(), LOOK_S)
                await asyncio.sleep(GATHER_S)
            self._woken.clear()

    async def _take(self, asked: set[str]) -> None:
        """Take those of the leases named in `asked` that no other process holds.

        A lease is the right to do the background work of a table.
        """
        if not asked:
            return
        self._fresh -= asked
        begun = time.monotonic()
        got = await self.rows.take(asked)
        self._refused |= asked - got
        self._note(got, begun)
        for what in asked - got:
            if self._until.pop(what, None) is not None:
                self.changed(what)

    def _note(self, got: set[str], begun: float) -> set[str]:
        """Record that this process holds certain leases. `got` has their names. Return `got`.

        A lease is the right to do the background work of a table for three seconds. They count from `begun`, the time
        (`time.monotonic`) just before this process asked the database for the leases.
        """
        self._refused -= got
        for what in got:
            new = not self.mine(what)
            self._until[what] = begun + LEASE_S - MARGIN_S
            if new:
                self.changed(what)
        return got

    async def _release(self, given: list[str]) -> None:
        """Release the leases with the names in `given`: this process has no more background work for these tables."""
        for what in given:
            self._until.pop(what, None)
            self._wanted.pop(what, None)
            self._refused.discard(what)
        if given:
            await self.rows.release(given)
