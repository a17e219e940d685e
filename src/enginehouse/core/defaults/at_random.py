"""Verbs for a game whose rules do not have them; `DEFAULT_VERBS` in `compiler/compiled_rules.py` says which verb is which."""

from __future__ import annotations

from typing import Any

from enginehouse.core.rule import rule


@rule
def at_random(s: Any, seat: int, out: Any, many: int) -> int:
    """Random play chooses among all legal actions."""
    return many
