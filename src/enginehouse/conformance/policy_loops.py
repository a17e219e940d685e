"""What the checks of policies compile. It stands alone: who reaches one rule of a module reaches all that it names, and a
game may have no policy."""

from __future__ import annotations

from typing import Any

from enginehouse.core.rule import entry
from enginehouse.core.verbs import evaluate, judge


@entry
def judged(states: Any, seat: int, code: int) -> Any:
    """How good the second record looks to a seat, and the action that led there from the first."""
    return evaluate(states[1], seat), judge(states[0], states[1], seat, code)
