"""Identify the caller by the token of a seat (`Authorization: Bearer ...`). A caller without a token is a spectator.

Cookies are ignored here, and a body has to be sent as JSON. A browser adds cookies to requests that a page of another
site makes, but never a token. So such a page cannot act for the person at the browser.
"""

from __future__ import annotations

from typing import NamedTuple

from starlette.requests import Request

from enginehouse.table.errors import Forbidden
from enginehouse.table.play.session import Session
from enginehouse.table.states.state import TableState
from enginehouse.table.store.tokens import Token
from enginehouse.table.web.guests import may_look
from enginehouse.table.web.problems import Problem
from enginehouse.table.web.requests import any_table, get_shared


class Caller(NamedTuple):
    """A caller of the interface: its seat at the table (-1: a spectator), and the person for whom it acts."""

    session: Session
    seat: int
    person: str | None
    token: Token | None


def no_token(sentence: str) -> Problem:
    """Return the problem (status 401) for a caller without a valid token, with this sentence."""
    return Problem(
        401, "no-token", sentence, "Send `Authorization: Bearer TOKEN` with the token that joining or opening gave."
    )


async def caller(request: Request) -> Caller:
    """Return the caller at the table in the address of a request.

    The seat is that of the token, or -1 without a token. Raise `Problem` (401) for a wrong token, and `Forbidden` if
    the token does not give access to this table.
    """
    header = request.headers.get("authorization")
    if header is None:
        session = await any_table(request, lambda state: state.row.allows_viewer(None))
        may_look(session, None)
        return Caller(session, -1, None, None)
    token = await _find_token(request, header)
    session = await any_table(request, lambda state: _sits(state, token))
    if token.table != session.id:
        raise Forbidden("This token is for a seat at another table.", f"It is for the table {token.table}.")
    if not _sits(session.state, token):
        raise Forbidden(f"Seat {token.seat + 1} is somebody else's now.", "You can watch, and open another table.")
    return Caller(session, token.seat, token.person, token)


async def _find_token(request: Request, header: str) -> Token:
    """Return the stored token that a request has sent. Raise `Problem` (401) if no stored token fits.

    `header` is the value of the request's header `Authorization`, such as `Bearer TOKEN`.
    """
    scheme, _, secret = header.strip().partition(" ")
    if scheme.lower() != "bearer" or not secret:
        raise no_token("A token is sent as `Authorization: Bearer TOKEN`.")
    token = await get_shared(request).registry.store.tokens.find(secret.strip())
    if token is None:
        raise no_token("There is no such token, or it was revoked.")
    return token


def _sits(state: TableState, token: Token) -> bool:
    """Return whether a token is for this table, and the token's creator still has the seat that the token is for."""
    if token.table != state.row.id:
        return False
    seat = state.row.seats[token.seat]
    return token.person in (seat.person, seat.owner)


async def find_seated_caller(request: Request) -> Caller:
    """Return the caller at the table in the address of a request. The caller must have a seat.

    Raise `Problem` (401) if the request has no token, even where spectators are allowed.
    """
    if request.headers.get("authorization") is None:
        await any_table(request)
        raise no_token("Only the players of this table can do that.")
    return await caller(request)
