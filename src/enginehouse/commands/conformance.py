"""The command `conformance`: check that a game keeps the promises of every game."""

from __future__ import annotations

import sys

import click


@click.command("conformance")
@click.argument("game", required=False)
@click.option(
    "-k",
    "words",
    multiple=True,
    metavar="TEXT",
    help="Run only checks with this text in their names. Repeat it for more.",
)
@click.option("--list", "listing", is_flag=True, help="List the checks with their promises, and run none.")
@click.option("--deep", is_flag=True, help="Check many more games and positions.")
def conformance_command(game: str | None, words: tuple[str, ...], listing: bool, deep: bool) -> None:
    """Play random games of GAME (its name, or its package in this folder), and check the promises of every game."""
    from enginehouse.conformance import running

    checks = running.chosen(words)
    if listing:
        for line in running.listed(checks):
            click.echo(line)
        return
    if game is None:
        raise click.UsageError("Missing argument 'GAME'.")
    if "" not in sys.path:
        sys.path.insert(0, "")  # the package lies in the folder where one is
    if running.run(running.game_of(game), checks, deep=deep, say=click.echo):
        sys.exit(1)
