"""Set alarms for tables that are not in memory, so that each is read again when its next deadline comes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress

from enginehouse.core.errors import EnginehouseError
from enginehouse.table.errors import NotFound
from enginehouse.table.time_and_chance import Clock

LOG = logging.getLogger("enginehouse.table")
AGAIN_S = 5.0
"""The pause in seconds after a failed read of a table."""


class Alarms:
    """The alarms of tables that are not in memory: at the time of its alarm, a table is read into memory again.

    All times are those that `Clock.now` returns, in seconds.
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
        """Return the ids of the tables with an alarm."""
        return list(self._at)

    def set(self, table: str, at: float) -> None:
        """Set the time (in seconds of `Clock.now`) at which a table is read into memory again."""
        self._at[table] = at
        self._changed.set()
        if self._task is None:
            self._task = asyncio.create_task(self._ring_all(), name="alarms")

    def drop(self, table: str) -> None:
        """Cancel the alarm of a table that is in memory again, or deleted."""
        self._at.pop(table, None)

    async def close(self) -> None:
        """Stop waiting for all alarms, so that no table is read by an alarm any more."""
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
        """Read a table into memory, because its alarm is due. If reading fails, set a later alarm."""
        try:
            assert self.read is not None, "alarms are set by a registry, which can read tables"
            with suppress(NotFound):
                await self.read(table)
            self.drop(table)
        except Exception as error:
            if not isinstance(error, EnginehouseError):
                LOG.exception("table %s could not be read at its next deadline", table)
            self._at[table] = self._clock.now() + AGAIN_S
