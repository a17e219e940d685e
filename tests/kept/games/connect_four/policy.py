"""What a player of connect four knows: how good a position looks."""

from connect_four.rules import LINE
from connect_four.state import State
from enginehouse.core.rule import rule

WIN = 10_000


@rule
def evaluate(s: State, seat: int) -> int:
    """A line is everything; else discs in the middle column are worth something, since most lines cross it."""
    if s.reason == LINE:
        return WIN if (s.moves - 1) & 1 == seat else -WIN
    middle = 0
    for hole in range(3 * 7, 3 * 7 + 6):
        middle += ((s.discs[seat] >> hole) & 1) - ((s.discs[1 - seat] >> hole) & 1)
    return 100 * int(middle)
