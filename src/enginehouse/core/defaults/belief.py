"""What a policy says of how likely a guess is when it has no `belief` of its own: all are alike."""

from __future__ import annotations

from typing import Any

from enginehouse.core.rule import rule
from enginehouse.core.terms import Seat


@rule
def belief(s: Any, seat: Seat, peers: int) -> int:
    """All are alike."""
    return 0
