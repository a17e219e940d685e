"""What a policy says of what is at stake when it has no `stake` of its own: the win, and nothing else."""

from __future__ import annotations

from typing import Any

from enginehouse.core.rule import rule


@rule
def stake(s: Any) -> int:
    """It is played for the win."""
    return 0
