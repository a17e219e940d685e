"""The ways to a seat and away from it, the lobby's tables with bots, and what a stream says while nothing happens."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from handclock import HandClock, SeededChance
from opened import Hearing, TableOf, act, read, shared_by
from wire import Browser

from enginehouse.core.errors import Unreadable
from enginehouse.core.registry import game as games
from enginehouse.table.app import create_app
from enginehouse.table.names import NAME_LENGTH, clean_name
from enginehouse.table.play.registry import Registry
from enginehouse.table.play.session import Session
from enginehouse.table.settings import Settings
from enginehouse.table.states.opening import HOUSE
from enginehouse.table.web import stream

pytestmark = pytest.mark.usefixtures("no_workers")


@pytest.fixture
async def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Any]:
    """The application, with the toy as the one game of the lobby."""
    toy = games.get("switchyard")
    monkeypatch.setattr(toy, "facts", replace(toy.facts, in_lobby=True))
    app = create_app(Settings(db_url=f"sqlite:///{tmp_path / 'tables.sqlite3'}", beat_ms=0), chance=SeededChance())
    app.state.shared.registry.sets_out = lambda: [toy]
    async with app.router.lifespan_context(app):
        await app.state.shared.registry.wait_until_resumed()
        yield app


def live_at(app: Any, table: str) -> Session:
    session: Session = app.state.shared.registry.tables[table.removeprefix("/t/")]
    return session


# ---------------------------------------------------------------- the lobby


async def test_tables_stand_ready_from_the_start_and_looking_writes_nothing(
    app: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, written = app.state.shared.registry.store, []
    begin, write = store.database.writing, store.database.write

    def counted() -> Any:
        written.append(1)
        return begin()

    def counted_too(do: Any) -> Any:
        written.append(1)
        return write(do)

    monkeypatch.setattr(store.database, "writing", counted)
    monkeypatch.setattr(store.database, "write", counted_too)
    page = await Browser(app).page("/")
    assert "Play now against" in page
    assert await Browser(app).page("/") == page
    assert not written


async def test_one_press_between_the_lobby_and_the_first_move(app: Any) -> None:
    """A player who sits down plays at once against bots, and another table stands ready for the next."""
    ann = Browser(app)
    found = re.search(r'action="(/t/\w+)/join"', await ann.page("/"))
    assert found
    answer = await ann.post(f"{found[1]}/join", name="Ann")
    assert (answer.status, answer.headers["location"]) == (303, found[1])
    assert "Move your wagon" in await ann.page(found[1])
    again = re.search(r'action="(/t/\w+)/join"', await ann.page("/"))
    assert again and again[1] != found[1]
    waiting = [row for row in await app.state.shared.registry.store.tables.gathering() if row.host == HOUSE]
    assert len(waiting) == 1
    assert "Your name" not in await ann.page("/"), "known by now"


async def test_no_second_table_is_set_out_where_one_waits(app: Any) -> None:
    await asyncio.gather(*(app.state.shared.registry.set_out() for _ in range(5)))
    assert len(await app.state.shared.registry.store.tables.gathering()) == 1


# ---------------------------------------------------------------- bots and leaving


async def test_the_host_fills_the_free_seats_with_bots(app: Any) -> None:
    ann, bob = Browser(app), Browser(app)
    table = await ann.new("me", "open", "open")
    assert (await bob.post(f"{table}/join", name="Bob")).status == 303
    assert "Fill the free seats" in await ann.page(f"{table}/join")
    assert "Fill the free seats" not in await bob.page(f"{table}/join")
    refused = await bob.post(f"{table}/bots", bot="random")
    assert refused.status == 403 and b"Only the player who opened this table" in refused.body
    refused = await ann.post(f"{table}/bots", bot="nobody")
    assert refused.status == 400 and b"random" in refused.body
    assert live_at(app, table).state.row.status == "gathering"
    assert (await ann.post(f"{table}/bots", bot="random")).headers["location"] == table
    sitting = live_at(app, table).state.row.seats
    assert [s.kind for s in sitting] == ["person", "person", "bot"] and sitting[2].bot == "random"
    assert live_at(app, table).state.row.status == "running"
    assert (await ann.post(f"{table}/bots", bot="random")).status == 409


async def test_a_named_opponent_sits_at_a_table_of_its_game(app: Any) -> None:
    ann = Browser(app)
    form = await ann.page("/new?game=great-machine")
    assert "Igor Grudge, spiteful: " in form and "Bots with a character" in form and "Pilot Magpie" not in form
    seats = {"seat-0": "me", "seat-1": "bot:igor-grudge", "seat-2": "bot:igor-grudge"}
    table = (await ann.post("/new", game="great-machine", name="Ann", **seats)).headers["location"]
    sitting = live_at(app, table).state.row.seats
    assert [one.bot for one in sitting[1:]] == ["igor-grudge"] * 2
    assert (
        sitting[1].name == "Igor Grudge"
        and sitting[2].name.startswith("Igor Grudge")
        and sitting[2].name != sitting[1].name
    )
    assert "bot, spiteful" in await ann.page(table)
    refused = await ann.post("/new", game="great-machine", name="Ann", **{**seats, "seat-1": "bot:pilot-magpie"})
    assert refused.status == 400 and b"Pilot Magpie plays Mechanation, not The Great Machine" in refused.body


async def test_who_leaves_while_it_gathers_frees_the_seat(app: Any) -> None:
    ann, bob = Browser(app), Browser(app)
    table = await ann.new("me", "open", "open")
    await bob.post(f"{table}/join", name="Bob")
    answer = await bob.post(f"{table}/leave")
    assert (answer.status, answer.headers["location"]) == (303, "/")
    assert [s.kind for s in live_at(app, table).state.row.seats] == ["person", "open", "open"]
    assert (await bob.post(f"{table}/leave")).status == 403
    assert (await ann.post(f"{table}/leave")).status == 303
    assert live_at(app, table).state.row.status == "ended", "nobody is left"
    assert table not in await ann.page("/")


async def test_who_leaves_a_running_game_leaves_a_bot(app: Any) -> None:
    ann, bob = Browser(app), Browser(app)
    table = await ann.new("me", "open")
    await bob.post(f"{table}/join", name="Bob")
    assert "a bot plays on" in (await bob.page(f"{table}/leave")).lower()
    assert (await bob.post(f"{table}/leave")).status == 303
    sitting = live_at(app, table).state.row.seats
    assert sitting[1].kind == "bot" and sitting[1].name == "Bob's bot"
    assert live_at(app, table).state.row.status == "running"
    assert "the game ends" in await ann.page(f"{table}/leave")
    await ann.post(f"{table}/leave")
    assert live_at(app, table).state.row.status == "ended"


# ---------------------------------------------------------------- names


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("  Ann   of\tGreen\nGables ", "Ann of Green Gables"),
        ("x" * 100, "x" * NAME_LENGTH),
        ("x" * (NAME_LENGTH - 1) + "  y", "x" * (NAME_LENGTH - 1)),
        ("\u202eAnn\u200b\x00\x1b[31m", "Ann[31m"),
        ("Änne 李", "Änne 李"),
        ("\ud800Ann", "Ann"),
        ("<b>&", "<b>&"),
    ],
)
def test_a_name_is_cleaned(given: str, shown: str) -> None:
    assert clean_name(given) == shown


@pytest.mark.parametrize("given", ["", " \t\n", "\u200b", "\x00\x07", "\ud800"])
def test_a_name_of_nothing_is_refused(given: str) -> None:
    with pytest.raises(Unreadable, match=r"enter your name|this name looks empty"):
        clean_name(given)


# ---------------------------------------------------------------- the stream


async def test_a_silent_stream_says_that_it_is_alive(table_of: TableOf, registry: Registry, clock: HandClock) -> None:
    session = await table_of("Ann", "Bob")
    hearing = await Hearing(stream.events(shared_by(registry), session, 1), clock).begin()
    await clock.advance(65)
    assert [(at, read(event)[0]) for at, event in hearing.heard] == [
        (0, "frame"),
        (20, "ping"),
        (40, "ping"),
        (60, "ping"),
    ]
    await hearing.stop()


async def test_a_whole_frame_after_many_patches_waits_for_a_quiet_moment(
    table_of: TableOf, registry: Registry, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "WHOLE_EVERY", 3)
    session = await table_of("Ann", "Bob")
    hearing = await Hearing(stream.events(shared_by(registry), session, 1), clock).begin()
    for turn in range(5):
        await clock.advance(5)
        await act(session, turn % 2, "move 2 1" if turn // 2 % 2 else "move 1 2")
    await clock.advance(40)
    events = [(at, *read(event)) for at, event in hearing.heard]
    heard = [(at, kind) for at, kind, _ in events]
    patches = [(at, "patch") for at in (5, 10, 15, 20, 25)]
    assert [one for one in heard if one[1] != "ping"] == [(0, "frame"), *patches, (60, "frame")], heard
    assert [message["n"] for _, kind, message in events if kind != "ping"] == [1, 2, 3, 4, 5, 6, 6]
    await hearing.stop()


async def test_a_stream_ends_when_the_house_closes(table_of: TableOf, registry: Registry) -> None:
    session = await table_of("Ann", "Bob")
    shared = shared_by(registry)
    events = stream.events(shared, session, -1)
    await anext(events)
    shared.close_streams()
    with pytest.raises(StopAsyncIteration):
        await asyncio.wait_for(anext(events), 2)
    assert not session.audience.watched
