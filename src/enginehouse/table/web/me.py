"""Show guests their own games and stored data, and let them delete everything."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from enginehouse.core.errors import Unreadable
from enginehouse.table.html import me as pages
from enginehouse.table.names import clean_name
from enginehouse.table.people import own_data
from enginehouse.table.people.played import scores
from enginehouse.table.web import devices
from enginehouse.table.web.guests import FORGET, guest, require_person
from enginehouse.table.web.requests import fields, get_shared, query_number

EACH_PAGE = 50
"""The number of games on one page."""


async def show(request: Request) -> Response:
    """Show the page with the caller's games. The query may have the number of the `page` of a long list."""
    person, tables = await require_person(request), get_shared(request).registry.store.tables
    many = await tables.count_played(person.id)
    last = max(1, -(-many // EACH_PAGE))
    number = min(last, max(1, query_number(request, "page") or 1))
    rows = await tables.list_played(person.id, EACH_PAGE, (number - 1) * EACH_PAGE)
    told = scores(await tables.list_finished(person.id), person.id)
    brought = await tables.list_uploaded(person.id, EACH_PAGE)
    return HTMLResponse(pages.me(person, pages.ListPage(number, last, rows), many, told, brought))


async def rename(request: Request) -> Response:
    """Change the caller's name to the `name` in the form."""
    await require_person(request)
    given = await fields(request)
    await guest(request, clean_name(given.get("name", "")))
    return RedirectResponse("/me", 303)


async def data(request: Request) -> Response:
    """Send everything that is stored about the caller, as a file."""
    person = await require_person(request)
    found = await own_data.taken_away(get_shared(request).registry, person.id)
    headers = {"content-disposition": 'attachment; filename="enginehouse.json"', "cache-control": "no-store"}
    return Response(
        msgspec.json.format(msgspec.json.encode(found), indent=1), media_type="application/json", headers=headers
    )


async def forget_form(request: Request) -> Response:
    """Ask for confirmation before the caller's data is deleted."""
    return HTMLResponse(pages.forget(await require_person(request)))


async def forget(request: Request) -> Response:
    """Delete the caller's data, if the form confirms it (`sure` is `yes`)."""
    person, given, shared = await require_person(request), await fields(request), get_shared(request)
    if given.get("sure") != "yes":
        raise Unreadable("this can't be undone: tick the box “I am sure” first")
    shared.forgotten.add(person.id)
    await own_data.forget(shared.registry, shared.talks, person.id)
    shared.forget_guest(person.id)
    shared.gathering = []
    request.state.cookie = ""
    return RedirectResponse("/", 303)


ROUTES = [
    Route("/me", show, methods=["GET"]),
    Route("/me/name", rename, methods=["POST"]),
    Route("/me/data.json", data, methods=["GET"]),
    Route(FORGET, forget_form, methods=["GET"]),
    Route(FORGET, forget, methods=["POST"]),
    *devices.ROUTES,
]
