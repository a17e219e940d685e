"""Mechanical Beast: how fast random games are, and how often the bot by rules of thumb wins.

    python benchmarks/mechanical_beast.py speed [--openspiel PYTHON]
    python benchmarks/mechanical_beast.py bots [--games 1000] [--guesses 3]

Speed: four seats, easy, random play, in actions a second, beside OpenSpiel's own rollouts of connect four in moves a
second (by the Python that has it), interleaved, medians; and all rooms that can be walked to on maps of forty rooms.
Bots: every seat plays the greedy bot with so many imagined worlds for each decision; wins with a 95 % Wilson interval.
"""

from __future__ import annotations

import argparse
import math
import statistics
import subprocess
import sys
import time
from typing import Any

import numpy as np

from enginehouse.bots import greedy
from enginehouse.core import game as games
from enginehouse.core.chance import pick, seed_dice
from enginehouse.core.compiling import compiled, entry
from enginehouse.core.events import events_dtype
from enginehouse.core.playing import act_at, actors_at, game_seed, legal_at, random_games, setup_at
from enginehouse.games.mechanical_beast.place import label

GAME = games.get("mechanical-beast")
LEVELS = ("easy", "normal", "hard", "extreme")

OPENSPIEL = """
import sys, time, pyspiel
game = pyspiel.load_game("connect_four")
evaluator = pyspiel.RandomRolloutEvaluator(1, 7)
state = game.new_initial_state()
bot = pyspiel.MCTSBot(game, evaluator, 1.0, 2, 1, False, 7, False)
many = int(sys.argv[1])
rollouts = pyspiel.RandomRolloutEvaluator(many, 7)
began = time.perf_counter()
rollouts.evaluate(state)
print(time.perf_counter() - began)
"""
MOVES = 21.33
"""Moves of a random game of connect four, on average (by our own connect four, a million games)."""


def speed(openspiel: str | None, rounds: int) -> None:
    """Random play, interleaved with OpenSpiel's rollouts."""
    random_games(GAME, 4, None, 20, 1)
    ours, theirs = [], []
    for k in range(rounds):
        began = time.perf_counter()
        run = random_games(GAME, 4, None, 1500, 100 + k)
        ours.append(run.actions / (time.perf_counter() - began))
        if openspiel:
            many = 40_000
            said = subprocess.run([openspiel, "-c", OPENSPIEL, str(many)], capture_output=True, text=True, check=True)
            theirs.append(many * MOVES / float(said.stdout))
    print(f"random play, 4 seats, easy: {statistics.median(ours):,.0f} actions a second")
    if theirs:
        print(f"OpenSpiel, connect four, native rollouts: {statistics.median(theirs):,.0f} moves a second")
        print(f"ratio {statistics.median(a / b for a, b in zip(ours, theirs, strict=True)):.2f}")
    print(f"all rooms that can be walked to, 40 rooms: {walking() * 1e9:,.0f} ns")


@entry
def label_often(states: Any, many: int) -> int:
    """Label the rooms of a map again and again."""
    s = states[0]
    total = 0
    for _ in range(many):
        label(s.x, s.y, s.doors, s.rooms, s.slots, s.comp)
        total += s.comp[s.rooms - 1]
    return total


def walking() -> float:
    """Seconds for finding all rooms that can be walked to, from scratch: hash and labels of a map of 40 rooms."""
    states = GAME.shape.array(1)
    s = GAME.new_record()
    GAME.rules.setup(s, [4, 0, 0, 0], [5] * 8)
    dice = [0] * 4
    seed_dice(dice, 5, 0)
    from enginehouse.core.events import Events

    out, e = [0] * len(GAME.vocabulary), Events(64, on=False)
    while s.rooms < 40:
        seat = int(GAME.rules.actors(s)).bit_length() - 1
        many = GAME.rules.legal(s, seat, out)
        explores = [code for code in out[:many] if "explore" in GAME.vocabulary.name(code)]
        GAME.rules.apply(s, seat, explores[0] if explores and not s.off else out[pick(dice, many - 1)], e)
        if s.reason or s.lockdown:
            raise SystemExit("the map did not grow to 40 rooms; choose another seed")
    GAME.shape.store(states, 0, s)
    run = compiled(label_often, GAME)
    run(states, 10)
    best = math.inf
    for _ in range(5):
        began = time.perf_counter()
        run(states, 200_000)
        best = min(best, (time.perf_counter() - began) / 200_000)
    return best


def wilson(wins: int, games_: int) -> tuple[float, float]:
    """A 95 % interval for a share."""
    z, share = 1.96, wins / games_
    middle = (share + z * z / (2 * games_)) / (1 + z * z / games_)
    half = z * math.sqrt(share * (1 - share) / games_ + z * z / (4 * games_ * games_)) / (1 + z * z / games_)
    return middle - half, middle + half


def bots(many: int, guesses: int, seats: list[int], levels: list[str]) -> None:
    """Games in which all seats play the greedy bot."""
    run = [compiled(f, GAME) for f in (setup_at, act_at, legal_at, actors_at, greedy.weigh)]
    view = compiled(view_at, GAME)
    print("| level | seats | wins | lesser | 95 % | turns |\n| --- | --- | --- | --- | --- | --- |")
    for level in levels:
        for n in seats:
            results = [play(n, level, k, guesses, run, view) for k in range(many)]
            wins = sum(r in (1, 2) for r, _ in results)
            lesser = sum(r == 2 for r, _ in results)
            low, high = wilson(wins, many)
            turns = statistics.mean(t for _, t in results)
            print(f"| {level} | {n} | {wins / many:.1%} | {lesser / many:.1%} | {low:.1%} to {high:.1%} | {turns:.0f} |", flush=True)


@entry
def view_at(states: Any, i: int, seat: int, j: int) -> None:
    """A seat's view of one element in another, which is empty."""
    from_view(states[i], seat, states[j])


def play(n: int, level: str, k: int, guesses: int, run: list[Any], view: Any) -> tuple[int, int]:
    """One game; its result and how many turns it had."""
    set_up, act, legal, actors, weigh = run
    states, events = GAME.shape.array(5), np.zeros(1, events_dtype(GAME.facts.event_size))
    words, dice, out = np.zeros(8, np.int64), np.zeros(4, np.int64), np.zeros(4096, np.int64)
    game_seed.__wrapped__(words, dice, 31, k) if hasattr(game_seed, "__wrapped__") else game_seed(words, dice, 31, k)
    set_up(states, 0, np.array(GAME.option_numbers(n, {"level": level}), np.int64), words)
    done = 0
    while mask := actors(states, 0):
        seat = int(mask).bit_length() - 1
        many = legal(states, 0, seat, out) - (1 if out[max(0, legal(states, 0, seat, out) - 1)] == len(GAME.vocabulary) - 1 else 0)
        codes = out[: max(1, many)].copy()
        values = np.zeros(len(codes), np.int64)
        states[1] = states[4]
        view(states, 0, seat, 1)
        room = states[1:4]
        for g in range(guesses):
            weigh(room, codes, seat, 1000 * k + done, g, values, events)
        best = codes[values == values.max()]
        act(states, 0, seat, int(best[pick(dice, len(best))]), events)
        done += 1
    return int(states[0]["result"]), int(states[0]["turns"])


from enginehouse.core.verbs import view as from_view  # noqa: E402  # a verb by another name: `view` is a record here


def main() -> None:
    """Run what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["speed", "bots"])
    parser.add_argument("--openspiel", metavar="PYTHON")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--guesses", type=int, default=3)
    parser.add_argument("--seats", type=int, nargs="*", default=[1, 2, 3, 4])
    parser.add_argument("--levels", nargs="*", default=list(LEVELS))
    given = parser.parse_args()
    if given.what == "speed":
        speed(given.openspiel, given.rounds)
    else:
        bots(given.games, given.guesses, given.seats, given.levels)
    sys.stdout.flush()


if __name__ == "__main__":
    main()
