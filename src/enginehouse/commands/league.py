"""`enginehouse league GAME`: let pairs of bots play the same deals, and rate them.

If a league was stopped, the same command continues it.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any, NamedTuple

import click

from enginehouse.bots.analysis.league_results import (
    DEFAULT_BOTS,
    LeagueResult,
    draw_strengths,
    write_results,
    write_tables,
)
from enginehouse.bots.analysis.ratings import compute_ratings
from enginehouse.bots.players.runs import Run, play_rows
from enginehouse.bots.processes import call_in_processes
from enginehouse.commands.simulate import progress_bar, read_options
from enginehouse.core.errors import Unreadable
from enginehouse.core.registry import game as games
from enginehouse.core.registry.folders import open_game
from enginehouse.core.registry.game import Game
from enginehouse.core.words.estimates import Estimate, mean, share

CHUNK = 10
"""The number of games in a unit of work, which has a file of its own.

A stop loses at most one unit for each process.
"""


class League(NamedTuple):
    """The parameters of a league, in which each pair of the `bots` plays `games` games with the same deals.

    `game` is the game, with its number of `seats` and its `options`. `seed` determines the deals.
    """

    game: Game
    seats: int
    options: dict[str, str]
    bots: list[str]
    games: int
    seed: int

    @property
    def together(self) -> bool:
        """Return whether all seats win or lose together. In such games, each bot plays alone, without opponents."""
        return self.game.plays_together(self.seats, self.game.check_options(self.options))

    def pairings(self) -> list[list[str]]:
        """Return the pairs of bots that play against each other, each as a list of two names.

        A pair takes the seats alternately, beginning with the first name. With an odd number of seats, each pair plays
        twice, so that either bot has the larger number of seats once. If all seats win together, each list has a single
        bot.
        """
        if self.together:
            return [[one] for one in self.bots]
        pairs = [list(pair) for pair in combinations(self.bots, 2)]
        return pairs if self.seats % 2 == 0 else [order for pair in pairs for order in (pair, pair[::-1])]

    def run(self, sitting: Sequence[str]) -> Run:
        """Return the description of all games of the pairing `sitting`, one of those that `pairings` returns.

        The bots move on by one seat from game to game, unless all seats win together. All pairings have the same deals.
        """
        around = [sitting[k % len(sitting)] for k in range(self.seats)]
        return Run(self.game, self.seats, self.options, self.games, self.seed, around, swap=not self.together)

    def name(self, sitting: Sequence[str]) -> str:
        """Return the prefix of the names of the files for the pairing `sitting` (bots by seat).

        It contains everything on which the games of the pairing depend.
        """
        options = "".join(f"-{name}={choice}" for name, choice in sorted(self.options.items()))
        rules = self.game.facts.rules_version
        return f"{self.game.name}-{rules}-{self.seats}{options}-{self.seed}-{'+'.join(sitting)}"


@click.command("league")
@click.argument("game")
@click.option("--seats", default="2", show_default=True, help="Number of seats. Separate several by commas: 2,4.")
@click.option(
    "--bots",
    "names",
    default=",".join(DEFAULT_BOTS),
    show_default=True,
    help="Bots that play, separated by commas.",
)
@click.option(
    "--games", "many", type=click.IntRange(1), default=100, show_default=True, help="Number of games per pairing."
)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Seed of the deals.")
@click.option(
    "--options",
    "options",
    multiple=True,
    metavar="K=V",
    help="An option of the game, as name=choice. Repeat it for more.",
)
@click.option("--jobs", type=click.IntRange(1, 256), help="Number of processes.  [default: the number of cores]")
@click.option(
    "--out", type=click.Path(file_okay=False, path_type=Path), required=True, help="Folder for games, table and plot."
)
def league_command(**given: Any) -> None:
    """Let bots play a GAME in pairs with rotated seats on the same deals. Print ratings, a table and a plot."""
    chosen = open_game(given["game"])
    options = read_options(given["options"])
    names = list(dict.fromkeys(filter(None, given["names"].split(","))))
    out, results = given["out"], []
    for seats in _numbers(given["seats"]):
        league = League(chosen, seats, options, names, given["many"], given["seed"])
        if not league.together and len(names) < 2:
            raise Unreadable("a league needs two bots at least")
        results.append(_write_results(league, out, given["jobs"] or os.cpu_count() or 1))
    tables = "\n\n".join(write_tables(result) for result in results)
    (out / "results.json").write_text(write_results(results), "utf-8")
    (out / "table.md").write_text(tables + "\n", "utf-8")
    click.echo(tables)
    click.echo(f"\nwritten: {out}")


def _numbers(text: str) -> list[int]:
    try:
        return [int(one) for one in text.split(",")]
    except ValueError:
        raise Unreadable(f"seats are numbers with commas, not {text!r}") from None


# -- playing -----------------------------------------------------------------------------------------------------------


def play(league: League, out: Path, jobs: int) -> dict[tuple[str, ...], list[list[Any]]]:
    """Play the games of all pairings of a league, except those that are stored in the folder `out`.

    Return a dict with the results of all pairings. A key is a pairing, as a tuple of names. Its value has a list for
    each game: the number of the game, the bots by seat, and their shares of the win. `jobs` is the number of processes.
    """
    wanted = [(sitting, first) for first in range(0, league.games, CHUNK) for sitting in league.pairings()]
    files = {(tuple(sitting), first): _file(league, out, sitting, first) for sitting, first in wanted}
    left = [(sitting, first) for sitting, first in wanted if not files[tuple(sitting), first].exists()]
    (out / "games").mkdir(parents=True, exist_ok=True)
    with progress_bar(f"playing {league.game.name}", len(wanted), sys.stderr.isatty()) as advance:
        advance(len(wanted) - len(left))
        for _ in _play_pieces(league, out, left, jobs):
            advance(1)
    found: dict[tuple[str, ...], list[list[Any]]] = {}
    for sitting, first in wanted:
        found.setdefault(tuple(sitting), []).extend(json.loads(files[tuple(sitting), first].read_text("utf-8")))
    return found


def _file(league: League, out: Path, sitting: Sequence[str], first: int) -> Path:
    return out / "games" / f"{league.name(sitting)}-{first}-{min(CHUNK, league.games - first)}.json"


def _play_pieces(league: League, out: Path, left: list[tuple[list[str], int]], jobs: int) -> Iterator[int]:
    plain = (league.game.address, *league[1:])
    if jobs == 1 or len(left) < 2:
        for sitting, first in left:
            _piece(plain, str(out), tuple(sitting), first)
            yield 1
        return
    calls = [(plain, str(out), tuple(sitting), first) for sitting, first in left]
    for _ in call_in_processes(_piece, calls, jobs):
        yield 1


def _piece(plain: tuple[Any, ...], out: str, sitting: tuple[str, ...], first: int) -> None:
    """Play at most `CHUNK` games of a pairing, from number `first` on, and store them in a file of the folder `out`.

    `plain` is the league in a form for another process: the game's package name and changed numbers (`Game.address`),
    then the other fields of `League` in order. `sitting` has the names of the bots by seat. The file gets its final
    name only when it is complete.
    """
    league = League(games.at(plain[0]), *plain[1:])
    file = _file(league, Path(out), sitting, first)
    rows = play_rows(_ready(json.dumps(plain), sitting), first, min(CHUNK, league.games - first))
    aside = file.with_suffix(f".{os.getpid()}.part")
    aside.write_text(json.dumps([[row.game, row.bots, row.wins] for row in rows]), "utf-8")
    aside.replace(file)


@lru_cache(maxsize=64)
def _ready(plain: str, sitting: tuple[str, ...]) -> Run:
    """Compile the code for the games of a pairing of bots, and return the description of these games.

    If all bots of the pairing can run compiled, whole games run as machine code. Otherwise only the code of each bot is
    compiled. `plain` is the league as JSON, and `sitting` has the names of the bots by seat.
    """
    name, *rest = json.loads(plain)
    run = League(games.at(name), *rest).run(sitting)
    if run.whole is None:
        for bot in run.players.values():
            bot.prepare(run.game)
    return run


# -- telling -----------------------------------------------------------------------------------------------------------


def _write_results(league: League, out: Path, jobs: int) -> LeagueResult:
    """Play a league, write its plot and its numbers into the folder `out`, and return its result.

    `jobs` is the number of processes.
    """
    found = play(league, out, jobs)
    standing = standings(league, found)
    pairs = _compare(found, list(standing)) if league.together else _count_pairs(found)
    name, title = league.game.name, league.game.facts.title
    result = LeagueResult(
        name, title, league.seats, league.options, league.games, league.seed, league.together, standing, pairs
    )
    (out / f"{name}-{league.seats}.svg").write_text(draw_strengths(result), "utf-8")
    (out / f"{name}-{league.seats}.json").write_text(json.dumps(standing, indent=1) + "\n", "utf-8")
    return result


def _count_pairs(found: dict[tuple[str, ...], list[list[Any]]]) -> list[tuple[str, str, Estimate]]:
    return [(a, b, share(shares)) for (a, b), shares in by_pair(found).items()]


def _compare(
    found: dict[tuple[str, ...], list[list[Any]]], strongest: Sequence[str]
) -> list[tuple[str, str, Estimate]]:
    """Compare each bot with the next weaker bot, deal by deal.

    Return a list of tuples: the stronger bot, the weaker bot, and the difference of their mean shares of the win.
    `found` is the result of `play`, and `strongest` lists the bots, the strongest first. Both bots have the same deals,
    so the luck of the deal cancels out.
    """
    won = _by_itself(found)
    if len(won[strongest[0]]) < 2:  # one game is not enough for an interval
        return []
    return [
        (better, worse, mean(a - b for a, b in zip(won[better], won[worse], strict=True)))
        for better, worse in pairwise(strongest)
    ]


def standings(league: League, found: dict[tuple[str, ...], list[list[Any]]]) -> dict[str, Estimate]:
    """Return a dict from each bot's name to its strength, an estimate with a confidence interval, the strongest first.

    `found` is the result of `play` for this league. The strength is the bot's rating or, if all seats win together, its
    share of wins.
    """
    if not league.together:
        return compute_ratings(by_pair(found))
    won = {name: share(wins) for name, wins in _by_itself(found).items()}
    return dict(sorted(won.items(), key=lambda one: -one[1].value))


def _by_itself(found: dict[tuple[str, ...], list[list[Any]]]) -> dict[str, list[float]]:
    """Return each bot's shares of the win in the order of deals, for a game in which all seats win or lose together.

    In the league of such a game each bot plays by itself, on all seats. `found` is the result of `play`.
    """
    return {one: [float(wins[0]) for _, _, wins in rows] for (one, *_), rows in found.items()}


def by_pair(found: dict[tuple[str, ...], list[list[Any]]]) -> dict[tuple[str, str], list[float]]:
    """Return for each pair of bots the first bot's score in each game, from 0 to 1, in the order of deals.

    `found` is the result of `play`. The names of a pair are in alphabetical order. If the two bots have different
    numbers of seats, the score is computed from the mean shares of their seats.
    """
    result: dict[tuple[str, str], list[float]] = {}
    for sitting, rows in found.items():
        first, second = sorted(sitting)
        for _, around, wins in rows:
            result.setdefault((first, second), []).append(_part(first, around, wins))
    return result


def _part(bot: str, around: Sequence[str], wins: Sequence[float]) -> float:
    """Return the score of `bot` against the other bot in a game: its part of the win, from 0 to 1.

    Each bot has a mean share of the win over its seats. The score is this mean for `bot`, divided by the sum of both
    means. `around` has the bots by seat, and `wins` their shares of the win.
    """
    mine = [won for who, won in zip(around, wins, strict=True) if who == bot]
    others = [won for who, won in zip(around, wins, strict=True) if who != bot]
    both = sum(mine) / len(mine) + sum(others) / len(others)
    return sum(mine) / len(mine) / both if both else 0.5
