"""Record when this process serves tables, because players' clocks stand still while no process does so."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from enginehouse.core.errors import EnginehouseError
from enginehouse.table.play.session import Session
from enginehouse.table.store.outage import Away
from enginehouse.table.store.serving import EVERY_S, Serving
from enginehouse.table.time_and_chance import Clock


async def note_served(serving: Serving, date: float, sessions: Iterable[Session]) -> None:
    """Store in `serving` that this process serves the tables at a date (seconds since 1970).

    After a gap (the database was unavailable, or the machine slept), read those tables again that have clocks.
    `sessions` are the tables in memory.
    """
    if not await serving.go_on(date):
        return
    for session in list(sessions):
        if session.state.waiting.clocks is not None:
            with suppress(EnginehouseError):  # the next request for that table gets the error
                async with session.lock:
                    await session.reload()


async def keep_noting(serving: Serving, clock: Clock, sessions: dict[str, Session]) -> None:
    """Store in `serving`, every few seconds and without end, that this process serves the tables. Never return.

    `clock` gives the present date. After a time in which this could not be stored, because the database was
    unavailable, read the tables with players' clocks from the database again, because their clocks must not count that
    time. `sessions` has the tables in memory by their id.
    """
    while True:
        await clock.sleep(EVERY_S)
        with suppress(Away):
            await note_served(serving, clock.date(), sessions.values())
            await serving.compare_clocks(clock.date)
