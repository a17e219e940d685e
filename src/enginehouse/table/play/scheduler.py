"""The scheduler of background work: for each table it waits for the next deadline and does the work that is due then.

Such work is, for example, to let a bot act, or to close a reaction window (a time in which several seats answer at
once). If there are several processes, the process with the table's lease does the work (`store/claims.py`). Each table
with a deadline has a task, which sleeps until the next deadline. Every change of the table wakes the task, which then
computes the deadlines from the new state. The task calls commands, as the requests of players do. If a command fails,
the task tries again after growing pauses, without end, because an unavailable database comes back. Meanwhile the page
says that background work fails.

A table that is not in memory has an alarm, so that it is read again when its next deadline comes.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable
from contextlib import suppress

from enginehouse.core.errors import EnginehouseError
from enginehouse.table.botpool.pool import Workers
from enginehouse.table.errors import NotFound
from enginehouse.table.play import absence, by_itself
from enginehouse.table.play.session import Session
from enginehouse.table.play.thinking import Thoughts
from enginehouse.table.states.deadlines import Deadline, deadlines, in_step
from enginehouse.table.store.claims import Claims
from enginehouse.table.store.outage import Away, Outages
from enginehouse.table.time_and_chance import Clock, RandomSource

LOG = logging.getLogger("enginehouse.table")
NEAR_S = 60.0
"""A table may leave memory if its next deadline is at least this number of seconds away."""
TOLD_AFTER = 5
"""The number of successive failures after which the page shows that background work fails."""
SLOWEST_S = 5.0
AGAIN_S = 5.0
"""The pause in seconds after a failed read of a table."""
SAME_MOMENT_S = 0.0005
"""Timers of the event loop may be early by less than this."""
STUCK = (
    "The bots or timers of this table have failed several times. They try again every few seconds. All moves are saved."
)
"""The sentence on the page while background work fails."""


class Scheduler:
    """The scheduler of the background work of all tables. It has a task for each table with a deadline."""

    def __init__(self, outages: Outages, workers: Workers, clock: Clock, chance: RandomSource, claims: Claims) -> None:
        self.outages, self.workers, self.clock, self.chance = outages, workers, clock, chance
        self.claims = claims
        claims.changed = self._claim_changed
        self.stopped = False
        self.also: list[Callable[[Session], None]] = []
        """Functions that are called with each table that has been read into memory or has changed."""
        self._timers: dict[str, _Timer] = {}
        self.alarms = Alarms(clock)
        self.read_on: set[str] = set()
        """The tables whose lease this process holds, and whose earlier changes by other processes it has read."""

    def wake(self, session: Session) -> None:
        """Compute the deadlines of a changed table again, and start or wake its task."""
        if self.stopped:
            return
        for tell in self.also:
            tell(session)
        timer = self._timers.get(session.id)
        if timer is not None and timer.session is session:
            timer.woken.set()
        elif deadlines(session.state):
            timer = self._timers[session.id] = _Timer(self, session)
            timer.task.add_done_callback(lambda _: self._forget_timer(timer))

    def _claim_changed(self, table: str) -> None:
        self.read_on.discard(table)
        if timer := self._timers.get(table):
            timer.woken.set()

    def _forget_timer(self, timer: _Timer) -> None:
        """Forget the task `timer`, which did the background work of a table and has ended because no deadline was left.

        If the table has just changed, start a new task.
        """
        if self._timers.get(timer.session.id) is timer:
            del self._timers[timer.session.id]
            self.claims.done(timer.session.id)
            if timer.woken.is_set():
                self.wake(timer.session)

    def next_due(self, table: str) -> float | None:
        """Return the time at which this process has to do the next background work of a table.

        Such work is, for example, to let a bot act. The time is that of the server process's clock (`Clock.now`, in
        seconds), or infinity if it is not known yet. Return None if there is no such work, or if another process does
        it. Ignore the work of marking players as away, because these marks exist only in memory.
        """
        timer = self._timers.get(table)
        if timer is None or self.claims.elsewhere(table):
            return None
        return min((one.at for one in deadlines(timer.session.state) if one.kind != "away"), default=None)

    def is_due_soon(self, table: str) -> bool:
        """Return whether a table's next deadline is within a minute, or has no known time yet."""
        due = self.next_due(table)
        return due is not None and not NEAR_S <= due - self.clock.now() < math.inf

    def has_deadline(self, table: str) -> bool:
        """Return whether this process waits for a deadline of a table, to do the table's background work."""
        return self.next_due(table) is not None

    def forget(self, table: str) -> None:
        """Stop the task that does the background work of a table, because the table is dropped from memory.

        If the table has a deadline in the future, set an alarm at which the table is read again, and keep its lease
        (the right of this process to do the work). Otherwise give up the lease.
        """
        due = self.next_due(table)
        self.read_on.discard(table)
        if timer := self._timers.pop(table, None):
            timer.task.cancel()
            if due is None or due == math.inf:
                self.claims.done(table)
            else:
                self.alarms.set(table, due)

    async def close(self) -> None:
        """Stop the background work of all tables in this process."""
        self.stopped = True
        await self.alarms.close()
        tasks = [timer.task for timer in self._timers.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.claims.close()


class _Timer:
    """The task of one table. It waits for each deadline of the table, and does the background work that is due then."""

    def __init__(self, scheduler: Scheduler, session: Session) -> None:
        self.scheduler, self.session = scheduler, session
        self.woken = asyncio.Event()
        self.thoughts = Thoughts(scheduler.workers, scheduler.clock, scheduler.chance)
        self.task = asyncio.create_task(self._meet_all(), name=f"table {session.id}")

    async def _meet_all(self) -> None:
        failures = 0
        try:
            while True:
                try:
                    more = await self._meet_next()
                    failures = 0
                    self.session.say_stuck("")
                    if not more:
                        return
                except Away:
                    # The outage is logged once for all tables, by the code that found it.
                    await self.scheduler.outages.over()
                except Exception as error:
                    failures += 1
                    # Log the traceback only the first time, because the task tries again every few seconds.
                    story = failures == 1 and not isinstance(error, EnginehouseError)
                    LOG.warning("table %s, failure %d: %s", self.session.id, failures, error, exc_info=story)
                    if failures == TOLD_AFTER:
                        self.session.say_stuck(STUCK)
                    await self.scheduler.clock.sleep(min(SLOWEST_S, 0.5 * failures))
        except asyncio.CancelledError:
            return  # A task that ends as cancelled keeps its error, and the traceback would keep the table in memory.
        finally:
            self.thoughts.cancel()

    async def _meet_next(self) -> bool:
        """Wait for the table's next deadline and do its work. Return False if there is no deadline."""
        session = self.session
        self.woken.clear()
        due, window = deadlines(session.state), session.state.window
        if not due:
            return False
        if not await self._is_ours(due):
            due = [one for one in due if one.kind == "away"]  # other processes show this, too, and it is not stored
        else:
            self.thoughts.begin(session.state)
        if session.state.window is not window:
            return True
        if window is not None and window.runs_from is None:
            await session.audience.wait_until_sent(session.version)
            await by_itself.begin_window(session, window)
        elif not due:
            await self.woken.wait()
        elif await self._is_time(due[0].at) and (due[0].kind == "away" or self.scheduler.claims.mine(session.id)):
            meet = {
                "window": self._close,
                "bot": self._let_act,
                "goes on": self._pass_preset,
                "away": self._note_away,
                "time": self._end_time,
            }
            await meet[due[0].kind](due[0])
        return True

    async def _is_ours(self, due: list[Deadline]) -> bool:
        """Return whether this process may do the work of the deadlines `due`.

        It may if it has the table's lease (the right to do its background work), or if the deadlines only mark people
        as away. A process that has just taken the lease first reads the changes by other processes. If there are any,
        return False, because the deadlines in `due` are outdated.
        """
        claims, table = self.scheduler.claims, self.session.id
        if all(one.kind == "away" for one in due):
            claims.done(table)
            return True
        claims.want(table)
        if not claims.mine(table):
            self.thoughts.cancel()
            return False
        if not claims.alone and table not in self.scheduler.read_on:
            self.scheduler.read_on.add(table)
            await self.session.catch_up()
        return not self.woken.is_set()  # the command has changed the table, so look again

    async def _is_time(self, at: float) -> bool:
        """Sleep until the time `at` and return True. Return False early if the table changes.

        `at` is a time of the server process's clock (`Clock.now`, in seconds).
        """
        while (seconds := at - self.scheduler.clock.now()) > SAME_MOMENT_S:
            if not await self._sleep(seconds):
                return False
        return True

    async def _sleep(self, seconds: float) -> bool:
        """Sleep for `seconds` seconds and return True. Return False early if the table changes.

        If the process is paused meanwhile, the sleep lasts longer by the length of the pause.
        """
        sleeping = asyncio.ensure_future(self.scheduler.clock.sleep(seconds))
        woken = asyncio.ensure_future(self.woken.wait())
        try:
            await asyncio.wait({sleeping, woken}, return_when=asyncio.FIRST_COMPLETED)
            return sleeping.done()
        finally:
            sleeping.cancel()
            woken.cancel()

    async def _have_chosen(self, due: Deadline) -> bool:
        """Wait until all bots of the table that compute an action have chosen, and return True.

        If the table changes meanwhile, return False immediately. If the last bot chooses after the deadline `due`, wait
        longer: return only when the time since the deadline reaches the next multiple of `LATE_S` seconds. So the
        moment of the action does not show how long the bot took.
        """
        chosen = asyncio.ensure_future(self.thoughts.all())
        woken = asyncio.ensure_future(self.woken.wait())
        try:
            await asyncio.wait({chosen, woken}, return_when=asyncio.FIRST_COMPLETED)
            return chosen.done() and await self._is_time(in_step(due.at, self.thoughts.find_ready_time()))
        finally:
            chosen.cancel()
            woken.cancel()

    async def _let_act(self, due: Deadline) -> None:
        if not await self._have_chosen(due):
            return
        code = await self.thoughts.of(due.seat, due.decision)
        if code is not None and await by_itself.bot_acts(self.session, due.seat, due.decision, code) is None:
            self.thoughts.drop(due.seat, due.decision)

    async def _pass_preset(self, due: Deadline) -> None:
        await by_itself.go_on(self.session, due.seat, due.decision)

    async def _note_away(self, due: Deadline) -> None:
        await absence.note_away(self.session)

    async def _end_time(self, due: Deadline) -> None:
        await absence.end_time(self.session)

    async def _close(self, due: Deadline) -> None:
        """Close a reaction window (a time in which several seats answer at once), so that all answers are played.

        `due` is the deadline of the window, which has passed.
        """
        session, window = self.session, self.session.state.window
        if window is not None and not window.timed and not await self._have_chosen(due):
            return
        await by_itself.close_window(
            session,
            due.key,
            lambda seat: self.thoughts.by_now(seat, session.state.match.decision(seat)),
            self.scheduler.chance,
        )


class Alarms:
    """The times at which tables that are not in memory are read into memory again.

    Such a time is called the table's alarm. Background work of the table, such as a bot's action, is due then. All
    times are those of the server process's clock (`Clock.now`, in seconds).
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.read: Callable[[str], Awaitable[object]] | None = None
        """The function that reads a table into memory."""
        self._at: dict[str, float] = {}
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def __contains__(self, table: str) -> bool:
        return table in self._at

    @property
    def tables(self) -> list[str]:
        """Return the ids of the tables that wait for the time (the alarm) at which they are read into memory again."""
        return list(self._at)

    def set(self, table: str, at: float) -> None:
        """Set the time at which a table is read into memory again.

        `at` is a time of the server process's clock (`Clock.now`, in seconds).
        """
        self._at[table] = at
        self._changed.set()
        if self._task is None:
            self._task = asyncio.create_task(self._ring_all(), name="alarms")

    def drop(self, table: str) -> None:
        """Forget the time at which a table had to be read into memory again.

        The caller does this if the table is in memory already, or deleted.
        """
        self._at.pop(table, None)

    async def close(self) -> None:
        """Stop the task that reads tables into memory at the times of their alarms."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _ring_all(self) -> None:
        while True:
            self._changed.clear()
            table = min(self._at, key=self._at.__getitem__, default=None)
            if table is None:
                await self._changed.wait()
            elif (seconds := self._at[table] - self._clock.now()) > 0:
                await self._sleep(seconds)
            else:
                await self._ring(table)

    async def _sleep(self, seconds: float) -> None:
        """Sleep for some seconds. Stop earlier if another alarm is set."""
        sleeping = asyncio.ensure_future(self._clock.sleep(seconds))
        changed = asyncio.ensure_future(self._changed.wait())
        try:
            await asyncio.wait({sleeping, changed}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            sleeping.cancel()
            changed.cancel()

    async def _ring(self, table: str) -> None:
        """Read a table into memory, because the time for this (its alarm) has come.

        If reading fails, try again after a few seconds.
        """
        try:
            assert self.read is not None, "alarms are set by a registry, which can read tables"
            with suppress(NotFound):
                await self.read(table)
            self.drop(table)
        except Exception as error:
            if not isinstance(error, EnginehouseError):
                LOG.exception("table %s could not be read at its next deadline", table)
            self._at[table] = self._clock.now() + AGAIN_S
