"""The compiled part of the checks of policies. It is a module of its own, because a game may have no policy."""

from __future__ import annotations

from typing import Any

from enginehouse.core.rule import entry
from enginehouse.core.verbs import evaluate, judge


@entry
def judge_record(states: Any, seat: int, code: int) -> Any:
    """Return the policy's evaluation of `states[1]` for a seat, and its value of the action `code` that led there.

    The action was played in `states[0]`.
    """
    return evaluate(states[1], seat), judge(states[0], states[1], seat, code)
