"""The invariants of high card: its cards alone."""

from high_card.state import BACKS, HAND, KINDS

__all__ = ["BACKS", "HANDS", "KINDS"]

HANDS = range(HAND, HAND + 4)
