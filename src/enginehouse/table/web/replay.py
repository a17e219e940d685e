"""Show finished games from any seat, step by step, and send their logs. A step is an action, an undo or a redo."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from enginehouse.core.errors import Unreadable
from enginehouse.core.pictures.drawing import Theme, document_of
from enginehouse.core.play.match import Match
from enginehouse.table.html import table as pages
from enginehouse.table.picture import about as abouts
from enginehouse.table.picture import past
from enginehouse.table.picture.model import Picture
from enginehouse.table.picture.patch import frame, patch
from enginehouse.table.picture.story import EventLog, story
from enginehouse.table.play.ending import is_agreed
from enginehouse.table.play.session import Session
from enginehouse.table.states.opening import what_if as what_if_table
from enginehouse.table.states.rebuild import stored_log, with_receipt
from enginehouse.table.web.guests import find_table, guest, remember, visitor
from enginehouse.table.web.limits import TABLES
from enginehouse.table.web.middleware import PICTURE_POLICY
from enginehouse.table.web.problems import forbidden, not_found
from enginehouse.table.web.replayed import with_checks
from enginehouse.table.web.requests import count_as, fields, get_shared, number, query_number, query_text


def require_finished(session: Session) -> Match:
    """Return the match of a finished game. Raise `Problem` while the game runs."""
    match = session.state.match
    if not match.over:
        raise forbidden("A game can be replayed when it is over.", "Until then its hidden information stays secret.")
    return match


def _picture(session: Session, match: Match, seat: int) -> Picture:
    log = EventLog(story(match, seat)).latest(replace(session.state, match=match), seat)
    return past.draw_past(session.state, match, seat, log)


def find_replayable(session: Session) -> Match:
    """Return the match of a table if it is finished or its players agreed to end it. Raise `Problem` while it runs."""
    return session.state.match if is_agreed(session.state) else require_finished(session)


EVERYBODY = "all"
"""The seat in an address that shows the views of all players side by side."""


def _seat(request: Request, session: Session) -> int:
    """Return the seat in the query's parameter `seat`, from which the game is viewed, or -1 for a spectator."""
    if request.query_params.get("seat") == EVERYBODY:
        return -1
    wanted = query_number(request, "seat")
    return wanted if wanted is not None and 0 <= wanted < session.state.match.seats else -1


async def show(request: Request) -> Response:
    """Show the page of a replay.

    The query may have the `seat` whose view is shown, or `all` for everything. It may also have the position: `at` is
    the number of entries (actions, undos, redos) that are played, and `moment` is the number of a line in that seat's
    log.
    """
    session, person = await find_table(request), await visitor(request)
    whole, replays = find_replayable(session), get_shared(request).replays
    seat, many = _seat(request, session), len(whole.entries)
    moment = query_number(request, "moment")

    def make() -> tuple[int, Picture, Any]:
        at = min(many, max(0, query_number(request, "at") or 0)) if moment is None else find_moment(whole, seat, moment)
        match = replays.at(session.id, whole, at)
        return at, _picture(session, match, seat), match.view(seat)

    at, shown, view = await replays.run(make)
    eyes = EVERYBODY if request.query_params.get("seat") == EVERYBODY else str(seat)
    return HTMLResponse(pages.replay(session.state.row, whole.game, person, eyes, at, many, shown, view))


def find_moment(whole: Match, seat: int, moment: int) -> int:
    """Return how many entries (actions, undos, redos) have to be replayed until a line of a seat's log is added.

    `moment` is the number of the line, from 0. `whole` is the finished game. If there is no such line, return the
    number of all entries.
    """
    lines: list[int] = past.summarize_course(whole, seat)["lines"]
    return lines[moment] if 0 <= moment < len(lines) else len(whole.entries)


async def step(request: Request) -> Response:
    """Send the page's content for a position in a replay. The address has the number of the position.

    This is the number of entries (actions, undos, redos) that were played before the position. If the page shows the
    position before this one, send a patch (only the changes), so that pieces move. Otherwise send the whole content.
    """
    session = await find_table(request)
    whole, replays = find_replayable(session), get_shared(request).replays
    seat, at = _seat(request, session), min(len(whole.entries), request.path_params["at"])
    before = query_number(request, "from")

    def make() -> bytes:
        if before is not None and before == at - 1:
            match = replays.at(session.id, whole, before)
            old = _picture(session, match, seat)
            entry = whole.entries[before]
            match = replays.at(session.id, whole, at)
            new = _picture(session, match, seat)
            motions = [] if entry.step == "undo" else past.list_motions(match, seat)
            return msgspec.json.encode(patch(at, old, new, motions))
        return msgspec.json.encode(frame(at, _picture(session, replays.at(session.id, whole, at), seat)))

    return Response(await replays.run(make), media_type="application/json")


async def picture(request: Request) -> Response:
    """Send the picture of a position in a finished game, as one seat saw it, as an image file."""
    session = await find_table(request)
    whole, replays = find_replayable(session), get_shared(request).replays
    seat, at = request.path_params["seat"], min(len(whole.entries), request.path_params["at"])
    if not 0 <= seat < whole.seats:
        raise not_found("This table has no such seat.", f"It has {whole.seats}, counted from 0.")
    theme: Theme = "dark" if request.query_params.get("theme") == "dark" else "light"

    def make() -> str:
        return document_of(whole.game, replays.at(session.id, whole, at).view(seat), theme=theme, width=900)

    text = await replays.run(make)
    return Response(text, media_type="image/svg+xml", headers={"content-security-policy": PICTURE_POLICY})


async def course(request: Request) -> Response:
    """Send the course of a finished game: how each player stood after each action, undo or redo.

    The response also says, for each line of the log, after how many actions, undos and redos the line was added (see
    `past.summarize_course`).
    """
    session = await find_table(request)
    whole, replays = find_replayable(session), get_shared(request).replays
    seat = _seat(request, session)
    return JSONResponse(await replays.run(lambda: past.summarize_course(whole, seat)))


async def about(request: Request) -> Response:
    """Send the description of a piece in a position of a replay, as a seat saw the piece.

    The query has the `seat` and the id of the `piece`. The address has the number of entries (actions, undos, redos)
    that were played before the position.
    """
    session = await find_table(request)
    whole, replays = find_replayable(session), get_shared(request).replays
    seat, at = _seat(request, session), min(len(whole.entries), request.path_params["at"])
    piece = query_text(request, "piece")

    def make() -> dict[str, Any]:
        view = replays.at(session.id, whole, at).view(seat)
        return abouts.about(session.state.row, whole.game, view, piece)

    return JSONResponse(await replays.run(make))


@count_as(TABLES)
async def what_if(request: Request) -> Response:
    """Open a table that continues a finished game from an earlier position, and redirect to it.

    The form has the number of entries (actions, undos, redos) that were played before that position (`at`), and the
    `name` of a new guest.
    """
    session, given = await find_table(request), await fields(request)
    name, at = given.get("name", ""), number(given, "at")
    whole, shared, row = find_replayable(session), get_shared(request), session.state.row
    if not 0 <= at <= len(whole.entries):
        raise not_found("This game has no such step.", f"It has {len(whole.entries)}.")
    match = await shared.replays.run(lambda: shared.replays.at(session.id, whole, at).clone())
    if match.over:
        raise Unreadable("the game is over at this step: go back a step and use “What if?” there")
    known = await visitor(request)
    person, cookie = await guest(request, "" if known else name or row.names[0])
    table = await shared.registry.add(what_if_table(person, row, match, at))
    return remember(request, RedirectResponse(f"/t/{table}", 303), cookie)


async def log(request: Request) -> Response:
    """Send the log of a finished game, which `enginehouse replay` and `verify` read."""
    session = await find_table(request)
    whole, replays = require_finished(session), get_shared(request).replays
    if session.state.row.start:
        raise not_found("This game started from a position, so it cannot be exported.")
    if session.state.row.rules == whole.game.facts.rules_version:
        found = with_receipt(session.state.row, (await replays.run(lambda: with_checks(whole))).log())
    else:
        found = stored_log(session.state.row, await get_shared(request).registry.store.entries.read(session.id))
    data = msgspec.json.format(msgspec.json.encode(found), indent=1)
    name = f"{whole.game.name}-{session.id}.json"
    return Response(
        data, media_type="application/json", headers={"content-disposition": f'attachment; filename="{name}"'}
    )
