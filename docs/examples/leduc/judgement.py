"""What search wants to know of Leduc poker: it is played for chips."""

from __future__ import annotations

from enginehouse.core.rule import rule
from leduc.state import State

MOST_CHIPS = 13


@rule
def stake(s: State) -> int:
    """Nobody wins or loses more than so many chips."""
    return MOST_CHIPS
