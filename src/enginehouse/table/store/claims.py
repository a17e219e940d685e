"""Which process does what goes by itself at a table: the one that has claimed it, for three seconds at a time.

A claim is a row with a date of the database's clock. It is renewed once a second, all of a process in one statement; one that
ran out is anybody's. To do something twice is safe all the same, as entries have numbers. On SQLite there is one process, and
everything is its own at once, without a question.
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
"""How often claims are renewed, and how often it is looked for some that ran out."""
GATHER_S = 0.005
"""What is wanted in so short a time is asked for together."""
IDLE_S = 10.0
"""A claim that nobody needs any more is kept for so long: soon it may be needed again."""
MARGIN_S = 0.25
MOST = 50
"""So many claims that ran out are taken over at a time."""
OF_THE_HOUSE = "house:"
"""How the name of a claim begins that is none of a table."""

NOW = "extract(epoch FROM clock_timestamp())"
TAKE = text(
    f"INSERT INTO claims (what, process, until) SELECT x, :process, {NOW} + :lease "  # noqa: S608  # no value of others
    "FROM unnest(CAST(:wanted AS varchar[])) AS x ORDER BY x "
    "ON CONFLICT (what) DO UPDATE SET process = excluded.process, until = excluded.until "
    f"WHERE claims.process = excluded.process OR claims.until < {NOW} RETURNING what"
)
TAKE_OVER = text(
    f"UPDATE claims SET process = :process, until = {NOW} + :lease WHERE what IN (SELECT what FROM claims "  # noqa: S608
    f"WHERE until < {NOW} AND what NOT LIKE 'house:%' ORDER BY what LIMIT :most FOR UPDATE SKIP LOCKED) RETURNING what"
)
ELSEWHERE = text(f"SELECT what FROM claims WHERE process <> :process AND until >= {NOW}")  # noqa: S608


class ClaimRows:
    """The claims as they are kept, for one process."""

    def __init__(self, database: Database, process: str) -> None:
        self.database, self._process = database, process

    async def take(self, wanted: Iterable[str]) -> set[str]:
        """Claim what is free of these, or ours already; what that is."""
        return await self._write(TAKE, wanted=sorted(wanted))

    async def take_over(self) -> set[str]:
        """Claim tables whose claim ran out; which."""
        return await self._write(TAKE_OVER, most=MOST)

    async def _write(self, statement: TextClause, **values: object) -> set[str]:
        given = {"process": self._process, "lease": LEASE_S, **values}
        return await self.database.write(lambda c: set(c.execute(statement, given).scalars()))

    async def release(self, what: Iterable[str]) -> None:
        """These are nobody's."""
        mine = delete(CLAIMS).where(CLAIMS.c.process == self._process, CLAIMS.c.what.in_(list(what)))
        await self.database.write(lambda c: c.execute(mine))

    async def let_go(self) -> None:
        """All of ours are anybody's from now on."""
        mine = update(CLAIMS).where(CLAIMS.c.process == self._process)
        await self.database.write(lambda c: c.execute(mine.values(until=0.0)))

    async def of_others(self) -> set[str]:
        """What other processes have claimed; none on SQLite."""
        if self.database.sqlite:
            return set()
        async with self.database.reading() as c:
            return set((await c.execute(ELSEWHERE, {"process": self._process})).scalars())


class Claims:
    """The claims of this process. `changed` is told of each that it has now or has no more, `found` of each table that it has
    taken over from a process that is gone."""

    def __init__(self, database: Database, process: str) -> None:
        self.rows = ClaimRows(database, process)
        self.changed: Callable[[str], None] = lambda what: None
        self.found: Callable[[str], None] = lambda what: None
        self._until: dict[str, float] = {}
        """Until when each claim is ours at least, by `time.monotonic`."""
        self._wanted: dict[str, float | None] = {}
        """What is wanted; since when it is needed no more, None where it is."""
        self._fresh: set[str] = set()
        self._refused: set[str] = set()
        self._woken, self._stopping = asyncio.Event(), False
        self._task: asyncio.Task[None] | None = None

    @property
    def alone(self) -> bool:
        """Whether there is no other process."""
        return self._task is None

    def open(self) -> None:
        """Share the work with other processes from now on."""
        if not self.rows.database.sqlite:
            self._task = asyncio.create_task(self._keep(), name="claims")

    def mine(self, what: str) -> bool:
        """Whether this process has claimed something."""
        return self.alone or self._until.get(what, 0.0) > time.monotonic()

    def elsewhere(self, what: str) -> bool:
        """Whether another process has it, as far as is known."""
        return what in self._refused

    def want(self, what: str) -> None:
        """Claim something, at once if nobody has it, else as soon as it is free; it stays claimed until it is `done`."""
        if self.alone:
            return
        self._wanted[what] = None
        if not self.mine(what) and what not in self._refused and what not in self._fresh:
            self._fresh.add(what)
            self._woken.set()

    def done(self, what: str) -> None:
        """It is needed no more."""
        if what in self._wanted:
            self._wanted[what] = time.monotonic()

    def look(self) -> None:
        """Another process says that some are free."""
        self._refused.clear()
        self._woken.set()

    @asynccontextmanager
    async def turn(self, name: str) -> AsyncIterator[None]:
        """What only one process shall do at a time: wait for it; `Away` where the database is."""
        what = OF_THE_HOUSE + name
        self.want(what)
        while not self.mine(what):
            if self.rows.database.outages.reason or self._stopping:
                raise Away("Nothing can be kept just now: the table's database is away.")
            await asyncio.sleep(2 * GATHER_S)
            self.want(what)
        try:
            yield
        finally:
            if not self.alone:
                with suppress(Away):
                    await self._release([what])

    async def close(self) -> None:
        """Let go of all of them: whoever is there takes them over at once."""
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
                pass  # soon, then
            except Exception:
                LOG.exception("claims of tables could not be renewed")
            with suppress(TimeoutError):
                await asyncio.wait_for(self._woken.wait(), LOOK_S)
                await asyncio.sleep(GATHER_S)
            self._woken.clear()

    async def _take(self, asked: set[str]) -> None:
        """Claim what is free of these or ours."""
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
        """These are ours, at least until the time that was counted from before they were asked for."""
        self._refused -= got
        for what in got:
            new = not self.mine(what)
            self._until[what] = begun + LEASE_S - MARGIN_S
            if new:
                self.changed(what)
        return got

    async def _release(self, given: list[str]) -> None:
        """These are needed no more."""
        for what in given:
            self._until.pop(what, None)
            self._wanted.pop(what, None)
            self._refused.discard(what)
        if given:
            await self.rows.release(given)
