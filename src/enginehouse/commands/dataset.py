"""`enginehouse dataset`: write games of bots as tables, with a datasheet."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Any

import click

from enginehouse import front
from enginehouse.bots.players.runs import Run
from enginehouse.commands.simulate import progress_bar, read_options
from enginehouse.core.errors import Unreadable, advise_extra
from enginehouse.core.registry.folders import open_game
from enginehouse.core.registry.game import Game


@click.command("dataset")
@click.argument("game")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--seats", type=int, help="Number of seats.  [default: the number of bots, at least the fewest seats]")
@click.option(
    "--options",
    "options",
    multiple=True,
    metavar="K=V",
    help="An option of the game, as name=choice. Repeat it for more.",
)
@click.option("--games", "many", type=click.IntRange(min=1), default=1000, show_default=True, help="Number of games.")
@click.option("--seed", type=click.IntRange(-(2**62), 2**62), default=1, show_default=True, help="Seed of the games.")
@click.option("--bots", default="greedy", show_default=True, help="Bots by seat, separated by commas.")
@click.option("--swap-seats", is_flag=True, help="Move bots on by one seat from game to game.")
@click.option("--observations", is_flag=True, help="Write the view of each seat before it acted, too.")
@click.option("--legal/--no-legal", default=True, help="Write all legal actions of each decision, or leave them out.")
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Number of processes.")
def dataset_command(game: str, folder: Path, seats: int | None, bots: str, **more: Any) -> None:
    """Play games of bots and write them into FOLDER: games.parquet, steps.parquet and a datasheet, README.md.

    If there are more than 10,000 games, each table is split into several files.
    """
    try:
        from enginehouse.lab import dataset
    except ImportError as error:
        raise Unreadable(f"datasets need an extra: {advise_extra('lab')} ({error})") from error
    if ":" in bots and "" not in sys.path:
        sys.path.insert(0, "")  # the user's own modules are in the current folder
    chosen, players = open_game(game), [name.strip() for name in bots.split(",")]
    sitting = front.choose_seats(chosen, seats, len(players))
    run = Run(chosen, sitting, read_options(more["options"]), more["many"], more["seed"], players, more["swap_seats"])
    content = dataset.Content(more["legal"], create_layout if more["observations"] else None)
    command = shlex.join(["enginehouse", *sys.argv[1:]])
    with progress_bar(f"playing {chosen.name}", run.games, sys.stderr.isatty()) as advance:
        dataset.write(run, folder, command, content, advance, more["jobs"])
    click.echo(f"{run.games} games: {folder}")


def create_layout(game: Game) -> Any:
    """Return the layout that turns views of a game into the rows of numbers that a dataset has."""
    from enginehouse.envs.observation import Layout

    return Layout(game)
