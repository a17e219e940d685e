"""How much memory a busy server takes, and whether it grows: 20 tables at 36 moves a second, four viewers each.

    python benchmarks/soak.py [--tables 20] [--moves 36] [--minutes 10] [--game mechanica] [--check]

The memory of the serving process (default settings) is printed every half minute; processes that think for bots are counted apart.
`--check` ends with an error if it grows by more than 2 MB a minute in the second half, or takes more than 270 MB at the end.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
import time
from pathlib import Path

from browsing import game_named
from serving import served
from steady_load import Place

MOST_MB, MOST_GROWTH = 270.0, 2.0
EVERY_S = 30.0


def memory_mb(pid: int) -> float:
    """Return the resident memory of a process in MB, as Linux counts it."""
    line = next(
        line for line in Path(f"/proc/{pid}/status").read_text("ascii").splitlines() if line.startswith("VmRSS")
    )
    return int(line.split()[1]) / 1000


async def watch(pid: int, minutes: float) -> list[tuple[float, float]]:
    """Print the memory every half minute, and return it with the minute."""
    begun, found = time.monotonic(), []
    while (minute := (time.monotonic() - begun) / 60) <= minutes:
        found.append((minute, memory_mb(pid)))
        print(f"{minute:5.1f} min  {found[-1][1]:6.1f} MB", flush=True)
        await asyncio.sleep(EVERY_S)
    return found


def growth(found: list[tuple[float, float]]) -> float:
    """Return by how many MB a minute the memory grows in the second half, as a straight line through all points."""
    half = [one for one in found if one[0] >= found[-1][0] / 2]
    middle_x, middle_y = (sum(one[k] for one in half) / len(half) for k in (0, 1))
    across = sum((x - middle_x) ** 2 for x, _ in half)
    return sum((x - middle_x) * (y - middle_y) for x, y in half) / across


async def soak(given: argparse.Namespace, url: str, pid: int) -> list[str]:
    """Play for the given time, and return the limits that were missed."""
    places = [Place(url, given.game) for _ in range(given.tables)]
    for one in places:
        await one.open()
    every, first = given.tables / given.moves, time.perf_counter() + 0.1
    until = first + 60 * given.minutes
    playing = [
        asyncio.create_task(one.play(first + every * k / given.tables, every, until)) for k, one in enumerate(places)
    ]
    found = await watch(pid, given.minutes)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    moves = sum(len(one.acknowledged) for one in places)
    more, last = growth(found), found[-1][1]
    print(
        f"{given.game}: {moves} moves, {last:.0f} MB at the end, growing by {more:.1f} MB a minute in the second half"
    )
    missed = [f"it grows by {more:.1f} MB a minute"] if more > MOST_GROWTH else []
    return missed + ([f"it takes {last:.0f} MB"] if last > MOST_MB else [])


def main() -> None:
    """Start a server, play at its tables and print its memory."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--moves", type=float, default=36.0, help="in a second, at all tables together")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--game", type=game_named, default="mechanica")
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args()
    os.environ["ENGINEHOUSE_OPENED_PER_MIN"] = os.environ["ENGINEHOUSE_STREAMS_EACH"] = "1000000"
    with (
        tempfile.TemporaryDirectory() as folder,
        served(f"sqlite:///{folder}/tables.sqlite3", compiled=True) as one,
    ):
        missed = asyncio.run(soak(given, one.url, one.process.pid))
    if given.check and missed:
        sys.exit("too much memory: " + "; ".join(missed))


if __name__ == "__main__":
    main()
