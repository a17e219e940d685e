"""Which of the learned weights hold for a position when a policy does not say it: there is one bank."""

from __future__ import annotations

from typing import Any

from enginehouse.core.rule import rule


@rule
def bank(s: Any) -> int:
    """The first."""
    return 0
