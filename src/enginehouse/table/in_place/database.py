"""Read and write a SQLite database in the thread of the event loop, without `asyncio` in SQLAlchemy.

Each statement ends before any other code runs.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, delete, event, insert
from sqlalchemy.engine import Engine

from enginehouse.core.errors import Unreadable
from enginehouse.table.store import migrations
from enginehouse.table.store.database import PROBE, PROBE_BYTES, Database, prepare_sqlite, try_to_change
from enginehouse.table.store.engines import make_engine
from enginehouse.table.store.one_process import PATIENCE_S, FileLock
from enginehouse.table.store.private_files import close_to_others, make_folder, make_private
from enginehouse.table.store.schema import KEYS

T = TypeVar("T")


class InPlaceConnection:
    """A stand-in for SQLAlchemy's `AsyncConnection`, with the methods that the stores call. They never wait."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    async def execute(self, *given: Any) -> Any:
        """Execute a statement and return its result. The arguments are those of SQLAlchemy."""
        return self.connection.execute(*given)

    async def exec_driver_sql(self, statement: str) -> Any:
        """Execute a statement, SQL text in SQLite's dialect, and return its result."""
        return self.connection.exec_driver_sql(statement)

    async def run_sync(self, do: Callable[..., T], *given: Any) -> T:
        """Call `do` with SQLAlchemy's synchronous connection and the arguments `given`, and return its result."""
        return do(self.connection, *given)

    @asynccontextmanager
    async def stream(self, statement: Any) -> AsyncIterator[AsyncIterator[Any]]:
        """Execute a statement, and return a context manager that yields an iterator of the result's rows.

        The iterator can be used until the `with` block ends.
        """
        found = self.connection.execute(statement)

        async def list_rows() -> AsyncIterator[Any]:
            for row in found:
                yield row

        try:
            yield list_rows()
        finally:
            found.close()


class InPlaceDatabase(Database):
    """A SQLite database that is used in the thread of the event loop. Its methods are those of `Database`."""

    def __init__(
        self,
        url: str = "",
        *,
        alone: bool = False,
        prepare: Callable[[Any, Any], None] = prepare_sqlite,
        keep: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        """Create the database of a URL. If `alone` is true, no other process may serve the same file.

        `prepare` sets up a new connection of the driver. `keep` is called after each committed transaction, and the
        writer waits until `keep` has ended.
        """
        super().__init__(url, alone=alone)
        if not self.sqlite:
            raise Unreadable("a table in place keeps its data in SQLite; write sqlite:///FILE")
        self._prepare, self._keep = prepare, keep
        self._engine: Engine | None = None
        self._connection: Connection | None = None

    async def open(self, to: str = "head") -> None:
        """Connect, and migrate the database to the version `to`. If the database is open already, do nothing.

        Raise `Served` if the database was created with `alone=True`, which allows no other process, and another process
        serves the file. Raise `Unreadable` if the database cannot be opened for another reason.
        """
        if self._engine is None:
            await self._open_or_explain(self._open_in_place(to))

    async def _open_in_place(self, to: str) -> None:
        path = Path(str(self.url.database))
        make_folder(path.parent)
        lock = FileLock(path) if self.alone else None
        if lock is not None:
            await lock.take(PATIENCE_S)
            self._lock = lock
        make_private(path)
        self._engine = make_engine(self.url.set(drivername="sqlite"), max_overflow=-1)
        event.listen(self._engine, "connect", self._prepare)
        with self._connect().begin():
            migrations.upgrade(self._connect(), to)
            try_to_change(self._connect())
        close_to_others(path)
        if lock is not None:
            lock.sign()

    def _connect(self) -> Connection:
        """Return the connection for writing. Open a new connection at the first call, and after an error."""
        assert self._engine is not None, "the store is not open"
        if self._connection is None:
            self._connection = self._engine.connect()
        return self._connection

    def _drop_connection(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.invalidate()
            connection.close()

    async def close(self) -> None:
        """Close all connections."""
        self._drop_connection()
        if self._engine is not None:
            self._engine.dispose()
            self._engine = None
        await super().close()

    @asynccontextmanager
    async def _transaction(self) -> AsyncIterator[Connection]:
        """Return a context manager for a transaction, which commits when the `with` block ends.

        After an error, the next transaction gets a new connection.
        """
        connection = self._connect()
        try:
            with connection.begin():
                yield connection
        except BaseException:
            self._drop_connection()
            raise
        if self._keep is not None:
            await self._keep()

    @asynccontextmanager
    async def _look(self) -> AsyncIterator[InPlaceConnection]:
        assert self._engine is not None, "the store is not open"
        with self._engine.connect() as connection:
            yield InPlaceConnection(connection)

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[Any]:
        """Return a context manager for a transaction, which commits when the `with` block ends.

        Raise `Away` if the database is unavailable.
        """
        async with self._turn, self.outages.watch(self._transaction()) as connection:
            yield InPlaceConnection(connection)

    async def write(self, do: Callable[[Connection], T]) -> T:
        """Run the function `do` in one transaction and return its result. `do` takes the connection.

        Raise `Away` if the database is unavailable.
        """
        async with self._turn, self.outages.watch(nullcontext()), self._transaction() as connection:
            return do(connection)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Any]:
        """Return a context manager for a connection that only reads, and that is open until the `with` block ends.

        Raise `Away` if the database is unavailable.
        """
        async with self.outages.watch(self._look()) as connection:
            yield connection

    async def probe(self) -> None:
        """Write a row and delete it, to test whether the database accepts changes.

        If it does not, raise the database's error.
        """
        for is_made in (True, False):
            async with self._turn, self._transaction() as connection:
                connection.execute(delete(KEYS).where(KEYS.c.name == PROBE))
                if is_made:
                    connection.execute(insert(KEYS).values(name=PROBE, value="-" * PROBE_BYTES))
