"""Where a player gives up when a policy does not say it: never."""

from __future__ import annotations

from typing import Any

from enginehouse.core.rule import rule
from enginehouse.core.terms import Action, Seat


@rule
def gives_up(s: Any, seat: Seat) -> Action:
    """One plays on."""
    return -1
