"""The stream of a page: drawn while it is being stored, sent when it is stored, never sent when it is not."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import msgspec
import pytest

from enginehouse.table.store.store import Person
from enginehouse.table.tables.registry import Hall
from enginehouse.table.tables.session import Live
from enginehouse.table.web import stream

pytestmark = pytest.mark.usefixtures("no_workers")
People = Callable[..., Any]


async def two_at_a_table(hall: Hall, people: People) -> tuple[Live, Person]:
    """A table of two, and who sits on its first seat."""
    ann, bob = await people("Ann", "Bob")
    live = await hall.get(await hall.new_table(ann, "switchyard", ["me", "open"], {}))
    await hall.sit(live, bob)
    return live, ann


def read(event: bytes) -> tuple[str, dict[str, Any]]:
    """Kind and message of an event."""
    lines = dict(line.split(": ", 1) for line in event.decode().strip().splitlines())
    return lines["event"], msgspec.json.decode(lines["data"])


class Slow:
    """A store that keeps an append waiting until it is told how it shall go."""

    def __init__(self, hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
        self.go, self.begun, self.broken = asyncio.Event(), asyncio.Event(), False
        self.append = hall.store.append
        monkeypatch.setattr(hall.store, "append", self)

    async def __call__(self, *args: Any, **more: Any) -> None:
        self.begun.set()
        await self.go.wait()
        if self.broken:
            raise OSError("the disk is full")
        await self.append(*args, **more)


async def watching(hall: Hall, live: Live, seat: int) -> AsyncIterator[bytes]:
    """A stream whose first frame has been read."""
    events = stream.events(hall, live, seat)
    assert read(await anext(events))[0] == "frame"
    return events


async def test_a_picture_is_drawn_while_it_is_being_stored_and_sent_when_it_is_stored(
    hall: Hall, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    live, ann = await two_at_a_table(hall, people)
    events = await watching(hall, live, 1)
    store, before = Slow(hall, monkeypatch), live.shown[1]
    coming = asyncio.ensure_future(anext(events))
    await asyncio.sleep(0.01)  # it waits for something new
    acting = asyncio.create_task(live.act(ann.id, 0, live.decision(0), "move 1 2"))
    await store.begun.wait()
    for _ in range(200):
        await asyncio.sleep(0)
    drawn = live.shown[1]
    assert drawn.number == before.number + 1, "drawn"
    assert not coming.done() and not acting.done(), "not sent, not acknowledged"
    store.go.set()
    await acting
    kind, message = read(await coming)
    assert (kind, message["n"]) == ("patch", drawn.number)
    assert live.shown[1] is drawn, "and not drawn again"
    await events.aclose()  # type: ignore[attr-defined]


async def test_a_picture_of_what_could_not_be_stored_is_never_sent(
    hall: Hall, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    live, ann = await two_at_a_table(hall, people)
    events = await watching(hall, live, 1)
    before = live.shown[1]
    with monkeypatch.context() as patch:
        store = Slow(hall, patch)
        store.broken = True
        coming = asyncio.ensure_future(anext(events))
        await asyncio.sleep(0.01)
        acting = asyncio.create_task(live.act(ann.id, 0, live.decision(0), "move 1 2"))
        await store.begun.wait()
        for _ in range(200):
            await asyncio.sleep(0)
        unsent = live.shown[1]
        assert unsent.picture != before.picture
        store.go.set()
        with pytest.raises(OSError, match="full"):
            await acting
    assert not coming.done(), "nothing of it was sent"
    await live.look(0)  # memory goes back to what is stored
    kind, message = read(await coming)
    assert kind == "frame", "what follows an unsent picture is whole"
    assert message["n"] > unsent.number
    assert message["regions"] == before.picture.regions()
    await events.aclose()  # type: ignore[attr-defined]


async def test_a_seat_counts_as_watched_as_long_as_it_has_a_stream(hall: Hall, people: People) -> None:
    live, _ = await two_at_a_table(hall, people)
    first, second = await watching(hall, live, 1), await watching(hall, live, 1)
    assert live.watched == {1: 2}
    await first.aclose()  # type: ignore[attr-defined]
    assert live.watched == {1: 1}
    await second.aclose()  # type: ignore[attr-defined]
    assert not live.watched
