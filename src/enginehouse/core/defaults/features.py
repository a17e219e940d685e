"""What a policy says of a position in numbers when it has no `features` of its own: nothing."""

from __future__ import annotations

from typing import Any

from enginehouse.core.rule import rule


@rule
def features(s: Any, seat: int, out: Any) -> int:
    """There are none."""
    return 0
