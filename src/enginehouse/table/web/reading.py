"""What is shown of a table: as it is stored, and while the database is away as it was seen last."""

from __future__ import annotations

from typing import Any

from enginehouse.table.store.outage import Away
from enginehouse.table.tables.session import Live, Shown


def seat_of(live: Live, person: str | None, wanted: int | None) -> int:
    """The seat from which a person looks; while the store is away, one of theirs whose picture is remembered."""
    seat = live.seat_for(person, wanted)
    if live.ahead and live.hall.store.outages.reason and seat not in live.seen:
        return next((s for s in live.seats_of(person) if s in live.seen), seat)
    return seat


async def latest(live: Live, seat: int) -> Shown:
    """The latest picture of a viewer. `Away` when memory is ahead of a store that is away and none was seen before."""
    try:
        shown = await live.look(seat)
    except Away:
        if seat not in live.seen:
            raise
        return live.seen[seat]
    live.seen[seat] = shown
    return shown


async def latest_view(live: Live) -> Any:
    """What a spectator may know, with the same exception."""
    try:
        live.seen_view = await live.stored_view(-1)
    except Away:
        if live.seen_view is None:
            raise
    return live.seen_view
