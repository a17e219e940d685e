"""How much one address may ask for: tables and guests a minute, streams at once."""

from __future__ import annotations

import ipaddress
from collections import Counter
from dataclasses import dataclass

from starlette.requests import Request

from enginehouse.table.web.problems import Problem

MOST_ADDRESSES = 10_000
"""So many addresses are remembered; those that have asked for nothing for a minute are forgotten first."""


def address_of(request: Request) -> str:
    """Who asks, as far as the network tells: an IPv4 address, or the network that one household has with IPv6."""
    host = request.client.host if request.client else ""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if address.version == 6:
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, 64), strict=False))
    return host


@dataclass
class Bucket:
    """What an address may still have, and when that was so."""

    left: float
    at: float


class PerMinute:
    """So many of something a minute for every address, saved up for a minute at most."""

    def __init__(self, many: int) -> None:
        self.many = many
        self._buckets: dict[str, Bucket] = {}

    def take(self, address: str, now: float) -> None:
        """One for this address, at a time in seconds; 429 when it has had enough."""
        bucket = self._buckets.get(address)
        if bucket is None:
            if len(self._buckets) >= MOST_ADDRESSES:
                self._forget(now)
            bucket = self._buckets[address] = Bucket(self.many, now)
        bucket.left = min(self.many, bucket.left + (now - bucket.at) * self.many / 60)
        bucket.at = now
        if bucket.left < 1:
            raise Problem(
                429,
                "too-many",
                f"From your address have come {self.many} new tables and guests within a minute; that is the most.",
                "Wait a moment and do the same again. Whoever runs the table can raise the setting opened_per_min.",
            )
        bucket.left -= 1

    def _forget(self, now: float) -> None:
        self._buckets = {name: b for name, b in self._buckets.items() if now - b.at < 60}
        while len(self._buckets) >= MOST_ADDRESSES:
            del self._buckets[next(iter(self._buckets))]


class Streams:
    """How many streams are open, by address and by table."""

    def __init__(self, each: int, table: int) -> None:
        self.each, self.table = each, table
        self.by_address: Counter[str] = Counter()
        self.by_table: Counter[str] = Counter()

    def enter(self, address: str, table: str) -> None:
        """Count a stream; 429 when there are too many."""
        if self.by_address[address] >= self.each:
            said = f"From your address {self.each} pages are open already; that is the most (setting streams_each)."
        elif self.by_table[table] >= self.table:
            said = f"{self.table} people look at this table already; that is the most (setting streams_table)."
        else:
            self.by_address[address] += 1
            self.by_table[table] += 1
            return
        raise Problem(429, "too-many", said, "Close a page and load this one again.")

    def leave(self, address: str, table: str) -> None:
        """A stream has ended."""
        self.by_address -= Counter({address: 1})  # an address without one is none
        self.by_table -= Counter({table: 1})
