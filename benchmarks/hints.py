"""Hints of the hard bot, to be read with the rules at hand: the position, the moves, the advice and its reason.

    python benchmarks/hints.py [GAME ...] [--seed 202] [--many 100] [--from-each 4] [--brief]

The positions are drawn from games of bots of several levels, with two to four players. `--from-each` is the number of
positions from a game, one from each of so many equal parts of it. `--brief` prints the legal actions in one line, by
their names alone. The last lines say how long the bot and the reason took, in seconds of one core.
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
MOST = 40
"""The maximum number of actions in the line of a brief position."""


def draw_positions(name: str, seed: int, many: int, from_each: int) -> Iterator[tuple[Match, int]]:
    """Yield positions of a game, with the seat that decides."""
    runs = [draw_runs(games.get(name), seats, many, seed) for seats in SEATS]
    dice = np.random.default_rng([seed, 2])
    for run in (run for each in zip(*runs, strict=True) for run in each):
        ((_, match),) = play_positions(run, 0, 1, whole_games=True)
        assert isinstance(match, Match)
        moving, choices = match.begin_again(), []
        for number, done in enumerate(match.standing):
            if len(moving.legal(done.seat)) > 1:
                choices.append(number)
            moving.act_unchecked(done.seat, done.code)
        # One choice from each of equal parts of the game, so that the end is as likely as the beginning.
        parts = np.array_split(choices, min(from_each, len(choices)))
        chosen = {int(dice.choice(part)) for part in parts}
        moving = match.begin_again()
        for number, done in enumerate(match.standing):
            if number in chosen:
                yield moving, done.seat
            moving.act_unchecked(done.seat, done.code)


def describe(match: Match, seat: int, brief: bool) -> str:
    """Return a text with what a seat sees and may do. If `brief`, a single line has the names of the actions."""
    names = NAMES[: match.seats]
    if not brief:
        return in_words(match, seat, (), names)
    legal = match.legal_names(seat)
    said = fill_plain(match.game.words.prompt(match.view(seat), seat), names)
    more = f", and {len(legal) - MOST} more" if len(legal) > MOST else ""
    options = f"Actions ({len(legal)}): {', '.join(legal[:MOST])}{more}."
    return f"You are {names[seat]}. {match.text(seat, names)}\n{said}\n{options}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", default=games.names())
    parser.add_argument("--seed", type=int, default=202)
    parser.add_argument("--many", type=int, default=100)
    parser.add_argument("--from-each", type=int, default=4)
    parser.add_argument("--brief", action="store_true")
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
            choice = reasons.choose_advice(view, seat, choice, ASKED)
            why = reasons.explain_choice(view, seat, choice, ASKED)
            seconds.append((chosen - began, time.process_time() - chosen))
            label = fill_plain(match.game.words.action(view, choice.action), NAMES)
            print(f"== {name} {number}\n{describe(match, seat, given.brief)}\n")
            print(f"Hint: {label}. {fill_plain(why, NAMES)}\n", flush=True)
        spent = np.array(seconds)
        print(f"{name}: the bot took {spent[:, 0].mean():.2f} s, at most {spent[:, 0].max():.2f} s;")
        print(f"the reason took {spent[:, 1].mean():.2f} s, at most {spent[:, 1].max():.2f} s.", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
