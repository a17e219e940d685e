"""A table in play: its stored state, a lock for commands, and followers (functions that are called after each change).

Commands run one at a time. If another process has changed the table, a command runs again (see `command`).

The order of work is always: compute, store, exchange, notify. A command computes the next state without changing the
stored one. When the next state is stored, it replaces the old state in one step. So a reader of `state` needs no lock
and sees only stored states. If storing fails, there is no change to undo.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from functools import cached_property, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from enginehouse.core.errors import NotAllowed, Stale
from enginehouse.table.errors import Forbidden
from enginehouse.table.play.audience import Audience
from enginehouse.table.states import stored_changes as others
from enginehouse.table.states.loading import read_state
from enginehouse.table.states.next_state import Progress
from enginehouse.table.states.state import TableState
from enginehouse.table.store.news import TABLE
from enginehouse.table.store.rows import Taken
from enginehouse.table.store.standing import Since
from enginehouse.table.store.store import Store
from enginehouse.table.time_and_chance import Clock

T = TypeVar("T")
TRIES = 6
"""The maximum number of times that a command runs if other processes change the table."""
P = ParamSpec("P")
Do = Callable[Concatenate["Session", P], Coroutine[Any, Any, T]]


class Session:
    """A table in memory. `state` is its stored state, and `version` counts the changes that viewers can see."""

    def __init__(self, state: TableState, store: Store, clock: Clock) -> None:
        self.state, self.store, self.clock = state, store, clock
        self.version = 1
        self.stuck = ""
        """The sentence for the page about failing background work, or ""."""
        self.audience = Audience()
        self.followers: list[Callable[[Progress], None]] = []
        """Functions that are called after each change of the state, in order."""
        self.lock = asyncio.Lock()
        """The lock that a command holds from reading the state until its result is stored."""
        self.used = 0.0
        """The time at which the table was last requested."""
        self._commands: set[asyncio.Task[Any]] = set()

    @cached_property
    def id(self) -> str:
        """Return the table's id, which its address contains."""
        return self.state.row.id

    # -- changing --------------------------------------------------------------------------------------------------

    async def commit(self, progress: Progress, storing: Awaitable[Any] | None = None) -> Progress:
        """Wait until the result of a command is stored, then show it to viewers, and return it.

        `progress` has the table's states before and after the command. `storing` is an awaitable that writes the new
        state to the store, or None if no change has to be stored. If the write fails, keep the old state and raise the
        error, which is `Taken` if another process has changed the table first. The caller holds the table's lock.
        """
        if storing is not None:
            await storing
            self.store.news.tell(TABLE, self.id)
        self.state = progress.after
        self.tell(progress)
        return progress

    async def to_its_end(self, command: Coroutine[Any, Any, T]) -> T:
        """Run a command to its end and return its result.

        The command goes on even if the caller is cancelled, because its result may be stored already.
        """
        task = asyncio.ensure_future(command)
        self._commands.add(task)
        task.add_done_callback(self._forget_task)
        return await asyncio.shield(task)

    def _forget_task(self, task: asyncio.Task[Any]) -> None:
        self._commands.discard(task)
        if not task.cancelled():
            task.exception()  # the caller may be gone

    async def close(self) -> None:
        """Wait until all commands at this table have ended."""
        await asyncio.gather(*self._commands, return_exceptions=True)

    # -- telling ---------------------------------------------------------------------------------------------------

    def tell(self, progress: Progress | None = None) -> None:
        """Increment the table's version, call the followers, and wake all streams of its pages.

        `progress` has the table's states before and after, if a command has changed it. The followers are functions
        that are called after each change.
        """
        self.version += 1
        if progress is not None:
            for follower in self.followers:
                follower(progress)
        self.audience.wake()

    def say_stuck(self, sentence: str) -> None:
        """Show `sentence`, which says that bots and timers fail, on the table's page.

        If it is "", remove the earlier sentence.
        """
        if self.stuck != sentence:
            self.stuck = sentence
            self.tell()

    # -- other processes -------------------------------------------------------------------------------------------

    async def reload(self) -> None:
        """Read the whole table from the store again, and use it as the new state. The caller holds the table's lock."""
        fresh = await read_state(self.store, self.id, self.clock, self.state.window)
        await self.commit(Progress(self.state, fresh, reread=True))

    async def read_changes(self) -> bool:
        """Read the changes that other processes have stored, and update the state of the table in this process.

        Return whether there were any changes. The caller holds the table's lock.
        """
        done = await others.done_since(self.store, self.state, self.clock)
        if done is not None:
            await self.commit(done)
        return done is not None

    async def take_over(self, state: TableState, since: Since) -> bool:
        """Make a new state of the table from stored rows that the caller has just read, and return True.

        `since` has the rows. `state` is the state that the table had in this process when the caller read them. If the
        table has another state by now, the rows may be old, so do nothing and return False.
        """
        async with self.lock:
            if self.state is not state:
                return False
            done = await others.done_since(self.store, state, self.clock, since)
            if done is not None:
                await self.commit(done)
            return True

    async def catch_up(self) -> None:
        """Read the changes that other processes have stored, and update the state of the table in this process.

        Meanwhile hold the table's lock, so that no command runs at the table.
        """
        async with self.lock:
            await self.read_changes()


def command(do: Do[P, T]) -> Do[P, T]:
    """Return the command `do` (a change of a table) as a function that runs it under the table's lock.

    The command completes even if its caller is cancelled.

    A command may start from an old state, because another process may have changed the table. So if the command is
    refused, has no effect or cannot be stored (`Taken`), the function reads the stored state. If that has changed, the
    function runs the command again, at most `TRIES` times in all. After that, it raises `Stale`.
    """

    async def run_again(session: Session, *given: P.args, **more: P.kwargs) -> T:
        for _ in range(TRIES):
            async with session.lock:
                try:
                    done = await do(session, *given, **more)
                    unchanged = isinstance(done, Progress) and done.after is done.before
                    if not unchanged or not await session.read_changes():
                        return done
                except Taken:
                    await session.read_changes()
                except (NotAllowed, Stale, Forbidden):
                    if not await session.read_changes():
                        raise
        raise Stale("Too many players acted at once. Try again.")

    @wraps(do)
    async def run(session: Session, *given: P.args, **more: P.kwargs) -> T:
        return await session.to_its_end(run_again(session, *given, **more))

    return cast(Do[P, T], run)
