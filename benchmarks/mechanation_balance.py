"""Mechanation: which mechs win. Games of greedy bots; how often the pilot wins who was dealt a mech, or sits at a seat.

    python benchmarks/mechanation_balance.py [--games 20000] [--seed 1] [--seats 4] [--bots greedy] [--guesses 12]

Prints tables with 95 % intervals (Wilson), and how the bots play: which mech of their hand they deploy, how they attack.
Game k of a seed is always the same game. `--bots greedy,random` names bots by seat, to see how much the greedy one is
worth. Needs Numba; 20,000 games take about half an hour of one core.
"""

from __future__ import annotations

import argparse
import math
from collections import Counter

import numpy as np

from enginehouse.bots import greedy
from enginehouse.core import game as games
from enginehouse.core.compiling import compiled
from enginehouse.core.events import events_dtype
from enginehouse.core.kit.loops import kit_position
from enginehouse.core.playing import act_at, actors_at, game_seed, legal_at, setup_at
from enginehouse.games.mechanation.parts import DEPLOY, MECHS, MOST_ARENA, STRIKE, TIER_NAMES

GAME = games.get("mechanation")


def interval(won: int, many: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share."""
    if many == 0:
        return 0.0, 1.0
    z, p = 1.96, won / many
    middle = (p + z * z / (2 * many)) / (1 + z * z / many)
    half = z / (1 + z * z / many) * math.sqrt(p * (1 - p) / many + z * z / (4 * many * many))
    return middle - half, middle + half


class Table:
    """The compiled game, and room for one position and its guesses."""

    def __init__(self, seats: int, guesses: int) -> None:
        self.seats, self.guesses = seats, guesses
        self.states, self.room = GAME.shape.array(4), GAME.shape.array(3)
        self.events = np.zeros(1, events_dtype(GAME.facts.event_size))
        self.options = np.array([seats], np.int64)
        self.codes, self.scores = np.zeros(4096, np.int64), np.zeros(16, np.int64)
        self.setup, self.act = compiled(setup_at, GAME), compiled(act_at, GAME)
        self.legal, self.actors = compiled(legal_at, GAME), compiled(actors_at, GAME)
        self.see, self.weigh = compiled(kit_position, GAME), compiled(greedy.weigh, GAME)
        self.empty = GAME.shape.array(1)
        self.habits: Counter[str] = Counter()

    def play(self, seed: int, k: int, bots: list[str]) -> None:
        """Game k of a run; its last record is `states[0]`."""
        words, dice = np.zeros(8, np.int64), np.zeros(4, np.int64)
        game_seed(words, dice, seed, k)
        self.states[0] = self.empty[0]
        self.setup(self.states, 0, self.options, words)
        dealt = np.random.default_rng([seed, k])
        while mask := int(self.actors(self.states, 0)):
            seat = mask.bit_length() - 1
            many = int(self.legal(self.states, 0, seat, self.codes))
            codes = self.codes[:many].copy()
            code = int(codes[0])
            if many > 1 and bots[seat % len(bots)] == "random":
                code = int(dealt.choice(codes))
            elif many > 1:
                code = self.best(seat, codes, dealt)
            self.note(seat, code)
            self.act(self.states, 0, seat, code, self.events)

    def best(self, seat: int, codes: np.ndarray, dealt: np.random.Generator) -> int:
        """What the greedy bot does, of its view alone."""
        self.see(self.states, seat, dealt.integers(0, 1 << 32, 8), self.scores)
        self.room[0] = self.states[1]
        values = np.zeros(len(codes), np.int64)
        seed = int(dealt.integers(0, 1 << 40))
        for guess in range(self.guesses):
            self.weigh(self.room, codes, seat, seed, guess, values, self.events)
        return int(dealt.choice(codes[values == values.max()]))

    def note(self, seat: int, code: int) -> None:
        """Which of its mechs a pilot sends out hidden: its strongest one, or another."""
        deployed = DEPLOY <= code < STRIKE
        if not deployed and not STRIKE <= code < STRIKE + 144:
            return
        tier = (code - DEPLOY) // MOST_ARENA if deployed else (code - STRIKE) // 48
        hand = [t for t in range(3) if self.states[0]["place"][seat][t] == 0]
        what = "deploys" if deployed else "attacks with"
        if len(hand) > 1:
            self.habits[f"{what} {'the strongest' if tier == hand[-1] else 'another'} of several"] += 1
        self.habits[f"{what} {TIER_NAMES[tier]}"] += 1


def main() -> None:
    """Play, and print what came out."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--bots", default="greedy")
    parser.add_argument("--guesses", type=int, default=greedy.GUESSES)
    arguments = parser.parse_args()
    table, bots = Table(arguments.seats, arguments.guesses), arguments.bots.split(",")
    dealt, won, orders, by_seat, rounds, ends = Counter(), Counter(), Counter(), Counter(), [], Counter()
    for k in range(arguments.first, arguments.first + arguments.games):
        first_alpha = -1
        table.play(arguments.seed, k, bots)
        end = table.states[0]
        rounds.append(int(end["round"]))
        ends[int(end["reason"])] += 1
        winner = int(end["winner"]) - 1
        first_alpha = (int(end["alpha"]) - int(end["round"]) + 1) % arguments.seats
        orders[(winner - first_alpha) % arguments.seats] += 1
        by_seat[winner] += 1
        for seat in range(arguments.seats):
            for mech in end["mech"][seat]:
                dealt[int(mech)] += 1
                won[int(mech)] += seat == winner
    print(f"{arguments.games} games of {arguments.seats} seats, bots {arguments.bots}, seed {arguments.seed},")
    print(f"{arguments.guesses} guesses a decision; {np.mean(rounds):.1f} rounds, ends {dict(ends)}\n")
    print("| mech | tier | dealt | won | 95 % |\n| --- | --- | --- | --- | --- |")
    for mech in sorted(dealt, key=lambda m: -won[m] / dealt[m]):
        low, high = interval(won[mech], dealt[mech])
        share = won[mech] / dealt[mech]
        print(
            f"| {MECHS[mech].title} | {MECHS[mech].tier + 1} | {dealt[mech]} | {share:.1%} | {low:.1%} to {high:.1%} |"
        )
    print("\n| place in the first round | won | 95 % |\n| --- | --- | --- |")
    for place in range(arguments.seats):
        low, high = interval(orders[place], arguments.games)
        name = "Alpha" if place == 0 else f"{place} after the Alpha"
        print(f"| {name} | {orders[place] / arguments.games:.1%} | {low:.1%} to {high:.1%} |")
    if len(bots) > 1:
        print("\n" + ", ".join(f"seat {s} ({bots[s % len(bots)]}) {by_seat[s]}" for s in range(arguments.seats)))
    print("\n" + ", ".join(f"{what}: {many}" for what, many in sorted(table.habits.items())))


if __name__ == "__main__":
    main()
