"""Check the host name, the origin and the length of every request before any other code handles it.

Responses get headers that restrict what a page may load.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from enginehouse.core.patterns import HOST, LENGTH
from enginehouse.table.web.error_pages import answer
from enginehouse.table.web.problems import Problem, forbidden

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
FOR_PROGRAMS = "/api/"
"""The start of addresses for programs. Cookies do not count there, and bodies must be JSON.

A browser sends no JSON for a page of another site.
"""
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""The policy of a picture on its own, which has its own style and runs nothing."""

HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
"""The headers that each response gets."""

RAW_HEADERS = [(name.encode(), value.encode()) for name, value in (HEADERS | {"cache-control": "no-store"}).items()]
"""The default headers of every response."""

NO_PAGES = (b"text/css", b"text/javascript")
OF_NO_PAGE = (b"x-content-type-options", b"cross-origin-resource-policy", b"cache-control")
"""The headers of style sheets and scripts. They are never shown as pages, so they need no content policy."""


def _list_missing(there: Mapping[bytes, bytes]) -> Iterable[tuple[bytes, bytes]]:
    page = not there.get(b"content-type", b"").startswith(NO_PAGES)
    return (one for one in RAW_HEADERS if one[0] not in there and (page or one[0] in OF_NO_PAGE))


def own_names(extra: Iterable[str] = ()) -> set[str]:
    """Return the names of this server for browsers.

    These are the names of this machine, and the names in `extra` from the settings.
    """
    host = socket.gethostname().lower()
    short = host.split(".")[0]
    return {
        "localhost",
        host,
        short,
        f"{short}.local",
        f"{short}.lan",
        f"{short}.home.arpa",
        *(n.strip().lower() for n in extra if n.strip()),
    }


def is_address(host: str) -> bool:
    """Return whether a host is an IP address. Such a host is safe, because no other site can use it as its name."""
    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True


def find_host(headers: list[str]) -> str:
    """Return the host that a request names, without the port, from the values of its Host headers.

    Return "" if there is not exactly one such header, or if it is malformed.
    """
    found = HOST.fullmatch(headers[0]) if len(headers) == 1 else None
    return found[1].strip("[]").lower() if found else ""


NOWHERE: Mapping[str, int] = MappingProxyType({})
"""No addresses with a higher limit."""


class Gate:
    """The middleware that checks host, origin and length of requests, and adds security headers to responses."""

    def __init__(self, app: ASGIApp, names: set[str], body_bytes: int, longer: Mapping[str, int] = NOWHERE) -> None:
        """Create the middleware. `app` is the application behind it, and `names` are the hosts that a request may name.

        `body_bytes` is the limit of a body's length in bytes. `longer` has the addresses with a higher limit, and their
        limits.
        """
        self.app, self.names, self.body_bytes, self.longer = app, names, body_bytes, longer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                there = {name.lower(): value for name, value in message["headers"]}
                message["headers"] = [*message["headers"], *_list_missing(there)]
            await send(message)

        problem = self.refuse(Headers(scope=scope), scope)
        if problem is not None:
            await answer(Request(scope), problem)(scope, receive, send_with_headers)
            return
        await self.app(scope, receive, send_with_headers)

    def refuse(self, headers: Headers, scope: Scope) -> Problem | None:
        """Return a problem if a request (its headers and ASGI scope) is refused before its body is read, else None."""
        host = find_host(headers.getlist("host"))
        if not host:
            return Problem(
                400,
                "host",
                "A request names its host once, as a name or an address and perhaps a port.",
                "For example Host: localhost:8000.",
            )
        if not (host in self.names or is_address(host)):
            return Problem(
                421,
                "host",
                "This site does not answer to that name.",
                "The host can add the name to the setting hosts (ENGINEHOUSE_HOSTS).",
            )
        length = headers.get("content-length", "0").lstrip("0") or "0"
        most = max(self.body_bytes, self.longer.get(scope["path"], 0))
        if not length.isascii() or not length.isdigit():
            return Problem(
                400, "unreadable", "The header Content-Length is not a whole number.", "Send it as digits alone."
            )
        if not LENGTH.fullmatch(length) or int(length) > most:
            return Problem(413, "too-long", "The request is too large.", f"At most {most} bytes.")
        if scope["method"] in ("GET", "HEAD", "OPTIONS") or scope["path"].startswith(FOR_PROGRAMS):
            return None
        return (
            None
            if self.is_from_own_page(headers, scope)
            else forbidden("That request did not come from our own page.", "Open the page here and try again.")
        )

    def is_from_own_page(self, headers: Headers, scope: Scope) -> bool:
        """Return whether a browser sent a request from a page of this server.

        `headers` and `scope` are the request's headers and its ASGI scope. Over plain http, browsers do not send
        `Sec-Fetch-Site`, so the function then compares the header `Origin` with the host.
        """
        site = headers.get("sec-fetch-site")
        if site is not None:
            return site == "same-origin"
        origin = headers.get("origin")
        if not origin:
            return False
        try:
            parts = urlsplit(origin)
        except ValueError:
            return False
        return parts.scheme in ("http", "https") and parts.netloc.lower() == headers.get("host", "").lower()
