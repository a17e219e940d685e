"""Mechanica: random play against OpenSpiel's native connect-four rollouts, where its time goes, and compiling from nothing.

    python benchmarks/mechanica.py [--rounds 15] [--games 6000] [--check] [--openspiel PYTHON]

Actions a second are compared with the moves a second of those rollouts, interleaved in one run; a figure is the median of
all rounds, a ratio the median of the ratios of each round, seconds are the processor's. `--check` ends with an error when
the target is missed: 0.3 times OpenSpiel's moves.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import sys
import tempfile

from great_machine import COLD, ratios, said

from enginehouse.core.play.arena import random_game_plain
from enginehouse.core.registry.game import get as game_named

STEPS = (
    "setup",
    "legal",
    "apply",
    "run_factory",
    "write_floor",
    "write_demolitions",
    "has_place",
    "rotate_shop",
    "make_bots",
)


def shares(games: int) -> dict[str, float]:
    """Which part of the time each step of a random game takes, with all that it calls; uncompiled, as a profile sees it."""
    game = game_named("mechanica")
    profile = cProfile.Profile()
    profile.enable()
    for k in range(games):
        random_game_plain(game, [4, 0], 1, k)
    profile.disable()
    total, found = 0.0, {}
    for (_, _, name), (_, _, _, cumulative, _) in pstats.Stats(profile).stats.items():  # type: ignore[attr-defined]
        if name == "random_game_plain":
            total = cumulative
        if name in STEPS:
            found[name] = cumulative
    return {name: found[name] / total for name in STEPS if name in found}


def main() -> None:
    """Measure, print, and check the target if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--games", type=int, default=6000)
    parser.add_argument("--check", action="store_true", help="end with an error when the target is missed")
    parser.add_argument("--openspiel", default=sys.executable, help="the Python that has OpenSpiel")
    arguments = parser.parse_args()
    mine, theirs, ratio = ratios(arguments.rounds, arguments.games, arguments.openspiel, "mechanica")
    print(
        f"random play, 4 seats: {mine:,.0f} actions/s; OpenSpiel connect four: {theirs:,.0f} moves/s; ratio {ratio:.2f} (0.3)"
    )
    said_shares = ", ".join(f"{name} {share:.0%}" for name, share in shares(60).items())
    print(f"where the time goes, each with what it calls: {said_shares}")
    with tempfile.TemporaryDirectory() as folder:
        cold = said(COLD.replace("great-machine", "mechanica"), ENGINEHOUSE_CACHE=folder)
    print(f"compiled from nothing: {cold:.1f} s of the processor")
    if arguments.check and ratio < 0.3:
        raise SystemExit("the target is missed")


if __name__ == "__main__":
    main()
