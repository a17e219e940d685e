"""With how much in the Vault each turn of Mechanica has to start so that all turns win alike (option `start`, MC-2.1).

    python benchmarks/turn_starts.py [--seats 4] [--bot hard] [--games 400] [--seed 1] [--jobs 2] [--keep FILE]

The Vault counts at the end alone, and plans of bots pay no heed to it: so games in which all start with nothing tell who would have won
with any other starts. The last turn starts with nothing; of all other starts up to 20 those are told by which the parts of games that the
turns win are nearest to each other (least squares). Half of the games finds them, the other half tells what they do.
"""

from __future__ import annotations

import argparse
import json
from itertools import product
from pathlib import Path

import numpy as np
from played import in_pieces

from enginehouse import bots
from enginehouse.bots.players.runs import Run, play_positions
from enginehouse.core.registry import game as games
from enginehouse.core.words.estimates import share
from enginehouse.games.mechanica.parts import VAULT_BY_TURN
from enginehouse.games.mechanica.rules import worth

MOST = 20


def ends(spec: tuple[str, int, int, int, int]) -> list[list[list[int]]]:
    """By game and by turn, the first first: what the factory was worth at the end, and what of it lay in the Vault."""
    bot, seats, seed, first, many = spec
    run = Run(games.get("mechanica"), seats, {"start": "alike"}, first + many, seed, [bot])
    found = []
    for _, one in play_positions(run, first, many, whole_games=False):
        s = one.state
        order = [(int(s.first) + turn) % seats for turn in range(seats)]
        found.append([[int(worth(s, seat)), int(s.vault[seat])] for seat in order])
    return found


def won(numbers: np.ndarray, starts: tuple[int, ...]) -> np.ndarray:
    """Which turn wins each game (MC-9.1: worth, then the larger Vault, then the earlier turn) with these starts."""
    more = np.array(starts)
    points, vaults = numbers[:, :, 0] + more, numbers[:, :, 1] + more
    seats = numbers.shape[1]
    turns: np.ndarray = np.argmax((points * 1_000 + vaults) * seats - np.arange(seats), axis=1)
    return turns


def unevenness(numbers: np.ndarray, starts: tuple[int, ...]) -> float:
    """How far from each other the parts are that the turns win, as a sum of squares."""
    seats = numbers.shape[1]
    parts = np.bincount(won(numbers, starts), minlength=seats) / len(numbers)
    return float(((parts - 1 / seats) ** 2).sum())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seats", type=int, default=4, choices=(2, 3, 4))
    parser.add_argument("--bot", default="hard")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", type=Path, help="where the ends of the games are kept")
    given = parser.parse_args()
    bots.find_bot(given.bot).prepare(games.get("mechanica"))
    found = in_pieces(ends, (given.bot, given.seats, given.seed), given.games, given.jobs)
    if given.keep:
        given.keep.write_text(json.dumps(found), "utf-8")
    numbers = np.array(found)
    half = len(numbers) // 2
    every = [(*some, 0) for some in product(range(MOST + 1), repeat=given.seats - 1)]
    best = min(every, key=lambda starts: unevenness(numbers[:half], starts))
    nothing, chosen = (0,) * given.seats, tuple(VAULT_BY_TURN.tolist()) if given.seats == 4 else (0,) * given.seats
    told = [("all with nothing", nothing, numbers), ("nearest to even, the other half", best, numbers[half:])]
    told += [("nearest to even by all games", min(every, key=lambda starts: unevenness(numbers, starts)), numbers)]
    told.append(("as the option has them", chosen, numbers))
    for what, starts, games_told in told:
        turns = won(games_told, starts)
        parts = [share((turns == turn).astype(float).tolist()) for turn in range(given.seats)]
        print(f"{what}, {starts}: " + ", ".join(f"{one.value:.3f} ({one.low:.3f} to {one.high:.3f})" for one in parts))


if __name__ == "__main__":
    main()
