"""With how much in its Vault ARMAND-0 has to start so that a bot wins 80, 60, 40 and 20 % of its games against it (MC-11.4).

    python benchmarks/armand_starts.py [--bot hard] [--games 300] [--seed 1] [--jobs 2] [--keep FILE] [--starts 10,30,50,70]

The Vault counts at the end alone, and plans of bots pay no heed to it: so games of one level tell by how much each would have been won or
lost with any other start. A start is the part of games that was to be won, with an interval of 95 % from a bootstrap over games.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
from played import in_pieces

from enginehouse import bots
from enginehouse.bots.players.runs import Run, play_positions
from enginehouse.core.registry import game as games
from enginehouse.core.words.estimates import share
from enginehouse.games.mechanica.parts import ARMAND_VAULT
from enginehouse.games.mechanica.rules import armand_worth, worth

AIMS = (80, 60, 40, 20)
DRAWS = 1_000


def leads(spec: tuple[str, int, int, int]) -> list[int]:
    """By game how much more the player was worth than ARMAND-0 would have been with an empty Vault at the start."""
    bot, seed, first, many = spec
    run = Run(games.get("mechanica"), 1, {"level": "normal"}, first + many, seed, [bot])
    found = play_positions(run, first, many, whole_games=False)
    return [worth(one.state, 0) - armand_worth(one.state) + int(ARMAND_VAULT[0]) for _, one in found]


def start_for(won: int, numbers: np.ndarray) -> float:
    """The start with which so many of a hundred games are won: a tie is lost (MC-11.3)."""
    return float(np.percentile(numbers, 100 - won))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bot", default="hard")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument(
        "--starts", default=",".join(map(str, ARMAND_VAULT)), help="of these it is told too how many are won"
    )
    parser.add_argument("--keep", type=Path, help="where the leads are kept")
    given = parser.parse_args()
    bots.find_bot(given.bot).prepare(games.get("mechanica"))
    found = in_pieces(leads, (given.bot, given.seed), given.games, given.jobs)
    if given.keep:
        given.keep.write_text(json.dumps(found), "utf-8")
    numbers, dice = np.array(found), np.random.default_rng(1)
    for aim in AIMS:
        drawn = [start_for(aim, dice.choice(numbers, len(numbers))) for _ in range(DRAWS)]
        low, high = np.percentile(drawn, [2.5, 97.5])
        print(f"{aim} % are won with a start of {start_for(aim, numbers):.0f} ({low:.0f} to {high:.0f})")
    for start in map(int, given.starts.split(",")):
        won = share((numbers > start).astype(float).tolist())
        print(f"with {start}: {won.value:.3f} ({won.low:.3f} to {won.high:.3f}) are won")


if __name__ == "__main__":
    main()
