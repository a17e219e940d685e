"""Store pending answers: answers of seats in an open reaction window, which take effect when the window closes.

A reaction window asks several seats at once, so that no seat sees the answers of the others before it closes.
"""

from __future__ import annotations

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from enginehouse.table.store.database import Database
from enginehouse.table.store.locking import begin_writing, compare, lock_rows
from enginehouse.table.store.rows import PendingAnswers, TableRow, Taken
from enginehouse.table.store.schema import ANSWERS, ENTRIES, SEATS
from enginehouse.table.store.writer import read_answers


class AnswerStore:
    """The stored pending answers of seats in open reaction windows (times in which several seats answer at once).

    Pending answers take effect when the window closes. A caller passes the values that it has read before: `known` has
    the pending answers, and `row` is the row of the table. If the stored values differ from these, the methods raise
    `Taken`. The argument `table` is the id of a table.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def save(self, table: str, seat: int, act: str, known: PendingAnswers, row: TableRow) -> None:
        """Store the name of an action (`act`) as the answer of a seat, until the table's open reaction window closes.

        In a reaction window, several seats answer at once. `table` is the table's id. `known` are the stored answers
        and `row` the table, as the caller knows them. Raise `Taken` if the window has closed, or if the seat has given
        or withdrawn another answer.
        """

        def insert_answer(connection: Connection) -> None:
            _count_answer(connection, row, seat, known)
            connection.execute(delete(ANSWERS).where(ANSWERS.c.table_id == table, ANSWERS.c.window != known.window))
            connection.execute(insert(ANSWERS).values(table_id=table, seat=seat, window=known.window, act=act))

        try:
            await self._database.write(insert_answer)
        except IntegrityError:
            raise Taken("You have answered already.") from None

    async def delete(self, table: str, seat: int, known: PendingAnswers, row: TableRow) -> None:
        """Delete a seat's answer in the open reaction window of a table (a time in which several seats answer at once).

        `table` is the table's id. `known` are the stored answers and `row` the table, as the caller knows them. Raise
        `Taken` if the window has closed, or if the seat's answer has changed.
        """

        def delete_answer(connection: Connection) -> None:
            _count_answer(connection, row, seat, known)
            connection.execute(delete(ANSWERS).where(ANSWERS.c.table_id == table, ANSWERS.c.seat == seat))

        await self._database.write(delete_answer)

    async def read(self, table: str, window: int) -> PendingAnswers:
        """Return the answers in a table's open reaction window, and each seat's number of given or withdrawn answers.

        In a reaction window, several seats answer at once. The argument `window` is the number of entries (actions,
        undos, redos) that the table had when the window opened.
        """
        async with self._database.reading() as connection:
            found: PendingAnswers = await connection.run_sync(read_answers, table, window)
        return found


def _count_answer(connection: Connection, row: TableRow, seat: int, known: PendingAnswers) -> None:
    """Increment the stored number that counts how often a seat has given or withdrawn an answer.

    `known` are the answers in the open reaction window (a time in which several seats answer at once), and `row` is the
    table, as the caller knows them. Raise `Taken` if the stored values differ, or if the window has closed.
    """
    begin_writing(connection)
    table = row.id
    compare(lock_rows(connection, [table]).get(table), row, [seat])
    entries = select(func.coalesce(func.max(ENTRIES.c.number), 0)).where(ENTRIES.c.table_id == table)
    done = connection.execute(
        update(SEATS)
        .where(
            SEATS.c.table_id == table,
            SEATS.c.seat == seat,
            SEATS.c.answered == known.decision_offsets.get(seat, 0),
            entries.scalar_subquery() == known.window,
        )
        .values(answered=SEATS.c.answered + 1)
    )
    if done.rowcount != 1:
        raise Taken("Another change was stored first.")
