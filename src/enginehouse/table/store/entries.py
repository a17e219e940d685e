"""Store the entries of tables: the actions of their games, and undos and redos.

The primary key is (table, number). If two writers store an entry with the same number, only the first succeeds.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import NamedTuple

from sqlalchemy import and_, delete, false, func, insert, or_, select, update

from enginehouse.table.store.database import Database
from enginehouse.table.store.locking import lock_table
from enginehouse.table.store.rows import EntryRow, Taken
from enginehouse.table.store.schema import ANSWERS, ENTRIES, SEATS, TABLES
from enginehouse.table.store.standing import Since, read_since
from enginehouse.table.store.writer import Writer


class Solution(NamedTuple):
    """The solution of a puzzle: the best action at a given moment of a game.

    `name` is the name of the puzzle, and `act` the name of the action. The name of the game, its `seed` and the
    `number` of the action in the game identify the moment.
    """

    name: str
    game: str
    seed: str
    number: int
    """The number of the action among the actions, undos and redos of the game."""
    act: str


class EntryStore:
    """The stored entries of all tables: the actions, undos and redos of their games, in order.

    Entries are only appended, and never changed, except by `adopt_rules`.
    """

    def __init__(self, database: Database) -> None:
        self._database, self._writer = database, Writer(database.write)
        self.append = self._writer.append

    async def read(self, table: str, after: int = 0) -> list[EntryRow]:
        """Return a list of the entries (actions, undos, redos) of a table with numbers above `after`, in order."""
        which = select(ENTRIES).where(ENTRIES.c.table_id == table, ENTRIES.c.number > after).order_by(ENTRIES.c.number)
        async with self._database.reading() as connection:
            return [
                EntryRow(r.number, r.seat, r.act, r.step, r.note, r.checksum, r.at)
                for r in (await connection.execute(which)).all()
            ]

    async def since(self, table: str, known: int) -> Since:
        """Return the stored state of a table: its row, its entries from number `known` on, and pending answers.

        Entries are actions, undos and redos, numbered from 1. The entry with the number `known` is included. The
        answers are those in the open reaction window (a time in which several seats answer at once), if any.
        """
        return await read_since(self._database, table, known)

    async def count(self, table: str) -> int:
        """Return the number of stored entries (actions, undos, redos) of a table."""
        async with self._database.reading() as connection:
            return int(
                (
                    await connection.execute(select(func.max(ENTRIES.c.number)).where(ENTRIES.c.table_id == table))
                ).scalar()
                or 0
            )

    async def find_solved(self, person: str, solutions: Sequence[Solution]) -> set[str]:
        """Return the names of the puzzles among `solutions` that a person has solved.

        A puzzle is solved if its best action was played at a table at which the person sits.
        """
        mine = select(SEATS.c.table_id).where(SEATS.c.person == person)
        where = (TABLES.c.game, TABLES.c.seed, ENTRIES.c.number, ENTRIES.c.act)
        names = {(one.game, one.seed, one.number, one.act): one.name for one in solutions}
        which = select(*where).join(TABLES, TABLES.c.id == ENTRIES.c.table_id).where(TABLES.c.id.in_(mine))
        wanted = [and_(*(column == value for column, value in zip(where, key, strict=True))) for key in names]
        async with self._database.reading() as connection:
            found = (await connection.execute(which.where(or_(false(), *wanted)))).all()
        return {names[row.game, row.seed, row.number, row.act] for row in found}

    async def adopt_rules(
        self,
        table: str,
        rules: tuple[str, Mapping[str, str]],
        stored: Sequence[EntryRow],
        adopted: Sequence[EntryRow],
        *,
        began_under: str,
    ) -> None:
        """Move a table to another version of the rules.

        `rules` is a pair: the new version, and the options of the table's game under this version. `stored` are the
        table's entries (actions, undos, redos) as the caller has read them, and `adopted` are the same entries under
        the new rules. If the two differ, `adopted` replaces the stored entries. Answers of seats in the open reaction
        window (a time in which several seats answer at once) are kept.

        Pages send each action with the decision number of its seat, which must never decrease. So if the number of
        entries changes, the decision numbers of all seats are increased.

        Raise `Taken` if another process has appended entries meanwhile, or if the stored version of the rules is not
        `began_under` any more.
        """
        async with self._database.writing() as connection:
            await connection.run_sync(lock_table, table)
            adopting = await connection.execute(
                update(TABLES)
                .where(TABLES.c.id == table, TABLES.c.rules == began_under)
                .values(rules=rules[0], options=json.dumps(dict(rules[1])))
            )
            if adopting.rowcount != 1:
                raise Taken("Another process has moved this table to today's rules first.")
            many = await connection.execute(
                select(func.count()).select_from(ENTRIES).where(ENTRIES.c.table_id == table)
            )
            if many.scalar() != len(stored):
                raise Taken("Another action came first.")
            if list(adopted) != list(stored):
                await connection.execute(delete(ENTRIES).where(ENTRIES.c.table_id == table))
                if adopted:
                    await connection.execute(insert(ENTRIES), [{"table_id": table, **asdict(e)} for e in adopted])
            if len(adopted) != len(stored):
                open_window = (ANSWERS.c.table_id == table, ANSWERS.c.window == len(stored))
                await connection.execute(update(ANSWERS).where(*open_window).values(window=len(adopted)))
                behind = SEATS.c.answered + len(stored)
                await connection.execute(update(SEATS).where(SEATS.c.table_id == table).values(answered=behind))

    async def close(self) -> None:
        """Wait until all entries (actions, undos, redos) that were given to `append` are stored."""
        await self._writer.close()
