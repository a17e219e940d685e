"""What became of a game's parts, for measures: each deal, draw and play as a row, and by seat which parts it was."""

from __future__ import annotations

from typing import Any, NamedTuple


class Happened(NamedTuple):
    """An event of a match with all its numbers, the secret ones too."""

    kind: int
    a: int
    b: int
    c: int
    d: int


def events_of(done: Any) -> list[Happened]:
    """All that a standing action of a match brought, whoever noticed it."""
    return [Happened(*event[:5]) for event in done.events]


class Tally:
    """What is noted of one game. Parts are called as people call them; `when` counts rounds, days or what the game has."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.rows: list[dict[str, int | str]] = []

    def note(self, seat: int, what: str, part: str, when: int) -> None:
        """A seat (-1: nobody) has done this with a part, or it came to the seat."""
        self.rows.append({"seat": int(seat), "what": what, "part": part, "when": int(when)})

    def of(self, *what: str) -> list[list[str]]:
        """By seat: the parts of which this was noted, each once, in the order of the alphabet."""
        named = [row for row in self.rows if row["what"] in what]
        return [sorted({str(row["part"]) for row in named if row["seat"] == seat}) for seat in range(self.seats)]

    def said(self, **columns: tuple[str, ...]) -> dict[str, Any]:
        """What a measure gives: all rows as `parts`, and for each of these columns the parts of which that was noted."""
        return {"parts": tuple(self.rows), **{name: self.of(*what) for name, what in columns.items()}}
