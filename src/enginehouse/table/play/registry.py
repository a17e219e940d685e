"""Hold tables in memory. Each is read from the database on request and dropped when idle."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable

from enginehouse.core.errors import EnginehouseError
from enginehouse.core.registry.game import Game
from enginehouse.table.botpool.pool import Workers
from enginehouse.table.play.scheduler import Scheduler
from enginehouse.table.play.served import note_served
from enginehouse.table.play.session import Session
from enginehouse.table.settings import Settings
from enginehouse.table.states.loading import begin, read_state
from enginehouse.table.states.opening import HOUSE, NewTable, Times, with_bots_waiting
from enginehouse.table.store.claims import Claims
from enginehouse.table.store.once import Once
from enginehouse.table.store.outage import Away
from enginehouse.table.store.rows import TableRow
from enginehouse.table.store.store import Store
from enginehouse.table.time_and_chance import Clock, RandomSource, RealChance, WallClock

LOG = logging.getLogger("enginehouse.table")


class Registry:
    """The tables in memory by their id, with the objects that all share, such as the store and the scheduler."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        clock: Clock | None = None,
        chance: RandomSource | None = None,
        make_pool: Callable[[int, float], Workers] = Workers,
    ) -> None:
        """Create an empty registry. `clock` and `chance` replace the real ones, for tests.

        `make_pool` creates a pool of bots from a number of workers and a patience: the seconds after which a bot
        without an answer fails.
        """
        self.settings, self.store = settings, store
        self.clock: Clock = clock or WallClock()
        self.chance: RandomSource = chance or RealChance()
        workers, claims = make_pool(settings.workers, settings.think_s), Claims(store.database, store.news.process)
        self.scheduler = Scheduler(store.outages, workers, self.clock, self.chance, claims)
        self.scheduler.alarms.read = self.get
        self.tables: dict[str, Session] = {}
        self.sets_out: Callable[[], Iterable[Game]] | None = None
        """A function that returns the games for which a table with bots always waits in the lobby, or None."""
        self._reading: dict[str, asyncio.Task[Session]] = {}
        self._resuming: asyncio.Task[None] | None = None
        self._setting_out = asyncio.Lock()

    # -- open and close --------------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Start to load the running tables that have background work, and to do that work.

        Such work is to let bots act, also for players that are out of time, and to close reaction windows (times in
        which several seats answer at once).
        """
        self.store.outages.after = self._back
        self._resuming = asyncio.create_task(self._resume())

    async def wait_until_resumed(self) -> None:
        """Wait until this process has taken up the background work of the running tables, such as to let bots act.

        The process takes up this work after its own start, and again after each outage of the database.
        """
        if self._resuming is not None:
            await self._resuming

    async def _resume(self) -> None:
        try:
            await self.scheduler.workers.start()
        except OSError as error:
            LOG.warning("no process for bots could be started: %s", error)
        while True:
            try:
                await self.store.serving.begin_once(self.clock.date())
                await self.store.serving.compare_clocks(self.clock.date)
                await self.set_out()
                others = await self.scheduler.claims.rows.of_others()
                for table in await self.store.tables.to_resume():
                    if table in others:
                        continue
                    try:
                        await self.get(table)
                    except Away:
                        raise
                    except Exception:
                        LOG.exception("table %s could not be resumed", table)
                    await asyncio.sleep(0)
                return
            except Away:
                await self.store.outages.over()

    def _back(self) -> None:
        """Start the task that resumes the background work of all tables in memory after an outage of the database."""
        self._resuming = asyncio.create_task(self._go_on())

    async def _go_on(self) -> None:
        """Read the changes of all tables in memory after an outage, and resume their background work.

        If the database becomes unavailable again, stop. The function is called again at the end of each outage.
        """
        try:
            await note_served(self.store.serving, self.clock.date(), self.tables.values())
            for session in list(self.tables.values()):
                try:
                    await session.catch_up()  # the last thing that was stored may not have been acknowledged
                except Away:
                    raise
                except EnginehouseError:
                    pass  # the next request at that table is answered with the error
                self.scheduler.wake(session)
        except Away as away:
            LOG.warning("tables are not resumed yet: %s", away)

    async def close(self) -> None:
        """Stop all background work of the tables, and wait until running commands have ended."""
        reading = [*self._reading.values(), *([self._resuming] if self._resuming is not None else [])]
        for task in reading:
            task.cancel()
        await asyncio.gather(*reading, return_exceptions=True)
        await self.scheduler.close()
        await asyncio.gather(*(session.close() for session in self.tables.values()))
        await self.scheduler.workers.close()

    # -- finding ---------------------------------------------------------------------------------------------------

    async def get(self, table: str) -> Session:
        """Return the session of the table with the id `table`. Read it from the store if it is not in memory."""
        session = self.tables.get(table)
        if session is None:
            reading = self._reading.get(table)
            if reading is None:
                reading = asyncio.create_task(self._load(table))
                self._reading[table] = reading
                reading.add_done_callback(lambda _: self._reading.pop(table, None))
            session = await asyncio.shield(reading)
        session.used = self.clock.now()
        return session

    async def _load(self, table: str) -> Session:
        if self._resuming is not None:  # people come back before every table was taken up again
            await self.store.serving.begin_once(self.clock.date())
        session = await self.read(table)
        self._keep(session)
        return session

    def _keep(self, session: Session) -> None:
        """Hold a table in memory. If there are too many tables, drop the idle ones that were unused longest."""
        self.tables[session.id], session.used = session, self.clock.now()
        spare = len(self.tables) - self.settings.tables_kept
        if spare > 0:
            idle = [
                one
                for one in self.tables.values()
                if one is not session
                and not one.audience.viewers
                and not one.lock.locked()
                and not self.scheduler.is_due_soon(one.id)
            ]
            for one in sorted(idle, key=lambda one: one.used)[:spare]:
                self.forget(one.id)
        self.scheduler.alarms.drop(session.id)
        session.followers.append(lambda _: self.scheduler.wake(session))
        self.scheduler.wake(session)

    async def read(self, table: str) -> Session:
        """Return a new session of a table, read from the store. A session in memory stays as it is."""
        return Session(await read_state(self.store, table, self.clock), self.store, self.clock)

    def forget(self, table: str) -> None:
        """Drop a table from memory. It is read again when its next deadline comes."""
        self.scheduler.forget(table)
        # Followers know the session, so each would keep the other in memory until garbage is collected.
        self.tables.pop(table).followers.clear()

    def list_rows(self, person: str | None) -> list[TableRow]:
        """Return the tables in memory at which the person with this id has a seat, the last used first.

        Seats at which a bot plays for the person are included. Tables that ended without a result are left out.
        """
        latest = sorted(self.tables.values(), key=lambda one: one.used, reverse=True)
        rows = [one.state.row for one in latest]
        return [
            row for row in rows if (row.list_seats(person) or row.list_kept_seats(person)) and row.status != "ended"
        ]

    # -- opening ---------------------------------------------------------------------------------------------------

    async def add(self, new: NewTable, once: Once | None = None) -> str:
        """Store a new table and return its id. A game with all seats taken starts.

        `once` is the request, if it has an idempotency key. If the same request has opened a table before, return its
        id.
        """
        usual = Times(self.settings.beat_ms, self.settings.window_ms, self.settings.away_s)
        row = new.row(self.chance.token(10), self.chance.seed(), self.clock.date(), usual)
        state = begin(row, self.clock) if row.status == "running" else None
        stored = await self.store.tables.add(row, once)
        if stored != row.id:
            return stored
        if state is not None:
            self._keep(Session(state, self.store, self.clock))
        return row.id

    async def set_out(self) -> None:
        """Open tables in the lobby for people that look for a game. Each has bots, and a free seat for a person.

        The attribute `sets_out` of the registry is a function that returns games. A table is opened for each of these
        games that has no such table yet. If `sets_out` is `None`, no table is opened.
        """
        if self.sets_out is None:
            return
        async with self._setting_out, self.scheduler.claims.turn("set out"):
            rows = await self.store.tables.gathering(200)
            waiting = {row.game for row in rows if row.host == HOUSE and not row.damage}
            for game in self.sets_out():
                if game.name not in waiting:
                    await self.add(with_bots_waiting(game, self.chance))


def forget_finished(registry: Registry, before: float) -> None:
    """Drop finished tables from memory if they have no viewers and were last used before the time `before`."""
    for session in list(registry.tables.values()):
        over = session.state.row.status in ("over", "ended")
        if over and session.used < before and not session.audience.viewers and not session.lock.locked():
            registry.forget(session.id)
