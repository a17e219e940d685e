"""End idle tables and delete guests without a seat, after a number of days that the server's settings define."""

from __future__ import annotations

import logging
from contextlib import suppress
from typing import NamedTuple

from enginehouse.core.errors import EnginehouseError
from enginehouse.table.play.registry import Registry
from enginehouse.table.states.opening import HOUSE
from enginehouse.table.store import expiry
from enginehouse.table.store.outage import Away

LOG = logging.getLogger("enginehouse.table")
DAY_S = 86_400
EVERY_S = 3600.0
"""The seconds between two calls of `expire`."""


class Expired(NamedTuple):
    """The result of `expire`: the number of ended `tables`, and the number of deleted guests (`people`)."""

    tables: int
    people: int


async def expire(registry: Registry, days: float) -> Expired:
    """End all tables that were idle for `days` days, and delete guests who have no seat at any table, finished or not.

    A guest is deleted only if the first visit was more than `days` days ago, and if the guest is not the host of a
    table. The page of an ended table says that the table has expired. Return the numbers of ended tables and deleted
    guests.
    """
    before = registry.clock.date() - days * DAY_S
    database = registry.store.database
    ended = await expiry.end_tables(database, before, HOUSE)
    for table in ended:
        session = registry.tables.get(table)
        if session is not None:
            with suppress(EnginehouseError):  # a table that cannot be read is not shown again
                async with session.lock:
                    await session.reload()
    people = await expiry.forget_people(database, before)
    if ended or people:
        LOG.info(
            "%d unfinished tables were ended and %d guests deleted: idle for %g days",
            len(ended),
            people,
            days,
        )
    return Expired(len(ended), people)


async def keep_expiring(registry: Registry, days: float) -> None:
    """Call `expire` now and every hour, without end. Return immediately if `days` is 0."""
    while days > 0:
        with suppress(Away):  # if the database is unavailable, try again in an hour
            async with registry.scheduler.claims.turn("expiry"):
                await expire(registry, days)
        await registry.clock.sleep(EVERY_S)
