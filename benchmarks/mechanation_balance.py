"""Mechanation: which mechs win. Games of greedy bots; how often the pilot wins who was dealt a mech, or sits at a seat.

    python benchmarks/mechanation_balance.py [--games 20000] [--seed 1] [--seats 4] [--bots greedy] [--guesses 12]

Prints tables with 95 % intervals (Wilson), and how the bots play: which mech of their hand they deploy, how they attack.
Game k of a seed is always the same game. `--bots greedy,random` names bots by seat, to see how much the greedy one is
worth. Needs Numba; 20,000 games take some five minutes of one core.
"""

from __future__ import annotations

import argparse
import math
from collections import Counter
from collections.abc import Callable

import numpy as np

from enginehouse.bots import greedy
from enginehouse.bots.bot import Bot
from enginehouse.bots.random import Random
from enginehouse.bots.whole import WholeGames
from enginehouse.core import game as games
from enginehouse.core.arena import applied, begun
from enginehouse.core.events import Events
from enginehouse.games.mechanation.parts import (
    ACTIONS,
    MECHS,
    TIER_NAMES,
    Deploy,
    Strike,
)

GAME = games.get("mechanation")
PLAYERS: dict[str, Callable[[int], Bot]] = {"greedy": greedy.Greedy, "random": lambda _: Random()}
HABITS = 1000
"""So many games are looked at for how the bots play."""


def interval(won: int, many: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share."""
    if many == 0:
        return 0.0, 1.0
    z, p = 1.96, won / many
    middle = (p + z * z / (2 * many)) / (1 + z * z / many)
    half = z / (1 + z * z / many) * math.sqrt(p * (1 - p) / many + z * z / (4 * many * many))
    return middle - half, middle + half


class Run:
    """Games of one run, played compiled, and how the bots play in them."""

    def __init__(self, seats: int, seed: int, guesses: int, bots: list[str]) -> None:
        self.seats, self.seed = seats, seed
        self.sitting = [bots[seat % len(bots)] for seat in range(seats)]
        self.whole = WholeGames(GAME, {name: PLAYERS[name](guesses) for name in sorted(set(bots))})
        self.habits: Counter[str] = Counter()

    def play(self, k: int) -> np.void:
        """Game k; its last record."""
        self.whole.play([self.seats], self.seed, k, self.sitting)
        if k < HABITS:
            self.note(k)
        return self.whole.bench.states[0]

    def note(self, k: int) -> None:
        """Which of its mechs a greedy bot sends out hidden: its strongest one, or another."""
        s, _ = begun(GAME, [self.seats], self.seed, k)
        act = applied(GAME, s, Events(GAME.facts.event_size, on=False))
        for seat, code in self.whole.actions():
            deployed, attacks = ACTIONS.kind[code] == Deploy.KIND, ACTIONS.kind[code] == Strike.KIND
            if (deployed or attacks) and self.sitting[seat] == "greedy":
                tier = Deploy.tier[code] if deployed else Strike.tier[code]
                hand = [t for t in range(3) if s.place[seat][t] == 0]
                what = "deploys" if deployed else "attacks with"
                if len(hand) > 1:
                    self.habits[f"{what} {'the strongest' if tier == hand[-1] else 'another'} of several"] += 1
                self.habits[f"{what} {TIER_NAMES[tier]}"] += 1
            act(seat, code)


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
    bots = arguments.bots.split(",")
    run = Run(arguments.seats, arguments.seed, arguments.guesses, bots)
    dealt, won, orders, by_seat, rounds, ends = Counter(), Counter(), Counter(), Counter(), [], Counter()
    for k in range(arguments.first, arguments.first + arguments.games):
        end = run.play(k)
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
    print("\n" + ", ".join(f"{what}: {many}" for what, many in sorted(run.habits.items())))


if __name__ == "__main__":
    main()
