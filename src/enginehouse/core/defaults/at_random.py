"""What random play chooses among in a game that declares no action as `unasked` (see `blocks`)."""

from __future__ import annotations

from typing import Any

from enginehouse.core.rule import rule


@rule
def at_random(s: Any, seat: int, out: Any, many: int) -> int:
    """Random play chooses among all legal actions."""
    return many
