"""Puzzles: the page that lists them, and a table for one."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from enginehouse.core.puzzles import SIGN, lesson_of
from enginehouse.table.html import puzzles as pages
from enginehouse.table.web.guests import visitor
from enginehouse.table.web.limits import TABLES
from enginehouse.table.web.lobby import taught
from enginehouse.table.web.problems import not_found
from enginehouse.table.web.requests import counted, game_of


async def show(request: Request) -> Response:
    """All puzzles of the games of the lobby."""
    return HTMLResponse(pages.page(await visitor(request)))


@counted(TABLES)
async def begin(request: Request) -> Response:
    """Open a table at which the caller is to find what is best."""
    game = game_of(request)
    found = lesson_of(game, SIGN + request.path_params["puzzle"])
    if found is None:
        raise not_found("There is no such puzzle.")
    return await taught(request, game, found)


ROUTES = [
    Route("/puzzles", show),
    Route("/games/{game}/puzzles/{puzzle}", begin, methods=["POST"]),
]
