"""What a player of connect four knows: how good a position looks."""

from typing import Any

from connect_four.rules import LINE
from enginehouse.core.rule import rule

WIN = 10_000


@rule
def evaluate(s: Any, seat: int) -> int:
    """A line is everything; else discs in the middle column are worth something, since most lines cross it."""
    if s.reason == LINE:
        return WIN if (s.moves - 1) & 1 == seat else -WIN
    value = 0
    for row in range(6):
        hole = 3 * 7 + row
        value += 100 * ((s.discs[seat] >> hole) & 1) - 100 * ((s.discs[1 - seat] >> hole) & 1)
    return int(value)
