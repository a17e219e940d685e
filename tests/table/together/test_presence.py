"""Presence: a closed page, a silent one and a return are seen in time, in one process and in two, and give no hint of secrets."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest
from handclock import HandClock
from opened import ANN, BOB, CAT, Hearing, TableOf, act, hold_notes, play_note, read, shared_by
from two_apps import Two, playing, soon
from wire import Browser

from enginehouse.table.api import events as api_events
from enginehouse.table.api.access import Caller
from enginehouse.table.play import commands
from enginehouse.table.play.audience import SeatPresence
from enginehouse.table.play.registry import Registry
from enginehouse.table.play.session import Session
from enginehouse.table.together.presence import Presence
from enginehouse.table.web import stream
from enginehouse.table.web.shared import Shared

pytestmark = pytest.mark.usefixtures("no_workers")
BEAT_S = 15.0
"""How often a page gives a sign of life (`static/server/present.js`)."""


@asynccontextmanager
async def looking(shared: Shared) -> AsyncIterator[Presence]:
    """Look for absent people, as an application does."""
    task = asyncio.create_task(shared.presence.keep_looking())
    try:
        yield shared.presence
    finally:
        task.cancel()


async def beat(clock: HandClock, presence: Presence, session: Session, seconds: float, *people: str) -> None:
    """Let time pass in which pages of these people give signs of life."""
    until = clock.now() + seconds
    while clock.now() < until:
        for person in people:
            presence.renew(session, person)
        await clock.advance(min(BEAT_S, until - clock.now()))


def present(hearing: Hearing) -> list[tuple[float, list[int]]]:
    """Return when a page got the event, and the seats of the absent people in it."""
    return [(at, read(one)[1]["away"]) for at, one in hearing.heard if read(one)[0] == "present"]


async def test_a_closed_page_a_silent_one_and_a_return(registry: Registry, table_of: TableOf, clock: HandClock) -> None:
    """Players and spectators get the same events."""
    session, shared = await table_of("Ann", "Bob"), shared_by(registry)
    async with looking(shared) as presence:
        pages = {
            person: await Hearing(stream.events(shared, session, seat, person), clock).begin()
            for seat, person in ((0, ANN), (-1, ""), (1, BOB))
        }
        await beat(clock, presence, session, 40, ANN, BOB)
        await pages[BOB].stop()
        await beat(clock, presence, session, 20, ANN)
        bob = await Hearing(stream.events(shared, session, 1, BOB), clock).begin()
        await beat(clock, presence, session, 60, ANN)  # its network is gone
        presence.renew(session, BOB)
        await clock.advance(0)
        for person in (ANN, ""):
            events = [one for one in present(pages[person]) if one[0] > 0]
            assert [away for _, away in events] == [[1], [], [1], []]
            closed, returned, silent, renewed = (at for at, _ in events)
            assert 40 + 2 < closed <= 60 and returned == 60 and 60 + 2 * BEAT_S < silent <= 120 and renewed == 120
        assert presence.find_seats(session) == SeatPresence((0, 1), ())
        for one in (pages[ANN], pages[""], bob):
            await one.stop()


async def test_one_of_two_pages_may_be_closed(registry: Registry, table_of: TableOf, clock: HandClock) -> None:
    """A person is not away if the page is loaded again, or if another page or a program is there."""
    session, shared = await table_of("Ann", "Bob"), shared_by(registry)
    async with looking(shared) as presence:
        ann = await Hearing(stream.events(shared, session, 0, ANN), clock).begin()
        first = await Hearing(stream.events(shared, session, 1, BOB), clock).begin()
        second = await Hearing(stream.events(shared, session, 1, BOB), clock).begin()
        await first.stop()
        await beat(clock, presence, session, 30, ANN, BOB)
        await second.stop()
        await beat(clock, presence, session, 4, ANN)
        third = await Hearing(stream.events(shared, session, 1, BOB), clock).begin()
        await beat(clock, presence, session, 30, ANN, BOB)
        await third.stop()
        program = Caller(session, -1, BOB, None)
        fourth = await Hearing(api_events.events(shared, program), clock).begin()
        await beat(clock, presence, session, 100, ANN)
        assert [away for _, away in present(ann) if away] == [], present(ann)
        for one in (ann, fourth):
            await one.stop()


async def test_an_unknown_person_is_neither_here_nor_away(
    registry: Registry, table_of: TableOf, clock: HandClock
) -> None:
    """A process that begins to look waits for a sign of life before it shows a person as away."""
    session, shared = await table_of("Ann", "Bob"), shared_by(registry)
    async with looking(shared) as presence:
        ann = await Hearing(stream.events(shared, session, 0, ANN), clock).begin()
        await beat(clock, presence, session, BEAT_S + 1, ANN)
        assert presence.find_seats(session) == SeatPresence((0,), ())
        await beat(clock, presence, session, 5, ANN)
        assert presence.find_seats(session) == SeatPresence((0,), (1,))
        await ann.stop()


async def test_a_place_is_dropped_when_everybody_is_gone(
    registry: Registry, table_of: TableOf, clock: HandClock
) -> None:
    session, shared = await table_of("Ann", "Bob"), shared_by(registry)
    async with looking(shared) as presence:
        ann = await Hearing(stream.events(shared, session, 0, ANN), clock).begin()
        await ann.stop()
        await clock.advance(60)
        assert presence.find_seats(session) == SeatPresence()


# ---------------------------------------------------------------- twin worlds


async def answer(session: Session) -> None:
    await act(session, 1, "pass")


async def take_back_an_answer(session: Session) -> None:
    await act(session, 1, "pass")
    await commands.undo(session, BOB, 1, session.state.decision(1))


@pytest.mark.parametrize("secret", [answer, take_back_an_answer])
async def test_a_secret_answer_moves_no_sign_of_life(
    registry: Registry, table_of: TableOf, clock: HandClock, secret: Callable[[Session], Any]
) -> None:
    """In twin worlds that differ in secret actions of Bob, others hear the same bytes at the same ticks, while Cat goes away."""
    registry.settings = replace(registry.settings, ping_s=3.0)
    worlds = []
    for acts_at in (None, 1.0, 8.5, 9.0, 9.9, 12.0):
        session = await table_of("Ann", "Bob", "Cat", window_ms=30_000)
        hold_notes(session, {seat: [2, 1, 1] for seat in range(3)})
        await play_note(session)
        shared = shared_by(registry)
        async with looking(shared):
            pages = [stream.events(shared, session, seat, me) for seat, me in ((-1, ""), (0, ANN), (1, BOB))]
            cat = await Hearing(stream.events(shared, session, 2, CAT), clock).begin()
            hearings = [await Hearing(one, clock).begin() for one in pages]
            await clock.advance(0.5)
            await cat.stop()  # away within eight seconds and a look
            await clock.advance((acts_at or 1.0) - 0.5)
            if acts_at is not None:
                await secret(session)
            await clock.advance(14 - (acts_at or 1.0))
            away = [at for at, seats in present(hearings[0]) if seats == [2]]
            assert len(away) == 1 and 8.5 <= away[0] <= 10.5
            worlds.append(
                [[(at, data.replace(session.id.encode(), b"")) for at, data in one.heard] for one in hearings[:2]]
            )
            for one in hearings:
                await one.stop()
        await clock.advance(40)
    assert all(world == worlds[0] for world in worlds)


# ---------------------------------------------------------------- requests


async def test_pages_give_signs_of_life(app: Any) -> None:
    """The request is answered alike for everybody, and changes no stored state."""
    ann, bob, eve = Browser(app), Browser(app), Browser(app)
    table = await ann.new("me", "open")
    await bob.post(f"{table}/join", name="Bob")
    shared = app.state.shared
    session = await shared.registry.get(table.removeprefix("/t/"))
    before = session.state
    for one in (ann, bob, eve):
        assert (await one.post(f"{table}/here", "application/json")).status == 204
    assert shared.presence.find_seats(session) == SeatPresence((0, 1), ())
    assert (await bob.post(f"{table}/here", "application/json", gone=1)).status == 204
    assert (await eve.post(f"{table}/here", "application/json", gone=1)).status == 204
    assert session.state is before
    present = await eve.get(f"/api/v1{table.replace('/t/', '/tables/')}/present")
    assert json.loads(present.body) == {"here": [0, 1], "away": []}
    assert (await eve.get(f"{table}/here")).status == 405


# ---------------------------------------------------------------- two processes


@pytest.mark.postgres
async def test_two_processes_know_the_same_people(two: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    """A return and a closed page in one process are seen in the other, whichever takes the requests of a page."""
    monkeypatch.setattr("enginehouse.table.together.presence.CLOSED_S", 0.5)
    monkeypatch.setattr("enginehouse.table.together.presence.LOOK_S", 0.05)
    table, _, bob = await playing(two)
    apps = (two.one, two.two)
    sessions = [await two.session(app, table) for app in apps]
    tasks = [asyncio.create_task(app.state.shared.presence.keep_looking()) for app in apps]

    def find(which: int) -> SeatPresence:
        return apps[which].state.shared.presence.find_seats(sessions[which])

    ids = [one.person or "" for one in sessions[0].state.row.seats]
    ann = await page(apps[0], sessions[0], 0, ids[0])
    bobs = await page(apps[1], sessions[1], 1, ids[1])
    await soon(lambda: find(0) == find(1) == SeatPresence((0, 1), ()))
    bobs.cancel()
    await soon(lambda: find(0) == find(1) == SeatPresence((0,), (1,)), 3)
    assert (await bob.post(f"{table}/here", "application/json")).status == 204
    await soon(lambda: find(0) == find(1) == SeatPresence((0, 1), ()))
    # A page of Bob's is at the first process, and another one that is closed was at the second.
    first, second = await page(apps[0], sessions[0], 1, ids[1]), await page(apps[1], sessions[1], 1, ids[1])
    second.cancel()
    await asyncio.sleep(1)
    assert find(0) == find(1) == SeatPresence((0, 1), ())
    for one in (ann, first, *tasks):
        one.cancel()


async def page(app: Any, session: Session, seat: int, person: str) -> asyncio.Task[None]:
    """Open a page at an application. Cancel it to close it."""
    begun = asyncio.Event()

    async def read_all() -> None:
        async for _ in stream.events(app.state.shared, session, seat, person):
            begun.set()

    task = asyncio.create_task(read_all())
    await begun.wait()
    return task
