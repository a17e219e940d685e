"""`enginehouse puzzles GAME`: collect puzzles from games of bots, checked by search.

The result of each game is stored in the folder `--keep`. If the command is stopped, start it again with the same
arguments. It then reads the stored results and continues with the next game.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import click

from enginehouse.bots.analysis import puzzle_search
from enginehouse.bots.players.runs import Run, play_bots
from enginehouse.commands.simulate import progress_bar, read_options
from enginehouse.core.registry import game as games
from enginehouse.core.teaching import puzzles
from enginehouse.core.teaching.puzzles import Puzzle


@click.command("puzzles")
@click.argument("game")
@click.option(
    "--games", "many", type=click.IntRange(1), default=20, show_default=True, help="Number of games to search."
)
@click.option("--seats", type=int, help="Number of players.  [default: the fewest]")
@click.option("--bots", "names", default="steady", show_default=True, help="Bots that play, separated by commas.")
@click.option(
    "--options",
    "options",
    multiple=True,
    metavar="K=V",
    help="An option of the game, as name=choice. Repeat it for more.",
)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Seed of the deals.")
@click.option(
    "--most",
    type=click.IntRange(1),
    default=24,
    show_default=True,
    help="Number of puzzles to write, the clearest first.",
)
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), required=True, help="The file of puzzles.")
@click.option(
    "--keep",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("build/puzzles"),
    show_default=True,
    help="Folder for the result of each game, from which a stopped run continues.",
)
@click.option("--renew", is_flag=True, help="Do not search: only write the reasons of the puzzles in --out again.")
def puzzles_command(**given: Any) -> None:
    """Collect puzzles from games of bots: positions with one clearly best action, on which several searches agree."""
    if given["renew"]:
        renewed = [puzzle_search.renew_reasons(one) for one in puzzles.read(given["out"])]
        chosen = puzzles.spread(puzzle_search.select_clearest([one for one in renewed if one.why], given["most"]))
        given["out"].write_text(puzzles.write(chosen), "utf-8")
        click.echo(f"written: {given['out']}, {len(chosen)} of {len(renewed)} puzzles with a reason")
        return
    game = games.get(given["game"])
    seats, options = given["seats"] or max(2, game.facts.seats[0]), read_options(given["options"])
    run = Run(game, seats, options, given["many"], given["seed"], given["names"].split(","), swap=True)
    found: list[Puzzle] = []
    # A wrong path must raise an error now, and not after minutes of searching.
    given["out"].parent.mkdir(parents=True, exist_ok=True)
    with progress_bar(f"searching {game.name}", run.games, sys.stderr.isatty()) as advance:
        for k in range(run.games):
            found += of_game(run, k, given["keep"])
            advance(1, f"searching {game.name}: {len(found)} found")
    chosen = puzzles.spread(puzzle_search.select_clearest(found, given["most"]))
    given["out"].write_text(puzzles.write(chosen), "utf-8")
    click.echo(f"written: {given['out']}, {len(chosen)} of {len(found)} puzzles from {run.games} games")


def of_game(run: Run, k: int, keep: Path) -> list[Puzzle]:
    """Return a list with the puzzle found in game number `k` of a run, or an empty list if the game has no puzzle.

    The argument `run` describes a series of games between bots. The result is stored in the folder `keep`. A result
    that is stored there already is read and not searched again.
    """
    chosen = "".join(f"-{name}={choice}" for name, choice in sorted(run.options.items()))
    by = f"{run.game.facts.rules_version}-{puzzle_search.hash_settings(run.game, run.seats)}"
    called = f"{run.game.name}-{by}-{run.seats}{chosen}-{'+'.join(run.bots)}-{run.seed}-{k}"
    file = keep / f"{called}.jsonl"
    if file.exists():
        return puzzles.read(file)
    for bot in (*run.players.values(), puzzle_search.make_searcher(run.game)):
        bot.prepare(run.game)
    one = puzzle_search.find_clearest(play_bots(run, k))
    found = [one] if one is not None else []
    keep.mkdir(parents=True, exist_ok=True)
    aside = file.with_suffix(f".{os.getpid()}.part")
    aside.write_text(puzzles.write(found), "utf-8")
    aside.replace(file)  # rename the file when it is complete
    return found
