"""The fate of a game's parts, for measures: each deal, draw and play as a row, and the parts by seat."""

from __future__ import annotations

from typing import Any, NamedTuple


class Happened(NamedTuple):
    """An event of a match with all its numbers, secret ones included."""

    kind: int
    a: int
    b: int
    c: int
    d: int


def events_of(done: Any) -> list[Happened]:
    """Return all events of a standing action of a match, noticed or not."""
    return [Happened(*event[:5]) for event in done.events]


class Tally:
    """The notes about one game. Parts have their printed names; `when` counts rounds, days or similar."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.rows: list[dict[str, int | str]] = []

    def note(self, seat: int, what: str, part: str, when: int) -> None:
        """Note that a seat (-1: none) has done this with a part, or received it."""
        self.rows.append({"seat": int(seat), "what": what, "part": part, "when": int(when)})

    def of(self, *what: str) -> list[list[str]]:
        """Return by seat the parts with such a note, each once, in alphabetical order."""
        named = [row for row in self.rows if row["what"] in what]
        return [sorted({str(row["part"]) for row in named if row["seat"] == seat}) for seat in range(self.seats)]

    def said(self, **columns: tuple[str, ...]) -> dict[str, Any]:
        """Return the result of a measure: all rows as `parts`, and columns.

        Each of these columns has the parts with such a note.
        """
        return {"parts": tuple(self.rows), **{name: self.of(*what) for name, what in columns.items()}}
