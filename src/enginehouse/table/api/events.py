"""Stream a table to a program: send the view of its seat, as soon as the view changes.

A message is sent only if it differs from the last message, so an action that is hidden from the seat causes no message.
There is no queue: only the latest view is sent.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import suppress
from itertools import takewhile
from typing import NamedTuple

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from enginehouse.table.api import looks, shapes
from enginehouse.table.api.access import Caller, caller
from enginehouse.table.picture.story import NoticedAction, story
from enginehouse.table.play.session import Session
from enginehouse.table.store.outage import Away
from enginehouse.table.web import stream
from enginehouse.table.web.limits import Viewing, find_address
from enginehouse.table.web.requests import get_shared
from enginehouse.table.web.shared import Shared


class Seen(msgspec.Struct):
    """The content of a `look` event: the view (`look`), and the events since the last `look` event.

    `happened` has the sentences of the events that the seat has noticed: a list for each action.
    """

    look: shapes.Look
    happened: list[list[str]]
    took_back: bool
    """Whether an event that was sent before was undone. Then the program has to read the story again."""


class _Sent(NamedTuple):
    """The content of a message to a seat: its view of the table, and all events that it noticed before the message."""

    look: shapes.Look
    story: list[NoticedAction]


async def events(shared: Shared, program: Caller) -> AsyncGenerator[bytes]:
    """Yield the events of a program's stream as bytes, until another person gets its seat or its token is revoked.

    `program` is the caller: its seat at the table, and the person for whom it acts.
    """
    session, seat, registry = program.session, program.seat, shared.registry
    sent: _Sent | None = None
    with (
        session.audience.pinged_viewer(seat, registry.clock, registry.settings.ping_s) as viewer,
        shared.presence.page(session, program.person or "", program=True),
    ):
        while not shared.closing.is_set():
            version = session.version
            latest = _Sent(looks.look(session.state, seat, session.stuck), story(session.state.match, seat))
            if sent is None or latest.look != sent.look:
                viewer.sending = True
                yield stream.event("look", msgspec.json.encode(_describe_latest(session, seat, sent, latest)))
                if latest.look.window and (sent is None or sent.look.window != latest.look.window):
                    yield stream.event("clock", msgspec.json.encode({"left": stream.left_ms(session)}))
                sent, viewer.sending = latest, False
            viewer.version = version
            if not await viewer.wait_for_change():
                yield stream.event("ping", b"{}")
            if not await _may_see_table(shared, program):
                return


def _describe_latest(session: Session, seat: int, sent: _Sent | None, latest: _Sent) -> Seen:
    """Return the content of the next `look` event: the view of `latest`, and its events that are not in `sent`.

    `seat` is the viewer's seat (-1: a spectator). `sent` has the view and the events of the previous `look` event, or
    is None before the first one.
    """
    if sent is None:
        return Seen(latest.look, [], False)
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(sent.story, latest.story, strict=False)))
    return Seen(latest.look, looks.list_events(session.state, seat, same), same < len(sent.story))


async def _may_see_table(shared: Shared, program: Caller) -> bool:
    """Return whether the caller `program` may still see the table.

    A caller with a token may see it if the token is valid and the seat still belongs to the same person. A caller
    without a token may see it if spectators are allowed.
    """
    if program.token is None:
        return program.session.state.row.allows_viewer(None)
    sits = program.session.state.row.seats[program.seat]
    if program.person not in (sits.person, sits.owner):
        return False
    with suppress(Away):
        tokens = await shared.registry.store.tokens.of_seat(program.session.id, program.seat, program.person or "")
        return any(one.id == program.token.id for one in tokens)
    return True


async def follow(request: Request) -> Response:
    """Send a stream of events about a table. The caller's token names a seat; a caller without a token is a spectator.

    An event `look` is sent when the caller's view changes, and `ping` at intervals. An event `clock` is sent when the
    time limit of a reaction window starts (a time in which several seats answer at once).
    """
    who = await caller(request)
    shared = get_shared(request)
    if request.method == "HEAD":
        return Response(media_type="text/event-stream", headers=stream.HEADERS)
    return stream.Stream(shared, events(shared, who), Viewing(find_address(request), who.session.id, who.seat))
