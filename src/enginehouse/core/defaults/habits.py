"""What a policy says of signs in a guess when it has no `habits` of its own: there are none."""

from __future__ import annotations

from typing import Any

from enginehouse.core.fields import Numbers
from enginehouse.core.rule import rule
from enginehouse.core.terms import Seat


@rule
def habits(s: Any, seat: Seat, out: Numbers) -> int:
    """Nothing tells."""
    return 0
