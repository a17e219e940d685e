"""What a verb does for a game that leaves it out (`DEFAULT_VERBS` of `compiler.compiled_rules`)."""

from __future__ import annotations

from typing import Any

from enginehouse.core.rule import rule


@rule
def at_random(s: Any, seat: int, out: Any, many: int) -> int:
    """Random play chooses among all legal actions."""
    return many
