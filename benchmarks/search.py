"""Our search beside OpenSpiel's `MCTSBot` in connect four: games against each other at equal simulations, and simulations a second.

    python benchmarks/search.py [--games 400] [--simulations 400] [--check] [--openspiel PYTHON]
    python benchmarks/search.py --exploitability [--simulations 100]

Both play on at random to the end of the game where they judge. Each begins half of the games. Speed is that of a decision in the
empty game, in processor time, the two taking turns; the ratio is the median of all rounds. `--check` ends with an error when a
target is missed. OpenSpiel may live in another environment, whose interpreter `--openspiel` names.

`--exploitability` tells instead what our search gives away in Kuhn and Leduc poker to who knows it, at three budgets (x1, x10, x100):
in chips a game, exactly, for what it tries most and for actions as likely as they were tried. It needs no OpenSpiel.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from enginehouse.bots.analysis.exploitability import make_policy, measure_policy, uniform
from enginehouse.bots.players.levels import Search
from enginehouse.core.play.match import Match
from enginehouse.core.registry import game as games
from enginehouse.core.words import estimates

ROOT = Path(__file__).resolve().parent.parent
SPIEL = """
import json, sys, time
import pyspiel
game = pyspiel.load_game("connect_four")
for line in sys.stdin:
    columns, simulations, seed = json.loads(line)
    state = game.new_initial_state()
    for column in columns:
        state.apply_action(column)
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, seed), 1.4, simulations, 200, False, seed, False)
    before = time.process_time()
    column = bot.step(state)
    print(json.dumps([column, time.process_time() - before]), flush=True)
"""
PLIES = 1_000
LEAST_SHARE, LEAST_SPEED = 0.45, 8.0
ROUNDS, SPEED_SIMULATIONS = 15, 20_000
SEEDS = 8


class Spiel:
    """OpenSpiel in a process of its own: asked with the columns played so far, it says one more, and the seconds."""

    def __init__(self, python: str) -> None:
        pipe: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        self.process = subprocess.Popen([python, "-c", SPIEL], env=os.environ, **pipe)

    def choose(self, columns: list[int], simulations: int, seed: int) -> tuple[int, float]:
        """Column and seconds."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps([columns, simulations, seed]) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("OpenSpiel stopped; its error is above")
        column, seconds = json.loads(line)
        return column, seconds


class Ours:
    """Our search with a budget."""

    def __init__(self) -> None:
        self.game = games.register(games.Game("connect_four"))
        Search("hard").prepare(self.game)

    def choose(self, columns: list[int], simulations: int, seed: int) -> tuple[int, float]:
        """Column and seconds."""
        match = Match.new(self.game, 2)
        for column in columns:
            match.act(match.actors()[0], self.game.vocabulary.names[column])
        (seat,) = match.actors()
        view, legal = match.view(seat), match.legal(seat)
        bot = Search("hard", (simulations, 1, 1_400, 0, 1, PLIES, 0))
        before = time.process_time()
        choice = bot.choose(view, seat, legal, 600.0, seed)
        return choice.action, time.process_time() - before


def winner(ours: Ours, columns: list[int]) -> float | None:
    """1 where who began has won, 0 where the other has, a half for a draw; None while it goes on."""
    match = Match.new(ours.game, 2)
    first = match.actors()[0]
    for column in columns:
        match.act(match.actors()[0], ours.game.vocabulary.names[column])
    if not match.over:
        return None
    _, ranks = match.scores()
    return 0.5 if ranks[0] == ranks[1] else float(ranks[first] == 1)


def play(ours: Ours, spiel: Spiel, simulations: int, k: int) -> float:
    """Our share of game k: we begin the even ones."""
    columns: list[int] = []
    while (found := winner(ours, columns)) is None:
        mine = (len(columns) + k) % 2 == 0
        column, _ = (ours if mine else spiel).choose(columns, simulations, 1_000 * k + len(columns))
        columns.append(column)
    return found if k % 2 == 0 else 1 - found


def speeds(ours: Ours, spiel: Spiel) -> tuple[float, float, float]:
    """Simulations a second: ours, OpenSpiel's, and how many times as many."""
    both = []
    for k in range(ROUNDS):
        both.append((ours.choose([], SPEED_SIMULATIONS, k)[1], spiel.choose([], SPEED_SIMULATIONS, k)[1]))
    mine, its = (SPEED_SIMULATIONS / statistics.median(one) for one in zip(*both, strict=True))
    return mine, its, statistics.median(theirs / own for own, theirs in both)


def exploitability(simulations: int) -> None:
    """Tell what search gives away in poker, over as many seeds as make the means steady."""
    for sample, value in (("kuhn", -1 / 18), ("leduc", -0.0856)):
        game = games.register(games.Game(sample))
        Search("hard").prepare(game)
        print(f"{game.facts.title}: an equilibrium gives away 0, and the first seat gains {value:.4f} with it")
        print(f"  anything at random: {measure_policy(game, uniform).exploitability:.3f}")
        for many in (simulations, 10 * simulations, 100 * simulations):
            bot = Search("hard", (many, 1, 1_400, 0, 1, PLIES, 0))
            told = []
            for most in (True, False):
                each = [measure_policy(game, make_policy(bot, seed, most=most)).exploitability for seed in range(SEEDS)]
                told.append(estimates.mean(each))
            print(f"  {many:6} simulations: tried most {told[0]}, as often as tried {told[1]}", flush=True)


def main() -> None:
    """Play, measure, tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--simulations", type=int, default=400)
    parser.add_argument("--openspiel", default=sys.executable)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--exploitability", action="store_true")
    given = parser.parse_args()
    sys.path.insert(0, str(ROOT / "docs" / "examples"))  # connect four and poker
    if given.exploitability:
        exploitability(100 if given.simulations == parser.get_default("simulations") else given.simulations)
        return
    ours, spiel = Ours(), Spiel(given.openspiel)
    mine, its, ratio = speeds(ours, spiel)
    print(f"simulations a second: ours {mine:,.0f}, OpenSpiel {its:,.0f}, ratio {ratio:.1f} (at least {LEAST_SPEED:g})")
    share = estimates.share([play(ours, spiel, given.simulations, k) for k in range(given.games)])
    print(
        f"share of {given.games} games at {given.simulations} simulations each: {share} (lower end at least {LEAST_SHARE})"
    )
    if given.check and (ratio < LEAST_SPEED or share.low < LEAST_SHARE):
        raise SystemExit("a target is missed")


if __name__ == "__main__":
    main()
