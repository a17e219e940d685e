"""Two applications that share one PostgreSQL, a client of each, and the pages that they show."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, suppress
from typing import Any

import msgspec
import pytest
from handclock import SeededChance
from opened import read
from wire import Browser

from enginehouse.table.app import create_app
from enginehouse.table.play.session import Session
from enginehouse.table.settings import Settings
from enginehouse.table.web import stream

SOON_S = 1.0
"""What is done in one process is seen in the other one after so long at most."""


class Two:
    """The two applications, and a client of each."""

    def __init__(self, one: Any, two: Any) -> None:
        self.one, self.two = one, two

    async def session(self, app: Any, table: str) -> Session:
        """A table as it is in memory of one of them."""
        session: Session = await app.state.shared.registry.get(table.removeprefix("/t/"))
        return session

    def same(self, person: Browser) -> Browser:
        """The same person at the second application."""
        there = Browser(self.two)
        there.cookie = person.cookie
        return there


@pytest.fixture
async def two(migrated_postgres_url: str) -> AsyncIterator[Two]:
    """Both applications, running."""
    async with AsyncExitStack() as stack:
        apps = []
        for seed in (1, 2):
            settings = Settings(db_url=migrated_postgres_url, alone=False, orders_s=0)
            apps.append(create_app(settings, chance=SeededChance(seed)))
            await stack.enter_async_context(apps[-1].router.lifespan_context(apps[-1]))
        yield Two(*apps)


async def soon(so: Callable[[], bool], seconds: float = SOON_S) -> None:
    """Wait until it is so, for as long as that may take."""
    deadline = asyncio.get_running_loop().time() + seconds
    while not so():
        assert asyncio.get_running_loop().time() < deadline, "the other process does not show it in time"
        await asyncio.sleep(0.005)


class Watching:
    """A stream, read as it comes."""

    def __init__(self, app: Any, session: Session, seat: int) -> None:
        self.events: list[tuple[str, dict[str, Any]]] = []
        self.shared, self.session, self.seat = app.state.shared, session, seat
        self._task = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for event in stream.events(self.shared, self.session, self.seat):
            self.events.append(read(event))

    def many(self, *kinds: str) -> int:
        """How many events of some kinds have come."""
        return sum(kind in kinds for kind, _ in self.events)

    @property
    def picture(self) -> bytes:
        """Return the current frame, without its number."""
        shown = self.shared.presenters.of(self.session).look(self.seat).picture
        return msgspec.json.encode([shown.html, shown.ui_state])

    async def close(self) -> None:
        """Look no longer."""
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task


async def playing(two: Two, *seats: str, **more: str) -> tuple[str, Browser, Browser]:
    """Ann's table at the first application, with Bob from the second one."""
    ann, bob = Browser(two.one), Browser(two.two)
    table = await ann.new(*(seats or ("me", "open")), **more)
    assert (await bob.post(f"{table}/join", name="Bob")).status == 303
    return table, ann, bob


async def watched(two: Two, table: str, *seats: int) -> list[Watching]:
    """Viewers of these seats at both applications, at the first ones first; all have their first frame."""
    apps = (two.one, two.two)
    all_of = [Watching(app, await two.session(app, table), seat) for app in apps for seat in seats]
    await soon(lambda: all(one.many("frame") for one in all_of))
    return all_of
