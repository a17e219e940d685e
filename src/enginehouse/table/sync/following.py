"""Update the tables in memory when other processes change them.

A notification of another process may be lost, so the known state is also compared with the stored state every second.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from weakref import WeakKeyDictionary

from enginehouse.core.errors import EnginehouseError
from enginehouse.table.people.talk import Talks
from enginehouse.table.play import commands
from enginehouse.table.play.registry import Registry
from enginehouse.table.play.session import Session
from enginehouse.table.states.state import TableState
from enginehouse.table.store.news import CLAIMS, GUEST, LINES, SKIP, TABLE, TALK
from enginehouse.table.store.outage import Away
from enginehouse.table.store.standing import Since, read_all_since, read_standing

LOG = logging.getLogger("enginehouse.table")
LOOK_S = 1.0
"""The interval of comparisons in seconds."""
GATHER_S = 0.02
"""The time in seconds within which notifications are gathered before the changes are read."""
SHARED_S = 0.002
"""The time in seconds within which requests share one read of the stored state."""
MOST_S = 2.0
"""The maximum time in seconds for which a request for a page waits for changes by other processes."""
FOUND = "found"
"""The kind of event for a table whose process has ended. It is handled like a notification."""
EVERYBODY = ""
"""The id that stands for all guests, if any of them may have changed."""


class Following:
    """The reader of changes by other processes, for all tables in memory.

    `hearers` has a function for each kind of notification that is not about a table. The function takes the id in the
    notification, such as the id of a guest for `GUEST`.
    """

    def __init__(self, registry: Registry, talks: Talks, hearers: Mapping[str, Callable[[str], None]]) -> None:
        self._registry, self._talks, self._hearers = registry, talks, hearers
        self._reading: dict[tuple[str, str], asyncio.Task[None]] = {}
        self._again: set[tuple[str, str]] = set()
        self._looked_at: WeakKeyDictionary[Session, str] = WeakKeyDictionary()
        self._behind: set[str] = set()
        """The tables of which other processes have stored changes that were not read yet."""
        self._turn = asyncio.Lock()
        self._stopping = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Start to read the changes by other processes at tables. Do nothing on SQLite, which only one process uses."""
        store = self._registry.store
        if not store.database.sqlite:
            store.news.open(self._hear, self._compare_all)
            self._registry.scheduler.claims.found = self._start_taking_up
            self._registry.scheduler.claims.open()
            self._task = asyncio.create_task(self._keep_looking(), name="following")

    async def close(self) -> None:
        """Stop reading the changes by other processes. First wait a short time for the reads in progress."""
        self._stopping.set()
        tasks = [*self._reading.values(), *([self._task] if self._task is not None else [])]
        if tasks:
            await asyncio.wait(tasks, timeout=LOOK_S)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _hear(self, kind: str, what: str) -> None:
        if kind in self._hearers:
            self._hearers[kind](what)
        elif kind == CLAIMS:
            self._registry.scheduler.claims.look()
        elif (session := self._registry.tables.get(what)) is not None and self._matters(session):
            self._start_reading(kind, what)
        elif what in self._registry.scheduler.alarms:
            self._start_reading(FOUND, what)  # its next deadline may have changed

    def _matters(self, session: Session) -> bool:
        """Return whether a table has viewers or background work in this process, so that changes must be read at once.

        For other tables the changes are read with the next request, or when this process takes over the work.
        """
        return bool(session.audience.viewers) or self._registry.scheduler.claims.mine(session.id)

    def _start_taking_up(self, table: str) -> None:
        """Start to do the background work of a table in place of another process, which has ended."""
        self._start_reading(FOUND, table)

    def _compare_all(self) -> None:
        """Start to compare all tables in memory with the stored ones, because notifications may have been lost."""
        self._hearers[GUEST](EVERYBODY)
        self._looked_at.clear()
        for table in self._registry.scheduler.alarms.tables:
            self._start_reading(FOUND, table)
        for table, session in self._registry.tables.items():
            if self._matters(session):
                self._start_reading(TABLE, table)
                self._start_reading(LINES, table)

    def _start_reading(self, kind: str, table: str) -> None:
        """Start to read the changes of a table that a notification of this kind has announced.

        If such a read is running for the table, run another read after it.
        """
        if self._stopping.is_set():
            return
        if kind == TABLE:
            self._behind.add(table)
            kind, table = TABLE, ""  # one read serves all tables of `_behind`
        if (kind, table) in self._reading:
            self._again.add((kind, table))
        else:
            self._reading[kind, table] = asyncio.create_task(self._read_all(kind, table))

    async def _read_all(self, kind: str, table: str) -> None:
        try:
            while True:
                self._again.discard((kind, table))
                if kind == TABLE:
                    await self._catch_up()
                elif kind == FOUND:
                    await self._take_up(table)
                elif (session := self._registry.tables.get(table)) is not None:
                    with suppress(EnginehouseError):  # the next request for that table gets the error
                        await self._read_kind(kind, session)
                if (kind, table) not in self._again:
                    return
        finally:
            del self._reading[kind, table]

    async def _read_kind(self, kind: str, session: Session) -> None:
        if kind == TALK:
            await self._talks.read_new(session)
        elif kind == SKIP:
            await session.catch_up()
            await commands.hurry(session)
        elif kind == LINES:
            await self._talks.read_again(session)
            self._start_reading(TABLE, session.id)  # a guest was forgotten, so a name at the table has changed, too

    async def _catch_up(self) -> None:
        """Read the changes of all tables for which notifications have come, in one query."""
        while self._behind:
            await asyncio.sleep(GATHER_S)
            tables = self._registry.tables
            states = {table: tables[table].state for table in self._behind if table in tables}
            self._behind.clear()
            try:
                known = {table: len(state.match.entries) for table, state in states.items()}
                found = await read_all_since(self._registry.store.database, known)
            except Away:
                self._looked_at.clear()  # the next look compares all tables again
                return
            await asyncio.gather(*(self._take_over(table, states[table], since) for table, since in found.items()))

    async def _take_over(self, table: str, state: TableState, since: Since) -> None:
        session = self._registry.tables.get(table)
        with suppress(EnginehouseError):  # the next request for that table gets the error
            if session is not None and not await session.take_over(state, since):
                self._behind.add(table)

    async def _take_up(self, table: str) -> None:
        """Read a table into memory, and do its background work, such as the actions of bots, in this process.

        If no background work has to be done at a later time, or if the table cannot be read, release the table's lease
        (the right to do its background work).
        """
        try:
            async with self._turn:
                session = await self._registry.get(table)
                await session.catch_up()
                self._registry.scheduler.wake(session)
                due = self._registry.scheduler.has_deadline(table)
        except EnginehouseError as error:
            LOG.warning("background work at table %s could not be taken over from another process: %s", table, error)
            due = False
        if not due:
            self._registry.scheduler.claims.done(table)

    async def _keep_looking(self) -> None:
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), LOOK_S)
                return
            try:
                await self.look()
            except Away:
                await self._registry.store.outages.over()
            except Exception:
                LOG.exception("changes by other processes could not be read")

    async def look(self) -> None:
        """Find the tables that have changed without a notification, and start to read their changes.

        Only tables with viewers or background work in this process are compared with the stored ones.
        """
        here = {session.id: session for session in self._registry.tables.values() if self._matters(session)}
        if not here:
            return
        for table, stands in (await read_standing(self._registry.store.database, list(here))).items():
            session = here[table]
            lines = self._talks.count_known(session)
            if lines is not None and lines != stands.lines:
                self._start_reading(TALK, table)
            if len(session.state.match.entries) != stands.entries or self._looked_at.get(session) != stands.rest:
                self._looked_at[session] = stands.rest
                self._start_reading(TABLE, table)


_ABOUT_TO: WeakKeyDictionary[Session, asyncio.Task[bool]] = WeakKeyDictionary()
"""The pending read of each table. Requests that come before it starts share it."""


async def make_current(session: Session) -> None:
    """Read the changes by other processes at a table, so that a request uses the current state.

    Requests that come at the same time share one read. If the database does not answer within `MOST_S` seconds,
    continue without the changes.
    """
    store = session.store
    if store.database.sqlite or store.outages.reason:
        return
    reading = _ABOUT_TO.get(session)
    if reading is None:
        reading = _ABOUT_TO[session] = asyncio.create_task(session.to_its_end(_read_soon(session)))
        reading.add_done_callback(lambda done: done.cancelled() or done.exception())  # the caller may be gone
    with suppress(Away, TimeoutError):
        async with asyncio.timeout(MOST_S):
            await asyncio.shield(reading)


async def _read_soon(session: Session) -> bool:
    await asyncio.sleep(SHARED_S)
    _ABOUT_TO.pop(session, None)
    async with session.lock:
        return await session.read_changes()
