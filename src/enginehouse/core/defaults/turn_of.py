"""Whose turn can be planned when a policy does not say it: nobody's."""

from __future__ import annotations

from typing import Any

from enginehouse.core.rule import rule
from enginehouse.core.terms import Seat


@rule
def turn_of(s: Any, seat: Seat) -> int:
    """It is not known where a turn ends."""
    return 0
