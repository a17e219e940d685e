"""Requests that are sent twice, because the answer was lost, are carried out once: talk and new tables, by page and interface."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import msgspec
import pytest
from handclock import HandClock, SeededChance
from sqlalchemy import func, select
from wire import Answered, Browser, ask

from enginehouse.table.app import create_app
from enginehouse.table.settings import Settings
from enginehouse.table.store.once import LASTS_S
from enginehouse.table.store.schema import ONCE, TABLES, TALK

pytestmark = pytest.mark.usefixtures("no_workers", "toy")
KEY, OTHER = "k" * 16, "l" * 16
FORM = {"game": "switchyard", "name": "Ann", "seat-0": "me", "seat-1": "open", "watched": "1"}
OPENING = {"game": "switchyard", "name": "Ann", "seats": ["me", "open"], "watched": True, "key": KEY}


@asynccontextmanager
async def running(db_url: str, seed: int = 1, clock: HandClock | None = None) -> AsyncIterator[Any]:
    settings = Settings(db_url=db_url, alone=False, orders_s=0)
    app = create_app(settings, clock=clock, chance=SeededChance(seed))
    app.state.shared.registry.sets_out = list
    async with app.router.lifespan_context(app):
        yield app


async def count(app: Any, table: Any) -> int:
    async with app.state.shared.registry.store.database.reading() as c:
        return int((await c.execute(select(func.count()).select_from(table))).scalar() or 0)


async def send(app: Any, path: str, body: dict[str, Any], token: str = "") -> Answered:
    headers = [(b"content-type", b"application/json"), (b"authorization", f"Bearer {token}".encode())]
    return await ask(app, "POST", f"/api/v1{path}", headers[: 2 if token else 1], body=msgspec.json.encode(body))


async def test_a_form_for_a_table_that_is_sent_twice_opens_one(db_url: str) -> None:
    """The first answer is lost, and the cookie with it; the second goes to the next process, or to this one after a restart."""
    async with running(db_url) as app:
        lost = await Browser(app).post("/new", **FORM, key=KEY)
    async with running(db_url, 2) as app:
        ann = Browser(app)
        again = await ann.post("/new", **FORM, key=KEY, salt="")
        assert again.status == 303 and again.headers["location"] == lost.headers["location"]
        assert await count(app, TABLES) == 1
        assert "Ann" in await ann.page("/me"), "the same person, who is known from now on"
        third = await ann.post("/new", **FORM, key=KEY)
        assert third.headers["location"] == lost.headers["location"]
        for other in ({**FORM, "key": OTHER}, {**FORM, "key": KEY, "listed": "1"}, FORM):
            assert (await ann.post("/new", **other)).headers["location"] != lost.headers["location"]
        assert await count(app, TABLES) == 4
        bob = Browser(app)
        await bob.post("/new", **{**FORM, "name": "Bob"})
        refused = await bob.post("/new", **FORM, key=KEY)
        assert refused.status == 400 and b"this key belongs to another guest" in refused.body.lower()


async def test_the_same_at_the_same_moment_in_two_processes(migrated_postgres_url: str) -> None:
    async with AsyncExitStack() as stack:
        apps = [await stack.enter_async_context(running(migrated_postgres_url, seed)) for seed in (1, 2)]
        people = [Browser(app) for app in apps * 3]
        answers = await asyncio.gather(*(one.post("/new", **FORM, key=KEY) for one in people))
        assert [one.status for one in answers] == [303] * 6
        assert len({one.headers["location"] for one in answers}) == await count(apps[0], TABLES) == 1
        assert len({one.cookie.split(b"=")[1].split(b".")[0] for one in people}) == 1, "and one person"
        table = answers[0].headers["location"]
        said = await asyncio.gather(
            *(one.post(f"{table}/say", text="hello", seat=0, key=OTHER) for one in people for _ in range(2))
        )
        assert {one.status for one in said} == {303} and await count(apps[0], TALK) == 1
        for app in apps:
            session = await app.state.shared.registry.get(table.removeprefix("/t/"))
            await app.state.shared.talks.read_new(session)
            assert [one.text for one in await app.state.shared.talks.of(session)] == ["hello"]


async def test_a_line_is_said_once_for_each_key_and_text(db_url: str) -> None:
    async with running(db_url) as app:
        ann = Browser(app)
        table = (await ann.post("/new", **FORM)).headers["location"]
        for _ in range(2):
            for given in ({"text": "one"}, {"text": "two"}, {"phrase": "Hello!"}):
                assert (await ann.post(f"{table}/say", **given, seat=0, key=KEY)).status == 303
        await ann.post(f"{table}/say", text="one", seat=0, key=OTHER)
        await ann.post(f"{table}/say", text="one", seat=0)
        session = await app.state.shared.registry.get(table.removeprefix("/t/"))
        lines = [one.text for one in await app.state.shared.talks.of(session)]
        assert lines == ["one", "two", "Hello!", "one", "one"]
        refused = await ann.post(f"{table}/say", text="three", seat=0, key="short")
        assert refused.status == 400 and b"16 to 64" in refused.body


async def test_a_spectator_without_a_cookie_says_it_once_too(db_url: str) -> None:
    async with running(db_url) as app:
        table = (await Browser(app).post("/new", **FORM)).headers["location"]
        for _ in range(2):
            assert (await Browser(app).post(f"{table}/say", name="Eve", text="hi", seat=-1, key=KEY)).status == 303
        assert await count(app, TALK) == 1


async def test_a_program_opens_and_says_once(db_url: str) -> None:
    async with running(db_url) as app:
        first = msgspec.json.decode((await send(app, "/tables", OPENING)).body)
    async with running(db_url, 2) as app:
        second = msgspec.json.decode((await send(app, "/tables", OPENING)).body)
        assert second["table"] == first["table"] and await count(app, TABLES) == 1
        tokens = [one["seats"][0]["token"] for one in (first, second)]
        for token in (*tokens, *tokens):
            answer = await send(app, f"/tables/{first['table']}/say", {"text": "hello", "key": OTHER}, token)
            assert answer.status == 200, answer.body
        assert await count(app, TALK) == 1
        other = msgspec.json.decode((await send(app, "/tables", {**OPENING, "key": OTHER})).body)
        assert other["table"] != first["table"]
        refused = await send(app, "/tables", {**OPENING, "key": "short"})
        assert refused.status == 400 and b"key" in refused.body


async def test_a_key_is_kept_for_a_day_and_the_page_sends_one(db_url: str) -> None:
    clock = HandClock()
    async with running(db_url, clock=clock) as app:
        ann = Browser(app)
        page = await ann.page("/new?game=switchyard")
        keys = re.findall(r'name="key" value="([^"]+)"', page + await ann.page("/new?game=switchyard"))
        assert len(set(keys)) == 2
        first = (await ann.post("/new", **FORM, key=keys[0])).headers["location"]
        clock.time += LASTS_S + 1
        await ann.post("/new", **FORM, key=keys[1])
        assert await count(app, ONCE) == 1
        assert (await ann.post("/new", **FORM, key=keys[0])).headers["location"] != first
