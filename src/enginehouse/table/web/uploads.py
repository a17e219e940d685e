"""Import the log of a game that was played elsewhere."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from enginehouse.core.errors import Unreadable
from enginehouse.table.html import lobby as pages
from enginehouse.table.web.guests import guest, remember, visitor
from enginehouse.table.web.limits import LOGS, find_address
from enginehouse.table.web.problems import Problem, not_found
from enginehouse.table.web.requests import count_as, decode_field, get_shared, read_files, receive_body

ADDRESS = "/upload"
AROUND = 4096
"""The maximum number of bytes in a form besides its file."""


def _most(request: Request) -> int:
    """Return the maximum size of a log in bytes. Raise `Problem` (404) if this server allows no uploads."""
    most = int(request.app.state.settings.upload_bytes)
    if most <= 0:
        raise not_found("Games cannot be imported here.", "The host can set upload_bytes.")
    return most


async def form(request: Request) -> Response:
    """Show the form for uploading a log."""
    return HTMLResponse(pages.upload(await visitor(request), _most(request)))


@count_as(LOGS)
async def upload(request: Request) -> Response:
    """Check the log of a game, store the game as a finished table, and redirect to its replay.

    The form has the file in `log`, and the `name` of a new guest. Before the form is read, the request is counted
    against the limit of its address.
    """
    most, shared = _most(request), get_shared(request)
    given = read_files(request.headers.get("content-type", ""), await receive_body(request, most + AROUND))
    name, data = decode_field("name", given.get("name", b"")), given.get("log", b"")
    if len(data) > most:
        raise Problem(413, "too-long", "The file is too large.", f"At most {most} bytes.")
    if not data.strip():
        raise Unreadable("choose a file first: “Export” in the replay of a finished game makes one")
    checked = await shared.uploads.check(data, find_address(request))
    person, cookie = await guest(request, name)
    table = await shared.uploads.keep(shared.registry, checked, person.id)
    return remember(request, RedirectResponse(f"/t/{table}/replay", 303), cookie)


ROUTES = [
    Route(ADDRESS, form, methods=["GET"]),
    Route(ADDRESS, upload, methods=["POST"]),
]
