"""What a policy says of everybody's share when it has no `shares` of its own: all hope for as much."""

from __future__ import annotations

from typing import Any

from enginehouse.core.fields import Numbers
from enginehouse.core.rule import rule

WHOLE = 1_000_000


@rule
def shares(s: Any, out: Numbers) -> None:
    """Everybody has an even share."""
    for seat in range(s.seats):
        out[seat] = WHOLE // int(s.seats)
