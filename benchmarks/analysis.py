"""How long a game analysis takes on one core: the seconds of the processor until the win chances, and for 100 decisions.

    python benchmarks/analysis.py [GAME ...] [--seats 2] [--games 3] [--check]

The games are played by the steady bot and judged by the hard bot, whose compiling is not counted. The win chances come
first, because they need no bot; the aim is 5 s. The aim for 100 decisions with choices, losses and reasons is 60 s.
With `--check` the command ends with an error if the median of the games misses an aim.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time

from enginehouse import bots
from enginehouse.bots.analysis.review import judge_case, list_cases, list_shares
from enginehouse.bots.players.runs import Run, play_bots
from enginehouse.core.registry import game as games

SHARES_S, DECISIONS_S = 5.0, 60.0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", default=games.names())
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args()
    missed = False
    for name in given.names:
        game, hard = games.get(name), bots.find_bot("hard")
        hard.prepare(game)
        run = Run(game, given.seats, {}, given.games, 7, ["steady"])
        first, whole = [], []
        for k in range(given.games):
            cases = list(list_cases(play_bots(run, k)))
            judge_case(cases[0], hard)
            begun = time.process_time()
            list(list_shares(cases))
            first.append(time.process_time() - begun)
            begun = time.process_time()
            for case in cases:
                judge_case(case, hard)
            whole.append(100 * (time.process_time() - begun) / len(cases))
        shares, decisions = statistics.median(first), statistics.median(whole)
        missed |= shares > SHARES_S or decisions > DECISIONS_S
        print(f"{name}: win chances of a game after {shares:.1f} s, 100 decisions {decisions:.1f} s", flush=True)
    return 1 if given.check and missed else 0


if __name__ == "__main__":
    sys.exit(main())
