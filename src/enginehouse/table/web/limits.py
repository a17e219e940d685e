"""Limit the requests from one IP address: new tables, new guests and the like per minute, and streams at once."""

from __future__ import annotations

import ipaddress
from collections import Counter
from dataclasses import dataclass
from typing import NamedTuple

from starlette.requests import Request

from enginehouse.table.web.problems import Problem

MOST_ADDRESSES = 10_000
"""The maximum number of addresses in memory. Those without a request for a minute are dropped first."""


def read_address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Return the IP address in `host`, a text from a connection or a proxy, or None if it has no address.

    A port after the address is ignored. If an IPv6 address contains an IPv4 address, return the IPv4 address.
    """
    if host.startswith("["):
        host = host[1:].partition("]")[0]
    elif host.count(":") == 1:
        host = host.partition(":")[0]
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def household(host: str) -> str:
    """Return the name under which an address is counted: an IPv4 address, or the /64 network of an IPv6 address.

    A household usually has one /64 network. All texts that are not an address have the same name, because otherwise a
    sender could escape the limit by another text each time.
    """
    address = read_address(host)
    if address is None:
        return "unknown"
    if address.version == 6:
        return str(ipaddress.ip_network((int(address), 64), strict=False))
    return str(address)


def find_address(request: Request) -> str:
    """Return the name under which the limits count the sender of a request: its IP address or network."""
    return household(request.client.host if request.client else "")


@dataclass
class Bucket:
    """The number of requests that an IP address or a person may still send (`left`), as it was at the time `at`."""

    left: float
    at: float


TABLES, GUESTS, SEATS, REMATCHES, LINKS, LOGS, REVIEWS = (
    "new tables",
    "new guests",
    "seats",
    "rematches",
    "links to other devices",
    "logs of games",
    "requests for a game analysis",
)
"""The kinds of requests that are counted for each address, each kind by itself."""


class PerMinute:
    """A limit on requests per minute, for each IP address or person.

    An address or person may send the requests of a whole minute at once. The allowance then grows again at a steady
    rate, until it is enough for a whole minute again.
    """

    def __init__(self, many: int, sentence: str, hint: str) -> None:
        """Create a limit of `many` requests a minute.

        `sentence` and `hint` are those of the problem that `take` raises above the limit.
        """
        self.many, self.sentence, self.hint = many, sentence, hint
        self._buckets: dict[str, Bucket] = {}

    def take(self, name: str, now: float) -> None:
        """Count a request of an address or a person (`name`) at the time `now` in seconds.

        Raise `Problem` (429) if the allowance is used up.
        """
        bucket = self._buckets.get(name)
        if bucket is None:
            if len(self._buckets) >= MOST_ADDRESSES:
                self._forget(now)
            bucket = self._buckets[name] = Bucket(self.many, now)
        bucket.left = min(self.many, bucket.left + (now - bucket.at) * self.many / 60)
        bucket.at = now
        if bucket.left < 1:
            raise Problem(429, "too-many", self.sentence, self.hint)
        bucket.left -= 1

    def _forget(self, now: float) -> None:
        self._buckets = {name: b for name, b in self._buckets.items() if now - b.at < 60}
        while len(self._buckets) >= MOST_ADDRESSES:
            del self._buckets[next(iter(self._buckets))]


class Limits:
    """The limits per minute on requests that create something, such as a table or a guest.

    For each of these kinds of requests, each IP address has a limit of its own.
    """

    def __init__(self, many: int) -> None:
        kinds = (TABLES, GUESTS, SEATS, REMATCHES, LINKS, LOGS, REVIEWS)
        hint = "Wait a moment and try again. The host of this site can raise the setting opened_per_min."
        said = "Your address has reached its limit: {} {} a minute."
        self._of = {kind: PerMinute(many, said.format(many, kind), hint) for kind in kinds}

    def take(self, kind: str, request: Request, now: float) -> None:
        """Count a request at the time `now` in seconds. `kind` is `TABLES`, `GUESTS` or another kind of request.

        Raise `Problem` (429) if the sender's IP address has reached the limit of that kind.
        """
        self._of[kind].take(find_address(request), now)


class Viewing(NamedTuple):
    """An open stream: the viewer's IP address, the table, and the seat whose view is sent (-1: a spectator)."""

    address: str
    table: str
    seat: int


class Streams:
    """The counter of open streams. The streams of players and of spectators are counted and limited separately.

    So spectators cannot use up the streams of players.
    """

    def __init__(self, each: int, table: int) -> None:
        self.each, self.table = each, table
        self.by_address: Counter[tuple[str, bool]] = Counter()
        """The number of open streams by address, and by whether a player or a spectator views the table."""
        self.by_seat: Counter[tuple[str, int]] = Counter()
        """The number of open streams by table and seat. All spectators together are seat -1."""

    def enter(self, one: Viewing) -> None:
        """Count the new stream `one`. Raise `Problem` (429) if there are too many streams of its kind."""
        if self.by_address[one.address, one.seat >= 0] >= self.each:
            said = f"Your address has reached its limit: {self.each} open pages (setting streams_each)."
        elif self.by_seat[one.table, one.seat] >= self.table:
            watch = "people watch this table" if one.seat < 0 else "pages of your seat are open"
            said = f"{self.table} {watch} already, which is the limit (setting streams_table)."
        else:
            self.by_address[one.address, one.seat >= 0] += 1
            self.by_seat[one.table, one.seat] += 1
            return
        raise Problem(429, "too-many", said, "Close a page and load this one again.")

    def leave(self, one: Viewing) -> None:
        """Stop counting the stream `one`, which has ended."""
        self.by_address -= Counter({(one.address, one.seat >= 0): 1})  # this also drops counts of zero
        self.by_seat -= Counter({(one.table, one.seat): 1})
