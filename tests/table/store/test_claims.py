"""Background work with several processes: the process with the lease does it, and another takes over soon after it is
gone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from handclock import SeededChance
from sqlalchemy import text
from two_apps import Two, soon, watched
from wire import Browser

from enginehouse.table.app import create_app
from enginehouse.table.botpool.pool import Workers
from enginehouse.table.people import expiry
from enginehouse.table.play import by_itself
from enginehouse.table.play.session import Session
from enginehouse.table.settings import Settings
from enginehouse.table.store import claims as kept
from enginehouse.table.store.claims import Claims
from enginehouse.table.store.store import Store

pytestmark = [pytest.mark.postgres, pytest.mark.usefixtures("no_workers")]
LATEST_S = 20.0
"""A table goes on within five seconds; a test is patient with a machine that has more to do."""


@pytest.fixture
async def pair(migrated_postgres_url: str) -> AsyncIterator[list[Claims]]:
    """Two processes that claim things in one database, which tells them everything."""
    stores = [await Store(migrated_postgres_url).open() for _ in range(2)]
    found = [Claims(store.database, store.news.process) for store in stores]
    for one in found:
        one.open()
    yield found
    for one, store in zip(found, stores, strict=True):
        await one.close()
        await store.close()


async def test_one_has_it_and_the_other_one_when_it_is_gone(pair: list[Claims]) -> None:
    one, other = pair
    one.want("abcd2345")
    await soon(lambda: one.mine("abcd2345"))
    other.want("abcd2345")
    await soon(lambda: other.elsewhere("abcd2345"))
    assert one.mine("abcd2345") and not other.mine("abcd2345")
    await asyncio.sleep(kept.LEASE_S + 0.5)  # it is renewed
    assert one.mine("abcd2345") and not other.mine("abcd2345")
    await one.close()
    await soon(lambda: other.mine("abcd2345"), 1.5)
    assert not one.mine("abcd2345")


async def test_one_that_dies_loses_all_of_them_in_its_lease_s_time(pair: list[Claims]) -> None:
    one, other = pair
    names = {f"table{k}" for k in range(120)}
    for name in names:
        one.want(name)
    await soon(lambda: all(one.mine(name) for name in names))
    found: list[str] = []
    other.found = found.append
    end_process(one)
    assert not found
    await soon(lambda: set(found) == names, LATEST_S)
    assert sorted(found) == sorted(names), "each is found once"
    assert not any(one.mine(name) for name in names), "who cannot renew it knows that it is nobody's any more"


def end_process(claims: Claims) -> None:
    """The process has no more words."""
    assert claims._task is not None  # as if it was killed
    claims._task.cancel()


async def test_unused_memory_is_released(pair: list[Claims], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "IDLE_S", 0.3)
    one, other = pair
    one.want("abcd2345")
    await soon(lambda: one.mine("abcd2345"))
    one.done("abcd2345")
    await soon(lambda: not one.mine("abcd2345"), 3)
    for _ in range(100):
        async with one.rows.database.reading() as c:
            if not (await c.execute(text("SELECT * FROM claims"))).all():
                break
        await asyncio.sleep(0.02)
    else:
        pytest.fail("it is kept")
    other.want("abcd2345")
    await soon(lambda: other.mine("abcd2345"))


async def test_only_one_at_a_time(pair: list[Claims]) -> None:
    inside: list[int] = []
    most = 0

    async def work(number: int) -> None:
        nonlocal most
        for _ in range(3):
            async with pair[number].turn("orders"):
                inside.append(number)
                most = max(most, len(inside))
                await asyncio.sleep(0.02)
                inside.remove(number)

    await asyncio.wait_for(asyncio.gather(work(0), work(1)), 20)
    assert most == 1


# ---------------------------------------------------------------- tables


async def bots_turn(two: Two, monkeypatch: pytest.MonkeyPatch) -> tuple[str, list[Session], list[str]]:
    """A table of Ann and a bot in memory of both; who has let the bot act since then."""
    acted: list[str] = []
    ann = Browser(two.one)
    table = await ann.new("me", "bot:random", beat_ms="50")
    sessions = [await two.session(app, table) for app in (two.one, two.two)]
    act, ask = by_itself.bot_acts, Workers.ask

    async def noted(session: Session, *given: Any) -> Any:
        acted.append(session.store.news.process)
        return await act(session, *given)

    async def asked(self: Workers, *given: Any) -> Any:
        acted.append("thought")
        return await ask(self, *given)

    monkeypatch.setattr(by_itself, "bot_acts", noted)
    monkeypatch.setattr(Workers, "ask", asked)
    return table, sessions, acted


async def test_a_bot_acts_in_the_process_that_has_claimed_its_table(two: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    table, (here, there), acted = await bots_turn(two, monkeypatch)
    viewers = await watched(two, table, -1)  # so that both know at once that a bot is asked
    ann = two.same(Browser(two.one))
    ann.cookie = await cookie_of(two, table)
    assert (await ann.act(table, 0, 0, "move 1 2")).status == 204
    await soon(lambda: there.state.match.decision(1) == 1, 3)
    await asyncio.sleep(0.3)
    assert len(acted) == 2, "one thought, one action"
    for one in viewers:
        await one.close()
    claims = [one.state.shared.registry.scheduler.claims for one in (two.one, two.two)]
    assert [one.mine(here.id) for one in claims].count(True) == 1


async def test_who_waits_for_no_bot_says_so_in_any_process(two: Two) -> None:
    ann = Browser(two.one)
    table = await ann.new("me", "bot:random", beat_ms="20000")
    here, there = await two.session(two.one, table), await two.session(two.two, table)
    assert (await ann.act(table, 0, 0, "move 1 2")).status == 204
    await soon(lambda: two.one.state.shared.registry.scheduler.claims.mine(here.id))
    await there.catch_up()
    assert (await two.same(ann).post(f"{table}/pace", "application/json", seat=0, pace="skip")).status == 204
    await soon(lambda: here.state.match.decision(1) == 1, 3)


async def cookie_of(two: Two, table: str) -> bytes:
    """Ann's, made anew."""
    from enginehouse.table.web.guests import COOKIE, cookie_value

    session = await two.session(two.one, table)
    secret, now = two.one.state.secret, session.clock.date()
    return f"{COOKIE}={cookie_value(secret, session.state.row.seats[0].person or '', now)}".encode()


async def test_tables_of_a_process_that_dies_go_on_in_the_other(migrated_postgres_url: str) -> None:
    """It has the claim and says nothing more, before the bot acts; the other one has never heard of the table."""
    settings = Settings(db_url=migrated_postgres_url, alone=False, orders_s=0, beat_ms=2_000)
    apps = [create_app(settings, chance=SeededChance(seed)) for seed in (1, 2)]
    async with apps[1].router.lifespan_context(apps[1]), apps[0].router.lifespan_context(apps[0]):
        ann = Browser(apps[0])
        table = await ann.new("me", "bot:random", beat_ms="2000")
        session = await Two(*apps).session(apps[0], table)
        registry, other = apps[0].state.shared.registry, apps[1].state.shared.registry.tables
        assert session.id not in other
        assert (await ann.act(table, 0, 0, session.state.match.legal_names(0)[0])).status == 204
        await soon(lambda: registry.scheduler.claims.mine(session.id))
        end_process(registry.scheduler.claims)
        registry.scheduler.claims.open = registry.scheduler.claims.mine = lambda *_: False
        registry.scheduler.forget(session.id)
        await soon(lambda: session.id in other and other[session.id].state.match.decision(1) == 1, LATEST_S)


async def test_what_is_the_house_s_is_done_once(two: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    from enginehouse.core.registry import game as games

    registries = [app.state.shared.registry for app in (two.one, two.two)]
    for one in registries:
        one.sets_out = lambda: [games.get("switchyard")]
    await asyncio.gather(*(one.set_out() for one in registries))
    assert len(await registries[0].store.tables.gathering()) == 1
    both: list[int] = []
    most = 0

    async def expire(*_: Any) -> None:
        nonlocal most
        both.append(1)
        most = max(most, len(both))
        await asyncio.sleep(0.05)
        both.pop()

    monkeypatch.setattr(expiry, "expire", expire)
    working = [asyncio.create_task(expiry.keep_expiring(one, 1.0)) for one in registries]
    await asyncio.sleep(0.4)
    for task in working:
        task.cancel()
    await asyncio.gather(*working, return_exceptions=True)
    assert most == 1
