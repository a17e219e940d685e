"""Random play of this checkout against that of another commit, in turns: what a change costs or brings.

    benchmarks/against COMMIT [--games mechanica,mechanation] [--seats 4] [--rounds 21] [--seconds 0.4] [--check]

Both play the same games compiled (plain with ENGINEHOUSE_JIT=0), one after the other and in changing order, in processes
that stay; seconds are the processor's. Printed is how many times as fast this checkout is, the median of the ratios of
all rounds with its 95 % interval (bootstrap). "Within 5 %" means that the interval reaches 0.95; `--check` ends with an
error where it does not.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
REACHES = 0.95
SAMPLES = 2000


class Side:
    """One checkout's games, played by a process of its own."""

    def __init__(self, tree: Path) -> None:
        probe = tree / "benchmarks" / "probe.py"
        command = [sys.executable, str(probe if probe.exists() else ROOT / "benchmarks" / "probe.py")]
        environment = {**os.environ, "PYTHONPATH": str(tree / "src")}
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment, cwd=tree
        )

    def play(self, game: str, seats: int, many: int, first: int) -> tuple[float, int]:
        """Seconds of the processor and actions of so many games."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(f"{game} {seats} {many} {first}\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().split()
        if len(answer) != 2:
            sys.exit("Error: one side ended; what it said stands above")
        return float(answer[0]), int(answer[1])

    def close(self) -> None:
        """End the process."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(20)


def interval(ratios: list[float], dice: random.Random) -> tuple[float, float]:
    """The 95 % interval of the median of ratios, by drawing from them again and again."""
    medians = sorted(statistics.median(dice.choices(ratios, k=len(ratios))) for _ in range(SAMPLES))
    return medians[SAMPLES * 25 // 1000], medians[SAMPLES * 975 // 1000 - 1]


def compare(here: Side, there: Side, game: str, seats: int, rounds: int, seconds: float) -> list[float]:
    """How many times as fast this side is, round by round; both have compiled and warmed up before."""
    for side in (here, there):
        side.play(game, seats, 2, 0)
    spent, _ = there.play(game, seats, 20, 0)
    many = max(1, round(20 * seconds / max(spent, 1e-6)))
    ratios = []
    for k in range(rounds):
        times = {}
        for side in (here, there) if k % 2 else (there, here):
            times[side], actions = side.play(game, seats, many, k * many)
        ratios.append(times[there] / times[here])
        print(f"\r{game}: {k + 1} of {rounds}, {many} games, {actions} actions", end="", file=sys.stderr, flush=True)
    print("\r" + " " * 70 + "\r", end="", file=sys.stderr, flush=True)
    return ratios


def main() -> int:
    """Check the other commit out beside this one, play, and tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commit")
    parser.add_argument("--games", default="great-machine,mechanation,mechanica,mechanical-beast")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=21)
    parser.add_argument("--seconds", type=float, default=0.4, help="processor time of a side in a round, about")
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args()
    git = ["git", "-C", str(ROOT)]
    named = subprocess.run([*git, "rev-parse", "--short", f"{given.commit}^{{commit}}"], capture_output=True, text=True)
    if named.returncode:
        sys.exit(f"Error: {given.commit!r} is no commit of this repository")
    slower = []
    with tempfile.TemporaryDirectory(prefix="enginehouse-against-") as folder:
        tree = Path(folder) / "tree"
        subprocess.run([*git, "worktree", "add", "--quiet", "--detach", str(tree), named.stdout.strip()], check=True)
        here, there = Side(ROOT), Side(tree)
        try:
            for game in given.games.split(","):
                ratios = compare(here, there, game, given.seats, given.rounds, given.seconds)
                low, high = interval(ratios, random.Random(game))
                within = "within 5 %" if high >= REACHES else "SLOWER by more than 5 %"
                print(
                    f"{game}: {statistics.median(ratios):.3f} times {named.stdout.strip()} ({low:.3f} to {high:.3f}), {within}"
                )
                slower += [game] if high < REACHES else []
        finally:
            here.close()
            there.close()
            subprocess.run([*git, "worktree", "remove", "--force", str(tree)], check=True)
    return 1 if given.check and slower else 0


if __name__ == "__main__":
    sys.exit(main())
