"""What is done at a table: look, act, take back, ask why not, sit down, get up, play again."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from enginehouse.core.drawing import Theme, document_of
from enginehouse.core.errors import EnginehouseError, NotAllowed
from enginehouse.table.html import lobby as lobby_pages
from enginehouse.table.html import table as pages
from enginehouse.table.picture import preview as previews
from enginehouse.table.picture import why as whys
from enginehouse.table.picture.patch import frame
from enginehouse.table.store.outage import Away
from enginehouse.table.tables.registry import HOUSE
from enginehouse.table.tables.session import Live
from enginehouse.table.web import stream as streams
from enginehouse.table.web.guests import guest, may_open, remember, visitor
from enginehouse.table.web.problems import as_data, problem_of, wants_json
from enginehouse.table.web.reading import latest, latest_view, seat_of
from enginehouse.table.web.requests import fields, hall_of, number, query_number, table_of
from enginehouse.table.web.security import PICTURE_POLICY


async def _who(request: Request) -> str | None:
    person = await visitor(request)
    return person.id if person else None


async def show(request: Request) -> Response:
    """The page of a table."""
    live, person = await table_of(request), await visitor(request)
    seat = seat_of(live, person.id if person else None, query_number(request, "seat"))
    shown, view = await latest(live, seat), await latest_view(live)
    may_leave = seat >= 0 and live.row.status in ("running", "gathering")
    return HTMLResponse(
        pages.table(live.id, live.match.game, person, seat, shown.number, shown.picture, view, may_leave)
    )


async def stream(request: Request) -> Response:
    """The stream of a table."""
    live = await table_of(request)
    seat = seat_of(live, await _who(request), query_number(request, "seat"))
    if request.method == "HEAD":
        return Response(media_type="text/event-stream", headers=streams.HEADERS)
    await latest(live, seat)  # whatever is wrong is said before the stream begins
    return streams.response(request, live, seat)


async def whole(request: Request) -> Response:
    """The latest picture as one message, for who has no stream (a page in the background, a script)."""
    live = await table_of(request)
    shown = await latest(live, seat_of(live, await _who(request), query_number(request, "seat")))
    return Response(shown.whole, media_type="application/json")


async def act(request: Request) -> Response:
    """A seat's action."""
    live, person, given = await table_of(request), await _who(request), await fields(request)
    seat = number(given, "seat")
    try:
        await live.act(person, seat, number(given, "decision"), given.get("act", ""))
    except EnginehouseError as error:
        return await _refused(request, live, seat, person, error)
    return _done(request, live)


async def undo(request: Request) -> Response:
    """Take back."""
    return await _step(request, "undo")


async def redo(request: Request) -> Response:
    """Put back."""
    return await _step(request, "redo")


async def _step(request: Request, what: str) -> Response:
    live, person, given = await table_of(request), await _who(request), await fields(request)
    seat = number(given, "seat")
    try:
        await live.step(person, seat, number(given, "decision"), what)
    except EnginehouseError as error:
        return await _refused(request, live, seat, person, error)
    return _done(request, live)


async def standing(request: Request) -> Response:
    """What a seat answers in windows unless it says something else."""
    live, person, given = await table_of(request), await _who(request), await fields(request)
    seat = number(given, "seat")
    try:
        await live.stand(person, seat, given.get("answer", ""))
    except EnginehouseError as error:
        return await _refused(request, live, seat, person, error)
    return _done(request, live)


def _done(request: Request, live: Live) -> Response:
    """Nothing to say to a script: what happened comes by the stream, to all in the same way."""
    if wants_json(request):
        return Response(status_code=204)
    return RedirectResponse(f"/t/{live.id}", 303)


async def _refused(request: Request, live: Live, seat: int, person: str | None, error: EnginehouseError) -> Response:
    """What was wrong, and for a script the picture as it is now."""
    problem = problem_of(error)
    problem.sentence = whys.said(live, problem.sentence)
    if not wants_json(request) or isinstance(error, Away):
        raise problem
    clause = live.match.game.clause_name(error.clause) if isinstance(error, NotAllowed) and error.clause else ""
    data = as_data(problem, clause)
    if problem.status == 409 and seat in live.seats_of(person):
        shown = await live.look(seat)
        data["frame"] = frame(shown.number, shown.picture)
    return Response(msgspec.json.encode(data), status_code=problem.status, media_type="application/json")


async def why(request: Request) -> Response:
    """Why a piece cannot be taken up: the clause, in words."""
    live, person, given = await table_of(request), await _who(request), await fields(request)
    seat = live.seat_for(person, number(given, "seat", -1))
    picked = [p for p in given.get("picked", "").split() if p][:16]
    found = await whys.why_not(live, seat, given.get("piece", ""), picked)
    return JSONResponse(found)


async def preview(request: Request) -> Response:
    """What an action would come to, drawn over the board."""
    live, person, given = await table_of(request), await _who(request), await fields(request)
    seat = live.seat_for(person, number(given, "seat", -1))
    return JSONResponse(await previews.preview(live, seat, given.get("act", "")))


async def join_form(request: Request) -> Response:
    """The way to a seat."""
    live, person = await table_of(request), await visitor(request)
    return HTMLResponse(lobby_pages.join(live.row, person, live.seats_of(person.id if person else None)))


async def join(request: Request) -> Response:
    """Sit down."""
    live, given = await table_of(request), await fields(request)
    if not live.seats_of(await _who(request)):
        if live.row.status != "gathering":
            raise NotAllowed(0, "All seats are taken; you can watch.")
    person, cookie = await guest(request, given.get("name", ""))
    wanted = number(given, "seat", -1)
    await hall_of(request).sit(live, person, None if wanted < 0 else wanted)
    if live.row.host == HOUSE:
        with suppress(Away):
            await hall_of(request).set_out()  # another one stands ready for the next who comes
    return remember(request, RedirectResponse(f"/t/{live.id}", 303), cookie)


async def bots(request: Request) -> Response:
    """Fill the free seats with bots."""
    live, given = await table_of(request), await fields(request)
    await hall_of(request).fill_with_bots(live, await _who(request) or "", given.get("bot", ""))
    return RedirectResponse(f"/t/{live.id}", 303)


async def leave_form(request: Request) -> Response:
    """Are you sure."""
    live, person = await table_of(request), await visitor(request)
    alone = live.people() <= {person.id if person else ""}
    return HTMLResponse(pages.leave(live.id, live.match.game, person, alone, live.row.status == "running"))


async def leave(request: Request) -> Response:
    """Get up."""
    live = await table_of(request)
    await hall_of(request).leave(live, await _who(request) or "")
    return RedirectResponse("/", 303)


async def rematch(request: Request) -> Response:
    """Play again."""
    live = await table_of(request)
    if not live.row.rematch:
        may_open(request)
    return RedirectResponse(f"/t/{await hall_of(request).rematch(live, await _who(request) or '')}", 303)


async def board(request: Request) -> Response:
    """The board as the caller sees it, as a picture of its own."""
    live = await table_of(request)
    seat = live.seat_for(await _who(request), query_number(request, "seat"))
    view = await live.stored_view(seat)
    theme: Theme = "dark" if request.query_params.get("theme") == "dark" else "light"
    text = await asyncio.to_thread(document_of, live.match.game, view, theme=theme, width=900)
    return Response(text, media_type="image/svg+xml", headers={"content-security-policy": PICTURE_POLICY})
