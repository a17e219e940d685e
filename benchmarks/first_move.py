"""The wait for the first move of a bot with an empty cache: from the start of the process to the move.

    enginehouse build ready mechanation --target x86-64-v3 --out build/ready
    .venv/bin/python benchmarks/first_move.py [--ready build/ready] [--game mechanation] [--bot hard] [--without-numba]

With `--ready` the process uses the libraries of that folder, else it compiles. Each process plays the same move.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

CODE = """
import importlib.util, sys
from pathlib import Path
ready, numba, game, bot = sys.argv[1:]
if numba == "without":
    found = importlib.util.find_spec
    importlib.util.find_spec = lambda name, *more: None if name == "numba" else found(name, *more)
    sys.modules["numba"] = None
from enginehouse.core.compiler import ready as libraries
libraries.FOLDER = Path(ready or "nowhere")
from enginehouse import bots
from enginehouse.core.play.match import Match
match = Match.new(game, 2, seed="first move")
player = bots.get(bot)
player.prepare(match.game)
seat = next(k for k in range(8) if match.game.rules.actors(match.state) >> k & 1)
choice = player.choose(match.view(seat), seat, match.legal(seat), 60.0, 1)
print(match.game.vocabulary.name(choice.action), sum(one.visits for one in choice.thoughts))
"""


def measure(ready: str, numba: str, game: str, bot: str) -> tuple[float, str]:
    """Return the seconds until a process has moved, and its move with the number of visits."""
    with tempfile.TemporaryDirectory() as cache:
        began = time.perf_counter()
        called = [sys.executable, "-c", CODE, ready, numba, game, bot]
        environment = {**os.environ, "ENGINEHOUSE_CACHE": cache}
        done = subprocess.run(called, env=environment, capture_output=True, text=True, check=True)
        return time.perf_counter() - began, done.stdout.strip()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ready", default="", help="the folder of the libraries")
    parser.add_argument("--game", default="mechanation")
    parser.add_argument("--bot", default="hard")
    parser.add_argument("--without-numba", action="store_true")
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    ready = str(Path(asked.ready).resolve()) if asked.ready else ""
    numba = "without" if asked.without_numba else "with"
    found = [measure(ready, numba, asked.game, asked.bot) for _ in range(asked.rounds)]
    seconds = statistics.median(one for one, _ in found)
    moves = {move for _, move in found}
    print(f"{asked.game}, {asked.bot}: {seconds:.2f} s to the first move ({', '.join(sorted(moves))})")


if __name__ == "__main__":
    main()
