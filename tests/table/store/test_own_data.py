"""A guest takes away what is kept of them, and nothing hidden with it; who is forgotten is found nowhere any more."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from handclock import HandClock, SeededChance
from opened import TableOf, act, read, shared_by
from sqlalchemy import select
from wire import Browser, ask

from enginehouse.table.app import create_app
from enginehouse.table.people import own_data
from enginehouse.table.people.talk import Talks
from enginehouse.table.people.tokens import give_token
from enginehouse.table.play import absence, commands
from enginehouse.table.play.registry import Registry
from enginehouse.table.play.session import Session
from enginehouse.table.settings import Settings
from enginehouse.table.states import opening
from enginehouse.table.store import orders
from enginehouse.table.store.devices import Device
from enginehouse.table.store.own_data import FORGOTTEN
from enginehouse.table.store.rows import Person
from enginehouse.table.store.schema import METADATA
from enginehouse.table.store.store import Store
from enginehouse.table.web import stream

pytestmark = pytest.mark.usefixtures("no_workers")
NAME, ME = "Quenby", "personquenby"


async def rows_of(store: Store) -> str:
    """All that the database holds, as one text."""
    async with store.database.reading() as c:
        return repr([tuple(row) for one in METADATA.sorted_tables for row in await c.execute(select(one))])


async def to_the_end(session: Session) -> None:
    while not session.state.match.over:
        seat = session.state.match.actors()[0]
        await act(session, seat, next(n for n in session.state.match.legal_names(seat) if not n.startswith("play")))


async def test_nothing_of_a_name_remains(registry: Registry, table_of: TableOf, elsewhere: Registry) -> None:
    """In every table of the database, in every page's picture and story, in an open stream; games stay and replay."""
    talks, quiet = Talks(), {"bot_delay_ms": 10_000}
    over = await table_of(NAME, "Bob")
    await to_the_end(over)
    asks = await registry.get(
        await registry.add(opening.what_if(Person("personbob", "Bob"), over.state.row, over.state.match, 3))
    )
    asks_again = await registry.get(
        await registry.add(opening.what_if(Person("personcat", "Cat"), asks.state.row, over.state.match, 3))
    )
    runs = await table_of("Bob", NAME, "Cat", **quiet)
    left = await table_of(NAME, "Bob", **quiet)
    await absence.leave(left, ME)
    alone = await table_of(NAME, bots=1, **quiet)
    [gathers] = [await registry.get(await registry.add(await a_table(NAME)))]
    await commands.sit(gathers, Person("personbob", "Bob"), 1)
    for session in (over, runs):
        await talks.say(session, Person(ME, NAME), f"{NAME.upper()} was here, and QUENBYESQUE")
        await talks.say(session, Person("personbob", "Bob"), "hello")
    await talks.mute(runs, "personbob", 1)
    await registry.store.talk.save_note(runs.id, 1, ME, "mine alone")
    await give_token(registry, runs.id, 1, ME, f"{NAME}'s program")
    await registry.store.people.devices.keep(Device(ME, "d1", f"{NAME}'s phone", 1.0, 1.0))
    await registry.store.people.devices.add_link("secret", ME, 1.0, 1e12)
    await orders.give(registry.store.database, "mute", ME, 1.0)
    shared = shared_by(registry)
    shared.talks = talks
    events = stream.events(shared, runs, 0, "personbob")
    told = [read(await anext(events)) for _ in range(2)]
    assert NAME in repr(told)
    await own_data.forget(registry, talks, ME)
    kept = await rows_of(registry.store)
    assert NAME.lower() not in kept.replace("QUENBYESQUE", "").lower() and ME not in kept and "mine alone" not in kept
    assert FORGOTTEN in kept and "Somebody was here, and QUENBYESQUE" in kept, "what others may have answered to stays"
    later: list[Any] = []
    while not any(kind == "chat" for kind, _ in later):
        later.append(read(await asyncio.wait_for(anext(events), 2)))
    assert NAME not in repr(later) and [one["name"] for one in later[-1][1]["lines"]] == [
        "Somebody",
        "Bob",
        "Somebody",
    ], "who has read the old lines is sent them again"
    await events.aclose()
    for session in (over, asks, asks_again, runs, left, alone, gathers):
        for which in (session, await elsewhere.get(session.id)):
            row = which.state.row
            for seat in range(-1, len(row.seats)):
                assert NAME not in repr(shared_by(registry).presenters.of(which).look(seat).picture), row
            assert NAME not in repr(row) and not row.list_seats(ME) and not row.list_kept_seats(ME)
    assert over.state.match.over and not over.state.replay_error and over.state.row.names == ("Somebody", "Bob")
    assert asks.state.row.names == asks_again.state.row.names == ("Somebody", "Bob")
    assert runs.state.row.names == ("Bob", "Somebody's bot", "Cat") and runs.state.running
    assert left.state.row.names == ("Somebody's bot", "Bob") and left.state.row.departures[0].name == "Somebody"
    assert alone.state.row.status == "ended" and gathers.state.row.seats[0].kind == "open"
    assert gathers.state.row.host == "personbob", "whoever sits there goes on with it"
    assert await registry.store.people.get(ME) is None


async def a_table(name: str) -> opening.NewTable:
    from handclock import SeededChance as Dice

    return opening.by_choice(Person(f"person{name.lower()}", name), "switchyard", ["me", "open", "open"], {}, Dice(5))


async def test_a_rematch_does_not_wait_for_who_was_forgotten(registry: Registry, table_of: TableOf) -> None:
    over = await table_of(NAME, "Bob")
    await to_the_end(over)
    await own_data.forget(registry, Talks(), ME)
    done = await commands.rematch(over, "personbob", registry.add)
    again = await registry.get(done.after.row.rematch or "")
    assert [one.kind for one in again.state.row.seats] == ["open", "person"]


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[Any]:
    app = create_app(Settings(db_url=f"sqlite:///{tmp_path / 'x.sqlite3'}"), clock=HandClock(), chance=SeededChance())
    app.state.shared.registry.sets_out = list
    async with app.router.lifespan_context(app):
        yield app


async def test_by_the_page(app: Any) -> None:
    ann, bob, eve = (Browser(app) for _ in range(3))
    table = await ann.new("me", "open", "open")
    await bob.post(f"{table}/join", name="Bob")
    await eve.post(f"{table}/join", name="Eve")
    await bob.post(f"{table}/say", text="I bluff", seat="1")
    await bob.post(f"{table}/note", text="NOTED", seat="1")
    await ann.post(f"{table}/note", text="ANNS", seat="0")
    answer = await bob.get("/me/data.json")
    found = json.loads(answer.body)
    assert "attachment" in answer.headers["content-disposition"] and answer.headers["cache-control"] == "no-store"
    assert found["name"] == "Bob" and [one["text"] for one in found["talk"]] == ["I bluff"]
    assert [one["text"] for one in found["notes"]] == ["NOTED"] and found["games"][0]["names"] == ["Ann", "Bob", "Eve"]
    row = app.state.shared.registry.tables[table.removeprefix("/t/")].state.row
    for secret in (row.seed, row.secret, row.seats[0].person, "ANNS"):
        assert secret and secret.encode() not in answer.body
    for path in ("/me/data.json", "/me/forget"):
        assert (await Browser(app).get(path)).status == 403
    assert "This can't be undone" in await bob.page("/me/forget")
    old = bob.cookie
    assert (await bob.post("/me/forget")).status == 400 and "Bob" in await ann.page(table)
    answer = await bob.post("/me/forget", sure="yes")
    assert (answer.status, answer.headers["location"]) == (303, "/")
    assert "max-age=0" in answer.headers["set-cookie"].lower()
    page = (await ask(app, "GET", "/", [(b"cookie", old)])).body
    assert b"Bob" not in page and b"My games" not in page, "the cookie is dead, and so is a copy of it"
    shown = await ann.page(table) + await ann.page(f"{table}/beside")
    assert "Bob" not in shown and "Somebody" in shown and "I bluff" in shown
    assert (await ask(app, "GET", "/me", [(b"cookie", old)])).status == 403
