"""What chance decides in Leduc poker, and when (see `enginehouse.core.play.outcomes`)."""

from leduc.state import Call, State

DEALS = [(first, second) for first in (1, 2, 3) for second in (1, 2, 3)]
MOST = len(DEALS)


def outcomes(s: State, seat: int, action: int) -> list[tuple[int, float]]:
    """LE-1.1: the two cards of a deal, when a game begins; LE-2.5: the open card, when the first round ends."""
    if seat < 0:
        return [(k, (2 if first == second else 4) / 30) for k, (first, second) in enumerate(DEALS)]
    if s.round == 0 and action == Call.CODE and s.acted > 0:
        left = [2 - list(s.card).count(value) for value in (1, 2, 3)]
        return [(k, many / 4) for k, many in enumerate(left) if many]
    return []


def arrange(s: State, seat: int, action: int, outcome: int) -> None:
    """Deal these cards, or have this one turned up."""
    if seat >= 0:
        s.next = 1 + outcome
        return
    s.card[0], s.card[1] = DEALS[outcome]
    s.next = next(value for value in (1, 2, 3) if list(s.card).count(value) < 2)


def name(outcome: int) -> str:
    """What an outcome is called: of a deal, or (the first three) of the open card."""
    deal = f"deal {DEALS[outcome][0]} and {DEALS[outcome][1]}"
    return f"{deal}, or turn up a {1 + outcome}" if outcome < 3 else deal
