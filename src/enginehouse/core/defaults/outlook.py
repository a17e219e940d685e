"""How good an action of a planned turn looks, when a game does not say it in a way of its own."""

from __future__ import annotations

from typing import Any

from enginehouse.core.fields import Numbers
from enginehouse.core.rule import rule
from enginehouse.core.terms import Action, Seat
from enginehouse.core.verbs import judge


@rule
def outlook(before: Any, after: Any, seat: Seat, action: Action, own: Numbers, room: Numbers) -> int:
    """What one's judgement says of it."""
    return judge(before, after, seat, action)
