"""The table's speed: moves a second with four viewers each (three seats and spectators), the commit to SQLite included; memory with many tables.

    python benchmarks/table.py [--tables 20] [--seconds 5] [--game switchyard] [--many 100] [--db URL --beside 2]

The server runs as a process of its own, with compiled rules as a person's own has; the load comes from this one. Every
table has one person on all its seats, who plays as fast as the server acknowledges and the streams tell what can be done
next (a beat of a millisecond, so that nothing waits to be looked at); every seat and the spectators have a stream that
reads everything. When a game is over the next table is opened, in the same time.

With `--db` (an empty database of PostgreSQL) and `--beside N` one process serves it, then N, whose streams are spread over them;
moves for each second of their processors are compared, in turns.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import re
import statistics
import sys
import tempfile
import time
import urllib.parse
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "table"))

from serving import served


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

    def take(self, line: bytes) -> None:
        """Read what matters without reading it all: the load generator must not be the slower part."""
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


async def keep_playing(
    url: str, game: str, seats: int, first: Table, until: float, times: list[float], count: list[int]
) -> int:
    """Play until time is up: when a game is over the next table is opened, in the same time."""
    table, done, watching = first, 0, list[asyncio.Task[None]]()
    while True:
        done += await play(table, until, times)
        for task in watching:
            task.cancel()
        if time.perf_counter() >= until:
            return done
        table = await open_table(url, game, seats)
        watching = watch_all(table, count)


async def play(table: Table, until: float, times: list[float]) -> int:
    """Play a legal action of whoever is to act until time is up or the game is over."""
    done = 0
    while time.perf_counter() < until and not table.over:
        table.news.clear()
        for seat, seen in enumerate(table.seen[:-1]):
            if seen.acting and seen.names:
                body = json.dumps(
                    {"seat": seat, "decision": seen.decision, "act": table.dice.choice(sorted(seen.names))}
                ).encode()
                seen.acting = False
                began = time.perf_counter()
                status, _, data = await table.browser.ask("POST", f"{table.path}/act", body)
                times.append(time.perf_counter() - began)
                assert status == 204, data[:300]
                done += 1
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(table.news.wait(), 0.5)
    return done


def watch_all(table: Table, count: list[int]) -> list[asyncio.Task[None]]:
    """A stream for every seat and one for spectators."""
    return [
        asyncio.create_task(
            table.browser.watch(f"{table.path}/stream?seat={seat if seat < len(table.seen) - 1 else 99}", seen, count)
        )
        for seat, seen in enumerate(table.seen)
    ]


async def storm(url: str, game: str, seats: int, tables: int, seconds: float, pids: Sequence[int]) -> float:
    """All tables at once; moves for each second of the servers' processors."""
    opened = [await open_table(url, game, seats) for _ in range(tables)]
    count, times = [0, 0], list[float]()
    watching = [task for table in opened for task in watch_all(table, count)]
    await asyncio.sleep(1)
    count[0] = count[1] = 0
    busy = sum(map(cpu_seconds, pids))
    began = time.perf_counter()
    done = sum(
        await asyncio.gather(
            *(keep_playing(url, game, seats, table, began + seconds, times, count) for table in opened)
        )
    )
    took = time.perf_counter() - began
    busy = sum(map(cpu_seconds, pids)) - busy
    times.sort()
    print(
        f"{game}, {tables} tables, {seats + 1} viewers each: {done / took:.0f} moves/s, acknowledged after {1000 * statistics.median(times):.1f} ms "
        f"(95 %: {1000 * times[int(0.95 * len(times))]:.1f} ms), {count[0] / took:.0f} pictures/s, {count[1] / max(1, count[0]):.0f} bytes each"
        f"; servers busy {100 * busy / took:.0f} %"
    )
    for task in watching:
        task.cancel()
    await asyncio.gather(*watching, return_exceptions=True)
    return done / busy


def beside(given: argparse.Namespace) -> None:
    """One process, then several, again and again."""
    ratios = []
    for _ in range(given.rounds):
        found = []
        for many in (1, given.beside):
            with contextlib.ExitStack() as stack:
                servers = [stack.enter_context(served(given.db, beat_ms=1, compiled=True)) for _ in range(many)]
                urls, pids = " ".join(one.url for one in servers), [one.process.pid for one in servers]
                found.append(asyncio.run(storm(urls, given.game, given.seats, given.tables, given.seconds, pids)))
        ratios.append(found[1] / found[0])
        print(f"moves for a second of processor: {found[0]:.0f} with one, {found[1]:.0f} with {given.beside}")
    print(f"{given.beside} processes beside one: {statistics.median(ratios):.2f}")


def cpu_seconds(pid: int) -> float:
    """Processor time of a process so far (Linux)."""
    fields = Path(f"/proc/{pid}/stat").read_text("utf-8").rsplit(") ", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory_mb(pid: int) -> float:
    """Resident memory of a process (Linux)."""
    text = Path(f"/proc/{pid}/status").read_text("utf-8")
    return int(re.search(r"VmRSS:\s+(\d+)", text)[1]) / 1024  # type: ignore[index]


async def fill(url: str, game: str, seats: int, many: int) -> None:
    """Many tables, some moves played at each."""
    for _ in range(many):
        table = await open_table(url, game, seats)
        watching = watch_all(table, [0, 0])
        await play(table, time.perf_counter() + 0.1, [])
        for task in watching:
            task.cancel()
        await asyncio.gather(*watching, return_exceptions=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--game", default="switchyard")
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--many", type=int, default=100)
    parser.add_argument("--db", default="")
    parser.add_argument("--beside", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    os.environ["ENGINEHOUSE_OPENED_PER_MIN"] = "1000000"  # all this comes from one address
    if given.db:
        beside(given)
        return
    with (
        tempfile.TemporaryDirectory() as folder,
        served(f"sqlite:///{folder}/tables.sqlite3", beat_ms=1, compiled=True) as one,
    ):
        for tables in (1, given.tables):
            asyncio.run(storm(one.url, given.game, given.seats, tables, given.seconds, [one.process.pid]))
        before = memory_mb(one.process.pid)
        asyncio.run(fill(one.url, given.game, given.seats, given.many))
        print(
            f"memory of the server: {before:.0f} MB, with {given.many} more running tables {memory_mb(one.process.pid):.0f} MB"
        )


if __name__ == "__main__":
    main()
