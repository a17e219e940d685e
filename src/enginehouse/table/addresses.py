"""Build addresses for a server at the root of its host, or below a path (setting `path`).

Addresses in the code are those at the root, such as `/t/TABLE`. `own_address` adds the path to an address that leaves
the server, and `Below` removes it from incoming addresses. A process serves below one path.

If the server runs in a browser tab, other people cannot open the addresses of its tables. So its pages offer no links
for other people.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Message = MutableMapping[str, Any]
App = Callable[[Message, Callable[[], Awaitable[Message]], Callable[[Message], Awaitable[None]]], Awaitable[None]]

LOG = logging.getLogger("enginehouse.table")
_path = ""
_in_tab = False
OWN_CHECKS = ("/health", "/metrics")
"""Addresses for programs on the same machine, which are at the root too."""


def serve_below(path: str) -> None:
    """Set the path below which this process serves: "" for the root, or for example `/club`."""
    global _path
    _path = path


def own_address(address: str) -> str:
    """Return an address of this server as browsers need it: the path below which the server is reached, then `address`.

    `address` starts with a slash and does not contain the path.
    """
    return f"{_path}{address}"


def place_in_tab(in_tab: bool = True) -> None:
    """Set whether this process runs in a browser tab (`in_tab`). Call this before the first page is made."""
    global _in_tab
    _in_tab = in_tab


def is_in_tab() -> bool:
    """Return whether this process runs in a browser tab."""
    return _in_tab


def within(address: str) -> str | None:
    """Return an incoming address without the server's path, or None if it does not begin with that path."""
    if not _path:
        return address
    return address[len(_path) :] if address.startswith(f"{_path}/") else None


class Below:
    """The middleware for a server below a path (setting `path`, such as `/club`).

    It removes this path from the addresses of requests, and adds it to the addresses of redirects.
    """

    def __init__(self, app: App, path: str) -> None:
        self.app, self.path = app, path
        self._has_warned = False

    async def __call__(self, scope: Message, receive: Any, send: Any) -> None:
        """Remove the server's path from the address of a request, and pass the request on to the application.

        If the address is not below that path, answer with a redirect or with status 404 instead.
        `scope` describes the request. The other arguments are ASGI's functions to receive its body and to send the
        answer.
        """
        if scope["type"] == "http" and not self.path and not self._has_warned:
            self._warn_of_prefix(scope)
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

    def _warn_of_prefix(self, scope: Message) -> None:
        """Log a warning if the request's header `x-forwarded-prefix` names a path.

        The header says that a proxy makes this server available below that path. Call this only if the setting `path`
        is empty. All links on the server's pages are then wrong. `scope` describes the request.
        """
        for name, value in scope["headers"]:
            if name == b"x-forwarded-prefix" and value.strip(b"/ "):
                self._has_warned = True
                LOG.warning(
                    "a proxy serves this table below the path %s: set ENGINEHOUSE_PATH to it, and let the proxy pass "
                    "addresses on unchanged (docs/host.md, Below a path)",
                    ascii(value[:64].decode("latin-1")),
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
