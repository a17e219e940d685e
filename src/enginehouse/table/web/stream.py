"""The stream of one page: a whole frame first, then patches; no queue, the latest picture wins.

The server waits for a change, renders the newest picture and waits until the socket has taken it. Whoever reads slowly
skips pictures; whoever skipped one gets a whole frame.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import suppress

import msgspec
from starlette.requests import Request
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from enginehouse.table.picture.presenter import RenderedFrame
from enginehouse.table.store.outage import Away
from enginehouse.table.tables.session import Session
from enginehouse.table.web.limits import address_of
from enginehouse.table.web.requests import shared_of
from enginehouse.table.web.shared import Shared

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


async def events(shared: Shared, session: Session, seat: int) -> AsyncGenerator[bytes]:
    """The events of one viewer's stream, without end."""
    presenter, registry = shared.presenters.of(session), shared.registry
    sent: RenderedFrame | None = None
    patches = 0
    with session.audience.viewer(seat) as viewer:
        while not shared.closing.is_set():
            shown = presenter.look(seat)
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
                open_window = shown.picture.ui_state.window
                if open_window and (sent is None or sent.picture.ui_state.window != open_window):
                    yield event("clock", msgspec.json.encode({"left": left_ms(session)}))
                sent, viewer.sending = shown, False
                continue
            viewer.version = shown.version
            if not await viewer.something_new(registry.settings.ping_s):
                # Another process may have stored something: its lock can be lost while PostgreSQL was away, a file's cannot.
                if not registry.store.database.sqlite:
                    with suppress(Away):
                        await session.catch_up()
                yield event("ping", b"{}")


def left_ms(session: Session) -> int:
    """How long the open window still runs, in milliseconds; 0 where none is timed."""
    window = session.state.window
    return round(1000 * window.left(session.clock.now())) if window is not None and window.timed else 0


def response(request: Request, session: Session, seat: int) -> StreamingResponse:
    """The stream as a response that no proxy keeps back; 429 when there are too many."""
    shared = shared_of(request)
    return Stream(shared, session, events(shared, session, seat), address_of(request))


class Stream(StreamingResponse):
    """A stream that counts for its address and its table until it has ended, however it ends."""

    def __init__(self, shared: Shared, session: Session, sent: AsyncGenerator[bytes], address: str) -> None:
        super().__init__(sent, media_type="text/event-stream", headers=HEADERS)
        self._streams, self._whose = shared.streams, (address, session.id)
        self._streams.enter(*self._whose)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send until either side ends it."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._streams.leave(*self._whose)
