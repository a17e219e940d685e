"""Style sheets and scripts as responses that browsers keep."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from enginehouse.table.assets import content, tag
from enginehouse.table.web.problems import not_found


async def asset(request: Request) -> Response:
    """An asset as a response; 404 for what is none."""
    name = request.path_params["name"]
    try:
        data, kind = content(name)
    except LookupError:
        raise not_found("There is no such file.") from None
    mark = f'"{tag(name)}"'
    lasting = "public, max-age=31536000, immutable" if request.query_params.get("v") == tag(name) else "no-cache"
    headers = {"cache-control": lasting, "etag": mark}
    if request.headers.get("if-none-match") == mark:
        return Response(status_code=304, headers=headers)
    return Response(data, media_type=kind, headers=headers)
