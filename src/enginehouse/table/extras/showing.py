"""Store uploaded games as finished tables for replay."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from enginehouse.core.errors import Unreadable
from enginehouse.core.play.entries import Entry
from enginehouse.core.play.logs import Log
from enginehouse.core.play.match import Match
from enginehouse.table.states.opening import HOUSE, NewTable, Times
from enginehouse.table.store.origin import Origin
from enginehouse.table.store.rows import EntryRow, SeatRow
from enginehouse.table.store.store import Store
from enginehouse.table.time_and_chance import RealChance, WallClock

BETWEEN_S = 1.0
"""The number of seconds between the dates that two successive entries of an uploaded game get."""


async def keep(store: Store, match: Match, names: Sequence[str]) -> str:
    """Store a finished match as a table, and return the table's id. `names` are the names of its players by seat.

    Raise `Unreadable` if the match is not over.
    """
    if not match.over:
        raise Unreadable("only a finished game can be shown")
    again = match.begin_again()
    again.checks = []
    for entry in match.entries:
        again.step(entry)
    log, rows = match.log(), make_rows(match.entries, again.checks, WallClock().date())
    return await keep_rows(store, describe_table(log, names, HOUSE, HOUSE), RealChance().token(10), log, rows)


def describe_table(log: Log, names: Sequence[str], host: str, person: str | None) -> NewTable:
    """Return the parameters of a new table that shows a finished game. `log` is the log of the game.

    `names` has the name of the player on each seat, and `host` is the id of the table's host. All seats belong to the
    person with the id `person`. If it is None, they belong to no person.
    """
    seats = tuple(SeatRow(seat, "person", name, person) for seat, name in enumerate(names))
    origin = Origin() if person else Origin("uploaded")
    return NewTable(host, log.game, log.rules, dict(log.options), seats, listed=False, seed=log.seed, origin=origin)


async def keep_rows(store: Store, table: NewTable, address: str, log: Log, rows: Sequence[EntryRow]) -> str:
    """Store a finished table with its entries and the result of its log. Return the table's id.

    `table` has the table's parameters, and `address` is its id. `rows` are all its entries (actions, undos, redos).
    """
    row = table.row(address, "", rows[-1].at, Times(0, 0, 0))
    await store.tables.add(row)
    await store.entries.append(row.id, rows, msgspec.to_builtins(log.result))
    return row.id


def make_rows(entries: Sequence[Entry], checksums: Sequence[str], until: float) -> list[EntryRow]:
    """Return the entries (actions, undos, redos) of a log as rows for the database.

    `checksums` has the checksum after each entry. `until` is the time of the last row, in seconds since 1970. Each row
    before is `BETWEEN_S` seconds earlier than the next row.
    """
    first = until - BETWEEN_S * (len(entries) - 1)
    return [
        EntryRow(k + 1, one.seat, one.act, one.step, one.note, checksum, first + BETWEEN_S * k)
        for k, (one, checksum) in enumerate(zip(entries, checksums, strict=True))
    ]
