"""The Great Machine: random play against OpenSpiel's native connect-four rollouts, replays, and compiling from nothing.

    python benchmarks/great_machine.py [--rounds 15] [--games 4000] [--check] [--openspiel PYTHON]

Actions a second are compared with the moves a second of those rollouts, interleaved in one run; a figure is the median of
all rounds, a ratio the median of the ratios of each round, seconds are the processor's. `--check` ends with an error when
a target is missed: 3 times OpenSpiel's moves, 500 actions replayed in 5 ms compiled and 50 ms plain, compiled in 15 s.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile

# If mypy checks a few files only, it takes the example game of this name in `docs/examples` for this module.
from connect_four import ROOT, SPIEL, Player  # type: ignore[attr-defined, unused-ignore]

OURS = """
import json, sys, time
from enginehouse.core.registry import game as games
from enginehouse.core.play.arena import random_games
game = games.get("great-machine")
random_games(game, 4, None, 10, 1)
for line in sys.stdin:
    many = int(line)
    before = time.process_time()
    run = random_games(game, 4, None, many, 1)
    print(json.dumps([run.actions, 0, time.process_time() - before]), flush=True)
"""

MOVES = """
import random, pyspiel
random.seed(1)
game = pyspiel.load_game("connect_four")
moves = 0
for _ in range(4000):
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
        moves += 1
print(moves / 4000)
"""

REPLAY = """
import json, statistics, time
import numpy as np
from enginehouse.core.registry import game as games
from enginehouse.core.flags import jit_possible
from enginehouse.core.play.match import replay
from enginehouse.core.play import arena
from enginehouse.bots.players.runs import Run, play_random
game = games.get("great-machine")
log = play_random(Run(game, 8, {}, 1, 1, ["random"]), 0).log()
log.entries, log.checksum, log.result = log.entries[:500], "", None
assert len(log.entries) == 500
found = []
if jit_possible():
    script = np.array([(e.seat, game.vocabulary.code(e.act)) for e in log.entries], arena.ACTION)
    bench = arena.Bench(game)
    for _ in range(50):
        before = time.process_time()
        assert bench.replay([8], log.seed_words(), script) == 500
        found.append(time.process_time() - before)
else:
    for _ in range(15):
        before = time.process_time()
        assert replay(log).accepted == 500
        found.append(time.process_time() - before)
print(json.dumps(1000 * statistics.median(found)))
"""

COLD = """
import json, time
before = time.process_time()
from enginehouse.core.registry import game as games
from enginehouse.core.play import warmup as preparing
for _ in preparing.prepare(games.get("great-machine")):
    pass
print(json.dumps(time.process_time() - before))
"""


def said(code: str, python: str = sys.executable, **environment: str) -> float:
    """The number that a program prints."""
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src"), **environment}
    return float(subprocess.run([python, "-c", code], capture_output=True, text=True, check=True, env=env).stdout)


def ratios(rounds: int, games: int, spiel: str, game: str = "great-machine") -> tuple[float, float, float]:
    """Our actions a second in random games of four seats, OpenSpiel's moves a second, and the median of their ratios."""
    moves = said(MOVES, spiel)
    ours, theirs = Player(sys.executable, OURS.replace("great-machine", game)), Player(spiel, SPIEL)
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
    """Measure, print, and check the targets if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--check", action="store_true", help="end with an error when a target is missed")
    parser.add_argument("--openspiel", default=sys.executable, help="the Python that has OpenSpiel")
    arguments = parser.parse_args()
    mine, theirs, ratio = ratios(arguments.rounds, arguments.games, arguments.openspiel)
    print(
        f"random play, 4 seats: {mine:,.0f} actions/s; OpenSpiel connect four: {theirs:,.0f} moves/s; ratio {ratio:.2f} (3)"
    )
    fast, plain = said(REPLAY), said(REPLAY, ENGINEHOUSE_JIT="0")
    print(f"500 actions replayed: compiled {fast:.2f} ms (5), plain {plain:.1f} ms (50)")
    with tempfile.TemporaryDirectory() as folder:
        cold = said(COLD, ENGINEHOUSE_CACHE=folder)
    print(f"compiled from nothing: {cold:.1f} s of the processor (15)")
    if arguments.check and (ratio < 3 or fast > 5 or plain > 50 or cold > 15):
        raise SystemExit("a target is missed")


if __name__ == "__main__":
    main()
