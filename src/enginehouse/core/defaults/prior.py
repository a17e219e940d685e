"""What speaks for an action before it is searched, when a policy does not say it in a way of its own."""

from __future__ import annotations

from typing import Any

from enginehouse.core.rule import rule
from enginehouse.core.terms import Action, Seat
from enginehouse.core.verbs import judge


@rule
def prior(before: Any, after: Any, seat: Seat, action: Action) -> int:
    """What one's judgement says of it."""
    return judge(before, after, seat, action)
