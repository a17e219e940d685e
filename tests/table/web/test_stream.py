"""The stream of a page: what is stored is drawn and sent, and nothing else."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest
from handclock import HandClock
from opened import ANN, BOB, CAT, Hearing, TableOf, act, hold_notes, look, play_note, read, shared_by, stored

from enginehouse.table.api import events as api_events
from enginehouse.table.api.access import Caller
from enginehouse.table.play import commands
from enginehouse.table.play.registry import Registry
from enginehouse.table.play.session import Session
from enginehouse.table.web import stream
from enginehouse.table.web.limits import Viewing

pytestmark = pytest.mark.usefixtures("no_workers")


class Slow:
    """A store that keeps an append waiting until it is told how it shall go."""

    def __init__(self, registry: Registry, monkeypatch: pytest.MonkeyPatch) -> None:
        self.go, self.begun, self.broken = asyncio.Event(), asyncio.Event(), False
        self.append = registry.store.entries.append
        monkeypatch.setattr(registry.store.entries, "append", self)

    async def __call__(self, *args: Any, **more: Any) -> None:
        self.begun.set()
        await self.go.wait()
        if self.broken:
            raise OSError("the disk is full")
        await self.append(*args, **more)


async def watching(registry: Registry, session: Session, seat: int) -> AsyncGenerator[bytes]:
    """A stream whose first frame has been read."""
    events = stream.events(shared_by(registry), session, seat)
    assert read(await anext(events))[0] == "frame"
    return events


async def begin_action(registry: Registry, session: Session, store: Slow) -> tuple[Any, Any]:
    """Ann acts while Bob looks on; it is being stored, and everybody has had time. Her command, and what he gets next."""
    events = await watching(registry, session, 1)
    coming = asyncio.ensure_future(anext(events))
    await asyncio.sleep(0.01)  # it waits for something new
    acting = asyncio.create_task(commands.act(session, ANN, 0, session.state.decision(0), "move 1 2"))
    await store.begun.wait()
    for _ in range(200):
        await asyncio.sleep(0)
    return acting, coming


async def test_an_entry_is_invisible_until_it_is_stored(
    table_of: TableOf, registry: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await table_of("Ann", "Bob")
    store, before = Slow(registry, monkeypatch), look(session, 1)
    acting, coming = await begin_action(registry, session, store)
    assert not coming.done() and not acting.done(), "not sent, not acknowledged"
    assert look(session, 1) is before and len(session.state.match.entries) == 0
    store.go.set()
    await acting
    kind, message = read(await coming)
    assert (kind, message["n"]) == ("patch", before.number + 1)
    assert look(session, 1).number == before.number + 1, "drawn once"


async def test_an_entry_that_could_not_be_stored_is_dropped(
    table_of: TableOf, registry: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = await table_of("Ann", "Bob")
    state, before = session.state, look(session, 1)
    with monkeypatch.context() as patch:
        store = Slow(registry, patch)
        store.broken = True
        acting, coming = await begin_action(registry, session, store)
        store.go.set()
        with pytest.raises(OSError, match="full"):
            await acting
    assert not coming.done() and session.state is state and look(session, 1) is before
    await commands.act(session, ANN, 0, session.state.decision(0), "move 1 2")
    kind, message = read(await coming)
    assert (kind, message["n"]) == ("patch", before.number + 1)


async def test_who_stops_waiting_undoes_nothing(
    table_of: TableOf, registry: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection is gone while it is being stored: it is stored, and seen by the others."""
    session = await table_of("Ann", "Bob")
    store = Slow(registry, monkeypatch)
    acting, coming = await begin_action(registry, session, store)
    acting.cancel()
    await asyncio.gather(acting, return_exceptions=True)
    store.go.set()
    assert read(await coming)[0] == "patch"
    assert len(session.state.match.entries) == len(await stored(session)) == 1


async def test_a_seat_counts_as_watched_as_long_as_it_has_a_stream(table_of: TableOf, registry: Registry) -> None:
    session = await table_of("Ann", "Bob")
    first, second = await watching(registry, session, 1), await watching(registry, session, 1)
    assert session.audience.watched == {1: 2}
    await first.aclose()
    assert session.audience.watched == {1: 1}
    await second.aclose()
    assert not session.audience.watched


async def test_a_stream_holds_on_to_nothing_that_it_has_sent(registry: Registry, table_of: TableOf) -> None:
    """A whole picture is as large as everything else of a stream together, and the next one may come in hours."""
    held = list[int]()

    async def messages() -> AsyncGenerator[bytes]:
        message = bytes(1000)
        alone = sys.getrefcount(message)
        yield message
        held.append(sys.getrefcount(message) - alone)

    async def send(message: Any) -> None:
        pass

    session = await table_of("Ann", "Bob")
    viewing = Viewing("1.2.3.4", session.id, 1)
    await stream.Stream(shared_by(registry), messages(), viewing).stream_response(send)
    assert held == [0]


async def test_views_are_kept_once_where_they_are_alike(
    registry: Registry, table_of: TableOf, clock: HandClock
) -> None:
    """At first, and again when nothing has happened for a while."""

    def alike() -> list[bool]:
        views = [session.state.view(seat) for seat in (-1, 0, 1)]
        assert [views[1].hand[0] == views[0].hand[0], views[1].hand[0] is views[0].hand[0]] == [False, False]
        return [one.siding is views[0].siding for one in views[1:]]

    session = await table_of("Ann", "Bob")
    for seat in (-1, 0, 1):
        look(session, seat)
    assert all(alike())
    await commands.act(session, ANN, 0, session.state.decision(0), "move 1 2")
    for seat in (-1, 0, 1):
        look(session, seat)
    assert not any(alike())
    hearing = await Hearing(stream.events(shared_by(registry), session, 1), clock).begin()
    await clock.advance(2 * registry.settings.ping_s)
    assert all(alike())
    await hearing.stop()


async def test_a_whole_picture_is_a_message_once_for_many(table_of: TableOf) -> None:
    session = await table_of("Ann", "Bob")
    assert look(session, -1).whole is look(session, -1).whole


# ---------------------------------------------------------------- pings

Secret = Callable[[Session], Awaitable[object]]


async def answer(session: Session) -> None:
    await act(session, 1, "pass")


async def take_back_an_answer(session: Session) -> None:
    await act(session, 1, "pass")
    await commands.undo(session, BOB, 1, session.state.decision(1))


async def pass_from_now_on(session: Session) -> None:
    await commands.preset(session, BOB, 1, "pass")


@pytest.mark.parametrize("secret", [answer, take_back_an_answer, pass_from_now_on])
async def test_a_secret_answer_moves_no_ping(
    registry: Registry, table_of: TableOf, clock: HandClock, secret: Secret
) -> None:
    """In twin worlds that differ in what Bob does in secret, all others hear the same bytes at the same ticks."""
    registry.settings = replace(registry.settings, ping_s=3.0)
    worlds = []
    for acts_at in (None, 0.5, 2.9, 3.0, 4.2):
        session = await table_of("Ann", "Bob", "Cat", window_ms=20_000)
        hold_notes(session, {seat: [2, 1, 1] for seat in range(3)})
        await play_note(session)
        shared = shared_by(registry)
        pages = [stream.events(shared, session, seat, me) for seat, me in ((-1, ""), (0, ANN), (2, CAT))]
        programs = [api_events.events(shared, Caller(session, -1, None, None))]
        hearings = [await Hearing(one, clock).begin() for one in (*pages, *programs)]
        await clock.advance(acts_at or 1.0)
        if acts_at is not None:
            await secret(session)
        await clock.advance(10 - (acts_at or 1.0))
        for one in hearings:
            assert one.times_of("ping") == [3, 6, 9]
        worlds.append([[(at, data.replace(session.id.encode(), b"")) for at, data in one.heard] for one in hearings])
        for one in hearings:
            await one.stop()
        await clock.advance(20)
    assert all(world == worlds[0] for world in worlds)


async def test_public_events_do_not_delay_pings(registry: Registry, table_of: TableOf, clock: HandClock) -> None:
    session = await table_of("Ann", "Bob")
    hearing = await Hearing(stream.events(shared_by(registry), session, 1), clock).begin()
    await clock.advance(13)
    await act(session, 0, "move 1 2")
    await clock.advance(30)
    assert hearing.times_of("patch") == [13] and hearing.times_of("ping") == [20, 40]
    await hearing.stop()
