"""Tables without players: they are closed after the days that the host has set, and not a day before."""

from __future__ import annotations

import asyncio

from handclock import HandClock
from opened import TableOf, act, look
from sqlalchemy import select

from enginehouse.table.people.expiry import DAY_S, Expired, expire, keep_expiring
from enginehouse.table.people.tokens import give_token
from enginehouse.table.play import absence
from enginehouse.table.play.registry import Registry
from enginehouse.table.states.opening import with_bots_waiting
from enginehouse.table.store.devices import Device
from enginehouse.table.store.rows import Person
from enginehouse.table.store.schema import PEOPLE


async def statuses(registry: Registry) -> list[str]:
    return [(await registry.read(table)).state.row.status for table in await registry.store.tables.ids()]


async def test_untouched_tables_are_given_up_and_guests_without_a_seat_forgotten(
    registry: Registry, table_of: TableOf, clock: HandClock
) -> None:
    old = await table_of("Ann", "Bob")
    await clock.advance(1)
    new = await table_of("Ann", "Bob")
    await clock.advance(1)
    await registry.add(with_bots_waiting(old.state.match.game, registry.chance))
    await give_token(registry, old.id, 0, "personann")
    await give_token(registry, new.id, 0, "personann")
    await registry.store.people.add(Person("nobody", "Nobody"), clock.date())
    for person in ("nobody", "personann"):
        await registry.store.people.devices.keep(Device(person, "d1", "phone", 1.0, 1.0))
    await clock.advance(29 * DAY_S)
    await act(new, 0, "move 1 2")
    await registry.store.people.add(Person("latest", "Latest"), clock.date())
    assert await expire(registry, 30) == Expired(0, 0)
    await clock.advance(1.5 * DAY_S)
    assert await expire(registry, 30) == Expired(1, 1)
    assert await statuses(registry) == ["ended", "running", "gathering"]  # the house's own table stands ready
    assert "closed without a result" in look(old, 1).picture.html["prompt"] and old.state.row.status == "ended"
    async with registry.store.database.reading() as c:
        known = set((await c.execute(select(PEOPLE.c.id))).scalars())
    assert known == {"personann", "personbob", "latest"}
    assert [len(await registry.store.people.devices.of(one)) for one in ("nobody", "personann")] == [0, 1]
    assert [await registry.store.tokens.of_seat(one.id, 0, "personann") != [] for one in (old, new)] == [False, True]
    assert await expire(registry, 30) == Expired(0, 0)


async def test_it_goes_by_itself_where_days_are_set(registry: Registry, table_of: TableOf, clock: HandClock) -> None:
    await table_of("Ann", "Bob")
    await asyncio.wait_for(keep_expiring(registry, 0), 1)
    going = asyncio.create_task(keep_expiring(registry, 2))
    await clock.advance(1.9 * DAY_S)
    assert await statuses(registry) == ["running"]
    await clock.advance(0.2 * DAY_S)
    assert await statuses(registry) == ["ended"]
    going.cancel()


async def test_whoever_has_a_seat_to_come_back_to_is_not_forgotten(
    registry: Registry, table_of: TableOf, clock: HandClock
) -> None:
    session = await table_of("Ann", "Bob")
    await absence.leave(session, "personbob")
    await clock.advance(50 * 86_400)
    await expire(registry, 30)
    assert await registry.store.people.get("personbob") is not None
