"""Leduc poker in sentences."""

from leduc.state import Call, Fold, State


def action(v: State, code: int) -> str:
    """What an action does."""
    if code == Fold.CODE:
        return "Fold"
    return "Call" if code == Call.CODE else f"Raise by {4 if v.round else 2}"


def group(code: int) -> str:
    """A short label."""
    return "Fold" if code == Fold.CODE else "Call" if code == Call.CODE else "Raise"


def prompt(v: State, seat: int) -> str:
    """What is asked of a seat."""
    return "Call, raise or fold." if v.reason == 0 and v.turn == seat else "Please wait."


def refusal(v: State, seat: int, code: int, clause: int) -> str:
    """Why an action is not allowed."""
    return {
        201: "It is not your turn.",
        203: "There were two raises in this round.",
        204: "There is nothing to fold: you have put in as much as the other.",
    }.get(clause, "The game is over.")


def reason(code: int) -> str:
    """Why the game ended."""
    return "Somebody folded." if code == 301 else "The cards were shown."


def position(v: State) -> str:
    """The whole position."""
    seats = [f"{{{k}}} has put in {v.stakes[k]}{_card(v, k)}." for k in range(2)]
    board = f"A {v.board} lies open." if v.board else f"No card lies open; {v.raises} raises so far."
    turn = reason(v.reason) if v.reason != 0 else f"{{{v.turn}}} is to act."
    return " ".join([*seats, board, turn])


def _card(v: State, seat: int) -> str:
    card = v.shown[seat] or v.card[seat]
    return f" and holds a {card}" if card else ""
