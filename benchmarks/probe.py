"""Plays games when told to, and says how much processor time they took: the one side of `benchmarks/against`.

Each line of its input names a game, a number of seats, how many games and the first game's number; it answers with the
seconds of the processor, one line each. A checkout's own probe knows how games are played there.
"""

from __future__ import annotations

import sys
import time

from enginehouse.core.play.arena import random_games
from enginehouse.core.registry.game import get as game_named


def main() -> None:
    """Answer until the input ends."""
    for line in sys.stdin:
        name, seats, many, first = line.split()
        game = game_named(name)
        started = time.process_time()
        run = random_games(game, int(seats), None, int(many), 1, int(first))
        print(time.process_time() - started, run.actions, flush=True)


if __name__ == "__main__":
    main()
