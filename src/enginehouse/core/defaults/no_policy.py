"""The policy of a game that has none: every position looks alike."""

from __future__ import annotations

from typing import Any

from enginehouse.core.rule import rule
from enginehouse.core.terms import Action, Seat


@rule
def evaluate(s: Any, seat: Seat) -> int:
    """Nothing is known of a position."""
    return 0


@rule
def judge(before: Any, after: Any, seat: Seat, action: Action) -> int:
    """Nothing is known of an action."""
    return 0
