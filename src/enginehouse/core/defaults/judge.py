"""What the policy of a game says of an action when it has no `judge` of its own (`DEFAULT_VERBS` of `compiler.compiled_rules`).

It stands alone: who reaches one rule of a module reaches all that the module names, and a game may have no policy.
"""

from __future__ import annotations

from typing import Any

from enginehouse.core.rule import rule
from enginehouse.core.terms import Action, Seat
from enginehouse.core.verbs import evaluate


@rule
def judge(before: Any, after: Any, seat: Seat, action: Action) -> int:
    """An action is as good as what it leads to."""
    return evaluate(after, seat)
