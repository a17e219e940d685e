"""What chance decides in Kuhn poker, and when (see `enginehouse.core.play.outcomes`)."""

from kuhn.state import State

DEALS = [(first, second) for first in (1, 2, 3) for second in (1, 2, 3)]
MOST = len(DEALS)


def outcomes(s: State, seat: int, action: int) -> list[tuple[int, float]]:
    """KU-1.1: the two cards of a deal, when a game begins."""
    return [(k, 1 / 6) for k, (first, second) in enumerate(DEALS) if first != second] if seat < 0 else []


def arrange(s: State, seat: int, action: int, outcome: int) -> None:
    """Deal these cards."""
    s.card[0], s.card[1] = DEALS[outcome]


def name(outcome: int) -> str:
    """What a deal is called."""
    return f"deal {DEALS[outcome][0]} and {DEALS[outcome][1]}"
