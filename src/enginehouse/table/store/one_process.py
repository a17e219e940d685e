"""One process serves a database: a lock that it keeps as long as it lives, and a sentence for the one that comes second.

Nothing that is acknowledged is lost or kept twice where two processes serve one database (see `writer`), but each
shows its own pictures, so until they tell each other what is new a second one does not start. SQLite: a locked file
beside the database. PostgreSQL: an advisory lock of a session of its own, taken again when the database was away.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import filelock
from sqlalchemy import URL, text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from enginehouse.core.errors import EnginehouseError

LOG = logging.getLogger("enginehouse.table")
PATIENCE_S = 2.0
"""So long a process that starts waits for one that is just stopping."""
LOOK_S = 2.0
"""Every so many seconds it is looked whether the session that holds the lock is still there."""
ADVISORY = 7030918
KEPT_ALIVE = {"tcp_keepalives_idle": "10", "tcp_keepalives_interval": "5", "tcp_keepalives_count": "3"}
"""A machine that is gone without a word keeps the lock for 25 seconds, not for two hours."""


class Served(EnginehouseError):
    """Another process serves these tables already."""

    def __init__(self, what: str, holder: str) -> None:
        super().__init__(
            f"{what} is being served already, by {holder or 'another process'}; "
            "stop that one first, or choose other tables with --db"
        )


def _myself() -> str:
    return f"process {os.getpid()} on {socket.gethostname()}"


class FileLock:
    """A locked file beside a SQLite database."""

    def __init__(self, path: Path) -> None:
        self._path, self._file = path, Path(f"{path.resolve()}.lock")
        # Taken in a thread, given back in another.
        self._lock = filelock.FileLock(self._file, thread_local=False)

    async def take(self, patience: float) -> None:
        """Take it; `Served` says who has it, EnginehouseError why none can be had here."""
        try:
            await asyncio.to_thread(self._lock.acquire, timeout=patience)
        except filelock.Timeout:
            if not self._file.exists():
                raise self._cannot("it cannot be made there") from None
            raise Served(f"the database {self._path}", self._holder()) from None
        except (OSError, NotImplementedError) as error:
            why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise self._cannot(why) from None

    def _cannot(self, why: str) -> EnginehouseError:
        return EnginehouseError(
            f"the file {self._file} beside the database cannot be locked ({why}); "
            "choose a folder that can be written, on this machine's own disk, with --db"
        )

    def sign(self) -> None:
        """Write into the file who holds it."""
        with suppress(OSError):
            self._file.write_text(f"{_myself()}, since {time.strftime('%Y-%m-%d %H:%M')}\n")

    def _holder(self) -> str:
        try:
            return self._file.read_text(errors="replace").strip()[:120]
        except OSError:  # on Windows nobody reads a file that is locked
            return ""

    async def give_back(self) -> None:
        """Let it go."""
        await asyncio.to_thread(self._lock.release)


class AdvisoryLock:
    """An advisory lock of a session of its own in PostgreSQL.

    When the session breaks (the database was away) it is taken again; `lost` is called with a sentence when another
    process was first.
    """

    def __init__(self, url: URL, lost: Callable[[str], None]) -> None:
        name = f"enginehouse, {_myself()}"[:63]
        arguments = {"server_settings": {"application_name": name, **KEPT_ALIVE}, "timeout": 10, "command_timeout": 10}
        self._engine: AsyncEngine = create_async_engine(
            url, poolclass=NullPool, isolation_level="AUTOCOMMIT", connect_args=arguments
        )
        self._what = f"the database {url.render_as_string(hide_password=True)}"
        self._lost = lost
        self._session: AsyncConnection | None = None
        self._task: asyncio.Task[None] | None = None

    async def take(self, patience: float) -> None:
        """Take it and keep it; `Served` says who has it."""
        until = time.monotonic() + patience
        while not await self._taken():
            if time.monotonic() >= until:
                raise Served(self._what, await self._holder())
            await asyncio.sleep(0.1)
        self._task = asyncio.create_task(self._keep(), name="one process")

    async def _taken(self) -> bool:
        if self._session is None:
            self._session = await self._engine.connect()
        asked = await self._session.execute(text("SELECT pg_try_advisory_lock(:key)"), {"key": ADVISORY})
        return bool(asked.scalar())

    async def _holder(self) -> str:
        if self._session is None:
            return ""
        found = await self._session.execute(
            text(
                "SELECT a.application_name, a.backend_start FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid "
                "JOIN pg_database d ON d.oid = l.database WHERE d.datname = current_database() "
                "AND l.locktype = 'advisory' AND l.granted AND l.classid = 0 AND l.objid = :key"
            ),
            {"key": ADVISORY},
        )
        row = found.first()
        return f"{row[0] or 'another process'}, since {row[1]:%Y-%m-%d %H:%M}" if row else ""

    async def _keep(self) -> None:
        """Look now and then whether the session is still there."""
        while True:
            await asyncio.sleep(LOOK_S)
            try:
                if self._session is not None:
                    await self._session.execute(text("SELECT 1"))
                elif not await self._taken():
                    self._lost(str(Served(self._what, await self._holder())))
                    return
            except Exception as error:
                # Whoever needs the database tells that it is away (see `outage`); the lock is taken when it is back.
                LOG.info("the lock that keeps other processes out is gone: %s", error)
                await self._drop()

    async def _drop(self) -> None:
        session, self._session = self._session, None
        if session is not None:
            with suppress(Exception):
                await session.invalidate()
            with suppress(Exception):
                await session.close()

    async def give_back(self) -> None:
        """Let it go."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        await self._drop()
        await self._engine.dispose()
