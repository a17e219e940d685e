"""A guest in several browsers: by a link that is good once and for ten minutes, told nowhere else, and taken away again."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from handclock import HandClock, SeededChance
from sqlalchemy import select
from wire import Browser, ask

from enginehouse.core.errors import NotAllowed
from enginehouse.table.app import create_app
from enginehouse.table.html.qr import qr
from enginehouse.table.people import devices
from enginehouse.table.settings import Settings
from enginehouse.table.store.devices import FIRST, Device, DeviceStore
from enginehouse.table.store.outage import Away
from enginehouse.table.store.rows import Person
from enginehouse.table.store.schema import DEVICES, LINKS
from enginehouse.table.store.store import Store
from enginehouse.table.web.guests import DAY, KnownPerson, cookie_value, read_cookie

pytestmark = pytest.mark.usefixtures("no_workers")


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
async def app(tmp_path: Path, clock: HandClock) -> AsyncIterator[Any]:
    settings = Settings(db_url=f"sqlite:///{tmp_path / 'x.sqlite3'}", requests_logged=True)
    app = create_app(settings, clock=clock, chance=SeededChance())
    app.state.shared.registry.sets_out = list
    async with app.router.lifespan_context(app):
        yield app


async def link_of(one: Browser) -> str:
    """The letters of a new link."""
    answer = await one.post("/me/devices/link")
    assert answer.status == 200 and answer.headers["cache-control"] == "no-store"
    found = re.search(r"http://localhost/come#([a-z0-9-]+)<", answer.body.decode())
    assert found, answer.body
    assert qr(f"http://localhost/come#{found[1]}") in answer.body.decode()
    return found[1]


async def test_another_device_is_the_same_guest(app: Any, clock: HandClock, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    ann, phone, eve = (Browser(app) for _ in range(3))
    table = await ann.new("me", "open")
    assert "only signed in on this browser" in await ann.page("/me/devices")
    code = await link_of(ann)
    assert code not in await ann.page("/me/devices"), "shown once"
    assert (await phone.post("/come", code="abcd-efgh-jkmn-pqrs")).status == 403
    answer = await phone.post("/come", code=f" {code.upper()} ", label="My <b>phone")
    assert (answer.status, answer.headers["location"]) == (303, "/") and phone.cookie
    assert (await eve.post("/come", code=code)).status == 403 and not eve.cookie, "good once"
    assert table in await phone.page("/me") and "You have a seat" in await phone.page(f"{table}/join")
    page = await phone.page("/me/devices")
    assert "first browser" in page and "My &lt;b&gt;phone</bdi> <b>(this device)</b>" in page
    assert page.count("last seen on") == 2 and page.count("Sign out") == 1
    kept = await everything(app)
    assert code.replace("-", "") not in kept and code not in kept
    assert code not in caplog.text and code.replace("-", "") not in caplog.text


async def everything(app: Any) -> str:
    async with app.state.shared.registry.store.database.reading() as c:
        return repr([tuple(row) for one in (LINKS, DEVICES) for row in await c.execute(select(one))])


async def test_a_link_is_good_for_ten_minutes_and_only_the_latest(app: Any, clock: HandClock) -> None:
    ann, phone = Browser(app), Browser(app)
    await ann.new("me", "open")
    first, second = await link_of(ann), await link_of(ann)
    assert (await phone.post("/come", code=first)).status == 403
    clock.time += devices.LASTS_S + 1
    assert (await phone.post("/come", code=second)).status == 403
    third = await link_of(ann)
    clock.time += devices.LASTS_S - 1
    assert (await phone.post("/come", code=third)).status == 303
    for code in ("", "---", "x" * 5000):
        assert (await Browser(app).post("/come", code=code)).status == 403
    assert (await Browser(app).post("/me/devices/link")).status == 403


async def test_of_two_who_use_a_link_at_once_one_wins(store: Store) -> None:
    """In either kind of database."""
    kept = store.people.devices
    for number in range(5):
        await kept.add_link(f"secret{number}", "ann", 0, 600)
        taken = await asyncio.gather(*(kept.take_link(f"secret{number}", 1) for _ in range(6)))
        assert sorted(one for one in taken if one) == ["ann"]


async def test_a_device_that_was_taken_away_is_a_strangers(app: Any) -> None:
    """Its pages, its acts, and the stream that it had open; so is the browser in which one began."""
    ann, phone = Browser(app), Browser(app)
    table = await ann.new("me", "me")
    code = await link_of(ann)
    await phone.post("/come", code=code, label="phone")
    ids = re.findall(r'name="device" value="(\w*)"', await ann.page("/me/devices"))
    assert len(ids) == 2 and FIRST in ids
    second = next(one for one in ids if one)
    assert (await ann.post("/me/devices/revoke", device=FIRST)).status == 409, "not the one before you"
    assert (await ann.post("/me/devices/revoke", device="none")).status == 404
    open_stream = asyncio.create_task(
        ask(app, "GET", f"{table}/stream?seat=0", [(b"cookie", phone.cookie)], stays=True)
    )
    await asyncio.sleep(0.1)
    assert not open_stream.done()
    assert (await ann.post("/me/devices/revoke", device=second)).status == 303
    seen = await asyncio.wait_for(open_stream, 3)
    assert b"event: frame" in seen.body
    assert (await phone.get("/me")).status == 403 and (await phone.act(table, 0, 0, "move 1 2")).status == 403
    assert (await ann.get("/me")).status == 200
    await phone.post("/come", code=await link_of(ann))
    assert (await phone.post("/me/devices/revoke", device=FIRST)).status == 303
    assert (await ann.get("/me")).status == 403 and (await phone.get("/me")).status == 200
    app.state.shared.people.clear()  # as after a restart
    app.state.shared.devices.clear()
    assert (await ann.get("/me")).status == 403 and (await phone.get("/me")).status == 200


async def test_a_device_that_was_taken_away_does_not_come_back_by_a_form_sent_twice(app: Any) -> None:
    """Its key is good only for a person who was never known in a second browser."""
    ann, phone = Browser(app), Browser(app)
    await ann.new("me", "open")
    await phone.post("/come", code=await link_of(ann), label="phone")
    form = {"game": "switchyard", "seat-0": "me", "seat-1": "open", "key": "k" * 24}
    assert (await phone.post("/new", **form)).status == 303
    second = next(one for one in re.findall(r'name="device" value="(\w*)"', await ann.page("/me/devices")) if one)
    assert (await ann.post("/me/devices/revoke", device=second)).status == 303
    for cookie in (phone.cookie, b""):
        phone.cookie = cookie
        assert (await phone.post("/new", **form)).status == 400
        assert phone.cookie == cookie and (await phone.get("/me")).status == 403


@asynccontextmanager
async def one_of_several(url: str, clock: HandClock, table: str = "") -> AsyncIterator[Any]:
    """A process of several on one PostgreSQL, which has a table in memory."""
    made = create_app(Settings(db_url=url, alone=False), clock=clock)
    made.state.shared.registry.sets_out = list
    async with made.router.lifespan_context(made):
        if table:
            await made.state.shared.registry.get(table.removeprefix("/t/"))
        yield made


@pytest.mark.postgres
async def test_a_revoked_cookie_is_nobodys_while_the_database_is_away(
    migrated_postgres_url: str, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the process that revoked it, in others that have heard or missed it, and in one that was started later."""

    async def away(*_: Any) -> Any:
        raise Away("the database is away")

    async def looks(at: Any) -> int:
        shared = at.state.shared
        shared.people.clear()
        shared.devices.clear()
        with monkeypatch.context() as patch:
            patch.setattr(shared.registry.store.people, "get", away)
            return (await ask(at, "GET", f"{table}/frame", [(b"cookie", ann.cookie)])).status

    async with one_of_several(migrated_postgres_url, clock) as app:
        ann, phone = Browser(app), Browser(app)
        unwatched = {"game": "switchyard", "name": "Ann", "seat-0": "me", "seat-1": "me"}
        table = (await ann.post("/new", **unwatched)).headers["location"]
        await phone.post("/come", code=await link_of(ann))
        async with (
            one_of_several(migrated_postgres_url, clock, table) as heard,
            one_of_several(migrated_postgres_url, clock, table) as missed,
        ):
            assert [await looks(at) for at in (app, heard, missed)] == [200] * 3
            person = ann.cookie.decode().partition("=")[2].partition(".")[0]
            assert (await phone.post("/me/devices/revoke", device=FIRST)).status == 303
            heard.state.shared.ask_anew(person)
            missed.state.shared.ask_anew("")
            await asyncio.gather(*heard.state.shared._reading, *missed.state.shared._reading)
            async with one_of_several(migrated_postgres_url, clock, table) as later:
                assert [await looks(at) for at in (app, heard, missed, later)] == [403] * 4


async def test_devices_are_seen_by_day(app: Any, clock: HandClock) -> None:
    ann, phone = Browser(app), Browser(app)
    await ann.new("me", "open")
    await phone.post("/come", code=await link_of(ann))
    store: DeviceStore = app.state.shared.registry.store.people.devices
    person = ann.cookie.decode().partition("=")[2].partition(".")[0]
    before = {one.id: one.seen for one in (await store.of(person)).values()}
    clock.time += 3 * DAY
    await phone.get("/")
    after = {one.id: one.seen for one in (await store.of(person)).values()}
    assert [after[one] - before[one] for one in sorted(after)] == [0, 3 * DAY] and all(
        at % DAY == 0 for at in after.values()
    )


async def test_there_are_not_too_many(registry: Any) -> None:
    for number in range(devices.MOST):
        await registry.store.people.devices.keep(Device("ann", str(number), "", 0, 0))
    with pytest.raises(NotAllowed, match="20 browsers"):
        await devices.make_link(registry, "ann")


def test_cookies_name_their_device() -> None:
    cookie = cookie_value("key", "ann", 1e9, "d1")
    assert read_cookie("key", cookie, 1e9) == KnownPerson("ann", False, "d1")
    assert read_cookie("key", cookie.replace("d1", "d2"), 1e9) is None
    assert read_cookie("key", cookie.replace("~d1", ""), 1e9) is None


async def test_while_the_database_is_away_a_device_is_not_taken_on_trust(
    app: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The browser in which one began is (as long as there is nothing to ask); another one might have been taken away."""
    from enginehouse.table.store.outage import Away

    ann, phone = Browser(app), Browser(app)
    await ann.new("me", "open")
    await phone.post("/come", code=await link_of(ann))
    shared = app.state.shared
    shared.people.clear()

    async def away(person: str) -> Person:
        raise Away("gone")

    monkeypatch.setattr(shared.registry.store.people, "get", away)
    assert b"from another device" not in (await ann.get("/")).body
    assert b"from another device" in (await phone.get("/")).body
