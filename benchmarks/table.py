"""The table's speed: moves a second with four viewers each (three seats and spectators), the commit to SQLite included; memory with many tables.

    python benchmarks/table.py [--tables 20] [--seconds 5] [--game switchyard] [--many 100] [--db URL --beside 2 [--by-table]] [--check]

The server runs as a process of its own, with compiled rules as a person's own has; the load comes from this one. Every
table has one person on all its seats, who plays as fast as the server acknowledges and the streams tell what can be done
next (a beat of a millisecond, so that nothing waits to be looked at); every seat and the spectators have a stream that
reads everything. When a game is over the next table is opened, in the same time.

With `--db` (an empty database of PostgreSQL) and `--beside N` one process serves it, then N; moves for each second of their
processors are compared, in turns. The streams of every table are spread over all N, which is the dearest way: each move is played
in all of them. With `--by-table` all that is asked of a table goes to one process, as `deploy/nginx-processes.conf` has it.

`--check` plays every game that has an aim, one after the other, and ends with an error where one is missed; with `--beside` it
does so where several processes are too dear.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from browsing import TOY, Table, cpu_seconds, game_named, memory_mb, open_table, watch_all
from serving import Served, served

AIMS = {TOY: 600, "great-machine": 250, "mechanical-beast": 250, "mechanica": 250, "mechanation": 250}
"""Moves a second, by game."""
SHARE = 0.8
"""What several processes make of the same processor time, at least, of what one does."""


async def keep_playing(
    urls: Iterator[str], game: str, seats: int, first: Table, until: float, times: list[float], count: list[int]
) -> int:
    """Play until time is up: when a game is over the next table is opened, in the same time."""
    table, done, watching = first, 0, list[asyncio.Task[None]]()
    while True:
        done += await play(table, until, times)
        for task in watching:
            task.cancel()
        if time.perf_counter() >= until:
            return done
        table = await open_table(next(urls), game, seats)
        watching = watch_all(table, count)


async def play(table: Table, until: float, times: list[float]) -> int:
    """Play a legal action of whoever is to act until time is up or the game is over."""
    done = 0
    while time.perf_counter() < until and not table.over:
        table.news.clear()
        for seat in table.asked():
            times.append(await table.act(seat))
            done += 1
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(table.news.wait(), 0.5)
    return done


class Speed(NamedTuple):
    """Moves a second, and moves for each second of the servers' processors."""

    moves: float
    of_processor: float


async def storm(urls: Iterator[str], game: str, seats: int, tables: int, seconds: float, pids: Sequence[int]) -> Speed:
    """All tables at once."""
    opened = [await open_table(next(urls), game, seats) for _ in range(tables)]
    count, times = [0, 0], list[float]()
    watching = [task for table in opened for task in watch_all(table, count)]
    await asyncio.sleep(1)
    count[0] = count[1] = 0
    busy = sum(map(cpu_seconds, pids))
    began = time.perf_counter()
    done = sum(
        await asyncio.gather(
            *(keep_playing(urls, game, seats, table, began + seconds, times, count) for table in opened)
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
    return Speed(done / took, done / busy)


def beside(given: argparse.Namespace) -> list[str]:
    """One process, then several, again and again; what missed its aim."""
    ratios = []
    for _ in range(given.rounds):
        found = []
        for many in (1, given.beside):
            with contextlib.ExitStack() as stack:
                servers = [stack.enter_context(served(given.db, beat_ms=1, compiled=True)) for _ in range(many)]
                each, pids = [one.url for one in servers], [one.process.pid for one in servers]
                urls = itertools.cycle(each) if given.by_table else itertools.repeat(" ".join(each))
                found.append(
                    asyncio.run(storm(urls, given.game, given.seats, given.tables, given.seconds, pids)).of_processor
                )
        ratios.append(found[1] / found[0])
        print(f"moves for a second of processor: {found[0]:.0f} with one, {found[1]:.0f} with {given.beside}")
    share = statistics.median(ratios)
    print(f"{given.beside} processes beside one: {share:.2f}")
    return [f"{given.beside} processes make {share:.2f} of one, at least {SHARE} wanted"] if share < SHARE else []


def all_games(given: argparse.Namespace) -> list[str]:
    """Every game that has an aim, each on a server of its own; what missed it."""
    missed = []
    for game, least in AIMS.items():
        with fresh() as one:
            speed = asyncio.run(
                storm(itertools.repeat(one.url), game, given.seats, given.tables, given.seconds, [one.process.pid])
            )
        if speed.moves < least:
            missed.append(f"{game} has {speed.moves:.0f} moves a second, at least {least} wanted")
    return missed


@contextlib.contextmanager
def fresh() -> Iterator[Served]:
    """A server with an empty database."""
    with (
        tempfile.TemporaryDirectory() as folder,
        served(f"sqlite:///{folder}/tables.sqlite3", beat_ms=1, compiled=True) as one,
    ):
        yield one


async def fill(url: str, game: str, seats: int, many: int) -> None:
    """Many tables, some moves played at each."""
    for _ in range(many):
        table = await open_table(url, game, seats)
        watching = watch_all(table, [0, 0])
        await play(table, time.perf_counter() + 0.1, [])
        for task in watching:
            task.cancel()
        await asyncio.gather(*watching, return_exceptions=True)


def one_process(given: argparse.Namespace) -> list[str]:
    """One game at one table and at many, or every game that has an aim; what missed it."""
    if given.check:
        return all_games(given)
    with fresh() as one:
        for tables in (1, given.tables):
            asyncio.run(
                storm(itertools.repeat(one.url), given.game, given.seats, tables, given.seconds, [one.process.pid])
            )
        before = memory_mb(one.process.pid)
        asyncio.run(fill(one.url, given.game, given.seats, given.many))
        print(
            f"memory of the server: {before:.0f} MB, with {given.many} more running tables {memory_mb(one.process.pid):.0f} MB"
        )
    return []


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--game", type=game_named, default=TOY)
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--many", type=int, default=100)
    parser.add_argument("--db", default="")
    parser.add_argument("--beside", type=int, default=2)
    parser.add_argument("--by-table", action="store_true")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args()
    os.environ["ENGINEHOUSE_OPENED_PER_MIN"] = "1000000"  # all this comes from one address
    missed = beside(given) if given.db else one_process(given)
    if given.check and missed:
        sys.exit("too slow: " + "; ".join(missed))


if __name__ == "__main__":
    main()
