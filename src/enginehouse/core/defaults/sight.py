"""What a seat sees when a judgement does not say it: it is not known."""

from __future__ import annotations

from typing import Any

from enginehouse.core.rule import rule
from enginehouse.core.terms import Seat


@rule
def sight(s: Any, seat: Seat, whole: bool) -> int:
    """It is not known what a seat sees."""
    return 0
