"""What the kit asks about rummage."""

from enginehouse.conformance.samples.rummage.rules import PAIR, has_pair
from enginehouse.conformance.samples.rummage.state import BACKS, KINDS, State  # noqa: F401  (the kit's enumeration reads them)

HANDS = (3, 4, 5)


def conserved(s: State) -> dict[str, int]:
    """What no action changes."""
    lying = [s.row[s.start[z] + k] for z in range(len(s.size)) for k in range(s.size[z])]
    return {"cards": len(lying), "different cards": len(set(lying)), "sum of cards": sum(lying)}


def check(s: State) -> None:
    """RU-3.1: while the game runs nobody holds a pair."""
    assert any(has_pair(s, seat) for seat in range(s.seats)) == (s.reason == PAIR)
