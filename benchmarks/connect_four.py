"""Random games of connect four: ours, the same algorithm in C, and OpenSpiel's native rollouts, interleaved in one run.

    python benchmarks/connect_four.py [--rounds 15] [--games 300000] [--check] [--openspiel PYTHON]

A figure is the median of all rounds, a ratio the median of the ratios of each round; seconds are those of the processor, so
that other work on the machine disturbs little. `--check` ends with an error when a
target is missed. OpenSpiel may live in another environment, whose interpreter `--openspiel` names. The C file is compiled
with `cc -O3 -march=native`; it plays the very same games, and the run fails if the totals differ.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent

OURS = """
import json, sys, time
sys.path[:0] = [{examples!r}]
from enginehouse.core.registry.game import Game
from enginehouse.core.play.arena import random_games
game = Game("connect_four")
random_games(game, 2, None, 10, 1)
for line in sys.stdin:
    games = int(line)
    before = time.process_time()
    run = random_games(game, 2, None, games, 1)
    seconds = time.process_time() - before
    print(json.dumps([run.actions, int(run.totals[:, 0].sum()), seconds]), flush=True)
"""

SPIEL = """
import json, sys, time
import pyspiel
game = pyspiel.load_game("connect_four")
state = game.new_initial_state()
for line in sys.stdin:
    games = int(line)
    evaluator = pyspiel.RandomRolloutEvaluator(games, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, 1, False)
    before = time.process_time()
    bot.step(state)
    seconds = time.process_time() - before
    print(json.dumps([0, 0, seconds]), flush=True)
"""
SPIEL_SHARE = 10
"""OpenSpiel plays so many times fewer games, or a round would take as long as all the others together."""

TARGETS = (("ours / C", "ours", "C", 0.7), ("ours / OpenSpiel", "ours", "OpenSpiel", 8.0))


class Player:
    """A process that plays so many games when asked, and says how long it took."""

    def __init__(self, python: str, code: str, **environment: str) -> None:
        self.process = subprocess.Popen(
            [python, "-c", code],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT / "src"), **environment},
        )

    def play(self, games: int) -> tuple[int, int, float]:
        """Actions, games that seat 0 won, seconds."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{games}\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("a player stopped; its error is above")
        actions, won, seconds = json.loads(line)
        return actions, won, seconds

    def close(self) -> None:
        """End the process."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(30)


class CPlayer:
    """The C program, compiled into a folder of its own."""

    def __init__(self, folder: str) -> None:
        compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
        if compiler is None:
            raise SystemExit("no C compiler (cc, gcc or clang) was found")
        self.program = str(Path(folder) / "connect_four")
        subprocess.run([compiler, "-O3", "-march=native", "-o", self.program, str(HERE / "connect_four.c")], check=True)

    def play(self, games: int) -> tuple[int, int, float]:
        """Actions, games that seat 0 won, seconds."""
        done = subprocess.run([self.program, str(games), "1"], capture_output=True, text=True, check=True)
        actions, won, seconds = done.stdout.split()
        return int(actions), int(won), float(seconds)

    def close(self) -> None:
        """Nothing runs on."""


def measured(rounds: int, games: int, spiel: str) -> dict[str, list[float]]:
    """Games a second of every player, round by round."""
    ours = OURS.format(examples=str(ROOT / "docs" / "examples"))
    with tempfile.TemporaryDirectory() as folder:
        players: dict[str, Any] = {
            "ours": Player(sys.executable, ours),
            "ours without bounds checks": Player(sys.executable, ours, ENGINEHOUSE_BOUNDS="0"),
            "C": CPlayer(folder),
        }
        if shutil.which(spiel) and not subprocess.run([spiel, "-c", "import pyspiel"], capture_output=True).returncode:
            players["OpenSpiel"] = Player(spiel, SPIEL)
        speeds: dict[str, list[float]] = {name: [] for name in players}
        for turn in range(-1, rounds):
            totals = set()
            for name, player in players.items():
                many = games // SPIEL_SHARE if name == "OpenSpiel" else games
                actions, won, seconds = player.play(many)
                if name != "OpenSpiel":
                    totals.add((actions, won))
                if turn >= 0:
                    speeds[name].append(many / seconds)
            if len(totals) != 1:
                raise SystemExit(f"the players did not play the same games: {totals}")
        for player in players.values():
            player.close()
    return speeds


def main() -> None:
    """Measure, print the table, and check the targets if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--games", type=int, default=300_000)
    parser.add_argument("--check", action="store_true", help="end with an error when a target is missed")
    parser.add_argument("--openspiel", default=sys.executable, help="the Python that has OpenSpiel")
    arguments = parser.parse_args()
    speeds = measured(arguments.rounds, arguments.games, arguments.openspiel)
    print(f"{'connect four, random play, one core':40} {'games/s (median)':>18}")
    for name, rounds in speeds.items():
        print(f"{name:40} {statistics.median(rounds):18,.0f}")
    missed = False
    for label, one, other, target in TARGETS:
        if other not in speeds:
            print(f"{label:40} {'not measured':>18}   (target {target}; OpenSpiel is not installed)")
            missed = True
            continue
        ratio = statistics.median(a / b for a, b in zip(speeds[one], speeds[other], strict=True))
        fine = ratio >= target
        missed |= not fine
        print(f"{label:40} {ratio:18.2f}   (target {target}{'' if fine else ', MISSED'})")
    if arguments.check and missed:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
