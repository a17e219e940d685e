"""Send style sheets, scripts and other assets. Browsers may cache them, and they are sent compressed.

These files are the same for all callers and contain no secrets.
"""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from enginehouse.table.assets import content, pack_asset, tag
from enginehouse.table.web.problems import not_found


async def asset(request: Request) -> Response:
    """Send a style sheet, script or other asset. Raise `Problem` (404) if there is no asset of this name."""
    name = request.path_params["name"]
    try:
        data, kind = content(name)
    except LookupError:
        raise not_found("There is no such file.") from None
    short = _takes_gzip(request.headers.get("accept-encoding", ""))
    mark = f'"{tag(name)}{"-gzip" if short else ""}"'
    lasting = "public, max-age=31536000, immutable" if request.query_params.get("v") == tag(name) else "no-cache"
    headers = {"cache-control": lasting, "etag": mark, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == mark:
        return Response(status_code=304, headers=headers)
    if short:
        return Response(pack_asset(name), media_type=kind, headers=headers | {"content-encoding": "gzip"})
    return Response(data, media_type=kind, headers=headers)


def _takes_gzip(accepted: str) -> bool:
    """Return whether `accepted`, the value of an Accept-Encoding header, accepts gzip.

    If the header gives gzip the weight 0, return False.
    """
    for one in accepted.lower().split(","):
        name, _, weight = one.replace(" ", "").partition(";q=")
        if name == "gzip":
            return weight.rstrip("0").rstrip(".") != "" if weight else True
    return False
