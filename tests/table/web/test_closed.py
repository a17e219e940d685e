"""Onlookers by choice: where that was not chosen before the deal, nobody but a table's people learns anything while its game runs."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from handclock import HandClock, SeededChance
from opened import BOB, TableOf, act
from sqlalchemy import text
from wire import Answered, Browser, ask

from enginehouse.table import words
from enginehouse.table.app import create_app
from enginehouse.table.html.qr import qr
from enginehouse.table.play import absence, commands
from enginehouse.table.play.registry import Registry
from enginehouse.table.play.session import Session
from enginehouse.table.routes import ROUTES
from enginehouse.table.settings import Settings
from enginehouse.table.store.database import Database
from enginehouse.table.store.rows import Person
from enginehouse.table.store.store import Store

pytestmark = pytest.mark.usefixtures("no_workers")
SAYS = b"This table is private: only its players"
BODIES: dict[str, dict[str, Any]] = {
    "act": {"decision": 0, "act": "pass"},
    "undo": {"decision": 0},
    "redo": {"decision": 0},
    "end": {"agree": True},
    "say": {"text": "psst"},
    "join": {"name": "Eve"},
    "standin": {"seat": 0},
    "plan": {"seat": 1},
}
PARTS = {"at": "1", "seat": "0", "token": "x", "table": ""}


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[Any]:
    settings = Settings(db_url=f"sqlite:///{tmp_path / 'x.sqlite3'}", beat_ms=10_000)
    app = create_app(settings, clock=HandClock(), chance=SeededChance())
    app.state.shared.registry.sets_out = list
    async with app.router.lifespan_context(app):
        yield app


async def open_watched(app: Any) -> tuple[Browser, Browser, str, Session]:
    """A table with two people whose game runs, and onlookers."""
    ann, bob = Browser(app), Browser(app)
    table = await ann.new("me", "open")
    await bob.post(f"{table}/join", name="Bob")
    return ann, bob, table, app.state.shared.registry.tables[table.removeprefix("/t/")]


async def open_unwatched(app: Any) -> tuple[Browser, Browser, str, Session]:
    """The same where nobody has chosen onlookers."""
    ann, bob = Browser(app), Browser(app)
    form = {"game": "switchyard", "name": "Ann", "seat-0": "me", "seat-1": "open"}
    table = (await ann.post("/new", **form)).headers["location"]
    await bob.post(f"{table}/join", name="Bob")
    return ann, bob, table, app.state.shared.registry.tables[table.removeprefix("/t/")]


async def all_said(app: Any, table: str, cookie: bytes = b"") -> dict[str, Answered]:
    """Return the responses to a person at every address of a table, by method and address."""
    found = {}
    for route in ROUTES:
        if "{table}" not in route.path:
            continue
        path = re.sub(r"\{(\w+)(?::\w+)?\}", lambda m: PARTS[m[1]], route.path.replace("/t/{table}", table))
        path = path.replace("/tables/", f"/tables/{table.removeprefix('/t/')}", 1) if path.startswith("/api") else path
        path = path.replace("{table}", table.removeprefix("/t/"))
        for method in sorted((route.methods or set()) - {"HEAD"}):
            api = path.startswith("/api")
            headers = [
                (b"cookie", cookie),
                (b"sec-fetch-site", b"same-origin"),
                (b"accept", b"application/json"),
                (b"content-type", b"application/json" if api else b"application/x-www-form-urlencoded"),
            ]
            body = (
                b""
                if method == "GET"
                else json.dumps(BODIES.get(path.rpartition("/")[2], {})).encode()
                if api
                else b"name=Eve&seat=0&decision=0&act=x"
            )
            found[f"{method} {route.path}"] = await ask(app, method, path, headers, body=body)
    return found


async def test_a_stranger_gets_no_information_anywhere(app: Any) -> None:
    """At no address, by no method, and the same whatever happens there."""
    ann, bob, table, session = await open_unwatched(app)
    eve = Browser(app)
    await eve.new("me", "open", name="Eve")
    before = await all_said(app, table, eve.cookie)
    assert len(before) > 45
    needs_token = {name for name, said in before.items() if said.status == 401}
    assert all("/api/" in name for name in needs_token)
    told = [
        name
        for name, said in before.items()
        if said.status not in (401, 403) or (said.status == 403 and SAYS not in said.body)
    ]
    assert told == []
    await ann.act(table, 0, session.state.decision(0), session.state.match.legal_names(0)[0])
    await bob.post(f"{table}/say", text="between us", seat="1")
    await bob.post(f"{table}/leave")
    after = await all_said(app, table, eve.cookie)
    assert {name: (one.status, one.body) for name, one in after.items()} == {
        name: (one.status, one.body) for name, one in before.items()
    }


async def test_its_people_see_it_and_when_it_is_over_everybody_does(app: Any) -> None:
    ann, bob, table, session = await open_unwatched(app)
    for one in (ann, bob):
        assert words.WATCHED not in await one.page(table)
        assert (await one.get(f"{table}/frame")).status == (await one.get(f"{table}/board.svg")).status == 200
    await bob.post(f"{table}/leave")
    assert (await bob.get(table)).status == 200, "who has left may come back, and looks from that seat"
    eve = Browser(app)
    assert (await eve.get(table)).status == (await eve.get(f"{table}/replay")).status == 403
    await bob.post(f"{table}/back")
    while not session.state.match.over:
        seat = session.state.match.actors()[0]
        await act(session, seat, next(n for n in session.state.match.legal_names(seat) if not n.startswith("play")))
    for path in ("", "/replay", "/frame", "/log.json"):
        assert (await eve.get(table + path)).status == 200, path
    assert (await eve.get(f"/api/v1{table.replace('/t/', '/tables/')}")).status == 200


async def test_an_onlooker_while_it_gathers_is_out_when_it_begins(app: Any) -> None:
    """Their streams end, that of a program too."""
    ann, eve = Browser(app), Browser(app)
    form = {"game": "switchyard", "name": "Ann", "seat-0": "me", "seat-1": "open"}
    table = (await ann.post("/new", **form)).headers["location"]
    assert "Private table: only its players" in (page := await eve.page(f"{table}/join")) and "Just watch" not in page
    addresses = f"{table}/stream", f"/api/v1{table.replace('/t/', '/tables/')}/events"
    streams = [asyncio.create_task(ask(app, "GET", one, stays=True)) for one in addresses]
    await asyncio.sleep(0.1)
    assert not any(one.done() for one in streams)
    await Browser(app).post(f"{table}/join", name="Bob")
    for one in streams:
        seen = await asyncio.wait_for(one, 3)
        assert seen.status == 200 and b"event: patch" not in seen.body
        assert seen.body.count(b"event: frame") + seen.body.count(b"event: look") == 1


async def test_where_it_was_chosen_all_read_it_and_anybody_looks(app: Any) -> None:
    ann, _, table, _ = await open_watched(app)
    assert words.WATCHED in await ann.page(table)
    eve = Browser(app)
    assert (await eve.get(table)).status == 200 and words.WATCHED in await eve.page(table)
    other = await ann.new("me", "open")
    assert words.WATCHED in (page := await eve.page(f"{other}/join")) and "Just watch" in page


async def test_a_chosen_value_stays_for_the_following_steps(registry: Registry, table_of: TableOf) -> None:
    for chosen in (True, False):
        session = await table_of("Ann", "Bob", watched=chosen)
        assert session.state.row.allows_viewer("eve") is chosen and session.state.row.allows_viewer(BOB)
        await absence.leave(session, BOB)
        assert session.state.row.allows_viewer(BOB)
        while not session.state.match.over:
            seat = session.state.match.actors()[0]
            if session.state.row.seats[seat].kind == "bot":
                await absence.come_back(session, Person(BOB, "Bob"))
                continue
            name = next(n for n in session.state.match.legal_names(seat) if not n.startswith("play"))
            await act(session, seat, name)
        assert session.state.row.allows_viewer(None)
        done = await commands.rematch(session, BOB, registry.add)
        again = await registry.get(done.after.row.rematch or "")
        assert again.state.row.watched is chosen


async def test_a_table_of_before_is_open(db_url: str) -> None:
    """Its host did not know of the choice, so the table stays open."""
    before = Database(db_url)
    await before.open("0016")
    kept = {
        "id": "abcd2345", "game": "switchyard", "rules": "1", "seats": 0, "options": "{}", "seed": "0" * 64, "host": "ann",
        "listed": True, "status": "running", "beat_ms": 0, "window_ms": 0, "created": 1.0, "changed": 1.0,
    }  # fmt: skip
    columns, values = ", ".join(kept), ", ".join(f":{name}" for name in kept)
    async with before.writing() as connection:
        await connection.execute(text(f"INSERT INTO tables ({columns}) VALUES ({values})"), kept)
    await before.close()
    store = await Store(db_url).open()
    found = await store.tables.get("abcd2345")
    await store.close()
    assert found is not None and found.watched and found.seating == ""


async def test_the_address_is_shown_to_those_who_sit_there(app: Any) -> None:
    """As text and as a QR code, by the name under which the browser came; to nobody else, and no more when all sit."""
    ann, eve = Browser(app), Browser(app)
    table = await ann.new("me", "open")
    page, address = await ann.page(f"{table}/join"), f"http://localhost{table}"
    assert address in page and qr(address) in page and qr(address) != qr(f"{address}x")
    assert "Invite" not in await eve.page(f"{table}/join")
    await eve.post(f"{table}/join", name="Eve")
    assert "Invite" not in await ann.page(f"{table}/join")
