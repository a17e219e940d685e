"""How a game of Mechanation ended (see `core.endings`)."""

from __future__ import annotations

from enginehouse.core.terms import Seat
from enginehouse.games.mechanation.lands import tally
from enginehouse.games.mechanation.parts import COLOURS, FIELD, NUMBERS, SET_TO_WIN
from enginehouse.games.mechanation.state import State

UNIT = "Largest set"


def _set_of(v: State, seat: Seat) -> str:
    """MN-3.1: the set that a pilot has won with; what lies face-down is shown then."""
    packed = int(tally(v, seat))
    names = [*COLOURS, *(f"number {n + 1}" for n in range(NUMBERS))]
    for k, name in enumerate(names):
        many = (packed >> (FIELD * k)) & 31
        if many >= SET_TO_WIN:
            return f"{many} territories of {name}"
    return ""


def headline(v: State) -> str:
    """Who has won; after fifty rounds (MN-3.2) the table says it, as territories may lie hidden."""
    return f"{{{v.winner - 1}}} wins" if v.winner else ""


def why(v: State) -> list[str]:
    """MN-3.1: which set it was."""
    found = _set_of(v, v.winner - 1) if v.winner else ""
    return [f"{{{v.winner - 1}}} has {found}, WILDs counted."] if found else []


def points(v: State, seat: Seat) -> list[tuple[str, int]]:
    """A set is one thing."""
    return []
