"""What search wants to know of Kuhn poker: it is played for chips."""

from __future__ import annotations

from enginehouse.core.rule import rule
from kuhn.state import State

MOST_CHIPS = 2


@rule
def stake(s: State) -> int:
    """Nobody wins or loses more than so many chips."""
    return MOST_CHIPS
