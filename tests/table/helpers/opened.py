"""Tables opened without a server, what is done at them, and what is seen."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from handclock import HandClock

from enginehouse.table.picture.presenter import Presenters, RenderedFrame
from enginehouse.table.play import commands
from enginehouse.table.play.registry import Registry
from enginehouse.table.play.session import Session
from enginehouse.table.states.opening import by_choice
from enginehouse.table.store.rows import EntryRow, Person
from enginehouse.table.store.store import Store
from enginehouse.table.web.limits import Limits, Streams
from enginehouse.table.web.shared import Shared

PRESENTERS = Presenters()
ANN, BOB, CAT, DAN = "personann", "personbob", "personcat", "persondan"
"""The ids of people whom the fixture `people` makes."""
People = Callable[..., Awaitable[list[Person]]]
TableOf = Callable[..., Awaitable[Session]]
"""See the fixtures `people` and `table_of`."""


async def new(
    registry: Registry, person: Person, game: str, seats: Sequence[str], options: Any = (), **more: Any
) -> str:
    """A table as a person wants it; its address."""
    return await registry.add(
        by_choice(person, game, seats, dict(options), registry.chance, **{"watched": True, **more})
    )


async def act(session: Session, seat: int, name: str) -> None:
    """Play an action of the player on a seat, as the page of this moment shows it."""
    person = session.state.row.seats[seat].person
    await commands.act(session, person, seat, session.state.decision(seat), name)


async def play_note(session: Session) -> None:
    """The first seat opens a window with any note."""
    await act(session, 0, f"play {next(w for w in (1, 2, 3) if session.state.match.state.hand[0][w])}")


def hold_notes(session: Session, hands: dict[int, list[int]]) -> None:
    """Give seats certain notes (numbers of white, blue and red ones)."""
    match = session.state.match.clone()
    for seat, notes in hands.items():
        match.state.hand[seat] = [0, *notes]
        match.state.size[seat] = sum(notes)
    match._mark()
    session.state = replace(session.state, match=match)
    session.version += 1


async def stored(session: Session) -> list[EntryRow]:
    """The entries of a table as they are stored."""
    return await session.store.entries.read(session.id)


def fail_to_append(store: Store, patch: pytest.MonkeyPatch, why: str) -> None:
    """From now on nothing can be stored."""

    async def broken(*_: Any, **__: Any) -> None:
        raise OSError(why)

    patch.setattr(store.entries, "append", broken)


def look(session: Session, seat: int) -> RenderedFrame:
    """The latest picture of a viewer."""
    return PRESENTERS.of(session).look(seat)


def shared_by(registry: Registry) -> Shared:
    """Return the objects that requests to these tables would share."""
    return Shared(registry, Limits(60), Streams(100, 200), PRESENTERS)


def read(event: bytes) -> tuple[str, dict[str, Any]]:
    """Kind and message of an event of a stream."""
    lines = dict(line.split(": ", 1) for line in event.decode().strip().splitlines())
    return lines["event"], msgspec.json.decode(lines["data"])


class Hearing:
    """A reader of a stream. It notes when each event arrives, in seconds of the hand-driven clock since the reader came."""

    def __init__(self, events: AsyncGenerator[bytes], clock: HandClock) -> None:
        self.heard = list[tuple[float, bytes]]()
        self._first = asyncio.Event()
        self._task = asyncio.create_task(self._hear(events, clock, clock.now()))

    async def _hear(self, events: AsyncGenerator[bytes], clock: HandClock, began: float) -> None:
        async for one in events:
            self.heard.append((round(clock.now() - began, 6), one))
            self._first.set()

    async def begin(self) -> Hearing:
        """Wait for the first event."""
        await self._first.wait()
        return self

    def times_of(self, kind: str) -> list[float]:
        return [at for at, one in self.heard if read(one)[0] == kind]

    async def stop(self) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
