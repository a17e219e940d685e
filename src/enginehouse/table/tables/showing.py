"""Games that were played elsewhere, kept as tables that are over, to be replayed."""

from __future__ import annotations

from collections.abc import Sequence

from enginehouse.core.entries import Entry
from enginehouse.core.errors import Unreadable
from enginehouse.core.match import Match
from enginehouse.table.store.rows import EntryRow, SeatRow
from enginehouse.table.store.store import Store
from enginehouse.table.tables.next_state import result_of
from enginehouse.table.tables.opening import HOUSE, NewTable
from enginehouse.table.time_and_chance import RealChance, WallClock

BETWEEN_S = 1.0
"""As if so long lay between two entries."""


async def keep(store: Store, match: Match, names: Sequence[str]) -> str:
    """Keep a match that is over as a table with these names at its seats; the address of the table."""
    if not match.over:
        raise Unreadable("only a game that is over can be shown")
    clock, chance = WallClock(), RealChance()
    seats = tuple(SeatRow(seat, "person", name, HOUSE) for seat, name in enumerate(names))
    rules, options = match.game.facts.rules_version, dict(match.options)
    table = NewTable(HOUSE, match.game.name, rules, options, seats, listed=False, seed=match.log().seed)
    row = table.row(chance.token(10), "", clock.date(), 0, 0)
    await store.tables.add(row)
    await store.entries.append(row.id, _rows(match, clock.date()), result_of(match))
    return row.id


def _rows(match: Match, until: float) -> list[EntryRow]:
    """The entries of a match as they are kept."""
    again, rows = Match.new(match.game, match.seats, match.options, match.seed), []
    for number, entry in enumerate(match.entries, start=1):
        again.step(entry)
        at = until - BETWEEN_S * (len(match.entries) - number)
        rows.append(_row(number, entry, again.checksum(), at))
    return rows


def _row(number: int, entry: Entry, checksum: str, at: float) -> EntryRow:
    return EntryRow(number, entry.seat, entry.act, entry.step, entry.note, checksum, at)
