"""What the benchmarks of the table share: as little of a browser as it takes to play, streams that are read, what the server uses."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import sys
import time
import urllib.parse
from pathlib import Path

from enginehouse.core.registry import game as games

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "table" / "helpers"))

TOY = "switchyard"
"""The sample game of the tests, which only their server knows."""


def game_named(name: str) -> str:
    """The game of a command's argument, as packages are called or as addresses are."""
    found, there = name.replace("_", "-"), [*games.names(), TOY]
    if found not in there:
        raise argparse.ArgumentTypeError(f"there is no game {name!r}; there are: {', '.join(there)}")
    return found


class Browser:
    """As little of a browser as it takes: one kept connection for posts, one for each stream."""

    def __init__(self, url: str) -> None:
        self.urls = url.split()
        """Where streams are, one after the other; posts go to the first."""
        self.host, self.port = place(self.urls[0])
        self.cookie = ""
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def ask(
        self, method: str, path: str, body: bytes = b"", kind: str = "application/json"
    ) -> tuple[int, dict[str, str], bytes]:
        """A request and its answer."""
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection(self.host, self.port)
        assert self.reader is not None
        head = f"{method} {path} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\nSec-Fetch-Site: same-origin\r\nAccept: application/json\r\n"
        head += (
            f"Content-Type: {kind}\r\nContent-Length: {len(body)}\r\n"
            + (f"Cookie: {self.cookie}\r\n" if self.cookie else "")
            + "\r\n"
        )
        self.writer.write(head.encode() + body)
        status, headers = await read_head(self.reader)
        data = await self.reader.readexactly(int(headers.get("content-length", 0)))
        if "set-cookie" in headers:
            self.cookie = headers["set-cookie"].split(";")[0]
        return status, headers, data

    def hang_up(self) -> None:
        """Close the connection for posts; the next one opens another."""
        if self.writer is not None:
            self.writer.close()
        self.reader = self.writer = None

    async def watch(self, path: str, seen: Seen, count: list[int]) -> None:
        """A stream that is read to its end; what the viewer can do is noted, frames and patches are counted."""
        self.urls = [*self.urls[1:], self.urls[0]]
        reader, writer = await asyncio.open_connection(*place(self.urls[-1]), limit=1 << 20)
        cookie = f"Cookie: {self.cookie}\r\n" if self.cookie else ""
        writer.write(f"GET {path} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\n{cookie}\r\n".encode())
        try:
            while line := await reader.readline():
                if line.startswith(b"data: ") and len(line) > 20:
                    count[0] += 1
                    count[1] += len(line)
                    seen.take(line)
        finally:
            writer.close()


def place(url: str) -> tuple[str, int]:
    """Host and port of an address."""
    parts = urllib.parse.urlsplit(url)
    return str(parts.hostname), int(parts.port or 80)


class Seen:
    """What one seat's stream has said last: its decision and what it can do."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.decision, self.acting, self.names = 0, False, list[str]()
        self._told: asyncio.Future[float] | None = None

    async def told(self) -> float:
        """When the next message comes."""
        self._told = asyncio.get_running_loop().create_future()
        return await self._told

    def take(self, line: bytes) -> None:
        """Read what matters without reading it all: the load generator must not be the slower part."""
        if self._told is not None and not self._told.done():
            self._told.set_result(time.perf_counter())
        state = (
            json.loads(b"{" + line[line.rindex(b'"state":') :].split(b"}", 1)[0] + b"}}")["state"]
            if b'"state":' in line
            else None
        )
        if state is None:
            return
        if b'"acts":' in line:  # they stand last but for the state
            self.names = [name.decode() for name in re.findall(rb'{"name":"([^"]+)"', line[line.rindex(b'"acts":') :])]
        self.decision, self.acting = state["decision"], state["acting"]
        self.table.over = state["over"]
        self.table.news.set()


class Table:
    """One table, with what its seats see."""

    def __init__(self, browser: Browser, path: str, seats: int) -> None:
        self.browser, self.path = browser, path
        self.news, self.over = asyncio.Event(), False
        self.dice = random.Random(1)  # how games go is no matter of who is quicker
        self.seen = [Seen(self) for _ in range(seats + 1)]

    def asked(self) -> list[int]:
        """The seats that can do something now."""
        return [seat for seat, seen in enumerate(self.seen[:-1]) if seen.acting and seen.names]

    async def act(self, seat: int) -> float:
        """Play a legal action; how many seconds it took to be acknowledged."""
        seen = self.seen[seat]
        act = self.dice.choice(sorted(seen.names))
        body = json.dumps({"seat": seat, "decision": seen.decision, "act": act}).encode()
        seen.acting = False
        began = time.perf_counter()
        status, _, data = await self.browser.ask("POST", f"{self.path}/act", body)
        assert status == 204, data[:300]
        return time.perf_counter() - began


async def read_head(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    """The status and headers of an answer."""
    lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
    return int(lines[0].split()[1]), {k.lower(): v for k, _, v in (line.partition(": ") for line in lines[1:] if line)}


OPENED = [0]
"""How many tables were opened: each at the next process."""


async def open_table(url: str, game: str, seats: int) -> Table:
    """A table with one person on all seats."""
    urls = url.split()
    OPENED[0] += 1
    browser = Browser(" ".join(urls[OPENED[0] % len(urls) :] + urls[: OPENED[0] % len(urls)]))
    fields = {"game": game, "name": "Load", "watched": "1", **{f"seat-{k}": "me" for k in range(seats)}}
    _, headers, _ = await browser.ask(
        "POST", "/new", urllib.parse.urlencode(fields).encode(), "application/x-www-form-urlencoded"
    )
    return Table(browser, headers["location"], seats)


def watch_all(table: Table, count: list[int]) -> list[asyncio.Task[None]]:
    """A stream for every seat and one for spectators."""
    return [
        asyncio.create_task(
            table.browser.watch(f"{table.path}/stream?seat={seat if seat < len(table.seen) - 1 else 99}", seen, count)
        )
        for seat, seen in enumerate(table.seen)
    ]


def cpu_seconds(pid: int) -> float:
    """Processor time of a process so far (Linux)."""
    fields = Path(f"/proc/{pid}/stat").read_text("utf-8").rsplit(") ", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory_mb(pid: int) -> float:
    """Resident memory of a process (Linux)."""
    text = Path(f"/proc/{pid}/status").read_text("utf-8")
    return int(re.search(r"VmRSS:\s+(\d+)", text)[1]) / 1024  # type: ignore[index]
