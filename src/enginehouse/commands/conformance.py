"""The command `conformance`: check promises that every game must keep, such as that no view shows a secret."""

from __future__ import annotations

import sys

import click

from enginehouse.core.registry.folders import open_game


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
    """Play random games of GAME (its name or its folder), and check the promises that every game must keep.

    A promise is a fact that holds in every correct game, for example that no view shows a secret.
    """
    from enginehouse.conformance import running

    checks = running.choose_checks(words)
    if listing:
        for line in running.describe_checks(checks):
            click.echo(line)
        return
    if game is None:
        raise click.UsageError("Missing argument 'GAME'.")
    if running.run(open_game(game), checks, deep=deep, say=click.echo):
        sys.exit(1)
