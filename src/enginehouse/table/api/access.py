"""Who calls: a program brings the token of a seat (`Authorization: Bearer ...`), and without one is a spectator.

Cookies mean nothing here, and whoever posts has to say that it is JSON: so no foreign page can have a browser act for the
person before it.
"""

from __future__ import annotations

from typing import NamedTuple

from starlette.requests import Request

from enginehouse.table.store.tokens import Token
from enginehouse.table.tables.errors import Forbidden
from enginehouse.table.tables.session import Session
from enginehouse.table.web.problems import Problem
from enginehouse.table.web.requests import shared_of, table_of


class Caller(NamedTuple):
    """A program at a table: the seat it acts on (-1: a spectator), and the person for whom it does."""

    session: Session
    seat: int
    person: str | None
    token: Token | None


def no_token(sentence: str) -> Problem:
    """401."""
    return Problem(
        401, "no-token", sentence, "Send `Authorization: Bearer TOKEN` with the token that joining or opening gave."
    )


async def caller(request: Request) -> Caller:
    """Who calls about the table of the address: the seat of the token; -1 without one."""
    session = await table_of(request)
    header = request.headers.get("authorization")
    if header is None:
        return Caller(session, -1, None, None)
    scheme, _, secret = header.strip().partition(" ")
    if scheme.lower() != "bearer" or not secret:
        raise no_token("A token is sent as `Authorization: Bearer TOKEN`.")
    token = await shared_of(request).registry.store.tokens.find(secret.strip())
    if token is None:
        raise no_token("There is no such token, or it was revoked.")
    if token.table != session.id:
        raise Forbidden("This token is for a seat at another table.", f"It is for the table {token.table}.")
    if session.state.row.seats[token.seat].person != token.person:
        raise Forbidden(f"Seat {token.seat + 1} is somebody else's by now.", "You can watch, and open another table.")
    return Caller(session, token.seat, token.person, token)


async def seated(request: Request) -> Caller:
    """The same, where only a seat may call."""
    found = await caller(request)
    if found.seat < 0:
        raise no_token("Only who sits here can do that.")
    return found
