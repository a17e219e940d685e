"""Mechanical Beast: how often a team of bots by rules of thumb wins, by level and number of seats.

    python benchmarks/mechanical_beast_bots.py [--games 1000] [--guesses 3] [--seats 1 2 3 4] [--levels easy normal hard extreme]

Every seat plays as the greedy bot does, with so many imagined worlds for each decision; wins with a 95 % Wilson interval. The same
seeds give the same table.
"""

from __future__ import annotations

import argparse
import math
import statistics
from typing import Any

import numpy as np

from enginehouse.bots.greedy import words_of
from enginehouse.core import game as games
from enginehouse.core.chance import pick, seed_dice
from enginehouse.core.compiler.compiled_rules import compiled
from enginehouse.core.events import events_dtype
from enginehouse.core.playing import chosen_seat, game_seed
from enginehouse.core.rule import entry
from enginehouse.core.verbs import actors, apply, at_random, evaluate, guess, legal, setup, view

GAME = games.get("mechanical-beast")
LEVELS = ("easy", "normal", "hard", "extreme")


def wilson(wins: int, many: int) -> tuple[float, float]:
    """A 95 % interval for a share."""
    z, share = 1.96, wins / many
    middle = (share + z * z / (2 * many)) / (1 + z * z / many)
    half = z * math.sqrt(share * (1 - share) / many + z * z / (4 * many * many)) / (1 + z * z / many)
    return middle - half, middle + half


@entry
def team_game(states: Any, options: Any, words: Any, guesses: int, k: int, events: Any, codes: Any, values: Any) -> int:
    """One game in `states[0]`, `states[4]` is empty; how many turns it had."""
    s = states[0]
    setup(s, options, words)
    dice = np.zeros(4, np.int64)
    seed_dice(dice, 77, k)
    done = 0
    while actors(s) != 0:
        seat = chosen_seat(actors(s), dice)
        many = at_random(s, seat, codes, legal(s, seat, codes))
        for j in range(many):
            values[j] = 0
        states[1] = states[4]
        view(s, seat, states[1])
        for g in range(guesses):
            words_of(1000 * k + done, g, words)
            states[2] = states[1]
            guess(states[2], seat, words)
            for j in range(many):
                states[3] = states[2]
                events[0].count = 0
                apply(states[3], seat, int(codes[j]), events[0])
                values[j] += evaluate(states[3], seat)
        best, equal = 0, 0
        for j in range(many):
            if values[j] > values[best]:
                best, equal = j, 0
            elif values[j] == values[best]:
                equal += 1
                if pick(dice, equal + 1) == 0:
                    best = j
        events[0].count = 0
        apply(s, seat, int(codes[best]), events[0])
        done += 1
    return int(s.turns)


class Team:
    """Games in which every seat plays the greedy bot, compiled."""

    def __init__(self, guesses: int) -> None:
        self.guesses = guesses
        self.run = compiled(team_game, GAME)
        self.states = GAME.shape.array(5)
        self.events = np.zeros(1, events_dtype(GAME.facts.event_size))
        self.codes, self.values = np.zeros(4096, np.int64), np.zeros(4096, np.int64)

    def play(self, seats: int, level: str, k: int) -> tuple[int, int]:
        """Game k; its result and how many turns it had."""
        words, dice = [0] * 8, [0] * 4
        game_seed(words, dice, 31, k)
        self.states[0] = self.states[4]
        options = np.array(GAME.option_numbers(seats, {"level": level}), np.int64)
        turns = self.run(
            self.states, options, np.array(words, np.int64), self.guesses, k, self.events, self.codes, self.values
        )
        return int(self.states[0]["result"]), int(turns)


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
