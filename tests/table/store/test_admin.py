"""What whoever runs the house orders beside the server: carried out, kept and logged, and what is wrong is a sentence."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from handclock import SeededChance
from opened import ANN, BOB, TableOf
from wire import Browser

from enginehouse.commands.main import main
from enginehouse.table.app import create_app
from enginehouse.table.people.orders import obey
from enginehouse.table.people.tokens import give_token
from enginehouse.table.play.registry import Registry
from enginehouse.table.settings import Settings
from enginehouse.table.store import orders
from enginehouse.table.store.rows import Person
from enginehouse.table.store.store import Store

pytestmark = pytest.mark.usefixtures("no_workers")


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[Any]:
    settings = Settings(db_url=f"sqlite:///{tmp_path / 'x.sqlite3'}", orders_s=0.05)
    app = create_app(settings, chance=SeededChance())
    app.state.shared.registry.sets_out = list
    async with app.router.lifespan_context(app):
        yield app


async def admin(app: Any, *words: str, wait: bool = True) -> tuple[int, str]:
    """Run an admin command beside the server and return its exit code and output."""
    more = ["--db", app.state.settings.db_url, *(["--wait", "10"] if wait else [])]
    done = await asyncio.to_thread(CliRunner().invoke, main, ["admin", *words, *more])
    return done.exit_code, done.output


def id_of(one: Browser) -> str:
    return one.cookie.decode().partition("=")[2].partition(".")[0]


async def test_a_guest_is_muted_banned_and_pardoned(app: Any, caplog: pytest.LogCaptureFixture) -> None:
    ann, bob = Browser(app), Browser(app)
    table = await ann.new("me", "open")
    await bob.post(f"{table}/join", name="Bob")
    said, known = await admin(app, "guests", wait=False)
    assert said == 0 and id_of(bob) in known and "1 table " in known
    _, found = await admin(app, "guests", "--name", "BO", wait=False)
    assert id_of(bob) in found and id_of(ann) not in found
    assert (await bob.post(f"{table}/say", text="boo", seat="1")).status == 303
    assert await admin(app, "mute", id_of(bob)) == (0, f"mute {id_of(bob)}: the guest is muted.\n")
    refused = await bob.post(f"{table}/say", text="boo", seat="1")
    assert refused.status == 403 and b"The host of this site has muted you" in refused.body
    new = {"game": "switchyard", "seat-0": "me", "seat-1": "me"}
    for path, given in (
        ("/new", {**new, "name": "Rude"}),
        ("/new", {**new, "name": "Bob", "name-1": "Rude"}),
        ("/new", {**new, "name": "Bob", "deal": "rude"}),
        (f"{table}/join", {"name": "Rude", "seat": "1"}),
    ):
        refused = await bob.post(path, **given)
        assert refused.status == 403 and b"The host of this site has muted you" in refused.body, given
    assert "Rude" not in await ann.page(table) and (await bob.post("/new", **new, name="Bob")).status == 303
    assert (await ann.post(f"{table}/say", text="hello", seat="0")).status == 303
    code, out = await admin(app, "ban", id_of(bob))
    assert code == 0 and out.endswith("taken from 2 tables.\n")
    session = app.state.shared.registry.tables[table.removeprefix("/t/")]
    assert session.state.row.seats[1].kind == "bot" and session.state.running
    for path in (f"{table}/back", f"{table}/say", "/new", "/me/devices/link"):
        refused = await bob.post(path, **{"game": "switchyard", "text": "x", "seat-0": "me", "seat-1": "me"})
        assert refused.status == 403 and b"has banned you" in refused.body, path
    assert (await bob.get(table)).status == 200
    assert "banned" in (await admin(app, "guests", wait=False))[1]
    code, out = await admin(app, "pardon", id_of(bob))
    assert code == 0 and "take their seat back themselves" in out and session.state.row.seats[1].kind == "bot"
    assert (await bob.post(f"{table}/back")).status == 303 and session.state.row.seats[1].kind == "person"
    assert (await bob.post(f"{table}/say", text="sorry", seat="1")).status == 303
    _, told = await admin(app, "log", wait=False)
    assert [line.split()[3] for line in told.splitlines()] == ["pardon", "ban", "mute"]
    assert "order 2 of the administrator: ban" in caplog.text
    await admin(app, "ban", id_of(bob))
    assert (await bob.post("/me/forget", sure="yes")).status == 303, "whoever is banned may be forgotten"


async def test_a_table_is_closed(app: Any) -> None:
    ann = Browser(app)
    table = await ann.new("me", "me")
    name = table.removeprefix("/t/")
    assert await admin(app, "close", name) == (0, f"close {name}: closed without a result.\n")
    assert app.state.shared.registry.tables[name].state.row.status == "ended"
    assert (await ann.act(table, 0, 0, "move 1 2")).status == 409
    page = (await ann.get(table)).body
    assert b"closed without a result" in page and b"given up" not in page
    code, out = await admin(app, "close", name)
    assert code == 1 and "not done: this game is over already" in out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("close", "nowhere"), "no table 'nowhere'"),
        (("ban", "nobody"), "no guest 'nobody'"),
        (("mute", ""), "no guest ''"),
    ],
)
async def test_an_error_is_a_sentence(app: Any, words: tuple[str, ...], says: str) -> None:
    code, out = await admin(app, *words)
    assert code == 1 and says in out and "Traceback" not in out
    code, out = await asyncio.to_thread(_without_a_database, words)
    assert code == 1 and "there is no database" in out


def _without_a_database(words: tuple[str, ...]) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["admin", *words, "--db", "sqlite:////tmp/none/none.sqlite3"])
    return done.exit_code, done.output


async def test_without_a_server_an_order_waits_for_it(registry: Registry, table_of: TableOf) -> None:
    """Given beside the store in either kind of database, carried out by the server that comes."""
    session = await table_of("Ann", "Bob", bot_delay_ms=10_000)
    await give_token(registry, session.id, 0, ANN)
    url = str(registry.store.database.url)
    done = await asyncio.to_thread(CliRunner().invoke, main, ["admin", "ban", ANN, "--db", url, "--wait", "0"])
    assert done.exit_code == 0 and "Order 1 is stored" in done.output
    assert session.state.row.list_seats(ANN) == [0]
    told: list[str] = []
    assert await obey(registry, told.append) == 1 and told == [ANN]
    assert session.state.row.list_seats(ANN) == [] and session.state.row.list_seats(BOB) == [1]
    assert await registry.store.tokens.of_seat(session.id, 0, ANN) == []
    assert await obey(registry, told.append) == 0, "once"
    await orders.give(registry.store.database, "sing", ANN, 0.0)
    assert await obey(registry, told.append) == 1
    assert "not done" in (await orders.latest(registry.store.database, 1))[0].said


async def test_orders_are_kept_in_either_kind_of_database(store: Store) -> None:
    await store.people.add(Person("p1", "Zoë_1"), 5.0)
    first = await orders.give(store.database, "mute", "p1", 1.0)
    second = await orders.give(store.database, "close", "t", 2.0)
    await orders.finish(store.database, first, 3.0, "so")
    assert [one.number for one in await orders.open_orders(store.database)] == [second]
    assert [(one.number, one.done, one.said) for one in await orders.latest(store.database, 5)] == [
        (second, None, ""),
        (first, 3.0, "so"),
    ]
    await orders.bar(store.database, "p1", "muted")
    assert (await store.people.get("p1")) == Person("p1", "Zoë_1", "muted")
    assert [one.id for one in await orders.guests(store.database, 5, "_")] == ["p1"]
    assert await orders.guests(store.database, 5, "%") == []
