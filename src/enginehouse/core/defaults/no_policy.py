"""The policy of a game that has none: every position looks alike."""

from __future__ import annotations

from typing import Any

from enginehouse.core.rule import rule


@rule
def evaluate(s: Any, seat: int) -> int:
    """Nothing is known of a position."""
    return 0


@rule
def judge(before: Any, after: Any, seat: int, action: int) -> int:
    """Nothing is known of an action."""
    return 0
