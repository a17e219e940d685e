"""The knowledge of a player of Switchyard."""

from typing import Any


def evaluate(s: Any, seat: int) -> int:
    """Own points less the best of the others."""
    return int(s.points[seat]) - max(int(s.points[o]) for o in range(s.seats) if o != seat)
