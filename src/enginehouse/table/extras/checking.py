"""Check all stored data: the database itself, and each table against the invariants (see `invariants`).

A server may run during the check.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import NamedTuple

from sqlalchemy import func, select

from enginehouse.table.states.invariants import Numbers, StoredAnswer, StoredTable, find_violations
from enginehouse.table.store.schema import ANSWERS, DEPARTURES, ENTRIES, NOTES, SEATS, TABLES, TALK, TOKENS
from enginehouse.table.store.store import Store

BESIDE = (SEATS, DEPARTURES, ENTRIES, ANSWERS, TOKENS, TALK, NOTES)
"""The tables of the database whose rows belong to a row of `tables`."""


@dataclass
class CheckReport:
    """The report of a check: the numbers of checked `tables` and `entries`, and a list of the faults.

    Entries are actions, undos and redos.
    """

    tables: int = 0
    entries: int = 0
    wrong: list[tuple[str, str]] = field(default_factory=list)
    """The faults: the part with the fault (`database`, `table ADDRESS`) and a sentence."""


async def check(
    store: Store, advance: Callable[[int, int], object], tables: Collection[str] | None = None
) -> CheckReport:
    """Check the database and the games that are stored in it, and return a report.

    `tables` has the ids of the game tables to check. By default all are checked. After each game table, `advance` is
    called with 1 and the total number of game tables to check.
    """
    found = CheckReport()
    for sentence in await _of_the_database(store):
        found.wrong.append(("database", sentence))
    ids = await store.tables.ids()
    chosen = [name for name in ids if tables is None or name in tables]
    beside, suspects = await _beside(store, set(ids)), []
    for name in chosen:
        table = await _read_stored(store, name, beside)
        found.tables += 1
        if table is not None:
            found.entries += len(table.entries)
            if await asyncio.to_thread(find_violations, table):
                suspects.append(name)
        advance(1, len(chosen))
    found.wrong += await _check_again(store, suspects)
    return found


async def _check_again(store: Store, suspects: list[str]) -> list[tuple[str, str]]:
    """Read the tables with the ids in `suspects` again, and return their faults in this second reading.

    A running server may have changed a table during the first reading, so that it only seemed damaged. A fault is a
    pair: the text `table ID`, and a sentence.
    """
    if not suspects:
        return []
    beside = await _beside(store, set(await store.tables.ids()))
    wrong: list[tuple[str, str]] = []
    for name in suspects:
        table = await _read_stored(store, name, beside)
        if table is not None:
            wrong += [(f"table {name}", one) for one in await asyncio.to_thread(find_violations, table)]
    return wrong


class _Beside(NamedTuple):
    """Stored data about game tables, other than the tables' settings and the actions of their games.

    The keys of each dict are the ids of game tables. `lost_rematches` has the ids of the tables whose rematch does not
    exist.

    `of_seats` has a list for each table. It contains the pair ("a token", SEAT) for each stored token, with which
    a program may act for the seat SEAT. It contains the pair ("a note", SEAT) for each note that the seat's player has
    stored.
    """

    results: dict[str, str]
    lost_rematches: set[str]
    answers: dict[str, list[StoredAnswer]]
    departures: dict[str, Numbers]
    talk: dict[str, Numbers]
    of_seats: dict[str, list[tuple[str, int]]]


async def _beside(store: Store, ids: set[str]) -> _Beside:
    """Return the results, answers, departures, chat lines, tokens and notes that are stored for game tables.

    `ids` are the ids of all tables. A table can name the table of the next game, its rematch. If the id of the rematch
    is not in `ids`, the field `lost_rematches` of the result has the id of the table that names it.
    """
    found = _Beside({}, set(), defaultdict(list), {}, {}, defaultdict(list))
    async with store.database.reading() as connection:
        for r in await connection.execute(select(TABLES.c.id, TABLES.c.result, TABLES.c.rematch)):
            if r.result is not None:
                found.results[r.id] = r.result
            if r.rematch is not None and r.rematch not in ids:
                found.lost_rematches.add(r.id)
        for r in await connection.execute(select(ANSWERS)):
            found.answers[r.table_id].append(StoredAnswer(r.seat, r.window, r.act))
        for kept, numbers in ((DEPARTURES, found.departures), (TALK, found.talk)):
            number, seat = kept.c.number, kept.c.seat
            figures = (func.count(), func.min(number), func.max(number), func.min(seat), func.max(seat))
            for table, *values in await connection.execute(select(kept.c.table_id, *figures).group_by(kept.c.table_id)):
                numbers[table] = Numbers(*values)
        for name, kept in (("a token", TOKENS), ("a note", NOTES)):
            for table, seat in await connection.execute(select(kept.c.table_id, kept.c.seat)):
                found.of_seats[table].append((name, seat))
    return found


async def _read_stored(store: Store, name: str, beside: _Beside) -> StoredTable | None:
    row, entries = await store.tables.get(name), await store.entries.read(name)
    if row is None:
        return None
    return StoredTable(
        row,
        entries,
        beside.results.get(name),
        beside.answers.get(name, ()),
        beside.departures.get(name, Numbers()),
        beside.talk.get(name, Numbers()),
        beside.of_seats.get(name, ()),
        name not in beside.lost_rematches,
    )


async def _of_the_database(store: Store) -> list[str]:
    """Return a sentence for each fault of the database as a whole.

    It is a fault, for example, if a row of the database has the id of a game table that does not exist.
    """
    wrong = []
    async with store.database.reading() as connection:
        if store.database.sqlite:
            said = [str(row[0]) for row in await connection.exec_driver_sql("PRAGMA integrity_check")]
            wrong += [f"SQLite says: {one}" for one in said if one != "ok"]
        for one in BESIDE:
            lost = select(one.c.table_id).where(one.c.table_id.not_in(select(TABLES.c.id))).distinct()
            for (table,) in await connection.execute(lost):
                wrong.append(f"{one.name} has rows of a table {table} that is not there")
    return wrong
