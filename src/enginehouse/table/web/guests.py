"""Guests: a signed cookie says who somebody is; a name is all they ever tell us."""

from __future__ import annotations

import base64
import hashlib
import hmac

from starlette.requests import Request
from starlette.responses import Response

from enginehouse.table.store.outage import Away
from enginehouse.table.store.rows import Person
from enginehouse.table.tables.registry import Hall, clean_name
from enginehouse.table.web.limits import address_of

COOKIE = "enginehouse"
YEAR = 365 * 24 * 3600


def signature(secret: str, person: str) -> str:
    """What only the house can put behind a person's id."""
    mac = hmac.new(secret.encode(), person.encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(mac[:24]).decode().rstrip("=")


def cookie_value(secret: str, person: str) -> str:
    """The cookie of a person."""
    return f"{person}.{signature(secret, person)}"


def person_in(secret: str, cookie: str) -> str | None:
    """The id in a cookie, if the house has signed it."""
    person, _, signed = cookie.partition(".")
    # As bytes: another program on the same name may have set a cookie with anything in it.
    if person and signed and hmac.compare_digest(signed.encode(), signature(secret, person).encode()):
        return person
    return None


async def visitor(request: Request) -> Person | None:
    """Who calls; None for somebody who has not given a name yet.

    While the database is away, who only looks is known by the cookie alone, and has no name for so long.
    """
    person = person_in(request.app.state.secret, request.cookies.get(COOKIE, ""))
    hall: Hall = request.app.state.hall
    if not person:
        return None
    known = hall.people.get(person)
    try:
        found = known or await hall.store.person(person)
    except Away:
        if request.method not in ("GET", "HEAD"):
            raise
        return Person(person, "")
    if known is None and (known := found) is not None:
        if len(hall.people) > 5000:
            hall.people.clear()
        hall.people[person] = known
    return known


def may_open(request: Request) -> None:
    """Count a new table or guest for the address that asks for it; 429 when it has had enough for this minute."""
    hall: Hall = request.app.state.hall
    hall.opened.take(address_of(request), hall.clock.now())


async def guest(request: Request, name: str) -> tuple[Person, str | None]:
    """Who calls, made a guest with this name if need be; a changed name is kept. Second: a cookie to set."""
    hall: Hall = request.app.state.hall
    known = await visitor(request)
    if known is None:
        name = clean_name(name)
        may_open(request)
        person = Person(hall.chance.token(24), name)
        await hall.store.add_person(person, hall.clock.date())
        return person, cookie_value(request.app.state.secret, person.id)
    if name.strip() and clean_name(name) != known.name:
        known = Person(known.id, clean_name(name))
        await hall.store.rename(known.id, known.name)
        hall.people[known.id] = known
    return known, None


def remember(request: Request, response: Response, cookie: str | None) -> Response:
    """Set the cookie. Lax: a link in a chat must bring a guest back to their seat."""
    if cookie is not None:
        secure = request.url.scheme == "https" or request.app.state.settings.https
        response.set_cookie(COOKIE, cookie, max_age=YEAR, httponly=True, samesite="lax", secure=secure, path="/")
    return response
