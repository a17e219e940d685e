"""Whether everything that is kept is as it should be: the database itself, and every table replayed under the rules of today."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from sqlalchemy import select

from enginehouse.core.errors import EnginehouseError
from enginehouse.table.store.rows import EntryRow, TableRow
from enginehouse.table.store.schema import ANSWERS, DEPARTURES, ENTRIES, SEATS, TABLES, TOKENS
from enginehouse.table.store.store import Store
from enginehouse.table.tables.rebuild import rebuild

BESIDE = (SEATS, DEPARTURES, ENTRIES, ANSWERS, TOKENS)


@dataclass
class Checked:
    """What a check has found: how many tables and entries were looked at, and what is wrong, by the part."""

    tables: int = 0
    entries: int = 0
    wrong: list[tuple[str, str]] = field(default_factory=list)
    """The part (`database`, `table ADDRESS`) and a sentence."""


async def check(store: Store, advance: Callable[[int, int], object]) -> Checked:
    """Look at everything; `advance` is told after each table, and of how many there are."""
    found = Checked()
    for sentence in await _of_the_database(store):
        found.wrong.append(("database", sentence))
    ids = await store.tables.ids()
    for table in ids:
        row, entries = await store.tables.get(table), await store.entries.read(table)
        found.tables += 1
        found.entries += len(entries)
        if row is not None and (sentence := await asyncio.to_thread(_of_a_table, row, entries)):
            found.wrong.append((f"table {table}", sentence))
        advance(1, len(ids))
    return found


async def _of_the_database(store: Store) -> list[str]:
    """What the database says of itself, and rows that belong to no table."""
    wrong = []
    async with store.database.reading() as c:
        if store.database.sqlite:
            said = [str(row[0]) for row in await c.exec_driver_sql("PRAGMA integrity_check")]
            wrong += [f"SQLite says: {one}" for one in said if one != "ok"]
        for one in BESIDE:
            lost = select(one.c.table_id).where(one.c.table_id.not_in(select(TABLES.c.id))).distinct()
            for (table,) in await c.execute(lost):
                wrong.append(f"{one.name} has rows of a table {table} that is not there")
    return wrong


def _of_a_table(row: TableRow, entries: list[EntryRow]) -> str:
    """What is wrong with a table, in a sentence; empty for nothing."""
    if row.damage:
        return row.damage
    try:
        rebuilt = rebuild(row, entries)
    except EnginehouseError as error:
        return str(error)
    if rebuilt.replay_error:
        return rebuilt.replay_error
    if row.status == "over" and not rebuilt.match.over:
        return "it is kept as over, and its entries do not end the game"
    if row.status == "running" and rebuilt.match.over:
        return "it is kept as running, and its entries end the game"
    return ""
