"""Input and output of text on a terminal whose encoding may lack some characters."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from typing import Any

import click


def escape_output() -> None:
    """Let stdout and stderr write an escape, such as `\\u65e5`, for a character that their encoding lacks."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


class CleanText(click.types.StringParamType):
    """The type of a text parameter on a command line, without characters that files and databases cannot store."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the text `value` of a parameter.

        Raise a usage error if its bytes are not valid in the terminal's encoding.
        """
        text = super().convert(value, param, ctx)
        try:
            text.encode()
        except UnicodeEncodeError:
            shown = text.encode("utf-8", "backslashreplace").decode()
            self.fail(f"{shown!r} is not valid text in this terminal's encoding. Type it again, as UTF-8.", param, ctx)
        return text


def walk_commands(group: click.Group) -> Iterator[click.Command]:
    """Yield a group of commands and all commands below it."""
    yield group
    for command in group.commands.values():
        if isinstance(command, click.Group):
            yield from walk_commands(command)
        else:
            yield command


def refuse_undecodable_text(group: click.Group) -> None:
    """Make the commands of a group refuse a text parameter whose bytes are not valid in the terminal's encoding.

    Each text parameter gets the type `CleanText`. Parameters for paths stay as they are, because the name of a file may
    hold any bytes.
    """
    for command in walk_commands(group):
        for parameter in command.params:
            if parameter.type is click.STRING:
                parameter.type = CleanText()
