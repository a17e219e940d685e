"""The writer of entries (actions, undos, redos). It stores the entries of many tables in one transaction.

An append is a request to add entries to one table. Each append waits for its own result, and is acknowledged only when
its entries are stored. If an append fails, the whole transaction is rolled back. Then each append of the transaction is
repeated alone. An append fails if another writer has stored an entry with the same number, or if the database refuses
it.

In a reaction window, several seats answer at once. When it closes, the answers become entries. Another process may
store an answer at the same moment. So the writer compares the answers that the caller knows with the stored answers, in
the same transaction. An answer that is stored in time is played, and a later answer is refused. The table's row is
compared in the same way (see `locking`): no action is stored at a table that has ended, or for a person who has left.

On SQLite, a whole transaction runs in one step in a thread (`ThreadedWriter`). The asynchronous driver switches to its
thread and back for each statement, and the player would wait for all these switches.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, and_, bindparam, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from enginehouse.table.store.locking import Stands, compare, lock_rows
from enginehouse.table.store.rows import EntryRow, PendingAnswers, TableRow, Taken
from enginehouse.table.store.schema import ANSWERS, ENTRIES, SEATS, TABLES

ANSWERS_OF_WINDOW = (
    select(SEATS.c.seat, SEATS.c.answered, ANSWERS.c.act)
    .join_from(
        SEATS,
        ANSWERS,
        and_(
            ANSWERS.c.table_id == SEATS.c.table_id,
            ANSWERS.c.seat == SEATS.c.seat,
            ANSWERS.c.window == bindparam("window"),
        ),
        isouter=True,
    )
    .where(SEATS.c.table_id == bindparam("table"))
)
T = TypeVar("T")
MOST = 64
"""The maximum number of appends in a transaction."""


@dataclass
class Append:
    """A request to append entries (actions, undos, redos) to one table, with other changes, such as of clocks."""

    table: str
    entries: Sequence[EntryRow]
    result: dict[str, Any] | None
    known: TableRow | None
    """The table as the caller knew it, or None for a table that is unknown to other processes."""
    answers: PendingAnswers | None
    """The answers from which the entries were made, if a reaction window (several seats answer at once) is open."""
    closes_window: bool
    clocks: tuple[float, dict[int, int]] | None
    """The date of the clocks, and the remaining milliseconds of each seat, if they have changed."""
    done: asyncio.Future[None]

    def rows(self) -> list[dict[str, Any]]:
        """Return the actions, undos and redos as rows of the database, each a dict from a column to its value."""
        return [
            {
                "table_id": self.table,
                "number": e.number,
                "seat": e.seat,
                "act": e.act,
                "step": e.step,
                "note": e.note,
                "checksum": e.checksum,
                "at": e.at,
            }
            for e in self.entries
        ]

    def compare(self, stands: Stands | None) -> None:
        """Raise `Taken` if the stored values `stands` of the table differ from those that the caller knew.

        The seats' settings for auto-pass are compared only if the new entries (actions, undos, redos) come from a
        reaction window (a time in which several seats answer at once).
        """
        if self.known is not None:
            compare(stands, self.known, [seat.seat for seat in self.known.seats] if self.answers is not None else ())

    def apply_side_effects(self, connection: Connection) -> None:
        """Store the changes in the database that go with the new entries (actions, undos, redos) of a table.

        Store the clocks if they have changed. If this `Append` has the result of the game, end the table. If the
        entries close a reaction window (a time in which several seats answer at once), delete the answers that are
        stored for it. Raise `Taken` if the stored answers are not those from which the entries were made. The caller
        must have locked the table.
        """
        if self.answers is not None and read_answers(connection, self.table, self.answers.window) != self.answers:
            raise Taken("Another answer came first.")
        if self.clocks is not None:
            write_clocks(connection, self.table, self.clocks)
        if self.closes_window:
            connection.execute(delete(ANSWERS).where(ANSWERS.c.table_id == self.table))
        if self.result is not None:
            connection.execute(
                update(TABLES)
                .where(TABLES.c.id == self.table)
                .values(status="over", result=json.dumps(self.result), changed=self.entries[-1].at)
            )


class Writer:
    """The writer of entries (actions, undos, redos). It stores new entries of many tables in one transaction.

    `write` is a function such as `Database.write`: it takes a function, and calls it with a connection to the database
    within one transaction.
    """

    def __init__(self, write: Callable[[Callable[[Connection], None]], Awaitable[None]]) -> None:
        self._in_one_transaction = write
        self._waiting: deque[Append] = deque()
        self._task: asyncio.Task[None] | None = None

    async def append(
        self,
        table: str,
        entries: Sequence[EntryRow],
        result: dict[str, Any] | None = None,
        *,
        known: TableRow | None = None,
        answers: PendingAnswers | None = None,
        closes_window: bool = False,
        clocks: tuple[float, dict[int, int]] | None = None,
    ) -> None:
        """Append entries (actions, undos, redos) to a table, all or none. End the table if there is a `result`.

        Wait until they are stored. `result` has the fields of the result by name. `known` is the table as the caller
        knows it. Raise `Taken` if the stored values differ, or if another writer was first.

        While a reaction window is open (a time in which several seats answer at once), `answers` has the seats' answers
        as the caller knows them. Raise `Taken` if the stored answers differ. If `closes_window` is true, the new
        entries end the window, and its stored answers are deleted.

        `clocks` is a pair: a date (seconds since 1970), and the milliseconds that each seat had left then, by seat. By
        default the stored clocks stay as they are.
        """
        done = asyncio.get_running_loop().create_future()
        self._waiting.append(Append(table, entries, result, known, answers, closes_window, clocks, done))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._write())
        try:
            # A caller that stops waiting (its connection is gone) must not cancel the transaction of the others.
            await asyncio.shield(done)
        except IntegrityError:
            raise Taken("Another action came first.") from None

    async def close(self) -> None:
        """Wait until all entries (actions, undos, redos) that were given to `append` are stored."""
        if self._task is not None:
            await self._task

    async def _write(self) -> None:
        while self._waiting:
            batch = [self._waiting.popleft() for _ in range(min(MOST, len(self._waiting)))]
            try:
                await self._write_batch(batch)
            except Exception as error:
                if len(batch) == 1:
                    _resolve(batch[0], error)
                    continue
                for one in batch:  # an error of one must not affect the others
                    await self._write_single(one)
            except BaseException as error:  # after any error, no caller may wait forever
                for one in batch:
                    _resolve(one, error)
                raise

    async def _write_batch(self, batch: Sequence[Append]) -> None:
        batch = sorted(batch, key=lambda one: one.table)  # two processes never wait for each other's tables in a circle

        def append(connection: Connection) -> None:
            connection.execute(insert(ENTRIES), [row for one in batch for row in one.rows()])
            # On SQLite no other transaction writes from here on; on PostgreSQL the lock keeps others out.
            stands = lock_rows(connection, {one.table for one in batch})
            for one in batch:
                one.compare(stands.get(one.table))
            for one in batch:
                one.apply_side_effects(connection)

        await self._in_one_transaction(append)
        for one in batch:
            _resolve(one)

    async def _write_single(self, one: Append) -> None:
        try:
            await self._write_batch([one])
        except Exception as error:
            _resolve(one, error)


def read_answers(connection: Connection, table: str, window: int) -> PendingAnswers:
    """Return the stored answers of seats in a reaction window of a table.

    In a reaction window, several seats answer at once. The argument `window` is the number of entries (actions, undos,
    redos) that the table had when the window opened.
    """
    rows = connection.execute(ANSWERS_OF_WINDOW, {"table": table, "window": window}).all()
    return PendingAnswers(
        window, {seat: act for seat, _, act in rows if act is not None}, {seat: many for seat, many, _ in rows}
    )


def write_clocks(connection: Connection, table: str, clocks: tuple[float, dict[int, int]]) -> None:
    """Store the clocks of a table.

    `clocks` is a pair: a date in seconds since 1970, and the milliseconds that each seat had left then, by seat.
    """
    at, left = clocks
    connection.execute(update(TABLES).where(TABLES.c.id == table).values(clock_at=at))
    for seat, left_ms in left.items():
        connection.execute(update(SEATS).where(SEATS.c.table_id == table, SEATS.c.seat == seat).values(left_ms=left_ms))


def _resolve(one: Append, error: BaseException | None = None) -> None:
    """Let the caller that waits for the append `one` continue.

    Its call returns or, if `error` is given, raises that error.
    """
    if one.done.done():
        return
    if error is None:
        one.done.set_result(None)
    else:
        one.done.set_exception(error)
        one.done.exception()  # mark the error as seen, because the caller may be gone


class ThreadedWriter:
    """A writer of transactions to SQLite: a connection of a synchronous engine, and the thread that uses it."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._connection: Connection | None = None
        self._thread = ThreadPoolExecutor(1, "writer")

    async def run(self, do: Callable[[Connection], T]) -> T:
        """Run the function `do` in one transaction in the thread, and return its result. `do` takes the connection.

        The transaction is rolled back if the function fails.
        """

        def transaction() -> T:
            if self._connection is None:
                self._connection = self._engine.connect()
            try:
                with self._connection.begin():
                    return do(self._connection)
            except BaseException:
                self._let_go()  # the next transaction opens a new connection
                raise

        return await asyncio.get_running_loop().run_in_executor(self._thread, transaction)

    def _let_go(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.invalidate()
            connection.close()

    def close(self) -> None:
        """Close the connection to the database, and end the thread."""
        self._thread.submit(self._let_go).result()
        self._engine.dispose()
        self._thread.shutdown(wait=False)
