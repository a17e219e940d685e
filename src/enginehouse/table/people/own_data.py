"""Export and delete a guest's data."""

from __future__ import annotations

import logging
from contextlib import suppress
from typing import Any

from enginehouse.core.errors import EnginehouseError
from enginehouse.table.addresses import own_address
from enginehouse.table.names import unlike
from enginehouse.table.people.talk import Talks
from enginehouse.table.play import absence
from enginehouse.table.play.registry import Registry
from enginehouse.table.store import own_data
from enginehouse.table.store.news import LINES
from enginehouse.table.store.outage import Away
from enginehouse.table.store.rows import TableRow

LOG = logging.getLogger("enginehouse.table")
ALL = 1_000_000
"""A limit that no guest's number of tables reaches."""


async def taken_away(registry: Registry, person: str) -> dict[str, Any]:
    """Return all data of a guest (the id `person`) as a dict that the guest can download.

    It has all fields of `store.own_data.read`. In addition, `games` lists the guest's tables, and `brought` the games
    that the guest has uploaded. For a finished game the dict has the address of its log, which contains the actions.
    For a running game it has no log, because a log would reveal hidden information.
    """
    rows = await registry.store.tables.list_played(person, ALL)
    brought = await registry.store.tables.list_uploaded(person, ALL)
    return {
        **await own_data.read(registry.store.database, person),
        "games": [_game(row, person) for row in rows],
        "brought": [
            {"table": row.id, "game": row.game, "at": row.created, "log": own_address(f"/t/{row.id}/log.json")}
            for row in brought
        ],
    }


def _game(row: TableRow, person: str) -> dict[str, Any]:
    mine = [*row.list_seats(person), *row.list_kept_seats(person)]
    return {
        "table": row.id,
        "game": row.game,
        "options": row.options,
        "status": row.status,
        "opened": row.created,
        "changed": row.changed,
        "names": row.names,
        "seats": mine,
        "host": row.host == person,
        "standing": {str(seat): row.seats[seat].preset for seat in mine if row.seats[seat].preset},
        "result": row.result,
        "log": own_address(f"/t/{row.id}/log.json") if row.status == "over" and not row.start else "",
    }


async def forget(registry: Registry, talks: Talks, person: str) -> None:
    """Delete everything that identifies a guest (the id `person`).

    In running games bots take the guest's seats, as if the guest had left. `talks` has the chats in memory, in which
    the guest's name is replaced.
    """
    for row in await registry.store.tables.list_played(person, ALL):
        if row.status in ("gathering", "running") and row.list_seats(person):
            try:
                await absence.leave(await registry.get(row.id), person)
            except Away:
                raise
            except EnginehouseError as error:  # the table cannot be opened, so its seat is made anonymous below
                LOG.warning("table %s could not be left by a guest whose data is deleted: %s", row.id, error)
    for table in await own_data.forget(registry.store.database, person, unlike):
        registry.store.news.tell(LINES, table)
        session = registry.tables.get(table)
        if session is not None:
            await talks.read_again(session)
            with suppress(EnginehouseError):  # a table that cannot be read is not shown again
                async with session.lock:
                    await session.reload()
    LOG.info("the data of a guest was deleted at their request")
