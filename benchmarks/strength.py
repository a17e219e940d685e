"""How strong search is for its budget: the share of wins against a bot at once, four and sixteen times the budget of a level, and of a
seer, who sees the true record (`bots.players.seer`): what knowing would be worth.

    python benchmarks/strength.py GAME [--seats 2] [--options K=V] [--level hard] [--times 1,4,16] [--games 200] [--seed 5]
        [--against greedy] [--seer 1,16] [--sees all] [--set EXPLORE=900 SIGHT=1] [--jobs 2]

One seat is played by the search, the others by the other bot, seats moving on from game to game, the same deals for all budgets;
games that are won together are played by the search alone. A seer of The Great Machine or of Mechanation may see a part of what is
hidden alone (`partial_seers`; `--sees` takes names with commas between). What else is set of the search may be told by the names of
`bots.players.tree.Tune`. Shares have intervals of 95 %. Whole games are played compiled.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

from partial_seers import GAMES, SEES, partial_seer

from enginehouse import bots
from enginehouse.bots.players.levels import Search, find_tune
from enginehouse.bots.players.plans import WIDEST
from enginehouse.bots.players.seer import SeersGames, make_seer
from enginehouse.bots.players.tree import Tune
from enginehouse.commands.simulate import read_options
from enginehouse.core.play.returns import win_share
from enginehouse.core.registry import game as games
from enginehouse.core.words.estimates import share


def scaled(tune: tuple[int, ...], times: int) -> list[int]:
    """So many times the budget: simulations and playouts, or positions in a beam."""
    numbers = list(tune)
    if numbers[Tune.BEAM]:
        numbers[Tune.BEAM] = min(WIDEST, numbers[Tune.BEAM] * times)
        numbers[Tune.GUESSES] = max(1, tune[Tune.BEAM] * times // WIDEST)
    else:
        numbers[Tune.SIMULATIONS] *= times
        numbers[Tune.PLAYOUTS] *= times
    return numbers


def changed(tune: tuple[int, ...], settings: Mapping[str, int]) -> tuple[int, ...]:
    """With other numbers in the places that are named."""
    numbers = list(tune)
    for name, number in settings.items():
        numbers[getattr(Tune, name)] = number
    return tuple(numbers)


def setting(text: str) -> tuple[str, int]:
    """A `NAME=NUMBER` of `--set`."""
    name, _, number = text.partition("=")
    names = [one for one in vars(Tune) if one.isupper() and one != "SIZE"]
    if name not in names or not number.isdigit():
        raise argparse.ArgumentTypeError(f"{text} is no NAME=NUMBER with a name of {', '.join(names)}")
    return name, int(number)


def piece(spec: tuple[Any, ...]) -> list[float]:
    """The shares of the search in some games, from number `first` on."""
    name, seats, options, level, settings, times, sees, against, seed, first, many = spec
    game = games.get(name)
    tune = scaled(changed(find_tune(game, level, seats), settings), times)
    in_part = sees not in ("", "all")
    one = partial_seer(name, tune, sees) if in_part else make_seer(tune) if sees else Search("search", tune)
    chosen = game.check_options(options)
    as_one = game.plays_together(seats, chosen)
    players = {"search": one} | ({} if as_one else {against: bots.find_bot(against)})
    whole = (GAMES[name] if in_part else SeersGames)(game, players)
    numbers, found = game.option_numbers(seats, chosen), []
    for k in range(first, first + many):
        sitting = ["search" if as_one or seat == k % seats else against for seat in range(seats)]
        points = whole.play(numbers, seed, k, sitting)["points"].tolist()
        found.append(win_share(points[8 : 8 + seats], as_one)[0 if as_one else k % seats])
    return found


def main() -> None:
    """Play, tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--options", action="append", default=[], metavar="K=V")
    parser.add_argument("--level", default="hard")
    parser.add_argument("--times", default="1,4,16")
    parser.add_argument("--seer", default="1,16")
    parser.add_argument("--against", default="greedy")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--sees", default="all", help="what a seer sees, where there are such as see a part")
    parser.add_argument("--set", type=setting, nargs="+", default=[], metavar="NAME=NUMBER", dest="settings")
    given = parser.parse_args()
    parts = dict.fromkeys(["all", *SEES.get(given.game, ())])
    for one in given.sees.split(","):
        if one not in parts:
            parser.error(f"a seer of {given.game} sees {', '.join(parts)}, not {one!r}")
    budgets = [("", int(one)) for one in given.times.split(",") if one]
    budgets += [(sees, int(one)) for sees in given.sees.split(",") for one in given.seer.split(",") if one]
    step = -(-given.games // (4 * given.jobs))
    with ProcessPoolExecutor(given.jobs, get_context("spawn")) as pool:
        for sees, times in budgets:
            began = time.monotonic()
            how = (
                given.game,
                given.seats,
                read_options(given.options),
                given.level,
                dict(given.settings),
                times,
                sees,
                given.against,
                given.seed,
            )
            pieces = [(*how, first, min(step, given.games - first)) for first in range(0, given.games, step)]
            found = [one for many in pool.map(piece, pieces) for one in many]
            print(
                f"{f'seer of {sees}' if sees else given.level} x{times}: {share(found)} of {len(found)} games, "
                f"{(time.monotonic() - began) * given.jobs / len(found):.2f} s each",
                flush=True,
            )


if __name__ == "__main__":
    main()
