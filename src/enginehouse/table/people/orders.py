"""Carry out the administrator's orders: close tables; mute, ban and pardon guests. Log each order."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from enginehouse.core.errors import EnginehouseError, NotAllowed, Unreadable
from enginehouse.core.words.naming import many
from enginehouse.table.errors import Damaged
from enginehouse.table.play import absence
from enginehouse.table.play.registry import Registry
from enginehouse.table.play.session import Session, command
from enginehouse.table.play.storing import store_row
from enginehouse.table.states.next_state import Progress
from enginehouse.table.store import orders
from enginehouse.table.store.orders import Order
from enginehouse.table.store.outage import Away

LOG = logging.getLogger("enginehouse.table")
BARRED = {"ban": "banned", "mute": "muted", "pardon": ""}
Changed = Callable[[str], None]
"""A function that is called with the id of a changed guest."""


@command
async def close(session: Session) -> Progress:
    """End a table without a result, as an administrator has ordered, and return the table's states before and after.

    Raise `NotAllowed` if its game has ended.
    """
    state = session.state
    if state.row.status in ("over", "ended"):
        raise NotAllowed(0, "this game is over already")
    return await store_row(session, replace(state, row=replace(state.row, status="ended")))


async def obey(registry: Registry, changed: Changed) -> int:
    """Carry out the administrator's stored orders that are not carried out yet, and return their number.

    An order is, for example, to close a table, or to mute, ban or pardon a guest. The function `changed` is called with
    the id of each guest that an order has muted, banned or pardoned. If an order is impossible, store the reason as its
    result.
    """
    database = registry.store.database
    if not await orders.open_orders(database):
        return 0
    async with registry.scheduler.claims.turn("orders"):
        return await _obey_all(registry, changed)


async def _obey_all(registry: Registry, changed: Changed) -> int:
    database = registry.store.database
    found = await orders.open_orders(database)
    for one in found:
        try:
            said = await _carried_out(registry, one, changed)
        except Away:
            raise  # the order stays stored, and is carried out later
        except EnginehouseError as error:
            said = f"not done: {error}"
        LOG.warning("order %d of the administrator: %s %s: %s", one.number, one.what, one.target, said)
        await orders.finish(database, one.number, registry.clock.date(), said)
    return len(found)


async def keep_obeying(registry: Registry, changed: Changed, every_s: float) -> None:
    """Carry out the administrator's new orders every `every_s` seconds, without end.

    An order is, for example, to close a table, or to mute, ban or pardon a guest. The function `changed` is called with
    the id of each guest that an order has muted, banned or pardoned. Return immediately if `every_s` is 0.
    """
    while every_s > 0:
        await asyncio.sleep(every_s)
        with suppress(Away):
            await obey(registry, changed)


async def _carried_out(registry: Registry, order: Order, changed: Changed) -> str:
    """Carry out one order of the administrator, and return the sentence about its result.

    `changed` is called with the id of a guest that the order has muted, banned or pardoned. Raise `Unreadable` if the
    order is impossible.
    """
    if order.what == "close":
        return await _close_table(registry, order.target)
    if order.what not in BARRED:
        raise Unreadable(f"there is no order {order.what!r}")
    person = await registry.store.people.get(order.target)
    if person is None:
        raise Unreadable(f"there is no guest {order.target!r}")
    how = BARRED[order.what]
    await orders.bar(registry.store.database, person.id, how)
    changed(person.id)
    left = await _leave_all(registry, person.id) if how == "banned" else 0
    if not how:
        return "the guest is free again; where a bot plays for them they take their seat back themselves, at the table"
    return f"the guest is {how}" + (f", and was taken from {many(left, 'table')}" if left else "")


async def _close_table(registry: Registry, table: str) -> str:
    try:
        await close(await registry.get(table))
    except Damaged:  # a table that cannot be opened can be closed
        await registry.store.tables.end(table, registry.clock.date())
    return "closed without a result"


async def _leave_all(registry: Registry, person: str) -> int:
    """Remove a guest (the id `person`) from all their tables, revoke their tokens, and return the number of tables."""
    left = 0
    for row in await registry.store.tables.list_played(person, 1_000_000):
        if row.status in ("gathering", "running") and row.list_seats(person):
            with suppress(NotAllowed, Damaged):  # a table that cannot be opened cannot be played
                await absence.leave(await registry.get(row.id), person)
                left += 1
    await registry.store.tokens.revoke_all(person)
    return left
