"""Limit the number and the duration of connections.

uvicorn itself waits without limit for the head and the body of a request. Here a client has `head_s` seconds to send a
whole head, and then `body_s` seconds to send the body. Between two requests, a connection stays open for the server's
keep-alive time.

The number of open connections is limited, in total and for each address (each /64 network of IPv6). The limit for an
address does not apply to the addresses of proxies and of this machine, because many clients share these.
"""

from __future__ import annotations

import asyncio
import importlib
import importlib.util
import logging
from collections import Counter
from importlib.metadata import requires, version
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from enginehouse.core.errors import EnginehouseError
from enginehouse.table.settings import Settings, networks
from enginehouse.table.web.limits import household, read_address

resource: Any = importlib.import_module("resource") if importlib.util.find_spec("resource") else None
"""The module `resource`, or None on Windows, which has no such limits."""

if TYPE_CHECKING:
    HttpProtocol = H11Protocol
else:
    try:
        from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol as HttpProtocol
    except ImportError:
        HttpProtocol = H11Protocol

LOG = logging.getLogger("enginehouse.table")
HEAD_BYTES = 65_536
"""The maximum length of the head of a request. A browser's is about a thousand bytes."""
SPARE = 64
"""The number of file descriptors that are reserved for other uses than connections."""
TOLD_EVERY_S = 60.0
"""The seconds that pass at least between two lines of the log about too many connections."""


PROTOCOL_NAMES = {"client", "cycle", "loop", "transport", "connection_made", "connection_lost", "data_received"}
CYCLE_NAMES = {"disconnected", "message_event", "more_body", "response_complete", "response_started"}
"""The names of private attributes of uvicorn's requests that `protocol` needs. Those of connections are above."""


def check_server(protocol_class: type[Any] = HttpProtocol) -> None:
    """Raise `EnginehouseError` if uvicorn's class for HTTP lacks a private attribute that this module uses.

    `protocol_class` is that class.
    """
    cycle_class = vars(importlib.import_module(protocol_class.__module__)).get("RequestResponseCycle", object)
    missing = (PROTOCOL_NAMES - _list_names(protocol_class)) | (CYCLE_NAMES - _list_names(cycle_class))
    if missing:
        raise EnginehouseError(
            f"uvicorn {version('uvicorn')} is not supported: it lacks {', '.join(sorted(missing))}. "
            f"Install a version that fits: pip install '{_read_requirement()}'"
        )


def _list_names(cls: type[Any]) -> set[str]:
    """Return the names of a class's attributes, and all names that the code of its methods uses.

    These names show whether a class of uvicorn still has the private attributes that this module relies on.
    """
    found: set[str] = set()
    for base in cls.__mro__:
        for name, value in vars(base).items():
            found.add(name)
            found.update(getattr(getattr(value, "__code__", None), "co_names", ()))
    return found


def _read_requirement() -> str:
    """Return the version requirement on uvicorn that the installed package `enginehouse` declares."""
    return next(one.partition(";")[0].strip() for one in requires("enginehouse") or [] if one.startswith("uvicorn"))


def refusal(status: str, sentence: str) -> bytes:
    """Return the bytes of an HTTP response with this status and sentence, after which the connection closes."""
    body = sentence.encode()
    head = f"HTTP/1.1 {status}\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: {len(body)}\r\n"
    return head.encode() + b"retry-after: 5\r\nconnection: close\r\n\r\n" + body


class Bounds:
    """The counter of open connections, with limits. It decides whether another connection is allowed."""

    def __init__(self, settings: Settings) -> None:
        self.settings, self.most = settings, _affordable(settings.connections)
        self.open: set[Any] = set()
        self.by_address: Counter[str] = Counter()
        """The number of open connections by household (`limits.household`)."""
        self._told = -TOLD_EVERY_S
        self._proxies = networks(settings.proxies)

    def speaks_for_many(self, address: str) -> bool:
        """Return whether many clients may share an address, because it belongs to this machine or to a proxy."""
        found = read_address(address)
        if found is None:
            return not address
        return found.is_loopback or any(found in one for one in self._proxies)

    def enter(self, connection: Any, address: str) -> bool:
        """Count a new connection from an IP address and return True.

        If the server or this address has too many connections already, return False without counting it.
        """
        key = household(address)
        full = len(self.open) >= self.most
        crowded = not self.speaks_for_many(address) and self.by_address[key] >= self.settings.connections_each
        if full or crowded:
            self._tell(key, full=full)
            return False
        self.open.add(connection)
        self.by_address[key] += 1
        return True

    def leave(self, connection: Any, address: str) -> None:
        """Stop counting a connection from an IP address, because it has ended."""
        if connection in self.open:
            self.open.discard(connection)
            self.by_address -= Counter({household(address): 1})

    def _tell(self, address: str, *, full: bool) -> None:
        now = asyncio.get_running_loop().time()
        if now - self._told >= TOLD_EVERY_S:
            self._told = now
            why = f"all {self.most} are taken" if full else f"{address} has {self.settings.connections_each}"
            LOG.warning("connections are refused: %s", why)


def _affordable(wanted: int) -> int:
    """Return the smaller of `wanted` and the number of connections that this process can have open.

    The system limits the open files of a process. If that limit is too low, it is raised as far as the system allows.
    """
    if resource is None:
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    need = wanted + SPARE
    if soft != resource.RLIM_INFINITY and soft < need:
        soft = need if hard == resource.RLIM_INFINITY else min(need, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        return max(1, soft - SPARE)
    return wanted


def protocol(bounds: Bounds) -> type[asyncio.Protocol]:
    """Return the class of the server's protocol, whose connections have the limits of `bounds`."""
    settings = bounds.settings

    class Bounded(HttpProtocol):
        """A connection that limits the time for the head and for the body of a request."""

        _deadline: asyncio.TimerHandle | None = None
        _watched: Any = None
        """The request whose body is awaited, or None while a head is awaited."""
        _address = ""
        _head = 0
        _refused = False

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            if self.client:  # on a socket for IPv4 and IPv6, 192.0.2.7 arrives as ::ffff:192.0.2.7
                address, port = self.client
                self.client = (str(read_address(address) or address), port)
                self._address = self.client[0]
            if not bounds.enter(self, self._address):
                self._refused = True
                self._hang_up("503 Service Unavailable", "Too many connections are open here.\n")
                return
            self._set_deadline(settings.head_s)

        def connection_lost(self, exc: Exception | None) -> None:
            bounds.leave(self, self._address)
            self._set_deadline(None)
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            if self._refused:
                return
            super().data_received(data)
            cycle: Any = self.cycle
            if self.transport.is_closing():
                self._set_deadline(None)
            elif cycle is None or (cycle.response_complete and not cycle.more_body):
                self._watch(None, settings.head_s)
                self._head += len(data)
                if self._head > HEAD_BYTES:
                    self._hang_up("431 Request Header Fields Too Large", "The head of the request is too long.\n")
                return
            elif cycle.more_body:
                self._watch(cycle, settings.body_s)
            else:
                self._watched = cycle
                self._set_deadline(None)
            self._head = 0

        def _watch(self, part: Any, seconds: float) -> None:
            """Close the connection in `seconds` unless the request's head or body (`part`) has arrived by then.

            If a deadline for that part is set already, do nothing. So bytes that arrive slowly do not move the
            deadline.
            """
            if self._deadline is None or self._watched is not part:
                self._watched = part
                self._set_deadline(seconds)

        def _set_deadline(self, seconds: float | None) -> None:
            if self._deadline is not None:
                self._deadline.cancel()
            self._deadline = self.loop.call_later(seconds, self._late) if seconds is not None else None

        def _late(self) -> None:
            """Close a connection that is too slow. Send an error first unless the response has started."""
            self._deadline = None
            if self.transport.is_closing():
                return
            if self._watched is None or not self._watched.response_started:
                if self._watched is not None:
                    self._watched.disconnected = True  # no more data are sent for it in any case
                    self._watched.message_event.set()
                self._hang_up("408 Request Timeout", "The request took too long to arrive.\n")
            self.transport.close()

        def _hang_up(self, status: str, sentence: str) -> None:
            self.transport.write(refusal(status, sentence))
            self.transport.close()

    return Bounded
