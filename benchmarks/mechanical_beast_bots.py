"""Mechanical Beast: how often a team of bots by rules of thumb wins, by level and number of seats.

    python benchmarks/mechanical_beast_bots.py [--games 1000] [--guesses 3] [--seats 1 2 3 4] [--levels easy normal hard extreme]

Every seat plays the greedy bot with so many imagined worlds for each decision; wins with a 95 % Wilson interval. The same
seeds give the same table.
"""

from __future__ import annotations

import argparse
import math
import statistics
from typing import Any

import numpy as np

from enginehouse.bots import greedy
from enginehouse.core import game as games
from enginehouse.core.chance import pick
from enginehouse.core.compiling import compiled, entry
from enginehouse.core.events import events_dtype
from enginehouse.core.playing import act_at, actors_at, game_seed, legal_at, setup_at
from enginehouse.core.verbs import view as verbs_view

GAME = games.get("mechanical-beast")
LEVELS = ("easy", "normal", "hard", "extreme")
END = GAME.vocabulary.code("end")


def wilson(wins: int, many: int) -> tuple[float, float]:
    """A 95 % interval for a share."""
    z, share = 1.96, wins / many
    middle = (share + z * z / (2 * many)) / (1 + z * z / many)
    half = z * math.sqrt(share * (1 - share) / many + z * z / (4 * many * many)) / (1 + z * z / many)
    return middle - half, middle + half


@entry
def view_at(states: Any, i: int, seat: int, j: int) -> None:
    """A seat's view of one element in another, which is empty."""
    verbs_view(states[i], seat, states[j])


class Team:
    """Games in which every seat plays the greedy bot, compiled."""

    def __init__(self, guesses: int) -> None:
        self.guesses = guesses
        self.set_up, self.act, self.legal, self.actors, self.weigh, self.view = (
            compiled(f, GAME) for f in (setup_at, act_at, legal_at, actors_at, greedy.weigh, view_at)
        )
        self.states = GAME.shape.array(5)
        self.events = np.zeros(1, events_dtype(GAME.facts.event_size))
        self.out = np.zeros(4096, np.int64)

    def play(self, seats: int, level: str, k: int) -> tuple[int, int]:
        """Game k; its result and how many turns it had."""
        words, dice = [0] * 8, [0] * 4
        game_seed(words, dice, 31, k)
        states, done = self.states, 0
        states[0] = states[4]
        options = np.array(GAME.option_numbers(seats, {"level": level}), np.int64)
        self.set_up(states, 0, options, np.array(words, np.int64))
        while mask := self.actors(states, 0):
            seat = int(mask).bit_length() - 1
            many = self.legal(states, 0, seat, self.out)
            if many > 1 and self.out[many - 1] == END:
                many -= 1
            codes = self.out[:many].copy()
            states[1] = states[4]
            self.view(states, 0, seat, 1)
            values = np.zeros(many, np.int64)
            for g in range(self.guesses):
                self.weigh(states[1:4], codes, seat, 1000 * k + done, g, values, self.events)
            best = codes[values == values.max()]
            self.act(states, 0, seat, int(best[pick(dice, len(best))]), self.events)
            done += 1
        return int(states[0]["result"]), int(states[0]["turns"])


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
