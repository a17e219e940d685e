"""Talk at a table: who hears whom, that it is kept and escaped, how much of it there may be; and notes for oneself."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from handclock import HandClock, SeededChance
from opened import ANN, BOB, TableOf, act, read, shared_by
from wire import Browser

from enginehouse.core.errors import NotAllowed, Unreadable
from enginehouse.table.app import create_app
from enginehouse.table.errors import Forbidden
from enginehouse.table.people.talk import HEARD, MUTED, PHRASES, Talks, audible
from enginehouse.table.play.registry import Registry
from enginehouse.table.play.session import Session
from enginehouse.table.settings import Settings
from enginehouse.table.store.rows import Person
from enginehouse.table.store.talk import ChatLine
from enginehouse.table.web import stream

pytestmark = pytest.mark.usefixtures("no_workers")
EVE = Person("personeve", "Eve")
HOSTILE = "<script>alert(1)</script> {{7*7}} &amp; \u202eevil"


async def play_to_the_end(session: Session) -> None:
    """People who sit there play until it is over."""
    for _ in range(400):
        if session.state.match.over:
            return
        seat = session.state.match.actors()[0]
        await act(session, seat, next(n for n in session.state.match.legal_names(seat) if not n.startswith("play")))
    raise AssertionError("never over")


async def read_lines(
    registry: Registry, session: Session, seat: int, me: str = "", talks: Talks | None = None
) -> list[Any]:
    """The lines that a stream brings at once."""
    shared = shared_by(registry)
    if talks is not None:
        shared.talks = talks
    await shared.talks.of(session)
    events, lines = stream.events(shared, session, seat, me), list[Any]()
    try:
        while True:
            kind, data = read(await asyncio.wait_for(anext(events), 0.3))
            lines += data["lines"] if kind == "chat" else []
    except TimeoutError:
        return lines


async def test_onlookers_are_not_heard_by_players_while_they_play(registry: Registry, table_of: TableOf) -> None:
    session, talks = await table_of("Ann", "Bob", bot_delay_ms=0), Talks()
    await talks.say(session, Person(ANN, "Ann"), "  good \x07 luck ", 0)
    await talks.say(session, EVE, "Bob holds the blue note")
    assert [one["text"] for one in await read_lines(registry, session, -1)] == ["good luck", "Bob holds the blue note"]
    for seat in (0, 1):
        assert [one["text"] for one in await read_lines(registry, session, seat)] == ["good luck"]
    lines = await Talks().of(session)
    assert [(one.seat, one.name) for one in lines] == [(0, "Ann"), (-1, "Eve")], "kept, and read again"
    await play_to_the_end(session)
    assert len(await read_lines(registry, session, 0)) == 2
    assert [one.text for one in audible(lines, 0, True)] == ["good luck", "Bob holds the blue note"]


async def test_a_spectator_s_message_is_not_sent_to_players(registry: Registry, table_of: TableOf) -> None:
    """Not even an empty event: twin streams of a player, with and without an onlooker who talks."""
    session, shared = await table_of("Ann", "Bob"), shared_by(registry)
    shared.talks = talks = Talks()
    events = stream.events(shared, session, 0)
    assert read(await anext(events))[0] == "frame"
    waiting = asyncio.ensure_future(anext(events))
    for text in ("psst", "hear me?"):
        await talks.say(session, EVE, text)
        await asyncio.sleep(0.05)
    assert not waiting.done()
    await talks.say(session, Person(BOB, "Bob"), "aloud")
    kind, data = read(await asyncio.wait_for(waiting, 2))
    assert kind == "chat" and [(one["text"], one["by"], one["mute"]) for one in data["lines"]] == [
        ("aloud", "player", False)
    ]
    await events.aclose()


async def test_a_game_that_is_over_is_talked_about_by_all(registry: Registry, table_of: TableOf) -> None:
    """A player whose stream is open hears then what onlookers have said before."""
    session, shared = await table_of("Ann", "Bob", bot_delay_ms=0), shared_by(registry)
    shared.talks = talks = Talks()
    await talks.say(session, EVE, "psst")
    events = stream.events(shared, session, 0)
    assert read(await anext(events))[0] == "frame"
    next_one = asyncio.ensure_future(anext(events))
    await asyncio.sleep(0.05)
    await play_to_the_end(session)
    told = read(await asyncio.wait_for(next_one, 5))
    while told[0] != "chat":
        told = read(await asyncio.wait_for(anext(events), 5))
    assert [one["text"] for one in told[1]["lines"]] == ["psst"]
    await events.aclose()


async def test_the_host_mutes_and_lets_talk_again(registry: Registry, table_of: TableOf) -> None:
    session, talks = await table_of("Ann", "Bob"), Talks()
    line = await talks.say(session, Person(BOB, "Bob"), "boo")
    for person, number in ((BOB, line.number), ("stranger", line.number)):
        with pytest.raises(Forbidden):
            await talks.mute(session, person, number)
    with pytest.raises(NotAllowed):
        await talks.mute(session, ANN, 99)
    assert [one["mute"] for one in await read_lines(registry, session, 0, ANN, talks)] == [True]
    assert (await talks.mute(session, ANN, line.number)).text == MUTED
    with pytest.raises(Forbidden, match="muted"):
        await Talks().say(session, Person(BOB, "Bob"), "boo again")
    assert [one["name"] for one in await read_lines(registry, session, 1)] == ["Bob", "Bob"], "all are told"
    assert (await talks.mute(session, ANN, line.number)).text == HEARD
    await talks.say(session, Person(BOB, "Bob"), "sorry")


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[Any]:
    app = create_app(
        Settings(db_url=f"sqlite:///{tmp_path / 'x.sqlite3'}", said_per_min=5), clock=HandClock(), chance=SeededChance()
    )
    app.state.shared.registry.sets_out = list
    async with app.router.lifespan_context(app):
        yield app


async def test_by_the_page(app: Any) -> None:
    ann, bob, eve = (Browser(app) for _ in range(3))
    table = await ann.new("me", "open")
    await bob.post(f"{table}/join", name="Bob")
    assert (await eve.post(f"{table}/say", text="anonymous", seat="-1")).status == 403
    for text in (HOSTILE, "two", "three"):
        assert (await bob.post(f"{table}/say", text=text, seat="1")).status in (204, 303)
    assert (await bob.post(f"{table}/say", phrase=PHRASES[0], seat="1")).status in (204, 303)
    assert (await bob.post(f"{table}/say", text=" \n ", seat="1")).status == 400
    refused = await bob.post(f"{table}/say", text="six", seat="1")
    assert refused.status == 429 and b"5 messages within a minute" in refused.body
    page = (await ann.get(f"{table}/beside")).body.decode()
    assert "&lt;script&gt;alert(1)" in page and "<script>alert" not in page and PHRASES[0] in page
    assert 'name="line" value="1"' in page and 'name="line"' not in (await bob.get(f"{table}/beside")).body.decode()
    answer = await bob.get(f"{table}/beside")
    assert "content-encoding" not in answer.headers, "nothing that holds a hand or talk is compressed"


async def test_notes_are_for_oneself(app: Any) -> None:
    ann, bob, eve = (Browser(app) for _ in range(3))
    table = await ann.new("me", "open")
    await bob.post(f"{table}/join", name="Bob")
    for one, seat, status in ((ann, "0", (204, 303)), (bob, "0", (403,)), (eve, "0", (403,)), (ann, "9", (403,))):
        assert (await one.post(f"{table}/note", seat=seat, text="the <b>ROOK</b> bluffs")).status in status
    assert "the &lt;b&gt;ROOK" in (await ann.get(f"{table}/beside?seat=0")).body.decode()
    for other in (bob, eve):
        assert b"ROOK" not in (await other.get(f"{table}/beside")).body + (await other.get(f"{table}/frame")).body
    assert (await ann.post(f"{table}/note", seat="0", text="")).status in (204, 303)
    assert b"ROOK" not in (await ann.get(f"{table}/beside?seat=0")).body


async def test_a_line_has_its_bounds(table_of: TableOf) -> None:
    session, talks = await table_of("Ann", "Bob"), Talks()
    assert len((await talks.say(session, Person(ANN, "Ann"), "x" * 5000)).text) == 300
    with pytest.raises(Unreadable):
        await talks.say(session, Person(ANN, "Ann"), "\u200b\x00 \n")


async def test_streams_that_open_together_read_the_talk_once(
    table_of: TableOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, talks, asked = await table_of("Ann", "Bob"), Talks(), list[str]()
    read_talk = session.store.talk.read

    async def counted(table: str, after: int = 0) -> list[ChatLine]:
        asked.append(table)
        return await read_talk(table, after)

    monkeypatch.setattr(session.store.talk, "read", counted)
    gone = asyncio.create_task(talks.of(session))
    await asyncio.sleep(0)
    gone.cancel()  # others wait for the same
    first, second = await asyncio.gather(talks.of(session), talks.of(session))
    assert first is second is await talks.of(session)
    assert asked == [session.id]
