"""Open the database, and provide connections for reading and transactions for writing.

It uses SQLAlchemy Core, async, with SQLite by default and PostgreSQL by URL. On SQLite there is one connection for
writing, because several writers wait for each other and are slower. There are a few connections for reading.
Write-ahead logging lets reading and writing run at once.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import platformdirs
from sqlalchemy import Connection, delete, event, insert, select, text, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, DisconnectionError
from sqlalchemy.pool import NullPool
from sqlalchemy.util import await_only
from sqlalchemy.util.concurrency import in_greenlet

from enginehouse.core.errors import Unreadable
from enginehouse.table.store import migrations
from enginehouse.table.store.engines import make_async_engine, make_engine
from enginehouse.table.store.one_process import PATIENCE_S, FileLock, Served
from enginehouse.table.store.outage import SILENT, Outages, explain_away, why_closed
from enginehouse.table.store.private_files import close_to_others, make_folder, make_private
from enginehouse.table.store.schema import KEYS
from enginehouse.table.store.writer import ThreadedWriter

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

T = TypeVar("T")
DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
PROBE, PROBE_BYTES = "probe", 65_536
"""The name and the size of a row that is written to test whether the database has space: more than any action needs."""
WAL_BYTES = 16 * 2**20
"""The size to which SQLite's write-ahead log is cut after a long read, such as a backup, during which it grows."""
RESTED_S = 1.0
"""The idle time in seconds after which a connection to PostgreSQL is tested before use."""
REACH_S = 2.0
"""The timeout for connecting to PostgreSQL, in seconds."""
ANSWER_S = 4.0
"""The timeout for the answer of PostgreSQL to one query, in seconds."""
TRIED_S = 1.0
"""The timeout for the answer to a query on a connection that was idle, in seconds."""
OTHERS = 2
"""The number of new connections that are tried before the database counts as unavailable."""


def default_url() -> str:
    """Return the URL of the default SQLite file, in the user's data folder."""
    folder = Path(platformdirs.user_data_dir("enginehouse", appauthor=False))
    return f"sqlite:///{folder / 'tables.sqlite3'}"


def prepare_sqlite(connection: Any, _: Any) -> None:
    """Set the options of a new connection to SQLite. SQLAlchemy passes a second argument, which is ignored.

    With `synchronous=FULL`, stored actions survive a killed process and a power failure.
    """
    cursor = connection.cursor()
    try:
        limit = f"journal_size_limit={WAL_BYTES}"
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON", limit):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()
    except BaseException:
        connection.close()  # SQLAlchemy does not close it, and its thread would keep the process from ending
        raise


def _prepare_to_look(connection: Any, _: Any) -> None:
    """Set up a new connection to SQLite that is only for reading."""
    cursor = connection.cursor()
    for pragma in ("query_only=ON", "busy_timeout=10000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _try_what_rested(engine: AsyncEngine) -> None:
    """Make the connection pool of `engine` test an idle connection to PostgreSQL before the connection is used again.

    A closed or broken connection is replaced. SQLAlchemy's own option tests a connection at each use, in a transaction,
    which costs three more statements.
    """

    def check_connection(connection: Any, record: Any, _: Any) -> None:
        closed = connection.driver_connection.is_closed()
        if not closed and time.monotonic() - record.info.get("used", 0.0) > RESTED_S:
            try:
                await_only(connection.driver_connection.fetchrow(";", timeout=TRIED_S))
            except Exception:  # After an error of any kind, take another connection of the pool.
                connection.driver_connection.terminate()
                closed = True
        if closed:
            raise DisconnectionError  # makes the pool try the next connection

    def given_back(_: Any, record: Any) -> None:
        record.info["used"] = time.monotonic()

    event.listen(engine.sync_engine, "checkout", check_connection)
    event.listen(engine.sync_engine, "checkin", given_back)


def _patience() -> dict[str, float]:
    """Return the arguments that limit how many seconds asyncpg, the driver of PostgreSQL, waits.

    There is a limit for opening a connection and a limit for the answer to a statement.
    """
    return {"timeout": REACH_S, "command_timeout": ANSWER_S}


def try_to_change(connection: Connection) -> None:
    """Send a statement that would change rows, but matches no row. It raises an error if the database is read-only."""
    connection.execute(update(KEYS).where(KEYS.c.name == "").values(value=""))


def _roll_back(connection: Any, _record: Any, _error: Any) -> None:
    """Roll back the transaction of a connection to SQLite that is given up, for example because its task was cancelled.

    Only closing the connection is not enough: a cursor that is still in use keeps the transaction open, and the file
    locked.
    """
    if in_greenlet():
        connection.rollback()


def _wait_for_writers(connection: Connection) -> None:
    """Begin a transaction with SQLite's lock for writing. Wait until other writers have released the lock."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")


class Database:
    """The connections to the database of one URL.

    If `alone` is true, no other process may serve the same SQLite file (see `one_process`).
    """

    def __init__(self, url: str = "", *, alone: bool = False) -> None:
        try:
            self.url = make_url(url or default_url())
        except Exception:
            raise Unreadable(
                f"{url!r} is not a database address; write for example sqlite:///tables.sqlite3 or postgresql://user@host/name"
            ) from None
        self.said = self.url.render_as_string()
        """The URL as it was given, without the password."""
        self.url = self.url.set(drivername=DRIVERS.get(self.url.drivername, self.url.drivername))
        self.sqlite = self.url.drivername.startswith("sqlite")
        if self.url.get_backend_name() not in ("sqlite", "postgresql"):
            raise Unreadable(f"tables are stored in SQLite or PostgreSQL, not in {self.url.drivername!r}")
        if self.sqlite and self.url.database in (None, "", ":memory:"):
            raise Unreadable("tables are stored in a file, not in memory: sqlite:///tables.sqlite3")
        self._write: AsyncEngine | None = None
        self._read: AsyncEngine | None = None
        self.outages = Outages(self.probe, None if self.sqlite else self._ask_others)
        self.alone = alone
        self._lock: FileLock | None = None
        self._threaded: ThreadedWriter | None = None
        self._turn = asyncio.Lock()
        """The lock that a writer holds while it writes into SQLite."""

    async def open(self, to: str = "head") -> None:
        """Connect, and migrate the database to the version `to` of its schema. Only one process migrates at a time.

        A version before the newest version is allowed for an empty database only. If the database is open already, do
        nothing. If this object was created with `alone=True` and another process serves the database, raise `Served`.
        Raise `Unreadable` if the database cannot be opened for another reason.
        """
        if self._write is None:
            await self._open_or_explain(self._open_sqlite(to) if self.sqlite else self._open_postgresql(to))

    async def _open_or_explain(self, opening: Coroutine[Any, Any, None]) -> None:
        try:
            await opening
        except BaseException as error:
            await self.close()
            why = None if isinstance(error, Served) else why_closed(error)
            if why is None:
                raise
            raise Unreadable(f"tables cannot be stored at {self.said}: {why}") from error

    async def open_to_look(self) -> None:
        """Connect for reading only, also while a server uses the database.

        Change nothing, and run no migration. Raise `Unreadable` if there is no database, or if it belongs to another
        version of this program.
        """
        if self.sqlite and not await asyncio.to_thread(Path(str(self.url.database)).is_file):
            raise Unreadable(
                f"there is no database at {self.url.database}; name another one with --db or ENGINEHOUSE_DB_URL"
            )
        self._read = make_async_engine(self.url)
        if self.sqlite:
            event.listen(self._read.sync_engine, "connect", _prepare_to_look)
        try:
            async with self._read.connect() as connection:
                here = await connection.run_sync(migrations.version)
        except BaseException as error:
            await self.close()
            why = why_closed(error)
            if why is None:
                raise
            raise Unreadable(f"{self.said} cannot be read: {why}") from error
        if here != migrations.HEAD:
            await self.close()
            raise Unreadable(
                f"the database is of version {here or 'none'}, this program reads version {migrations.HEAD}: "
                "start the server of this version once, which updates it, or use the version that wrote it"
            )

    async def open_beside(self) -> None:
        """Connect for reading and writing, also while a server uses the database. Run no migration.

        Call this for short transactions, such as those of an administrator's command, because the server may have to
        wait for them. Raise `Unreadable` if there is no database, or if it belongs to another version of this program.
        """
        await self.open_to_look()
        self._write = self._sqlite_engine(1, reset=None) if self.sqlite else make_async_engine(self.url)

    async def _open_postgresql(self, to: str) -> None:
        self._write = make_async_engine(
            self.url,
            pool_size=8,
            max_overflow=8,
            pool_timeout=REACH_S,
            connect_args=_patience(),
        )
        _try_what_rested(self._write)
        # Single queries run without a transaction, because it costs two more queries. Code whose queries must see the
        # same state opens a transaction.
        self._read = self._write.execution_options(isolation_level="AUTOCOMMIT")
        # A migration may take longer than a query.
        patient = make_async_engine(self.url, poolclass=NullPool, connect_args={"timeout": REACH_S})
        async with patient.begin() as connection:
            await connection.execute(text("SELECT pg_advisory_xact_lock(7030917)"))
            await connection.run_sync(migrations.upgrade, to)
            await connection.run_sync(try_to_change)

    async def _open_sqlite(self, to: str) -> None:
        path = Path(str(self.url.database))
        await asyncio.to_thread(make_folder, path.parent)
        lock = FileLock(path)
        await lock.take(PATIENCE_S if self.alone else 60)
        try:
            await asyncio.to_thread(make_private, path)
            self._write = self._sqlite_engine(1, reset=None)  # the writer has committed or rolled back
            self._read = self._sqlite_engine(4)
            quick = make_engine(self.url.set(drivername="sqlite"), pool_size=1, max_overflow=0)
            event.listen(quick, "connect", prepare_sqlite)
            self._threaded = ThreadedWriter(quick)
            async with self._write.begin() as connection:
                await connection.run_sync(migrations.upgrade, to)
                await connection.run_sync(try_to_change)
            await asyncio.to_thread(close_to_others, path)
            if self.alone:
                lock.sign()
                self._lock = lock
        finally:
            if self._lock is not lock:
                await lock.give_back()

    def _sqlite_engine(self, pool_size: int, reset: Literal["rollback"] | None = "rollback") -> AsyncEngine:
        engine = make_async_engine(self.url, pool_size=pool_size, max_overflow=0, pool_reset_on_return=reset)

        event.listen(engine.sync_engine, "connect", prepare_sqlite)
        event.listen(engine.sync_engine, "invalidate", _roll_back)
        return engine

    async def close(self) -> None:
        """Close all connections, after the last transaction into SQLite has ended.

        If a writer was cancelled, its statement continues in a thread of the driver and keeps the file locked.
        """
        await self.outages.close()
        if self._threaded is not None:
            with suppress(DBAPIError):
                await self._threaded.run(_wait_for_writers)
            self._threaded.close()
            self._threaded = None
        for engine in {id(e): e for e in (self._write, self._read) if e is not None}.values():
            await engine.dispose()
        self._write = self._read = None
        if self._lock is not None:
            await self._lock.give_back()
            self._lock = None

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """Return a context manager for a transaction, which commits when the `with` block ends.

        Raise `Away` if the database is unavailable.
        """
        assert self._write is not None, "the store is not open"
        async with self._turn if self.sqlite else nullcontext(), self.outages.watch(self._write.begin()) as connection:
            yield connection

    async def write(self, do: Callable[[Connection], T]) -> T:
        """Run the function `do` in one transaction and return its result. This is faster than `writing`.

        `do` takes the connection. Raise `Away` if the database is unavailable.
        """
        if self._threaded is None:
            async with self.writing() as connection:
                return await connection.run_sync(do)
        async with self._turn:
            if self.outages.reason == SILENT:
                raise explain_away(SILENT)
            try:
                return await self._threaded.run(do)
            except Exception as error:
                self.outages.note_failure(error)
                raise

    def reading(self) -> Any:
        """Return a context manager for a connection that only reads, and that is open until the `with` block ends.

        Raise `Away` if the database is unavailable.
        """
        assert self._read is not None, "the store is not open"
        return self.outages.watch(self._read.connect())

    async def probe(self) -> None:
        """Write a row and delete it, to test whether the database accepts changes.

        If it does not, raise the driver's error.
        """
        assert self._write is not None, "the store is not open"
        for made in (True, False):
            async with self._write.begin() as connection:
                await connection.execute(delete(KEYS).where(KEYS.c.name == PROBE))
                if made:
                    await connection.execute(insert(KEYS).values(name=PROBE, value="-" * PROBE_BYTES))

    async def _ask_others(self) -> None:
        """Send a query to PostgreSQL on several new connections at once, to find out whether the server answers at all.

        If no connection gets an answer, raise the error of the first one.
        """
        engine = make_async_engine(self.url, poolclass=NullPool, connect_args=_patience())

        async def ask() -> None:
            async with asyncio.timeout(REACH_S), engine.connect() as connection:
                await connection.execute(select(1))

        try:
            found = await asyncio.gather(*(ask() for _ in range(OTHERS)), return_exceptions=True)
        finally:
            await engine.dispose()
        if None not in found:
            raise next(error for error in found if error is not None)

    async def alive(self) -> None:
        """Send a query to test whether the database answers. Raise `Away` if it does not."""
        async with self.reading() as connection:
            await connection.execute(select(1))
