"""How a game of The Great Machine ended (see `core.endings`)."""

from __future__ import annotations

from enginehouse.core.terms import Seat
from enginehouse.games.great_machine.rats import total, winner
from enginehouse.games.great_machine.state import State

UNIT = "Pellets"


def _and(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _alive(v: State) -> list[int]:
    return [seat for seat in range(v.seats) if v.alive >> seat & 1]


def headline(v: State) -> str:
    """Who has won."""
    first = winner(v)
    return f"{{{first}}} has the fattest rat and wins" if first >= 0 else "Nobody wins"


def why(v: State) -> list[str]:
    """GM-4.2: ties that put rats out of it, and rats that were dead."""
    said, first = [], winner(v)
    least = total(v, first) if first >= 0 else -1
    for weight in sorted({total(v, seat) for seat in _alive(v)}, reverse=True):
        tied = [f"{{{seat}}}" for seat in _alive(v) if total(v, seat) == weight]
        if weight > least and len(tied) > 1:
            said.append(f"{_and(tied)} tie with {weight} pellets, which puts them all out of it.")
    dead = [f"{{{seat}}}’s" for seat in range(v.seats) if not v.alive >> seat & 1]
    if dead:
        said.append(f"{_and(dead)} rat{'s' * (len(dead) > 1)} cannot win: dead when the Master came.")
    return said


def points(v: State, seat: Seat) -> list[tuple[str, int]]:
    """Real pellets and phantom ones."""
    return [("pellets", int(v.real[seat])), ("phantom", int(v.phantom[seat]))] if v.phantom[seat] else []
