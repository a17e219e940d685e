"""Encode the origin of a table (a game on the server) as a text of at most 32 characters, for the database.

A table has an origin if it did not start with a random setup. The origin says, for example, that the table has the
setup of a certain finished game, or that the game was uploaded.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

Kind = Literal["", "what if", "mended", "same deal", "text", "uploaded", "taught"]
BEGINS: dict[str, Kind] = {"=": "same deal", "#": "text", "^": "uploaded", "!": "taught"}
BETWEEN: dict[str, Kind] = {"@": "what if", ">": "mended"}
SIGNS = {kind: sign for sign, kind in (BEGINS | BETWEEN).items()}
"""The stored sign of each kind: before its source, or between a table and a step of it."""


class Origin(NamedTuple):
    """The origin of a table, if it did not start with a random setup. Its `kind` is one of seven.

    - `what if`: it continues from a step of a finished game.
    - `mended`: it continues the game of a broken table, whose stored game could not be replayed to its end.
    - `same deal`: it has the setup of a finished game.
    - `text`: its setup is computed from a text that the host has entered as the seed.
    - `uploaded`: its game was uploaded.
    - `taught`: a lesson was given there, and the learner may now play freely.
    - empty: none of these.
    """

    kind: Kind = ""
    table: str = ""
    """The address of the other table, if there is one."""
    step: int = 0
    """The number of entries of that table after which this table starts."""
    text: str = ""
    """The text from which the setup is made."""

    def encode(self) -> str:
        """Return the origin in its stored form, which `read` reads."""
        if self.kind in BETWEEN.values():
            return f"{self.table}{SIGNS[self.kind]}{self.step}"
        return f"{SIGNS[self.kind]}{self.table}{self.text}" if self.kind else ""


NOWHERE = Origin()
"""The origin of a table with a random setup."""


def read(stored: str) -> Origin:
    """Return the origin of a table (how its setup was made) from the text that the database stores for it.

    If the text has an unknown form, return NOWHERE.
    """
    kind = BEGINS.get(stored[:1])
    if kind is not None:
        return Origin(kind, text=stored[1:]) if kind == "text" else Origin(kind, stored[1:])
    for sign, between in BETWEEN.items():
        table, found, step = stored.partition(sign)
        if found and step.isdigit():
            return Origin(between, table, int(step))
    return NOWHERE
