"""What a policy says of a position in numbers when it has no `features` of its own: nothing."""

from __future__ import annotations

from typing import Any

from enginehouse.core.fields import Numbers
from enginehouse.core.rule import rule
from enginehouse.core.terms import Seat


@rule
def features(s: Any, seat: Seat, out: Numbers) -> int:
    """There are none."""
    return 0
