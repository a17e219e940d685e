"""Mechanation: random play against OpenSpiel's native connect-four rollouts, and compiling from nothing.

    python benchmarks/mechanation.py [--rounds 15] [--games 10000] [--check] [--openspiel PYTHON]

Actions a second are compared with the moves a second of those rollouts, interleaved in one run; a figure is the median of
all rounds, the ratio the median of the ratios of each round, seconds are the processor's. `--check` ends with an error
when the target is missed: twice OpenSpiel's moves.
"""

from __future__ import annotations

import argparse
import sys
import tempfile

from great_machine import COLD, ratios, said

GAME = "mechanation"


def main() -> None:
    """Measure, print, and check the target if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--check", action="store_true", help="end with an error when the target is missed")
    parser.add_argument("--openspiel", default=sys.executable, help="the Python that has OpenSpiel")
    arguments = parser.parse_args()
    mine, theirs, ratio = ratios(arguments.rounds, arguments.games, arguments.openspiel, GAME)
    print(
        f"random play, 4 seats: {mine:,.0f} actions/s; OpenSpiel connect four: {theirs:,.0f} moves/s; ratio {ratio:.2f} (2)"
    )
    with tempfile.TemporaryDirectory() as folder:
        cold = said(COLD.replace("great-machine", GAME), ENGINEHOUSE_CACHE=folder)
    print(f"compiled from nothing: {cold:.1f} s of the processor")
    if arguments.check and ratio < 2:
        raise SystemExit("a target is missed")


if __name__ == "__main__":
    main()
