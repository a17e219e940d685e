"""What the conformance kit asks about menagerie."""

from menagerie.rules import can_be
from menagerie.state import ANIMALS, BACKS, DECK, HAND, KINDS, LAID, MOST, State

__all__ = ["BACKS", "HANDS", "KINDS", "NAMES", "ZONES", "check", "conserved"]

HANDS = range(HAND, HAND + MOST)
NAMES = ANIMALS
ZONES = {
    "deck": DECK,
    **{f"laid {seat}": LAID + seat for seat in range(MOST)},
    **{f"hand {seat}": HAND + seat for seat in range(MOST)},
}


def conserved(s: State) -> dict[str, int]:
    """ME-1.1: every card lies somewhere, once."""
    lying = [s.row[s.start[z] + k] for z in range(len(s.size)) for k in range(s.size[z])]
    return {"cards": len(lying), "different cards": len(set(lying)), "sum of cards": sum(lying)}


def check(s: State) -> None:
    """ME-1.2, ME-2.3: what holds of every hand."""
    for seat in range(s.seats):
        assert can_be(s, seat), f"seat {seat} holds a pair, or what it said it has not"
