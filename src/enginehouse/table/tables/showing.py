"""Games that were played elsewhere, kept as tables that are over, to be replayed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from enginehouse.core.entries import Entry
from enginehouse.core.errors import Unreadable
from enginehouse.core.match import Match
from enginehouse.table.store.origin import Origin
from enginehouse.table.store.rows import EntryRow, SeatRow
from enginehouse.table.store.store import Store
from enginehouse.table.tables.next_state import result_of
from enginehouse.table.tables.opening import HOUSE, NewTable, Times
from enginehouse.table.time_and_chance import RealChance, WallClock

BETWEEN_S = 1.0
"""As if so long lay between two entries."""


async def keep(store: Store, match: Match, names: Sequence[str]) -> str:
    """Keep a match that is over as a table with these names at its seats; the address of the table."""
    if not match.over:
        raise Unreadable("only a game that is over can be shown")
    table = table_of(match, names, HOUSE, HOUSE)
    return await keep_rows(store, table, RealChance().token(10), match, rows_of(match, WallClock().date()))


def table_of(match: Match, names: Sequence[str], host: str, person: str | None) -> NewTable:
    """A table for a match that is over, with these names at its seats, all of one `person` or nobody's."""
    seats = tuple(SeatRow(seat, "person", name, person) for seat, name in enumerate(names))
    rules, options = match.game.facts.rules_version, dict(match.options)
    seed, origin = match.log().seed, Origin() if person else Origin("uploaded")
    return NewTable(host, match.game.name, rules, options, seats, listed=False, seed=seed, origin=origin)


async def keep_rows(store: Store, table: NewTable, address: str, match: Match, rows: Sequence[EntryRow]) -> str:
    """Keep such a table with all its entries; its address."""
    row = table.row(address, "", rows[-1].at, Times(0, 0, 0))
    await store.tables.add(row)
    await store.entries.append(row.id, rows, result_of(match))
    return row.id


def rows_of(match: Match, until: float, *, before: Callable[[int], object] | None = None) -> list[EntryRow]:
    """The entries of a match as they are kept; `before` as in `core.match.replay`."""
    again, rows = Match.new(match.game, match.seats, match.options, match.seed), []
    for number, entry in enumerate(match.entries, start=1):
        if before is not None:
            before(number - 1)
        again.step(entry)
        at = until - BETWEEN_S * (len(match.entries) - number)
        rows.append(_row(number, entry, again.checksum(), at))
    return rows


def _row(number: int, entry: Entry, checksum: str, at: float) -> EntryRow:
    return EntryRow(number, entry.seat, entry.act, entry.step, entry.note, checksum, at)
