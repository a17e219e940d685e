"""The table with the toy in its lobby, as a process of its own: `python server.py DB_URL [BEAT_MS [WINDOW_MS [PORT [SEED [HAND]]]]]`.
Says its address. HAND is a file with the seconds by which its clock has been moved on."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import msgspec

sys.path.insert(0, str(Path(__file__).parent))

from steady import SteadyChance

from enginehouse.core.registry import game as games
from enginehouse.table.botpool import jobs, pool, worker
from enginehouse.table.play import registry as registry
from enginehouse.table.serve import run
from enginehouse.table.settings import from_environment
from enginehouse.table.store import serving
from enginehouse.table.time_and_chance import WallClock


class MovedClock(WallClock):
    """The real clock, moved on by hand: nights pass in a moment."""

    def __init__(self, hand: Path) -> None:
        super().__init__()
        self.hand = hand

    def moved(self) -> float:
        """By how many seconds."""
        return float(self.hand.read_text())

    def now(self) -> float:
        return super().now() + self.moved()

    def date(self) -> float:
        return super().date() + self.moved()

    async def sleep(self, seconds: float) -> None:
        until = self.now() + seconds
        while True:
            left = until - self.now()
            if left <= 0:
                return
            await asyncio.sleep(min(left, 0.05))  # the hand may move it meanwhile


def prepare() -> None:
    """The toy in the lobby, and steady chance."""
    registry.RealChance = SteadyChance  # type: ignore[attr-defined]
    game = games.register(games.Game("switchyard"))
    game.facts = replace(game.facts, in_lobby=True)


def think_here() -> None:
    """Bots think in the table's own process: no other has to start."""

    async def ask(self: pool.Workers, job: jobs.Job, budget: Callable[[], float], table: str = "") -> jobs.BotAnswer:
        return worker.answer(msgspec.structs.replace(job, until=time.monotonic() + budget()))

    async def start(self: object) -> None:
        return None

    pool.Workers.ask = ask  # type: ignore[method-assign]
    pool.Workers.start = start  # type: ignore[method-assign]


def serve(db_url: str, beat_ms: int, window_ms: int, port: int, say: Callable[[str], None]) -> None:
    """Serve until interrupted."""
    settings = from_environment(beat_ms=beat_ms, window_ms=window_ms)
    run("127.0.0.1", port, db_url, page=None, settings=settings, say=say)


def main() -> None:
    if (broken := os.environ.get("BROKEN")) and Path(broken).is_file():
        with Path(broken).open("a") as file:
            file.write("x")
        sys.exit(1)
    prepare()
    SteadyChance.dealt = int(sys.argv[5]) if len(sys.argv) > 5 else 1
    if len(sys.argv) > 6:
        registry.WallClock = lambda: MovedClock(Path(sys.argv[6]))  # type: ignore[attr-defined,assignment]
        serving.GAP_S = 2 * 3600.0  # an hour that passes in a moment is none in which the server was away
    beat, window = (int(sys.argv[k]) if len(sys.argv) > k else default for k, default in ((2, 800), (3, 6000)))
    port = int(sys.argv[4]) if len(sys.argv) > 4 else 0
    serve(sys.argv[1], beat, window, port, lambda text: print(text, flush=True))


if __name__ == "__main__":
    main()
