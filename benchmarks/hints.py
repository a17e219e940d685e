"""Hints of the hard bot, to be read with the rules at hand: the position, the moves, the advice and its reason.

    python benchmarks/hints.py [GAME ...] [--seed 202] [--many 100] [--from-each 4]

The positions are drawn from games of bots of several levels, with two to four players. `--from-each` is the number of
positions from a game. The last lines say how long the bot and the reason took, in seconds of one core.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from itertools import islice

import numpy as np

from enginehouse import bots
from enginehouse.bots.analysis import reasons
from enginehouse.bots.analysis.calibrating import draw_runs
from enginehouse.bots.players.runs import play_positions
from enginehouse.core.play.match import Match
from enginehouse.core.registry import game as games
from enginehouse.core.words.naming import fill_plain
from enginehouse.envs.text import in_words

NAMES = ("Ann", "Bob", "Cid", "Dot")
SEATS = (2, 3, 4)
BUDGET_S, ASKED = 2.0, 17
"""The time limit and the seed of the bot, as at a table (`table/extras/hints.py`)."""


def draw_positions(name: str, seed: int, many: int, from_each: int) -> Iterator[tuple[Match, int]]:
    """Yield positions of a game, with the seat that decides."""
    runs = [draw_runs(games.get(name), seats, many, seed) for seats in SEATS]
    dice = np.random.default_rng([seed, 2])
    for run in (run for each in zip(*runs, strict=True) for run in each):
        ((_, match),) = play_positions(run, 0, 1, whole_games=True)
        assert isinstance(match, Match)
        moving, entries = match.begin_again(), match.standing
        chosen = set(dice.choice(len(entries), min(from_each * 3, len(entries)), replace=False).tolist())
        left = from_each
        for number, done in enumerate(entries):
            if number in chosen and left and len(moving.legal(done.seat)) > 1:
                left -= 1
                yield moving, done.seat
            moving.act_unchecked(done.seat, done.code)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", default=games.names())
    parser.add_argument("--seed", type=int, default=202)
    parser.add_argument("--many", type=int, default=100)
    parser.add_argument("--from-each", type=int, default=4)
    given = parser.parse_args()
    hard = bots.find_bot("hard")
    for name in given.names:
        hard.prepare(games.get(name))
        seconds = []
        drawn = draw_positions(name, given.seed, given.many, given.from_each)
        for number, (match, seat) in enumerate(islice(drawn, given.many)):
            view, legal = match.view(seat), match.legal(seat)
            began = time.process_time()
            choice = hard.choose(view, seat, legal, BUDGET_S, ASKED)
            chosen = time.process_time()
            why = reasons.explain_choice(view, seat, choice, ASKED)
            seconds.append((chosen - began, time.process_time() - chosen))
            label = fill_plain(match.game.words.action(view, choice.action), NAMES)
            print(f"== {name} {number}\n{in_words(match, seat, (), NAMES[: match.seats])}\n")
            print(f"Hint: {label}. {fill_plain(why, NAMES)}\n", flush=True)
        spent = np.array(seconds)
        print(f"{name}: the bot took {spent[:, 0].mean():.2f} s, at most {spent[:, 0].max():.2f} s;")
        print(f"the reason took {spent[:, 1].mean():.2f} s, at most {spent[:, 1].max():.2f} s.", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
