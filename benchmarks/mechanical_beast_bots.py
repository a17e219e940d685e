"""Mechanical Beast: how often a team of bots by rules of thumb wins, by level and number of seats.

    python benchmarks/mechanical_beast_bots.py [--games 1000] [--guesses 3] [--seats 1 2 3 4] [--levels easy normal hard extreme]

Every seat plays as the greedy bot does, with so many imagined worlds for each decision; wins with a 95 % Wilson interval. The same
seeds give the same table.
"""

from __future__ import annotations

import argparse
import math
import statistics

from enginehouse.bots.greedy import Greedy
from enginehouse.bots.whole import WholeGames
from enginehouse.core import game as games

GAME = games.get("mechanical-beast")
LEVELS = ("easy", "normal", "hard", "extreme")


def wilson(wins: int, many: int) -> tuple[float, float]:
    """A 95 % interval for a share."""
    z, share = 1.96, wins / many
    middle = (share + z * z / (2 * many)) / (1 + z * z / many)
    half = z * math.sqrt(share * (1 - share) / many + z * z / (4 * many * many)) / (1 + z * z / many)
    return middle - half, middle + half


class Team:
    """Games in which every seat plays the greedy bot, compiled."""

    def __init__(self, guesses: int) -> None:
        self.whole = WholeGames(GAME, {"greedy": Greedy(guesses)})

    def play(self, seats: int, level: str, k: int) -> tuple[int, int]:
        """Game k; its result and how many turns it had."""
        self.whole.play(GAME.option_numbers(seats, {"level": level}), 31, k, ["greedy"] * seats)
        end = self.whole.bench.states[0]
        return int(end["result"]), int(end["turns"])


def main() -> None:
    """Play, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--guesses", type=int, default=3)
    parser.add_argument("--seats", type=int, nargs="*", default=[1, 2, 3, 4])
    parser.add_argument("--levels", nargs="*", default=list(LEVELS))
    given = parser.parse_args()
    team = Team(given.guesses)
    print("| level | seats | won | of these lesser | 95 % | turns |\n| --- | --- | --- | --- | --- | --- |")
    for level in given.levels:
        for seats in given.seats:
            results = [team.play(seats, level, k) for k in range(given.games)]
            wins = sum(result in (1, 2) for result, _ in results)
            lesser = sum(result == 2 for result, _ in results)
            low, high = wilson(wins, given.games)
            turns = statistics.mean(turns for _, turns in results)
            share = f"{wins / given.games:.1%} | {lesser / given.games:.1%} | {low:.1%} to {high:.1%}"
            print(f"| {level} | {seats} | {share} | {turns:.0f} |", flush=True)


if __name__ == "__main__":
    main()
