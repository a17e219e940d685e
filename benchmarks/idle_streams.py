"""What a stream costs while nothing happens: memory of the server with 2,000 of them, beside the tables at which they look on.

    python benchmarks/idle_streams.py [--streams 2000] [--viewers 4] [--game switchyard] [--check]

As many tables are opened as have so many viewers each (three seats and spectators), then all streams, each of which reads its
whole picture and then hears nothing but that the server is alive. Resident memory of the server is taken before and after; of
this process nothing counts. `--check` ends with an error where the streams take 150 MB or more.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import resource
import sys
import tempfile
import time

from browsing import TOY, Table, game_named, memory_mb, open_table, place
from serving import served

MOST_MB = 150
SEATS = 3
SPARE = 200
"""File descriptors for everything but streams."""


def allow(streams: int) -> None:
    """As many open files as it takes, for this process and the server that it starts."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    need = streams + SPARE
    if hard not in (resource.RLIM_INFINITY,) and hard < need:
        sys.exit(f"this system allows {hard} open files; {need} are needed")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, need), hard))


async def looks_on(table: Table, seat: int) -> asyncio.StreamWriter:
    """A stream whose first picture has come; what comes later is read and thrown away."""
    reader, writer = await asyncio.open_connection(*place(table.browser.urls[0]), limit=1 << 20)
    head = f"GET {table.path}/stream?seat={seat} HTTP/1.1\r\nHost: {table.browser.host}:{table.browser.port}\r\n"
    writer.write(f"{head}Cookie: {table.browser.cookie}\r\n\r\n".encode())
    while not (await reader.readline()).startswith(b"data: "):
        pass
    return writer


async def measure(given: argparse.Namespace, url: str, pid: int) -> float:
    """The memory that all streams take, in MB."""
    tables = []
    for _ in range(given.streams // given.viewers):
        tables.append(await open_table(url, given.game, SEATS))
        tables[-1].browser.hang_up()  # or its connection would count before, and perhaps not after
    await asyncio.sleep(1)
    before = memory_mb(pid)
    began, streams = time.perf_counter(), list[asyncio.StreamWriter]()
    for table in tables:
        seats = [k if k < SEATS else 99 for k in range(given.viewers)]
        streams += await asyncio.gather(*(looks_on(table, seat) for seat in seats))
    took = time.perf_counter() - began
    await asyncio.sleep(3)
    after = memory_mb(pid)
    print(
        f"{given.game}: {len(streams)} idle streams at {len(tables)} tables: {after - before:.0f} MB more than the {before:.0f} MB "
        f"with the tables alone ({1000 * (after - before) / len(streams):.0f} kB each), opened in {took:.1f} s"
    )
    for one in streams:
        one.close()
    return after - before


def main() -> None:
    """Open, measure, and say it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--streams", type=int, default=2000)
    parser.add_argument("--viewers", type=int, default=4)
    parser.add_argument("--game", type=game_named, default=TOY)
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args()
    allow(given.streams)
    for name, value in {
        "OPENED_PER_MIN": 1_000_000,
        "STREAMS_EACH": given.streams,
        "CONNECTIONS": given.streams + SPARE,
    }.items():
        os.environ[f"ENGINEHOUSE_{name}"] = str(value)
    with tempfile.TemporaryDirectory() as folder, served(f"sqlite:///{folder}/tables.sqlite3", compiled=True) as one:
        more = asyncio.run(measure(given, one.url, one.process.pid))
    if given.check and more >= MOST_MB:
        sys.exit(f"too much: {more:.0f} MB, less than {MOST_MB} wanted")


if __name__ == "__main__":
    main()
