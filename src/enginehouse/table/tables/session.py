"""A table in play: its state as it is stored, a lock for whoever changes it, and those who are told of each change.

The order of work is always: compute, store, exchange, tell. A command makes the next state beside the stored one; when
that is stored it takes the other's place, in one step. So whoever looks at `state` needs no lock and sees nothing that is
not stored, and when storing fails there is nothing to take back.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

from enginehouse.table.store.news import TABLE
from enginehouse.table.store.standing import Since
from enginehouse.table.store.store import Store
from enginehouse.table.tables import others
from enginehouse.table.tables.audience import Audience
from enginehouse.table.tables.loading import read_state
from enginehouse.table.tables.progress import Progress
from enginehouse.table.tables.state import TableState
from enginehouse.table.time_and_chance import Clock

T = TypeVar("T")


class Session:
    """One table. `state` is what is stored; `version` counts its changes."""

    def __init__(self, state: TableState, store: Store, clock: Clock) -> None:
        self.state, self.store, self.clock = state, store, clock
        self.version = 1
        self.stuck = ""
        """That what goes by itself fails, in a sentence for the page."""
        self.audience = Audience()
        self.followers: list[Callable[[Progress], None]] = []
        """Called after each change of the state, in order."""
        self.lock = asyncio.Lock()
        """Held by a command from when it looks until what it did is stored."""
        self.used = 0.0
        """When it was last asked for."""
        self._commands: set[asyncio.Task[Any]] = set()

    @property
    def id(self) -> str:
        """The table's address."""
        return self.state.row.id

    # -- changing --------------------------------------------------------------------------------------------------

    async def commit(self, progress: Progress, storing: Awaitable[Any] | None = None) -> Progress:
        """Store what a command did, and only then let anybody see it. The lock is held.

        When `storing` fails nothing has changed; `Taken` means that another process was first.
        """
        if storing is not None:
            await storing
            self.store.news.tell(TABLE, self.id)
        self.state = progress.after
        self.tell(progress)
        return progress

    async def to_its_end(self, command: Coroutine[Any, Any, T]) -> T:
        """Run a command to its end, even if whoever asked for it stops waiting: what was begun may be stored already."""
        task = asyncio.ensure_future(command)
        self._commands.add(task)
        task.add_done_callback(self._ended)
        return await asyncio.shield(task)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._commands.discard(task)
        if not task.cancelled():
            task.exception()  # whoever asked may be gone

    async def close(self) -> None:
        """Wait until all commands have ended."""
        await asyncio.gather(*self._commands, return_exceptions=True)

    # -- telling ---------------------------------------------------------------------------------------------------

    def tell(self, progress: Progress | None = None) -> None:
        """Something is new: tell the followers what has changed in the state, and wake every stream."""
        self.version += 1
        if progress is not None:
            for follower in self.followers:
                follower(progress)
        self.audience.wake()

    def say_stuck(self, sentence: str) -> None:
        """Say on the page that nothing goes by itself, or (empty) that it does again."""
        if self.stuck != sentence:
            self.stuck = sentence
            self.tell()

    # -- other processes -------------------------------------------------------------------------------------------

    async def reload(self) -> None:
        """Read anew all that is stored. The lock is held."""
        fresh = await read_state(self.store, self.id, self.clock, self.state.window)
        await self.commit(Progress(self.state, fresh, reread=True))

    async def read_on(self) -> bool:
        """Take over what other processes have stored since; whether there was anything. The lock is held."""
        done = await others.done_since(self.store, self.state, self.clock)
        if done is not None:
            await self.commit(done)
        return done is not None

    async def take_over(self, state: TableState, since: Since) -> bool:
        """Take over what was read of the table when it was in a state; False where it is in another one by now."""
        async with self.lock:
            if self.state is not state:
                return False
            done = await others.done_since(self.store, state, self.clock, since)
            if done is not None:
                await self.commit(done)
            return True

    async def catch_up(self) -> None:
        """The same for whoever does not hold the lock."""
        async with self.lock:
            await self.read_on()
