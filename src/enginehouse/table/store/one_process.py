"""Let only one process serve a SQLite database.

The process locks a file beside the database. A second process then gets an error when it starts.

On PostgreSQL any number of processes may serve the same tables (see `news` and `claims`).
"""

from __future__ import annotations

import asyncio
import os
import socket
import time
from contextlib import suppress
from pathlib import Path

import filelock

from enginehouse.core.errors import EnginehouseError
from enginehouse.table.store.private_files import FILE, make_private

PATIENCE_S = 2.0
"""The time in seconds that a starting process waits for one that is stopping."""


class Served(EnginehouseError):
    """An error: this process was to serve tables that another process serves already."""

    def __init__(self, what: str, holder: str) -> None:
        super().__init__(
            f"{what} is being served already, by {holder or 'another process'}; "
            "stop that one first, or choose other tables with --db"
        )


def _myself() -> str:
    return f"process {os.getpid()} on {socket.gethostname()}"


class FileLock:
    """A lock on a file beside a SQLite database."""

    def __init__(self, path: Path) -> None:
        self._path, self._file = path, Path(f"{path.resolve()}.lock")
        # The lock is taken in one thread and released in another.
        self._lock = filelock.FileLock(self._file, mode=FILE, thread_local=False)

    async def take(self, patience: float) -> None:
        """Take the lock, or wait until it is free, for at most `patience` seconds.

        Raise `Served` with the name of the holder if the lock is still taken then. Raise `EnginehouseError` if the file
        cannot be locked at all.
        """
        await asyncio.to_thread(make_private, self._file)
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
        """Write the name of the process that holds the lock into the file."""
        with suppress(OSError):
            self._file.write_text(f"{_myself()}, since {time.strftime('%Y-%m-%d %H:%M')}\n")

    def _holder(self) -> str:
        try:
            return self._file.read_text(errors="replace").strip()[:120]
        except OSError:  # on Windows a locked file cannot be read
            return ""

    async def give_back(self) -> None:
        """Release the lock, so that another process may serve the database."""
        await asyncio.to_thread(self._lock.release)
