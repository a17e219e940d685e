"""Make the ASGI scope (a dict that describes a request), with which the application is called without a network."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from urllib.parse import unquote


def make_scope(method: str, scheme: str, path: str, headers: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """Return the dict by which ASGI describes a request (its scope).

    `method` is `GET` or `POST`, and `scheme` is http or https. `path` may contain a query after a question mark.
    `headers` are pairs of name and value.
    """
    target, _, query = path.partition("?")
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": scheme,
        "path": unquote(target),
        "raw_path": target.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(name.encode(), value.encode("latin-1", "replace")) for name, value in headers],
        "client": ("127.0.0.1", 1),
        "server": ("localhost", 80),
        "state": {},
    }
