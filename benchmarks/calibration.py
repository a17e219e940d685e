"""How right the shown win chances are: expected against observed, for each tenth, on games that no curve was learned from.

    python benchmarks/calibration.py [GAME ...] [--games 100] [--seed 2] [--check]

`--games` is the number of games for each number of seats, so 100 are 300 games of a game for two to four. Bots of four
levels sit at the table. With `--check` the command ends with an error if a tenth is off by more than five points, and by
more than its 95 % interval. The curves were learned with another seed (`enginehouse train GAME --calibration`).
"""

from __future__ import annotations

import argparse
import sys

from enginehouse.bots.analysis.calibrating import gather_estimates, list_seats, measure
from enginehouse.core.registry import game as games


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", default=games.names())
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=2)
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args()
    wrong = 0
    for name in given.names:
        game = games.get(name)
        tenths = measure(game, gather_estimates(game, given.games, given.seed, lambda _: None))
        print(f"{name}, {given.games * len(list_seats(game))} games, seed {given.seed}")
        print(f"{'decisions':>10} {'expected':>10} {'observed':>10} {'95 %':>8}")
        for one in tenths:
            print(
                f"{one.decisions:10d} {one.expected:9.1f}% {one.observed:9.1f}% {one.margin:7.1f} {'' if one.holds else '  off'}",
                flush=True,
            )
        wrong += sum(not one.holds for one in tenths)
    return 1 if given.check and wrong else 0


if __name__ == "__main__":
    sys.exit(main())
