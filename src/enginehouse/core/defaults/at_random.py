"""What random play chooses among in a game that declares no action as `unasked` (see `blocks`)."""

from __future__ import annotations

from typing import Any

from enginehouse.core.fields import Numbers
from enginehouse.core.rule import rule
from enginehouse.core.terms import Seat


@rule
def at_random(s: Any, seat: Seat, out: Numbers, many: int) -> int:
    """Random play chooses among all legal actions."""
    return many
