"""Wrap the web application in four layers (middleware), which each request passes before a route handles it.

`Below` removes the path of the server from the address. `Counted` counts the request for the metrics. `Gate` checks the
host name, the origin and the length of the request, and adds headers to the response that restrict which content a page
may load. `Cookies` adds a new cookie to the response.
"""

from __future__ import annotations

import ipaddress
import logging
import socket
import time
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from enginehouse.core.patterns import HOST, LENGTH
from enginehouse.table.addresses import own_address, within
from enginehouse.table.web.error_pages import answer
from enginehouse.table.web.guests import YEAR, list_names_to_set
from enginehouse.table.web.metrics import NOWHERE, Metrics
from enginehouse.table.web.problems import Problem, forbidden

LOG = logging.getLogger("enginehouse.requests")
TABLE_LOG = logging.getLogger("enginehouse.table")
OWN_CHECKS = ("/health", "/metrics")
"""Addresses for programs on the same machine, which are at the root too."""
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


def own_names(extra: Iterable[str] = ()) -> set[str]:
    """Return the host names by which a browser may address this server.

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


NO_LONGER: Mapping[str, int] = MappingProxyType({})
"""No addresses with a higher limit."""


class Below:
    """The middleware for a server below a path (setting `path`, such as `/club`).

    It removes this path from the addresses of requests, and adds it to the addresses of redirects.
    """

    def __init__(self, app: ASGIApp, path: str) -> None:
        self.app, self.path = app, path
        self._has_warned = False

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        """Remove the server's path from the address of a request, and pass the request on to the application.

        If the address is not below that path, answer with a redirect or with status 404 instead.
        `scope` describes the request. The other arguments are ASGI's functions to receive its body and to send the
        answer.
        """
        if scope["type"] == "http" and not self.path and not self._has_warned:
            for name, value in scope["headers"]:
                if name == b"x-forwarded-prefix" and value.strip(b"/ "):
                    self._warn_of_prefix(value)
        if scope["type"] != "http" or not self.path or scope["path"] in OWN_CHECKS:
            await self.app(scope, receive, send)
            return

        async def send_with_path(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [_add_path(name, value) for name, value in message["headers"]]
            await send(message)

        inside = within(scope["path"])
        if inside is None:
            leads = f"{self.path}/".encode() if scope["path"] in ("/", self.path) else b""
            await _nowhere(leads, self.path, send)
            return
        await self.app(
            {**scope, "path": inside, "raw_path": scope["raw_path"][len(self.path) :]}, receive, send_with_path
        )

    def _warn_of_prefix(self, prefix: bytes) -> None:
        """Log a warning, because the request's header `x-forwarded-prefix` names a path, `prefix`.

        The header says that a proxy makes this server available below that path. But the setting `path` is empty, so
        all links on the server's pages are wrong.
        """
        self._has_warned = True
        TABLE_LOG.warning(
            "a proxy serves this table below the path %s: set ENGINEHOUSE_PATH to it, and let the proxy pass "
            "addresses on unchanged (docs/host.md, Below a path)",
            ascii(prefix[:64].decode("latin-1")),
        )


def _add_path(name: bytes, value: bytes) -> tuple[bytes, bytes]:
    """Return a response header, with the server's path added to its value if it redirects to an address of this server.

    The arguments and the result are the name and the value of the header. All other headers are returned unchanged.
    """
    local = name.lower() == b"location" and value.startswith(b"/") and not value.startswith(b"//")
    return name, own_address(value.decode("latin-1")).encode("latin-1") if local else value


async def _nowhere(leads: bytes, path: str, send: Any) -> None:
    """Answer a request whose address (`path`) is not below the server's path. `send` is ASGI's function for the answer.

    Redirect the browser to the address `leads`. If `leads` is empty, answer with status 404 and name the server's path.
    """
    said = f"This table is at {path}/.\nIts proxy has to pass addresses on as they are, with {path} in them.\n".encode()
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store")]
    headers += [(b"location", leads)] if leads else []
    await send({"type": "http.response.start", "status": 307 if leads else 404, "headers": headers})
    await send({"type": "http.response.body", "body": said})


class Counted:
    """The middleware that counts every request by its route.

    If configured, it also logs the request without query, cookies and tokens.
    """

    def __init__(self, app: ASGIApp, metrics: Metrics, routes: Iterable[Route], logged: bool) -> None:
        self.app, self.metrics, self.logged = app, metrics, logged
        self._routes: dict[Any, str] = {route.endpoint: route.path for route in routes}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and count it after its response.

        `scope` describes the request. The other arguments are ASGI's functions to receive its body and to send the
        answer.
        """
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status, streamed = time.perf_counter(), 500, False

        async def note_status(message: Message) -> None:
            nonlocal status, streamed
            if message["type"] == "http.response.start":
                status = message["status"]
                streamed = any(
                    name.lower() == b"content-type" and value.startswith(b"text/event-stream")
                    for name, value in message["headers"]
                )
            await send(message)

        try:
            await self.app(scope, receive, note_status)
        finally:
            self._count(scope, status, time.perf_counter() - began, streamed)

    def _count(self, scope: Scope, status: int, seconds: float, streamed: bool) -> None:
        route = self._routes.get(scope.get("endpoint"), NOWHERE)
        method = scope["method"] if scope["method"] in ("GET", "HEAD", "POST", "DELETE") else NOWHERE
        self.metrics.requests.labels(method, route, str(status)).inc()
        if not streamed:
            self.metrics.seconds.labels(route).observe(seconds)
        if self.logged:
            table = scope.get("path_params", {}).get("table", "")
            fields = {
                "method": method,
                "route": route,
                "status": status,
                "ms": round(1000 * seconds, 1),
                "table": table,
            }
            LOG.info("%s %s %d %.1f ms", method, route, status, 1000 * seconds, extra={"fields": fields})


class Gate:
    """The middleware that checks host, origin and length of requests, and adds security headers to responses."""

    def __init__(self, app: ASGIApp, names: set[str], body_bytes: int, longer: Mapping[str, int] = NO_LONGER) -> None:
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
                page = not there.get(b"content-type", b"").startswith(NO_PAGES)
                missing = (one for one in RAW_HEADERS if one[0] not in there and (page or one[0] in OF_NO_PAGE))
                message["headers"] = [*message["headers"], *missing]
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


class Cookies:
    """The middleware that adds the cookie in `request.state.cookie`, a new or renewed one, to any response."""

    def __init__(self, app: ASGIApp, https: bool) -> None:
        self.app, self.https = app, https

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and add the cookie in `request.state.cookie`, if there is one, to the response.

        `scope` describes the request. The other arguments are ASGI's functions to receive its body and to send the
        answer.
        """
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_cookie(message: Message) -> None:
            cookie = scope.get("state", {}).get("cookie")
            if cookie is not None and message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name in list_names_to_set(Request(scope), cookie):
                    headers.append("set-cookie", self._header(name, cookie, scope["scheme"]))
            await send(message)

        await self.app(scope, receive, send_with_cookie)

    def _header(self, name: str, cookie: str, scheme: str) -> str:
        """Return a Set-Cookie header that stores the cookie `name` with the value `cookie`.

        An empty value deletes the cookie. `scheme` is that of the request: http or https. `samesite` is lax, because a
        link in a chat must bring a guest back to their seat.
        """
        response = Response()
        secure = self.https or scheme == "https"
        response.set_cookie(
            name,
            cookie,
            max_age=YEAR if cookie else 0,
            httponly=True,
            samesite="lax",
            secure=secure,
            path=own_address("/"),
        )
        return response.headers["set-cookie"]
