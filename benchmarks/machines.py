"""Rules on other machines: sizes, times to load, and the speed of WebAssembly beside a native library of the same rules.

    .venv/bin/python benchmarks/machines.py [GAME] [--no-bots] [--check]

It builds both, which takes minutes, and plays the same random games in turns, in processor time. It needs a linker (lld)
and Node or Deno.
"""

from __future__ import annotations

import argparse
import gzip
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from enginehouse.bots.players.portable import list_prepared
from enginehouse.commands.build import name_files
from enginehouse.core.compiler.targets import host, loading
from enginehouse.core.play import arena
from enginehouse.core.registry import game as games

ROOT = Path(__file__).resolve().parent.parent
DENO = ROOT / ".venv" / "bin" / "deno"
ENGINES = {"node": ["node"], "deno": [str(DENO), "run", "--quiet", "--no-remote", "--allow-read"]}
GAMES, ROUNDS = 4_000, 7


def play_native(bench: Any, numbers: list[int]) -> float:
    """Return the actions per second of the library, in millions."""
    began = time.process_time()
    actions = int(bench.play(numbers, 7, 0, GAMES)["actions"].sum())
    return actions / (time.process_time() - began) / 1e6


def play_wasm(engine: list[str], folder: Path, game: Any, numbers: list[int]) -> tuple[float, dict[str, Any]]:
    """Return the same of the module, the best of three after it is warm, and the output of the script."""
    run = {"numbers": numbers, "games": GAMES, "seed": 7, "bound": game.facts.length_bound, "at_once": True}
    called = [*engine, str(ROOT / "tests" / "targets" / "play.mjs"), str(folder), name_files(game)]
    task = json.dumps({"runs": [run] * 3})
    found = json.loads(subprocess.run(called, input=task, capture_output=True, text=True, check=True).stdout)
    return max(one["actions"] / one["ms"] / 1_000 for one in found["runs"]), found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="mechanation")
    parser.add_argument("--no-bots", action="store_true", help="build a module with the rules alone")
    parser.add_argument("--check", action="store_true", help="fail if the ratio is under 0.6")
    asked = parser.parse_args()
    game = games.get(asked.game)
    numbers, ratios = game.option_numbers(game.facts.seats[0], None), []
    with tempfile.TemporaryDirectory() as place:
        folder, entries = Path(place), list_prepared(game)[:1]
        began = time.perf_counter()
        more = ["--no-bots"] if asked.no_bots else []
        command = [sys.executable, "-m", "enginehouse", "build", "wasm", game.name, "--out", place, *more]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        small = len(gzip.compress((folder / f"{name_files(game)}.wasm").read_bytes(), 9))
        print(f"{game.name}: built in {time.perf_counter() - began:.0f} s, {small:,} bytes gzip")
        (folder / "rules.so").write_bytes(host.build(game, entries))
        bench = arena.Bench(game)
        bench.run = loading.load_library(folder / "rules.so", entries, host.make_prefix(game))["play_many"]
        for name, engine in ENGINES.items():
            if shutil.which(engine[0]) is None:
                continue
            rows = [(play_native(bench, numbers), *play_wasm(engine, folder, game, numbers)) for _ in range(ROUNDS)]
            ratios.append(statistics.median(wasm / native for native, wasm, _ in rows))
            native, speed = statistics.median(row[0] for row in rows), statistics.median(row[1] for row in rows)
            load = statistics.median(found["load_ms"] for _, _, found in rows)
            print(f"{name}: {speed:.2f} of {native:.2f} M actions/s, ratio {ratios[-1]:.2f}, {load:.0f} ms to load")
    if asked.check and max(ratios) < 0.6:
        sys.exit("WebAssembly is too slow")


if __name__ == "__main__":
    main()
