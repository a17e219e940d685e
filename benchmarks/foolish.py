"""Foolish actions of bots for each 100 decisions.

    python benchmarks/foolish.py GAME [--bots steady,hard,expert] [--decisions 200] [--seats 2,4] [--searched 60] [--seed 3]

An action is foolish (a) if it is one of the follies that the game declares (`follies.py`), or (b) if `expert` with four times
its budget finds it at least 10 percentage points worse than its own choice, with each of three seeds. The bots play games among
themselves, the same number with each number of seats. Decisions are drawn evenly from these games. `--searched` of them are
judged by (b), which takes most of the time. `--full` sets both numbers to 2,000. Shares have intervals of 95 %.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from strength import scaled

from enginehouse import bots
from enginehouse.bots.analysis.foolish import find_declared
from enginehouse.bots.analysis.reasons import make_guess
from enginehouse.bots.analysis.review import estimate_loss
from enginehouse.bots.players import levels
from enginehouse.bots.players.levels import Search, find_tune
from enginehouse.bots.players.runs import Run, play_games
from enginehouse.bots.players.search import write_worth
from enginehouse.bots.players.tree import Tune
from enginehouse.core.judging.judgement import WHOLE
from enginehouse.core.play.match import Match
from enginehouse.core.records.chance import pick, seed_dice
from enginehouse.core.records.events import Events
from enginehouse.core.registry import game as games
from enginehouse.core.registry.game import Game
from enginehouse.core.words.estimates import share

TIMES = 4
LOST = 10.0
SEEDS = (101, 202, 303)
FULL = 2_000
WORLDS = 4
SEATS = {"great-machine": (2, 4), "mechanation": (2, 4), "mechanica": (2, 3), "mechanical-beast": (2, 3)}


class Decided(NamedTuple):
    """A decision of a bot: the seat, its view, its legal actions and its choice."""

    seat: int
    view: Any
    legal: list[int]
    played: int


def list_decisions(game: Game, bot: str, seats: int, many: int, seed: int) -> Iterator[Decided]:
    """Yield `many` decisions of a bot that plays on all seats, drawn from games one after another, a sixth of each game's."""
    run, dice, found = Run(game, seats, {}, 10_000, seed, [bot]), [0] * 4, 0
    seed_dice(dice, seed, seats)
    for k in range(10_000):
        ((_, log),) = play_games(run, k, 1, with_logs=True)
        assert log is not None
        again = Match.new(log.game, log.seats, log.options, log.seed_words())
        for entry in log.entries:
            legal = again.legal(entry.seat)
            if len(legal) > 1 and pick(dice, 6) == 0:
                yield Decided(entry.seat, again.view(entry.seat), legal, game.vocabulary.code(entry.act))
                found += 1
                if found == many:
                    return
            again.act(entry.seat, entry.act)


def play_turn_on(game: Game, one: Decided, code: int, seed: int) -> int:
    """Return the seat's share of the win, in millionths, after an action and the rest of its turn, which `hard` plays."""
    world, points, hard = make_guess(one.view, one.seat, seed), np.zeros(24, np.int64), bots.get("hard")
    turn, e = game.judgement.turn_of(world, one.seat), Events(game.facts.event_size, on=False)
    while code >= 0:
        e.count = 0
        game.rules.apply(world, one.seat, code, e)
        code = -1
        mask = int(game.rules.actors(world))
        if mask >> one.seat & 1 and game.judgement.turn_of(world, one.seat) == turn:
            view, out = game.new_record(), [0] * len(game.vocabulary)
            game.rules.view(world, one.seat, view)
            legal = out[: int(game.rules.legal(world, one.seat, out))]
            code = hard.choose(view, one.seat, legal, 60.0, seed).action
    write_worth(world, points)
    return int(points[one.seat])


def compute_loss(game: Game, one: Decided, bot: Search, seed: int) -> float:
    """Return by how many percentage points the choice is worse than that of a strong bot with this seed."""
    choice = bot.choose(one.view, one.seat, one.legal, 600.0, seed)
    if choice.action == one.played:
        return 0.0
    if not bot.tune(game)[Tune.BEAM] or not game.judgement.turn_of(one.view, one.seat):
        return estimate_loss(one.view, one.seat, choice, one.played, seed)
    best, its = (
        sum(play_turn_on(game, one, code, seed + k) for k in range(WORLDS)) for code in (choice.action, one.played)
    )
    return 100 * (best - its) / (WHOLE * WORLDS)


def is_far_below(game: Game, one: Decided, bot: Search) -> bool:
    """Return whether the choice is at least `LOST` points worse than the strong bot's choice with each seed."""
    return all(compute_loss(game, one, bot, seed) >= LOST for seed in SEEDS)


def measure(game: Game, bot: str, seats: Sequence[int], counts: tuple[int, int], seed: int) -> None:
    """Print the shares of foolish actions of a bot, of both kinds, and how often it did each declared folly."""
    declared, below, either, looked, judged, names = 0, 0, 0, 0, 0, Counter[str]()
    began = time.monotonic()
    for n in seats:
        reference = Search("reference", scaled(find_tune(game, "expert", n), TIMES))
        searched = counts[1] // len(seats)
        for k, one in enumerate(list_decisions(game, bot, n, counts[0] // len(seats), seed)):
            folly = find_declared(one.view, one.seat, one.legal, one.played)
            looked += 1
            if folly is not None:
                declared += 1
                names[folly.name] += 1
            if k < searched:
                far = is_far_below(game, one, reference)
                judged, below, either = judged + 1, below + far, either + (far or folly is not None)
    said = f"{game.name} {bot}: (a) {percent(declared, looked)}"
    said += f"; (b) {percent(below, judged)}; both {percent(either, judged)}" if judged else ""
    print(f"{said}; {time.monotonic() - began:.0f} s; {dict(names.most_common())}", flush=True)


def percent(many: int, of: int) -> str:
    """Return a share in words, with its interval."""
    return f"{share([1.0] * many + [0.0] * (of - many))} of {of}"


def main() -> None:
    """Measure the bots of a game, and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=list(SEATS))
    parser.add_argument("--bots", default="steady,hard,expert")
    parser.add_argument("--seats", default="")
    parser.add_argument("--decisions", type=int, default=200)
    parser.add_argument("--searched", type=int, default=60)
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--seed", type=int, default=3)
    given = parser.parse_args()
    game = games.get(given.game)
    levels.prepare(game)
    seats = [int(one) for one in given.seats.split(",") if one] or SEATS[given.game]
    counts = (FULL, FULL) if given.full else (given.decisions, given.searched)
    for bot in given.bots.split(","):
        measure(game, bot, seats, counts, given.seed)


if __name__ == "__main__":
    main()
