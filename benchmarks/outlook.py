"""By what numbers plans of Mechanica are judged best (`games/mechanica/own_settings.py`): the same deals with those of a level and with others.

    python benchmarks/outlook.py [--seats 1] [--options level=normal] [--level hard] [--games 80] [--seed 2001] [--jobs 2] [AHEAD=6 BEAM=10 ...]

Every argument is a change to try, alone; several at once are joined by commas. Against `greedy`, seats moving on from game to game, or alone.
Told are the share of wins, by how many points one leads (alone on ARMAND-0), and how much better both are than with the level's own
numbers, with intervals of 95 %. Deals by which numbers are chosen tell nothing of how strong they are: measure that with another seed.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import numpy as np

from enginehouse import bots
from enginehouse.bots.bot import Bot
from enginehouse.bots.players.compiled_games import WholeGames
from enginehouse.bots.players.levels import Search, find_tune
from enginehouse.bots.players.tree import Tune
from enginehouse.commands.simulate import read_options
from enginehouse.core.play.returns import win_share
from enginehouse.core.registry import game as games
from enginehouse.games.mechanica.own_settings import Own
from enginehouse.games.mechanica.rules import armand_worth

GAME = games.get("mechanica")


def changed(level: str, change: str) -> list[int]:
    """What is set of the search of a level, with such a change: `AHEAD=6,BEAM=10`."""
    tune = list(find_tune(GAME, level))
    for one in filter(None, change.split(",")):
        name, number = one.split("=")
        tune[Tune.BEAM if name == "BEAM" else Tune.OWN + getattr(Own, name)] = int(number)
    return tune


def piece(spec: tuple[Any, ...]) -> list[tuple[float, int]]:
    """The share of the win and the lead in some games, from number `first` on."""
    seats, options, level, change, seed, first, many = spec
    players: dict[str, Bot] = {"search": Search("search", changed(level, change))}
    if seats > 1:
        players["greedy"] = bots.find_bot("greedy")
    whole, numbers, found = WholeGames(GAME, players), GAME.option_numbers(seats, GAME.check_options(options)), []
    for k in range(first, first + many):
        me = k % seats
        sitting = ["search" if seat == me else "greedy" for seat in range(seats)]
        points = whole.play(numbers, seed, k, sitting)["points"].tolist()
        others = [armand_worth(whole.record())] if seats == 1 else [points[s] for s in range(seats) if s != me]
        found.append((win_share(points[8 : 8 + seats], seats == 1)[me], points[me] - max(others)))
    return found


def told(what: str, numbers: Any) -> str:
    """A mean with its interval."""
    return f"{what} {numbers.mean():.3f} +-{1.96 * numbers.std(ddof=1) / len(numbers) ** 0.5:.3f}"


def main() -> None:
    """Play, compare, tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("changes", nargs="*")
    parser.add_argument("--seats", type=int, default=1)
    parser.add_argument("--options", action="append", default=[], metavar="K=V")
    parser.add_argument("--level", default="hard")
    parser.add_argument("--games", type=int, default=80)
    parser.add_argument("--seed", type=int, default=2001)
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    step, usual = -(-given.games // (4 * given.jobs)), None
    with ProcessPoolExecutor(given.jobs, get_context("spawn")) as pool:
        for change in ("", *given.changes):
            how = (given.seats, read_options(given.options), given.level, change, given.seed)
            pieces = [(*how, first, min(step, given.games - first)) for first in range(0, given.games, step)]
            found = np.array([one for many in pool.map(piece, pieces) for one in many], float)
            said = f"{change or given.level}: {told('wins', found[:, 0])}, {told('lead', found[:, 1])}"
            if usual is None:
                usual = found
            else:
                said += f"; more {told('wins', (found - usual)[:, 0])}, {told('lead', (found - usual)[:, 1])}"
            print(said, flush=True)


if __name__ == "__main__":
    main()
