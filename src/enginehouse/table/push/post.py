"""Send an empty POST request to an address that a browser has sent: only to public addresses, and only by https.

The host name is resolved once, all its addresses must be public, and the connection uses an address that was checked.
So it does not help an attacker to change the addresses of the name after the check. Only the status of the response is
read.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket
import ssl
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from urllib.parse import SplitResult, urlsplit

from enginehouse.core.errors import Unreadable
from enginehouse.core.patterns import DIGITS_AND_DOTS, PUSH_HOST

LONGEST = 1000
"""The maximum length of a push service's address in characters."""
PORT = 443
PATIENCE_S = 10.0
HEAD_BYTES = 4096
_GLOBAL = ipaddress.IPv6Network("2000::/3")
_LEADS_TO_IPV4 = (ipaddress.IPv6Network("2002::/16"), ipaddress.IPv6Network("2001::/32"))
"""The networks of 6to4 and Teredo, whose addresses contain an IPv4 address."""


class NotPublic(Exception):
    """The error for a host whose address is not public."""


def is_public(address: str) -> bool:
    """Return whether an IP address is public.

    Addresses of this machine, of a private network and of a cloud's own services are not public. Neither is an address
    in which such an address is embedded.
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False  # for example an IPv6 address with a zone
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            found = found.ipv4_mapped
        elif found not in _GLOBAL or any(found in network for network in _LEADS_TO_IPV4):
            return False
    return found.is_global and not (found.is_multicast or found.is_reserved)


def check_address(endpoint: str) -> str:
    """Return `endpoint`, the address of a push service that a browser has sent, unchanged.

    Raise `Unreadable` if it cannot be the address of a push service.
    """
    try:
        where = urlsplit(endpoint)
        port = PORT if where.port is None else where.port
    except ValueError:
        where, port = SplitResult("", "", "", "", ""), 0
    host = where.hostname or ""
    good = (
        where.scheme == "https"
        and port == PORT
        and "@" not in where.netloc
        and PUSH_HOST.fullmatch(host)
        and "." in host
        and len(endpoint) <= LONGEST
        and all("!" <= letter <= "~" for letter in endpoint)
        and (not DIGITS_AND_DOTS.fullmatch(host) or is_public(host))
    )
    if not good:
        raise Unreadable("this is not the address of a push service: https, a public name and no port")
    return endpoint


async def resolve(host: str) -> list[str]:
    """Return all IP addresses of a host name, as the system resolves it."""
    found = await asyncio.get_running_loop().getaddrinfo(host, PORT, type=socket.SOCK_STREAM)
    return [str(address[0]) for *_, address in found]


@dataclass(frozen=True)
class Way:
    """The functions that `post` needs to send a request, as fields. Tests replace them."""

    resolve: Callable[[str], Awaitable[list[str]]] = resolve
    allowed: Callable[[str], bool] = is_public
    port: int = PORT
    tls: Callable[[], ssl.SSLContext] = ssl.create_default_context

    async def post(self, endpoint: str, headers: Mapping[str, str]) -> int:
        """Send an empty POST request to `endpoint` with only these headers, and return the status of the response.

        Raise `NotPublic`, OSError or TimeoutError if that fails.
        """
        async with asyncio.timeout(PATIENCE_S):
            where = urlsplit(endpoint)
            host = str(where.hostname)
            addresses = await self.resolve(host)
            if not addresses or not all(self.allowed(one) for one in addresses):
                raise NotPublic
            return await self._post(addresses[0], host, where, headers)

    async def _post(self, address: str, host: str, where: SplitResult, headers: Mapping[str, str]) -> int:
        reader, writer = await asyncio.open_connection(
            address, self.port, ssl=self.tls(), server_hostname=host, limit=HEAD_BYTES
        )
        try:
            path = (where.path or "/") + (f"?{where.query}" if where.query else "")
            lines = [f"POST {path} HTTP/1.1", f"Host: {host}", "Content-Length: 0", "Connection: close"]
            lines += [f"{name}: {value}" for name, value in headers.items()]
            writer.write("\r\n".join([*lines, "", ""]).encode("ascii"))
            await writer.drain()
            return _status(await reader.readline())
        except ValueError as error:  # the first line of the response is too long
            raise OSError("the answer is not HTTP") from error
        finally:
            writer.transport.abort()


def _status(line: bytes) -> int:
    found = re.match(rb"HTTP/1\.[01] ([1-5][0-9][0-9])\b", line)
    if found is None:
        raise OSError("the answer is not HTTP")
    return int(found[1])
