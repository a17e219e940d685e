"""Handle outages, when the database is unavailable, full or read-only.

Log a line when an outage starts and when it ends.

`explain_failure` returns the reason for an outage from an error, unless the error is a fault of the program. `Outages`
has the current outage, for `/health` and for everything that waits for the database. If one connection breaks, new
connections are tried before the database counts as unavailable.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import filelock
from sqlalchemy.exc import DBAPIError, IntegrityError, InvalidRequestError, NoSuchModuleError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from enginehouse.core.errors import EnginehouseError, advise_extra

LOG = logging.getLogger("enginehouse.table")

CROWDED = "all connections to it are busy"
SILENT, FULL, FIXED, DAMAGED, BUSY = (
    "it does not answer",
    "it is full",
    "it cannot be written",
    "it is damaged, or no database",
    "another program holds it",
)
OF_POSTGRES = {
    "08": SILENT,
    "53": FULL,
    "533": "it has no connection left",
    "57": SILENT,
    "58": SILENT,
    "25006": FIXED,
    "28": "it does not let us in",
    "3D000": "there is no database of that name",
}
"""The meanings of prefixes of an SQLSTATE (PostgreSQL manual, appendix A). The longest match counts."""
OF_SQLITE = {
    sqlite3.SQLITE_PERM: FIXED,
    sqlite3.SQLITE_BUSY: BUSY,
    sqlite3.SQLITE_LOCKED: BUSY,
    sqlite3.SQLITE_READONLY: FIXED,
    sqlite3.SQLITE_IOERR: "it cannot be read or written",
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_CANTOPEN: "its file cannot be opened",
    sqlite3.SQLITE_PROTOCOL: BUSY,
    sqlite3.SQLITE_NOTADB: DAMAGED,
}
"""The reason for an outage by SQLite's error code."""
OF_SYSTEM = {errno.ENOSPC: FULL, errno.EDQUOT: FULL, errno.EROFS: FIXED, errno.EACCES: FIXED, errno.EPERM: FIXED}
"""The reason for an outage by the operating system's error number."""


class Away(EnginehouseError):
    """An error: the database does not answer, or does not accept a change."""


def explain_failure(error: BaseException) -> str | None:
    """Return the reason why the database cannot be used, in words for all users, or None for another kind of error."""
    if isinstance(error, IntegrityError):
        return None
    if isinstance(error, PoolTimeout):
        return CROWDED
    if isinstance(error, DBAPIError) and error.orig is not None:
        found = explain_failure(error.orig.__cause__ or error.orig)
        return found or (SILENT if error.connection_invalidated else None)
    if isinstance(error, sqlite3.Error):
        return OF_SQLITE.get(getattr(error, "sqlite_errorcode", 0) & 0xFF)
    state = getattr(error, "sqlstate", None)
    if isinstance(state, str):
        fits = [begins for begins in OF_POSTGRES if state.startswith(begins)]
        return OF_POSTGRES[max(fits, key=len)] if fits else None
    return OF_SYSTEM.get(error.errno or 0, SILENT) if isinstance(error, OSError) else None


def why_closed(error: BaseException) -> str | None:
    """Return the reason why a database cannot be opened, in words for the person who starts the server.

    Return None for a fault of the program.
    """
    if isinstance(error, EnginehouseError):
        return str(error)
    if isinstance(error, ModuleNotFoundError):
        return f"the package {error.name} is missing; for PostgreSQL {advise_extra('postgres')}"
    if isinstance(error, NoSuchModuleError | InvalidRequestError):
        return "there is no such driver; write sqlite:///FILE or postgresql://USER@HOST/NAME"
    if isinstance(error, filelock.Timeout):
        return "another program has been bringing it up to date for a minute"
    reason = explain_failure(error)
    return f"{reason} ({_words(error)})" if reason else None


def _words(error: BaseException) -> str:
    """Return the message of an error as the database driver words it, in one line of at most 200 characters."""
    inner = getattr(error, "orig", None) or error
    return " ".join(str(getattr(inner, "strerror", None) or inner).split())[:200]


class Outages:
    """The record of whether the database is available. There is at most one outage at a time.

    `probe` is a function that writes a row, on any connection. `others` is a function that queries the database on new
    connections, or `None` for SQLite. `again_s` is the pause in seconds before `probe` is called again.
    """

    def __init__(
        self, probe: Callable[[], Any], others: Callable[[], Awaitable[None]] | None = None, again_s: float = 1.0
    ) -> None:
        self._probe, self._others, self._again_s = probe, others, again_s
        self.reason = ""
        """The reason why the database cannot be used now, or "" if it can be used as far as is known."""
        self.after: Callable[[], None] | None = None
        """A function that is called at the end of each outage."""
        self._since = 0.0
        self._over = asyncio.Event()
        self._over.set()
        self._task: asyncio.Task[None] | None = None
        self._doubt: asyncio.Task[None] | None = None
        """The task that tries new connections after a connection has failed."""

    @asynccontextmanager
    async def watch(self, opening: Any) -> AsyncIterator[Any]:
        """Open a connection by the context manager `opening`, and yield the connection.

        If the database is unavailable, start an outage and raise `Away`. Any other error is raised unchanged. During an
        outage that started because the database did not answer, raise `Away` immediately.
        """
        if self.reason == SILENT:
            raise explain_away(SILENT)
        try:
            async with opening as connection:
                yield connection
        except Exception as error:
            self.note_failure(error)
            raise

    def note_failure(self, error: Exception) -> None:
        """Start an outage and raise `Away` if `error` says that the database is unavailable.

        Ignore any other error.
        """
        reason = explain_failure(error)
        if reason is None:
            return
        if self._others is None or reason not in (SILENT, CROWDED):
            self._begin(reason, error)
        elif not self.reason and self._doubt is None:
            self._doubt = asyncio.create_task(self._ask_others(reason, error))
        raise explain_away(reason) from error

    async def _ask_others(self, reason: str, error: Exception) -> None:
        """Try new connections to the database, after an open connection has failed. If they fail, too, start an outage.

        `error` is the error of the open connection, and `reason` explains it in words for the users. The outage is
        explained by the error of the new connections. If there are no words for that error, `reason` explains the
        outage.
        """
        assert self._others is not None
        try:
            await self._others()
            LOG.warning("a connection to the database broke (%s), but new ones work", _words(error))
        except Exception as other:
            self._begin(explain_failure(other) or reason, other)
        finally:
            self._doubt = None

    def _begin(self, reason: str, error: Exception) -> None:
        if self.reason:
            return
        self.reason, self._since = reason, time.monotonic()
        self._over.clear()
        LOG.error(
            "the database cannot be used: %s (%s); pages are served from memory where possible", reason, _words(error)
        )
        self._task = asyncio.create_task(self._until_over())

    async def _until_over(self) -> None:
        """Probe the database until a probe succeeds, then end the outage.

        A probe writes, because a full disk can still be read.
        """
        while True:
            await asyncio.sleep(self._again_s)
            try:
                await self._probe()
            except Exception as error:
                if explain_failure(error) is None:
                    LOG.exception("the database could not be tested", exc_info=error)
                continue
            LOG.warning("the database can be used again, after %.0f s", time.monotonic() - self._since)
            self.reason = ""
            self._over.set()
            if self.after is not None:
                self.after()
            return

    async def decide(self) -> str:
        """Return the reason why the database cannot be used, or "" if it can be used.

        If new connections are being tried, wait for their result.
        """
        if self._doubt is not None:
            await asyncio.wait([self._doubt])
        return self.reason

    async def over(self) -> None:
        """Wait until the database can be used. Return at once if there is no outage."""
        await self.decide()
        await self._over.wait()

    async def close(self) -> None:
        """Stop testing whether an outage is over."""
        tasks = [task for task in (self._task, self._doubt) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def explain_away(reason: str) -> Away:
    """Return the error of a command that cannot be stored now. `reason` says why the database cannot be used."""
    return Away(f"No data can be stored now: the table's database is unavailable ({reason}).")
