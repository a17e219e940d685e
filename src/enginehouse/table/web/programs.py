"""Serve the page on which players make and revoke tokens. With a token, a program can play for a player's seat."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from enginehouse.table.errors import Forbidden
from enginehouse.table.html import table as pages
from enginehouse.table.people.tokens import give_token
from enginehouse.table.play.session import Session
from enginehouse.table.store.rows import Person
from enginehouse.table.web.guests import find_table, visitor
from enginehouse.table.web.requests import fields, get_shared, number


async def _find_seated(request: Request) -> tuple[Session, Person]:
    session, person = await find_table(request), await visitor(request)
    if person is None or not session.state.row.list_seats(person.id):
        raise Forbidden("You do not sit at this table.", "Only players of this table can connect a program.")
    return session, person


async def _page(request: Request, session: Session, person: Person, secret: str = "") -> Response:
    row, tokens = session.state.row, get_shared(request).registry.store.tokens
    seats = [
        pages.SeatTokens(seat, row.seats[seat].name, await tokens.of_seat(session.id, seat, person.id))
        for seat in row.list_seats(person.id)
    ]
    return HTMLResponse(pages.programs(session.id, session.state.match.game, person, seats, secret))


async def show(request: Request) -> Response:
    """Show the page with the caller's tokens for a table. With a token, a program plays for a seat of the caller."""
    return await _page(request, *await _find_seated(request))


async def change(request: Request) -> Response:
    """Create a token for a program and show it once, or revoke a token.

    The form has the caller's `seat`, and either a `label` for the new token or in `revoke` the id of the old one.
    """
    (session, person), given = await _find_seated(request), await fields(request)
    registry, seat = get_shared(request).registry, number(given, "seat")
    if seat not in session.state.row.list_seats(person.id):
        raise Forbidden(f"Seat {seat + 1} is not yours.")
    if revoked := given.get("revoke", ""):
        for one in await registry.store.tokens.of_seat(session.id, seat, person.id):
            if one.id == revoked:
                await registry.store.tokens.revoke(one)
                session.audience.wake()
        return RedirectResponse(f"/t/{session.id}/programs", 303)
    _, secret = await give_token(registry, session.id, seat, person.id, given.get("label", ""))
    return await _page(request, session, person, secret)


ROUTES = [
    Route("/t/{table}/programs", show, methods=["GET"]),
    Route("/t/{table}/programs", change, methods=["POST"]),
]
