"""The stream of one page: a whole frame first, then patches; no queue, the latest picture wins.

The server waits for a change, renders the newest picture and waits until the socket has taken it. Whoever reads slowly
skips pictures; whoever skipped one gets a whole frame.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import suppress

import msgspec
from starlette.requests import Request
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from enginehouse.table.store.outage import Away
from enginehouse.table.tables.registry import Hall
from enginehouse.table.tables.session import Live, Shown, Viewer
from enginehouse.table.web.limits import address_of
from enginehouse.table.web.reading import latest

HEADERS = {"cache-control": "no-store", "x-accel-buffering": "no"}
WHOLE_EVERY = 50
"""After so many patches a whole frame, so that no small error can stay."""


def event(kind: str, data: bytes, number: int | None = None, retry: int | None = None) -> bytes:
    """One server-sent event; JSON has no line breaks in it."""
    head = f"event: {kind}\n"
    if number is not None:
        head += f"id: {number}\n"
    if retry is not None:
        head += f"retry: {retry}\n"
    return head.encode() + b"data: " + data + b"\n\n"


async def events(hall: Hall, live: Live, seat: int) -> AsyncIterator[bytes]:
    """The events of one viewer's stream, without end."""
    sent: Shown | None = None
    patches = 0
    live.watched[seat] += 1
    viewer = Viewer()
    live.viewers.add(viewer)
    try:
        while not hall.closing.is_set():
            changed = live.changed  # taken before the picture: what changes while it is drawn is not missed
            shown = await latest(live, seat)
            if sent is None or shown.number != sent.number:
                viewer.sending = True
                whole = sent is None or shown.number != sent.number + 1 or shown.patch is None or patches >= WHOLE_EVERY
                if whole:
                    yield event("frame", shown.whole, shown.number, 500 if sent is None else None)
                else:
                    assert shown.patch is not None
                    yield event("patch", shown.patch, shown.number)
                patches = 0 if whole else patches + 1
                # Of the window everybody asked and not asked learns the same: how long it still runs.
                if shown.picture.ui_state.window and (
                    sent is None or sent.picture.ui_state.window != shown.picture.ui_state.window
                ):
                    yield event("clock", msgspec.json.encode({"left": live.left_ms()}))
                sent, viewer.sending = shown, False
                continue
            viewer.version = shown.version
            try:
                await asyncio.wait_for(changed.wait(), hall.settings.ping_s)
            except TimeoutError:
                if not hall.store.sqlite:
                    with suppress(Away):
                        await live.catch_up()
                yield event("ping", b"{}")
    finally:
        live.viewers.discard(viewer)
        live.watched -= Counter({seat: 1})  # a seat that nobody watches is none


def response(request: Request, live: Live, seat: int) -> StreamingResponse:
    """The stream as a response that no proxy keeps back; 429 when there are too many."""
    hall: Hall = request.app.state.hall
    return Stream(hall, live, seat, address_of(request))


class Stream(StreamingResponse):
    """A stream that counts for its address and its table until it has ended, however it ends."""

    def __init__(self, hall: Hall, live: Live, seat: int, address: str) -> None:
        super().__init__(events(hall, live, seat), media_type="text/event-stream", headers=HEADERS)
        self._hall, self._whose = hall, (address, live.id)
        hall.streams.enter(*self._whose)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send until either side ends it."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._hall.streams.leave(*self._whose)
