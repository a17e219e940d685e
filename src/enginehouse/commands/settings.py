"""`enginehouse settings`: list the settings of a server."""

from __future__ import annotations

import click


@click.command("settings")
def settings_command() -> None:
    """List the environment variables that the server reads, with defaults and purposes."""
    from enginehouse.table.settings import OTHERS, about, variable

    for name, default, sentence in about():
        shown = int(default) if isinstance(default, bool) else default
        _tell(variable(name) + (f"={shown}" if default != "" else ""), sentence)
    click.echo("Besides, for all commands:")
    for name, sentence in OTHERS.items():
        _tell(name, sentence)


def _tell(what: str, sentence: str) -> None:
    click.echo(what)
    click.echo(click.wrap_text(sentence, 100, "    ", "    "))
