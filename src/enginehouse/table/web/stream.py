"""Stream a table to a page: first the page's whole content, then only the changes (patches).

The server waits for a change, draws the page's latest content and waits until the socket has accepted the message.
Contents are not queued, so a slow reader skips some of them. After a skipped content the server sends the whole content
again.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import suppress
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from enginehouse.table.html.people import describe_line
from enginehouse.table.people.talk import Heard, Lines, audible
from enginehouse.table.picture.presenter import RenderedFrame
from enginehouse.table.play.audience import SeatPresence
from enginehouse.table.play.session import Session
from enginehouse.table.states.clocks import Clocks
from enginehouse.table.states.waiting import shown_clocks
from enginehouse.table.store.devices import FIRST
from enginehouse.table.store.outage import Away
from enginehouse.table.together.pointing import describe
from enginehouse.table.web.guests import is_open
from enginehouse.table.web.limits import Viewing, find_address
from enginehouse.table.web.requests import get_shared
from enginehouse.table.web.shared import Shared

HEADERS = {"cache-control": "no-store", "content-encoding": "identity", "x-accel-buffering": "no"}
"""Headers that keep proxies from delaying a stream: the encoding prevents compression, the last one buffering."""
WHOLE_EVERY = 50
"""The number of patches after which a whole frame is sent, as a safeguard against errors in patches.

It is sent when nothing has happened for a while, because during moves it would interrupt the motion on a phone.
"""


def event(kind: str, data: bytes, number: int | None = None, retry: int | None = None) -> bytes:
    """Return the bytes of one server-sent event. `kind` is its name, and `data` is JSON without line breaks.

    `number` is the id of the event, and `retry` the time in milliseconds after which a browser connects again.
    """
    head = f"event: {kind}\n"
    if number is not None:
        head += f"id: {number}\n"
    if retry is not None:
        head += f"retry: {retry}\n"
    return head.encode() + b"data: " + data + b"\n\n"


async def events(
    shared: Shared, session: Session, seat: int, me: str = "", may: Callable[[], bool] | None = None
) -> AsyncGenerator[bytes]:
    """Yield the events of the stream for a viewer at a seat (-1: a spectator), as bytes.

    `session` is the table. `me` is the viewer's id, or "" for a viewer who is not signed in. The stream goes on until
    the function `may`, if it is given, returns False.
    """
    presenter, registry = shared.presenters.of(session), shared.registry
    sent: RenderedFrame | None = None
    patches, quiet = 0, False
    told: Clocks | None = None
    heard, lines, present = Heard(0, False), Lines(), SeatPresence()
    with suppress(Away):
        # Read the chat before anything else waits, so that no picture is late because of it.
        lines = await shared.talks.of(session)
    pointed = session.audience.pointed[-1].number if session.audience.pointed else 0
    with (
        session.audience.pinged_viewer(seat, registry.clock, registry.settings.ping_s) as viewer,
        shared.presence.page(session, me),
    ):
        while not shared.closing.is_set() and (may is None or may()):
            shown = presenter.look(seat)
            if sent is None or shown.number != sent.number:
                viewer.sending = True
                whole = sent is None or shown.number != sent.number + 1 or shown.patch is None
                if whole:
                    yield event("frame", shown.whole, shown.number, 500 if sent is None else None)
                else:
                    assert shown.patch is not None
                    yield event("patch", shown.patch, shown.number)
                patches, quiet = 0 if whole else patches + 1, False
                # All viewers, asked or not, get the same fact about the open window: its remaining time.
                open_window = shown.picture.ui_state.window
                if open_window and (sent is None or sent.picture.ui_state.window != open_window):
                    yield event("clock", msgspec.json.encode({"left": left_ms(session)}))
                sent, viewer.sending = shown, False
                continue
            going = session.state.waiting.clocks
            if going is not told:
                told = going
                yield event("clocks", msgspec.json.encode(describe_clocks(session)))
            if (now := Heard(len(lines), session.state.match.over, lines.changes)) != heard:
                host = me if session.state.row.host == me else ""
                again = now[1:] != heard[1:]
                fresh = audible(lines if again else lines[heard.lines :], seat, now.over)
                heard = now
                if fresh:
                    yield event("chat", msgspec.json.encode({"lines": [describe_line(one, host) for one in fresh]}))
            if (seats := session.audience.find_seats(session.state.row)) != present:
                present = seats
                yield event("present", msgspec.json.encode(seats._asdict()))
            for one in [new for new in session.audience.pointed if new.number > pointed]:
                pointed = one.number
                if (told_of := describe(session.state, one, seat)) is not None:
                    yield event("point", msgspec.json.encode(told_of))
            viewer.version = shown.version
            if not await viewer.wait_for_change():
                told = None  # send the clocks again, because the clocks of two machines drift apart
                if quiet:
                    session.state.settle()
                    if patches >= WHOLE_EVERY:
                        patches, sent = 0, presenter.look(seat)
                        yield event("frame", sent.whole, sent.number)
                quiet = True
                yield event("ping", b"{}")


def describe_clocks(session: Session) -> dict[str, Any]:
    """Return the public clocks as a dict for the page.

    `left` has the milliseconds that each seat has left, and `runs` the seats whose clocks run.
    """
    state = session.state
    timed = state.window is not None and state.window.timed
    seen = shown_clocks(state.waiting, timed, session.clock.now()) if state.running else None
    if seen is None:
        return {"left": {}, "runs": []}
    return {"left": {str(seat): round(1000 * left) for seat, left in seen.left.items()}, "runs": seen.runs}


def left_ms(session: Session) -> int:
    """Return the remaining milliseconds of the open reaction window, or 0 if no window with a fixed length is open.

    In a reaction window, several seats answer at once.
    """
    window = session.state.window
    return round(1000 * window.compute_remaining(session.clock.now())) if window is not None and window.timed else 0


def response(request: Request, session: Session, seat: int, me: str) -> StreamingResponse:
    """Return the stream of a viewer at a seat of a table, as a response.

    Its headers keep proxies from holding the stream back. `me` is the viewer's id, or "" for a viewer who is not signed
    in. Raise `Problem` (429) if there are too many streams.
    """
    shared, device = get_shared(request), getattr(request.state, "device", FIRST)

    def may() -> bool:
        """Return whether the caller may still use the stream.

        The caller must still have the seat and be allowed to view the table. Also, their browser must not be revoked.
        """
        row = session.state.row
        theirs = seat < 0 or seat in row.list_seats(me) or seat in row.list_kept_seats(me)
        return theirs and session.state.row.allows_viewer(me) and (not me or is_open(shared, me, device))

    viewing = Viewing(find_address(request), session.id, seat)
    return Stream(shared, events(shared, session, seat, me, may), viewing)


class Stream(StreamingResponse):
    """A streaming response. Until it ends, it counts as an open stream of the client's IP address and of the table.

    The numbers of such streams have limits (see `limits.Streams`).
    """

    def __init__(self, shared: Shared, sent: AsyncGenerator[bytes], viewing: Viewing) -> None:
        super().__init__(sent, media_type="text/event-stream", headers=HEADERS)
        self._streams, self._viewing = shared.streams, viewing
        self._streams.enter(viewing)

    async def stream_response(self, send: Send) -> None:
        """Send each message of the stream, and drop the message from memory afterwards.

        Otherwise the last message of a quiet page would stay in memory for hours.
        """
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        try:
            async for message in self.body_iterator:
                await send({"type": "http.response.body", "body": message, "more_body": True})
                del message
        except asyncio.CancelledError as gone:
            # The task keeps its error in a cycle, and the traceback would keep the table in memory with it.
            raise gone.with_traceback(None)  # noqa: B904
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the messages of the stream to the client until the server or the client ends the stream.

        Then no longer count it as an open stream, because the number of open streams is limited. `scope` describes the
        request. The other arguments are ASGI's functions to receive from the client and to send to it.
        """
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._streams.leave(self._viewing)
