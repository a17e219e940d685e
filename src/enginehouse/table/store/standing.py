"""Find out whether another process has changed a table that is in the memory of this process.

A fingerprint of the stored state shows whether there is a change. Then the new entries (actions, undos, redos) are
read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Row, select, text

from enginehouse.table.store.database import Database
from enginehouse.table.store.rows import Departure, EntryRow, PendingAnswers, SeatRow, TableRow
from enginehouse.table.store.schema import ENTRIES, TABLES
from enginehouse.table.store.tables import read_row, read_tables
from enginehouse.table.store.writer import read_answers


class Since(NamedTuple):
    """The stored state of a table: its row, its entries (actions, undos, redos) from a given number on, and answers.

    The answers are those in the open reaction window (a time in which several seats answer at once), if any.
    """

    row: TableRow | None
    entries: list[EntryRow]
    answers: PendingAnswers


class TableFingerprint(NamedTuple):
    """A summary of a table's stored state, which shows whether the state has changed.

    It has the number of entries (actions, undos, redos) and of chat lines, and a digest (`rest`) of all other visible
    data.
    """

    entries: int
    lines: int
    rest: str


FINGERPRINTS = text(
    """
    SELECT t.id,
      coalesce((SELECT max(e.number) FROM entries e WHERE e.table_id = t.id), 0) AS entries,
      coalesce((SELECT max(k.number) FROM talk k WHERE k.table_id = t.id), 0) AS lines,
      md5(ROW(t.status, t.rematch, t.ending, t.beat_ms, t.lesson, t.rules, t.seed, t.seating,
        (SELECT count(*) FROM departures d WHERE d.table_id = t.id),
        (SELECT string_agg(ROW(s.kind, s.person, s.owner, s.bot, s.name, s.standing, s.answered)::text, '' ORDER BY s.seat)
         FROM seats s WHERE s.table_id = t.id))::text) AS rest
    FROM tables t WHERE t.id = ANY(:ids)
    """
)
"""The query for fingerprints of tables.

Entries are counted instead, with the columns that are stored together with them.
"""


SINCE = text(
    """
    SELECT t.*, k.known, n.latest,
      (SELECT json_agg(json_build_array(s.seat, s.kind, s.name, s.person, s.bot, s.standing, s.owner, s.left_ms, s.salt,
                                        s.answered, a.act) ORDER BY s.seat)
       FROM seats s LEFT JOIN answers a ON a.table_id = s.table_id AND a.seat = s.seat AND a."window" = n.latest
       WHERE s.table_id = t.id)::text AS sitting,
      (SELECT json_agg(json_build_array(d.seat, d.name, d.actions, d.step) ORDER BY d.number)
       FROM departures d WHERE d.table_id = t.id)::text AS gone,
      (SELECT json_agg(json_build_array(e.number, e.seat, e.act, e.step, e.note, e.checksum, e.at) ORDER BY e.number)
       FROM entries e WHERE e.table_id = t.id AND e.number >= k.known)::text AS played
    FROM unnest(CAST(:ids AS varchar[]), CAST(:known AS integer[])) AS k(id, known)
    JOIN tables t ON t.id = k.id
    CROSS JOIN LATERAL (SELECT coalesce(max(e.number), 0) AS latest FROM entries e WHERE e.table_id = t.id) n
    """
)
"""The query for the whole stored state of several tables at one moment."""


async def read_all_since(database: Database, known: Mapping[str, int]) -> dict[str, Since]:
    """Return the stored state of several tables (games on the server), as a dict from a table's id to its state.

    `known` is a dict from a table's id to the number of an entry (an action, undo or redo). The state of each table has
    that entry and all later ones. Only PostgreSQL can run the query.
    """
    async with database.reading() as connection:
        found = (await connection.execute(SINCE, {"ids": list(known), "known": list(known.values())})).all()
    return {r.id: _since(r) for r in found}


def _since(r: Row[Any]) -> Since:
    sitting, gone, played = (msgspec.json.decode(said or "[]") for said in (r.sitting, r.gone, r.played))
    row = read_row(r, tuple(SeatRow(*one[:9]) for one in sitting), tuple(Departure(*one) for one in gone))
    given = {one[0]: one[10] for one in sitting if one[10] is not None}
    answers = PendingAnswers(r.latest, given, {one[0]: one[9] for one in sitting})
    return Since(row, [EntryRow(*one) for one in played], answers)


async def read_since(database: Database, table: str, known: int) -> Since:
    """Return the stored state of a table: its row, its entries from number `known` on, and pending answers.

    Entries are actions, undos and redos, numbered from 1. The entry with the number `known` is included. The answers
    are those in the open reaction window (a time in which several seats answer at once), if any.
    """
    if not database.sqlite:
        nothing = Since(None, [], PendingAnswers(0, {}, {}))
        return (await read_all_since(database, {table: known})).get(table, nothing)
    which = select(ENTRIES).where(ENTRIES.c.table_id == table, ENTRIES.c.number >= known).order_by(ENTRIES.c.number)
    async with database.reading() as connection:
        rows = await read_tables(connection, TABLES.c.id == table)
        found = (await connection.execute(which)).all()
        entries = [EntryRow(r.number, r.seat, r.act, r.step, r.note, r.checksum, r.at) for r in found]
        latest = entries[-1].number if entries else 0
        answers = await connection.run_sync(read_answers, table, latest)
    return Since(rows[0] if rows else None, entries, answers)


async def read_standing(database: Database, tables: Sequence[str]) -> dict[str, TableFingerprint]:
    """Return a summary (fingerprint) of the stored state of each table in `tables`, as a dict from the table's id.

    `tables` has the ids of tables (games on the server). If the fingerprint of a table is not the same as before, its
    stored state has changed. All are read with one query, which only PostgreSQL can run.
    """
    async with database.reading() as connection:
        found = (await connection.execute(FINGERPRINTS, {"ids": list(tables)})).all()
    return {r.id: TableFingerprint(r.entries, r.lines, r.rest) for r in found}
