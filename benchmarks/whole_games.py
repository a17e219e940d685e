"""Whole games of greedy bots, compiled, as the lab plays them: how many in a minute of two cores.

    python benchmarks/whole_games.py [--rounds 5] [--seconds 4] [--check]

Counted in processor seconds, so that other work on the machine matters little, compiling left out: games per processor second,
the median of all rounds, times 120. The bots guess as often for a decision as they do at a table (12 times; in Mechanica, where
little is hidden, once). `--check` ends with an error where a target is missed.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time

from enginehouse.bots.players.greedy import count_guesses
from enginehouse.bots.players.runs import Run, play_rows
from enginehouse.core.registry import game as games

TARGETS = [
    ("mechanation", 4, 20_000),
    ("great-machine", 4, 10_000),
    ("mechanical-beast", 4, 3_000),
    ("mechanica", 4, 0),
]
"""Game, seats, the least number of games; 0 where none was set."""
CORES_S = 120
"""Processor seconds in a minute of two cores."""


def speed(run: Run, first: int, seconds: float) -> tuple[float, int]:
    """Games per processor second, from game `first` on, over so many seconds; and how many games that were."""
    many, before = 0, time.process_time()
    while time.process_time() - before < seconds:
        play_rows(run, first + many, 1)
        many += 1
    return many / (time.process_time() - before), many


def main() -> None:
    """Play, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args()
    missed = []
    print(
        "| greedy bots | seats | guesses | games in a minute of two cores | at least |\n| --- | --- | --- | --- | --- |"
    )
    for name, seats, least in TARGETS:
        run, found, first = Run(games.get(name), seats, {}, 1, 1, ["greedy"]), [], 1
        run.prepare()
        for _ in range(given.rounds):
            each, many = speed(run, first, given.seconds)
            found.append(each)
            first += many
        minute = round(CORES_S * statistics.median(found), -2)
        wanted = f"{least:,}" if least else ""
        print(f"| {name} | {seats} | {count_guesses(run.game)} | {minute:,.0f} | {wanted} |", flush=True)
        if minute < least:
            missed.append(name)
    if given.check and missed:
        sys.exit(f"too slow: {', '.join(missed)}")


if __name__ == "__main__":
    main()
