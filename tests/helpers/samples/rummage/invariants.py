"""The conformance kit's hooks for rummage."""

from samples.rummage.rules import PAIR, has_pair
from samples.rummage.state import BACKS, KINDS, State  # noqa: F401  (the kit's enumeration reads them)

HANDS = (3, 4, 5)


def conserved(s: State) -> dict[str, int]:
    """Return the numbers that no action changes."""
    lying = [s.row[s.start[z] + k] for z in range(len(s.size)) for k in range(s.size[z])]
    return {"cards": len(lying), "different cards": len(set(lying)), "sum of cards": sum(lying)}


def check(s: State) -> None:
    """RU-3.1: check that no seat holds a pair while the game runs."""
    assert any(has_pair(s, seat) for seat in range(s.seats)) == (s.reason == PAIR)
