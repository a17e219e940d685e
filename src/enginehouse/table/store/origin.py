"""The origin of a table that did not start by chance alone, stored in 32 letters."""

from __future__ import annotations

from typing import Literal, NamedTuple

Kind = Literal["", "what if", "mended", "same deal", "text", "uploaded", "taught"]
BEGINS: dict[str, Kind] = {"=": "same deal", "#": "text", "^": "uploaded", "!": "taught"}
BETWEEN: dict[str, Kind] = {"@": "what if", ">": "mended"}
SIGNS = {kind: sign for sign, kind in (BEGINS | BETWEEN).items()}
"""The stored sign of each kind: before its source, or between a table and a step of it."""


class Origin(NamedTuple):
    """The origin of a table.

    Its kinds: it asks `what if` from a step of a finished game; it continues a broken table (`mended`); it has the
    `same deal` as a finished game; its deal comes from a `text`; its game was `uploaded`; a lesson was `taught` there,
    and the learner may play on freely; or, empty, none of these.
    """

    kind: Kind = ""
    table: str = ""
    """The address of the other table, if there is one."""
    step: int = 0
    """The number of its entries after which this table starts."""
    text: str = ""
    """The text from which the deal comes."""

    def encode(self) -> str:
        """Return the stored form, which `read` reads."""
        if self.kind in BETWEEN.values():
            return f"{self.table}{SIGNS[self.kind]}{self.step}"
        return f"{SIGNS[self.kind]}{self.table}{self.text}" if self.kind else ""


NOWHERE = Origin()
"""A start by chance alone."""


def read(stored: str) -> Origin:
    """Return the origin of a stored form, or NOWHERE for an unknown one.

    A text may contain any sign, so its prefix counts first.
    """
    kind = BEGINS.get(stored[:1])
    if kind is not None:
        return Origin(kind, text=stored[1:]) if kind == "text" else Origin(kind, stored[1:])
    for sign, between in BETWEEN.items():
        table, found, step = stored.partition(sign)
        if found and step.isdigit():
            return Origin(between, table, int(step))
    return NOWHERE
