"""The log of a game that was played elsewhere, brought to be looked at."""

from __future__ import annotations

import re

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from enginehouse.core.errors import Unreadable
from enginehouse.table.html import lobby as pages
from enginehouse.table.web import requests
from enginehouse.table.web.guests import guest, may_open, remember, visitor
from enginehouse.table.web.problems import Problem, not_found
from enginehouse.table.web.requests import body_of, shared_of

ADDRESS = "/upload"
AROUND = 4096
"""So many bytes a form may have besides its file."""
BOUNDARY = re.compile(r'multipart/form-data\s*;.*?boundary=(?:"([^"\r\n]{1,70})"|([^\s;,"]{1,70}))', re.I)
NAMED = re.compile(rb'content-disposition:[^\r\n]*?[;\s]name="([a-z]{1,20})"', re.I)


def parts(kind: str, body: bytes) -> dict[str, str]:
    """The fields of a form with a file, by name; `kind` is its content type. Bytes that are no UTF-8 become surrogates."""
    found = BOUNDARY.match(kind)
    if found is None:
        return requests.form_of(body)
    line = b"--" + (found[1] or found[2]).encode("latin-1", "replace")
    fields: dict[str, str] = {}
    for part in (b"\r\n" + body).split(b"\r\n" + line)[1:]:
        head, blank, value = part.partition(b"\r\n\r\n")
        named = NAMED.search(head)
        if blank and named is not None:
            fields[named[1].decode().lower()] = value.decode("utf-8", "surrogateescape")
    return fields


def _most(request: Request) -> int:
    """How long a log may be here; 404 where nobody can bring one."""
    most = int(request.app.state.settings.upload_bytes)
    if most <= 0:
        raise not_found("No logs are taken here.", "Whoever runs the table can set upload_bytes.")
    return most


async def form(request: Request) -> Response:
    """The form for a log."""
    return HTMLResponse(pages.upload(await visitor(request), _most(request)))


async def upload(request: Request) -> Response:
    """Check a log and keep its game."""
    most, shared = _most(request), shared_of(request)
    given = parts(request.headers.get("content-type", ""), await body_of(request, most + AROUND))
    name, data = given.get("name", ""), given.get("log", "").encode("utf-8", "surrogateescape")
    if len(data) > most:
        raise Problem(413, "too-long", "That is more than this table reads.", f"At most {most} bytes.")
    if not data.strip():
        raise Unreadable("choose the file of a game first, as `Save the game` gives it after one")
    may_open(request)  # it costs more than a table does
    checked = await shared.uploads.check(data, shared.registry.clock.date())
    person, cookie = await guest(request, name)
    table = await shared.uploads.keep(shared.registry, checked, person.id)
    return remember(request, RedirectResponse(f"/t/{table}/replay", 303), cookie)


ROUTES = [
    Route(ADDRESS, form, methods=["GET"]),
    Route(ADDRESS, upload, methods=["POST"]),
]
