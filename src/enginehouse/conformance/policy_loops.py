"""Call a game's policy in compiled code, for the checks. This module is separate, because a game may have no policy."""

from __future__ import annotations

from typing import Any

from enginehouse.core.records.fields import States
from enginehouse.core.rule import entry
from enginehouse.core.verbs import evaluate, judge


@entry
def judge_record(states: States, seat: int, code: int) -> Any:
    """Return a tuple of two results of the game's policy for a seat: those of its rules `evaluate` and `judge`.

    `evaluate` judges the position `states[1]`. `judge` judges the action `code`, which led from `states[0]` to
    `states[1]`.
    """
    return evaluate(states[1], seat), judge(states[0], states[1], seat, code)
