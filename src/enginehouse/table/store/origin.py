"""Where a table comes from that did not begin by chance alone, and how that is stored in 32 letters."""

from __future__ import annotations

from typing import Literal, NamedTuple

Kind = Literal["", "what if", "mended", "same deal", "text", "uploaded", "taught"]
BEGINS: dict[str, Kind] = {"=": "same deal", "#": "text", "^": "uploaded", "!": "taught"}
BETWEEN: dict[str, Kind] = {"@": "what if", ">": "mended"}
SIGNS = {kind: sign for sign, kind in (BEGINS | BETWEEN).items()}
"""How each kind is stored: before what it is from, or between a table and a step of it."""


class Origin(NamedTuple):
    """Where a table comes from. Its kinds: it asks `what if`, from a step of a finished game; it goes on from a table that could
    not (`mended`); it has the `same deal` as a finished game; its deal is made of a `text`; its game was `uploaded`; somebody
    was `taught` there, and may play on freely; or, empty, nothing of that."""

    kind: Kind = ""
    table: str = ""
    """The address of the other table, where there is one."""
    step: int = 0
    """After so many of its entries this one begins."""
    text: str = ""
    """Of which the deal is made."""

    def stored(self) -> str:
        """As it is stored; `read` has it back."""
        if self.kind in BETWEEN.values():
            return f"{self.table}{SIGNS[self.kind]}{self.step}"
        return f"{SIGNS[self.kind]}{self.table}{self.text}" if self.kind else ""


NOWHERE = Origin()
"""It began by chance alone."""


def read(stored: str) -> Origin:
    """What `Origin.stored` has made; nowhere for what it cannot have made. A text may hold any sign, so what it begins with counts first."""
    kind = BEGINS.get(stored[:1])
    if kind is not None:
        return Origin(kind, text=stored[1:]) if kind == "text" else Origin(kind, stored[1:])
    for sign, between in BETWEEN.items():
        table, found, step = stored.partition(sign)
        if found and step.isdigit():
            return Origin(between, table, int(step))
    return NOWHERE
