"""What playouts bring to a choice (`bots.players.playouts`): in positions from games of `hard` how much more the action that is chosen is worth
than the one that the tree alone would choose.

    python benchmarks/playouts.py [GAME] [--seats 2] [--level expert] [--positions 40] [--seeds 4] [--playouts 40] [--seed 1]
        [--set HORIZON=8 --set HORIZON=0 REPLIES=0 ...]

What an action is worth is the mean of `--playouts` times 19 playouts to the end of the game, for each of the twelve that are tried most
by a tree; they are others than those by which is chosen, so neither choice is favoured. Each position is searched with so many seeds by
the level as it is, and with each `--set` anew; what is gained has an interval of 95 % over positions. Seconds are those of processor.
"""

from __future__ import annotations

import argparse
import random
import time
from math import inf
from typing import Any

from strength import changed, setting

from enginehouse.bots.bot import Choice
from enginehouse.bots.players import levels
from enginehouse.bots.players.levels import Search, find_tune
from enginehouse.bots.players.playouts import EVERY
from enginehouse.bots.players.tree import Tune
from enginehouse.core.play.match import Match
from enginehouse.core.registry import game as games
from enginehouse.core.registry.game import Game
from enginehouse.core.verbs import at_random
from enginehouse.core.words.estimates import mean

Position = tuple[Any, int, list[int]]
"""A view, its seat, and the codes that are legal."""
ACTIONS = 12
"""So many of those that are tried most are measured."""
LATEST = 25
"""A position is taken after so many choices of all seats at most."""


def position(game: Game, seats: int, seed: int) -> Position | None:
    """The position after some choices of `hard` bots; None where the game was over before."""
    match, bot, left = Match.new(game, seats, seed=seed), Search("hard"), random.Random(seed).randint(1, LATEST)
    while match.actors():
        seat = match.actors()[0]
        view, codes = match.view(seat), list(match.legal(seat))
        if at_random(view, seat, list(codes), len(codes)) > 1:
            left -= 1
            if left == 0:
                return view, seat, codes
        match.act(seat, game.vocabulary.name(bot.choose(view, seat, codes, inf, left).action))
    return None


def searched(at: Position, seed: int, tune: tuple[int, ...]) -> Choice:
    """What a search with these numbers chooses, and its thoughts."""
    return Search("expert", tune).choose(*at, inf, seed)


def chosen(at: Position, seeds: int, tune: tuple[int, ...]) -> list[int]:
    """What is chosen with each of so many seeds."""
    return [searched(at, seed, tune).action for seed in range(seeds)]


def worths(at: Position, tune: tuple[int, ...], many: int) -> dict[int, float]:
    """What each choice is worth by playouts to the end of the game, of those that are played on at least a quarter of the times."""
    few = {"PLAYOUTS": EVERY - 1, "BEST": ACTIONS, "BEFORE": 0, "HORIZON": 0}
    told: dict[int, list[float]] = {}
    for k in range(many):
        for thought in searched(at, 1_000_000 + 7_919 * k, changed(tune, few)).thoughts:
            if thought.visits == EVERY - 1:
                told.setdefault(thought.action, []).append(thought.value / 100)
    return {action: sum(values) / len(values) for action, values in told.items() if 4 * len(values) >= many}


def gain(worth: dict[int, float], chosen: list[int], alone: list[int]) -> list[float]:
    """How much more the chosen actions are worth on average; nothing where none of them was measured."""
    pairs = zip(chosen, alone, strict=True)
    more = [worth[one] - worth[other] for one, other in pairs if one in worth and other in worth]
    return [sum(more) / len(more)] if more else []


def read() -> argparse.Namespace:
    """What is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="mechanation", choices=games.names())
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--level", default="expert", choices=levels.NAMES)
    parser.add_argument("--positions", type=int, default=40)
    parser.add_argument("--seeds", type=int, default=4)
    parser.add_argument("--playouts", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--set", type=setting, nargs="+", action="append", default=[], metavar="NAME=NUMBER")
    asked = parser.parse_args()
    if find_tune(games.get(asked.game), asked.level, asked.seats)[Tune.PLAYOUTS] == 0:
        parser.error(f"{asked.level} of {asked.game} has no playouts with {asked.seats} seats")
    return asked


def main() -> None:
    asked = read()
    game = games.get(asked.game)
    levels.prepare(game)
    as_it_is = find_tune(game, asked.level, asked.seats)
    tunes = {"as it is": as_it_is}
    for sets in asked.set:
        tunes[" ".join(f"{name}={number}" for name, number in sets)] = changed(as_it_is, dict(sets))
    gains: dict[str, list[float]] = {name: [] for name in tunes}
    seconds, many = dict.fromkeys(tunes, 0.0), 0
    for k in range(asked.positions):
        at = position(game, asked.seats, asked.seed * 1_000 + k)
        if at is None:
            continue
        many += 1
        worth = worths(at, as_it_is, asked.playouts)
        alone = chosen(at, asked.seeds, changed(as_it_is, {"PLAYOUTS": 0}))
        for name, tune in tunes.items():
            begun = time.thread_time()
            taken = chosen(at, asked.seeds, tune)
            seconds[name] += time.thread_time() - begun
            gains[name] += gain(worth, taken, alone)
        print(f"{k + 1} of {asked.positions} positions", end="\r", flush=True)
    for name in tunes:
        each = seconds[name] / max(many, 1) / asked.seeds
        more = mean(gains[name]) if gains[name] else "nothing could be measured that is"
        print(f"{name}: {more} more than the tree, {each:.2f} s each")


if __name__ == "__main__":
    main()
