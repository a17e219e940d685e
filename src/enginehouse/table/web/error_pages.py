"""Answer errors with a page for people and with JSON for scripts."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from enginehouse.table.html import errors as pages
from enginehouse.table.web.problems import RETRY_S, as_data, describe_error
from enginehouse.table.web.requests import wants_json


def answer(request: Request, error: Exception) -> Response:
    """Return the response to a request that has raised `error`: a page for a browser, JSON for a script."""
    problem = describe_error(error)
    headers = {"retry-after": str(RETRY_S)} if problem.status in (429, 503) else None
    if wants_json(request):
        return JSONResponse(as_data(problem), status_code=problem.status, headers=headers)
    path = str(request.scope["path"])  # not `request.url`, which contains the host name that the request gives
    page = pages.error(problem.status, problem.sentence, problem.hint, path)
    return HTMLResponse(page, status_code=problem.status, headers=headers)
