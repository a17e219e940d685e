"""Mechanica: random play against OpenSpiel's native connect-four rollouts, where its time goes, and compiling from nothing.

    python benchmarks/mechanica.py [--rounds 15] [--games 6000] [--check] [--openspiel PYTHON]

Actions a second are compared with the moves a second of those rollouts, interleaved in one run; a figure is the median of
all rounds, a ratio the median of the ratios of each round, seconds are the processor's. `--check` ends with an error when
the target is missed: 0.3 times OpenSpiel's moves.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile

from great_machine import COLD, MOVES, OURS, said

from connect_four import SPIEL, Player

PARTS = """
import json, time
import numpy as np
from enginehouse.core import game as games
from enginehouse.core.compiling import compiled
from enginehouse.core.playing import act_at, actors_at, legal_at, setup_at
from enginehouse.core.events import events_dtype
game = games.get("mechanica")
s, out, e = game.shape.array(1), np.zeros(4096, np.int64), np.zeros(1, events_dtype(game.facts.event_size))
setup, act, legal, actors = (compiled(one, game) for one in (setup_at, act_at, legal_at, actors_at))
options = np.array([4, 0], np.int64)
spent, many, rng = {}, {}, np.random.default_rng(1)
for k in range(400):
    s[:] = game.shape.array(1)
    begun = time.perf_counter()
    setup(s, 0, options, rng.integers(0, 1 << 32, 8))
    spent["setup"] = spent.get("setup", 0) + time.perf_counter() - begun
    many["setup"] = many.get("setup", 0) + 1
    while mask := actors(s, 0):
        seat = (mask & -mask).bit_length() - 1
        begun = time.perf_counter()
        found = legal(s, 0, seat, out)
        between = time.perf_counter()
        code = int(out[rng.integers(found)])
        name = game.vocabulary.name(code).split()[0]
        middle = time.perf_counter()
        act(s, 0, seat, code, e)
        ended = time.perf_counter()
        for what, seconds in (("legal", between - begun), ("apply " + name, ended - middle)):
            spent[what] = spent.get(what, 0) + seconds
            many[what] = many.get(what, 0) + 1
print(json.dumps({what: [many[what], 1e6 * spent[what] / many[what]] for what in spent}))
"""


def ratios(rounds: int, games: int, spiel: str) -> tuple[float, float, float]:
    """Our actions a second, OpenSpiel's moves a second, and the median of their ratios."""
    moves = said(MOVES, spiel)
    ours, theirs = Player(sys.executable, OURS.replace("great-machine", "mechanica")), Player(spiel, SPIEL)
    a, b = [], []
    for turn in range(-1, rounds):
        actions, _, seconds = ours.play(games)
        _, _, other = theirs.play(20_000)
        if turn >= 0:
            a.append(actions / seconds)
            b.append(20_000 * moves / other)
    ours.close()
    theirs.close()
    each = [one / two for one, two in zip(a, b, strict=True)]
    return statistics.median(a), statistics.median(b), statistics.median(each)


def main() -> None:
    """Measure, print, and check the target if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--games", type=int, default=6000)
    parser.add_argument("--check", action="store_true", help="end with an error when the target is missed")
    parser.add_argument("--openspiel", default=sys.executable, help="the Python that has OpenSpiel")
    arguments = parser.parse_args()
    mine, theirs, ratio = ratios(arguments.rounds, arguments.games, arguments.openspiel)
    print(
        f"random play, 4 seats: {mine:,.0f} actions/s; OpenSpiel connect four: {theirs:,.0f} moves/s; ratio {ratio:.2f} (0.3)"
    )
    parts = subprocess.run([sys.executable, "-c", PARTS], capture_output=True, text=True, check=True).stdout
    print("microseconds a call from Python, which costs 0.3 to 1 itself:")
    for what, (many, each) in sorted(json.loads(parts).items(), key=lambda item: -item[1][0] * item[1][1])[:8]:
        print(f"  {what}: {each:.2f}, {many} calls")
    with tempfile.TemporaryDirectory() as folder:
        cold = said(COLD.replace("great-machine", "mechanica"), ENGINEHOUSE_CACHE=folder)
    print(f"compiled from nothing: {cold:.1f} s of the processor")
    if arguments.check and ratio < 0.3:
        raise SystemExit("the target is missed")


if __name__ == "__main__":
    main()
