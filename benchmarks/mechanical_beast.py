"""Mechanical Beast: random play against OpenSpiel's native connect-four rollouts, and finding all rooms one can walk to.

    python benchmarks/mechanical_beast.py [--rounds 9] [--games 1500] [--check] [--openspiel PYTHON]

Actions a second are compared with the moves a second of those rollouts, interleaved in one run; a figure is the median of
all rounds, a ratio the median of the ratios of each round, seconds are the processor's. `--check` ends with an error when
a target is missed: 0.3 times OpenSpiel's moves, a map of 40 rooms hashed and labelled within a microsecond.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from typing import Any

from great_machine import ratios

from enginehouse.core.compiler.compiled_rules import compiled
from enginehouse.core.records.chance import seed_words
from enginehouse.core.registry import game as games
from enginehouse.core.rule import entry
from enginehouse.games.mechanical_beast.place import find_room, label, lay

GAME = games.get("mechanical-beast")
ROOMS = 40


@entry
def label_often(states: Any, many: int) -> int:
    """Find anew, again and again, which rooms one can walk to from which."""
    s = states[0]
    total = 0
    for _ in range(many):
        label(s.x, s.y, s.doors, s.rooms, s.slots, s.comp)
        total += int(s.comp[s.rooms - 1])
    return total


def scattered(rooms: int) -> Any:
    """A map of so many rooms, each at a random place beside the others."""
    s, dice = GAME.new_record(), random.Random("forty rooms")
    GAME.rules.setup(s, [4, 0, 0, 0], seed_words("forty rooms"))
    while s.rooms < rooms:
        n, d = dice.randrange(s.rooms), dice.randrange(4)
        x, y = s.x[n] + (0, 1, 0, -1)[d], s.y[n] + (1, 0, -1, 0)[d]
        if find_room(s, x, y) < 0:
            lay(s, s.pile[s.rooms], x, y, d)
    return s


def walking() -> float:
    """Nanoseconds for finding all rooms that can be walked to, from scratch: the hash and the labels of a whole map."""
    states = GAME.shape.array(1)
    GAME.shape.store(states, 0, scattered(ROOMS))
    run = compiled(label_often, GAME)
    run(states, 10)
    found = []
    for _ in range(9):
        before = time.process_time()
        run(states, 100_000)
        found.append((time.process_time() - before) / 100_000)
    return 1e9 * statistics.median(found)


def main() -> None:
    """Measure, and check the targets if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--games", type=int, default=1500)
    parser.add_argument("--check", action="store_true", help="end with an error when a target is missed")
    parser.add_argument("--openspiel", default=sys.executable, help="the Python that has OpenSpiel")
    given = parser.parse_args()
    near = walking()
    print(f"all rooms that can be walked to, {ROOMS} rooms: {near:,.0f} ns (1,000)")
    ours, theirs, ratio = ratios(given.rounds, given.games, given.openspiel, GAME.name)
    print(
        f"random play, 4 seats, easy: {ours:,.0f} actions/s; "
        f"OpenSpiel connect four: {theirs:,.0f} moves/s; ratio {ratio:.2f} (0.3)"
    )
    if given.check and (ratio < 0.3 or near > 1000):
        raise SystemExit("a target is missed")


if __name__ == "__main__":
    main()
