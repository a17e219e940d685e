"""What the kit asks about high card: nothing but what its cards are."""

from high_card.state import BACKS, HAND, KINDS

__all__ = ["BACKS", "HANDS", "KINDS"]

HANDS = range(HAND, HAND + 4)
