"""Send notifications between the processes on one PostgreSQL, with NOTIFY after each commit.

A process that gets a notification reads the stored state. A notification can be lost (with its connection), so the
stored state is also compared regularly (`sync/following.py`). On SQLite there is one process, and there are no
notifications.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Iterator
from typing import Any

from sqlalchemy.pool import NullPool

from enginehouse.table.store.database import REACH_S, Database
from enginehouse.table.store.engines import make_async_engine

LOG = logging.getLogger("enginehouse.table")
CHANNEL = "enginehouse"
LONGEST = 7000
"""The maximum length of a message. PostgreSQL allows less than 8000 bytes."""
AGAIN_S = 0.5
"""The pause in seconds before a lost connection is opened again."""
QUIET_S = 5.0
"""The silence in seconds after which a connection is tested."""
GATHER_S = 0.01
"""The time in seconds within which changes are gathered into one message."""
LAST_WORD_S = 1.0
"""The time in seconds in which a stopping process may send its last notifications."""
TABLE, TALK, LINES, GUEST, CLAIMS, SKIP = "table", "talk", "lines", "guest", "claims", "skip"
PRESENT, POINT = "present", "point"
"""The kinds of notifications that are not about stored data: signs of life of open pages, and pointing at a piece.

The kinds above are about stored changes: a table, a new chat line, changed chat lines, a guest, free leases, a skipped
bot delay.
"""


class News:
    """The exchange of notifications with other processes, about changed tables and guests."""

    def __init__(self, database: Database) -> None:
        self.process = secrets.token_hex(8)
        """A random id, by which a process recognizes its own notifications."""
        self._database = database
        self._heard: Callable[[str, str], None] = lambda kind, what: None
        self._missed: Callable[[], None] = lambda: None
        self._waiting: dict[str, None] = {}
        self._woken, self._stopping = asyncio.Event(), False
        self._task: asyncio.Task[None] | None = None

    def open(self, heard: Callable[[str, str], None], missed: Callable[[], None]) -> None:
        """Start to listen. Call `heard` with the kind and the id of each notification.

        Call `missed` whenever notifications may have been lost.
        """
        if not self._database.sqlite:
            self._heard, self._missed = heard, missed
            self._task = asyncio.create_task(self._keep_listening(), name="news")

    def tell(self, kind: str, changed: str) -> None:
        """Send a notification to the other processes about a change that is stored, without waiting for them.

        `kind` is the kind of change, and `changed` the id of the changed table or guest.
        """
        if self._task is not None:
            self._waiting[f"{kind}:{changed}"] = None
            self._woken.set()

    async def close(self) -> None:
        """Send the remaining notifications, then close the connection."""
        if self._task is not None:
            self._stopping = True
            self._woken.set()
            await asyncio.wait([self._task], timeout=LAST_WORD_S)
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None

    async def _keep_listening(self) -> None:
        arguments = {
            "timeout": REACH_S,
            "command_timeout": REACH_S,
            "server_settings": {"application_name": f"enginehouse news {self.process}"},
        }
        engine = make_async_engine(
            self._database.url, poolclass=NullPool, isolation_level="AUTOCOMMIT", connect_args=arguments
        )
        while not self._stopping:
            try:
                async with engine.connect() as connection:
                    await self._listen((await connection.get_raw_connection()).driver_connection)
            except Exception as error:  # code that needs the database reports that it is unavailable (see `outage`)
                LOG.info("notifications of other processes cannot be received: %s", error)
            if not self._stopping:
                await asyncio.sleep(AGAIN_S)

    async def _listen(self, connection: Any) -> None:
        """Receive and send notifications by a connection of asyncpg, until it fails."""
        try:
            await connection.add_listener(CHANNEL, self._hear)
            connection.add_termination_listener(lambda _: self._woken.set())
            self._missed()
            while not connection.is_closed():
                self._woken.clear()
                stops = self._stopping
                for message in self._messages():
                    await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, message)
                if stops:
                    return
                if not self._waiting and not self._stopping:
                    try:
                        await asyncio.wait_for(self._woken.wait(), QUIET_S)
                        await asyncio.sleep(GATHER_S)
                    except TimeoutError:
                        await connection.execute("SELECT 1")
        finally:
            connection.terminate()

    def _messages(self) -> Iterator[str]:
        """Yield the waiting notifications, joined into messages within PostgreSQL's limit on size."""
        while self._waiting:
            message = self.process
            while self._waiting and len(message) < LONGEST:
                said = next(iter(self._waiting))
                del self._waiting[said]
                message += f" {said}"
            yield message

    def _hear(self, _connection: Any, _pid: int, _channel: str, message: str) -> None:
        process, *said = message.split(" ")
        if process == self.process:
            return
        for one in said:
            kind, _, what = one.partition(":")
            self._heard(kind, what)
