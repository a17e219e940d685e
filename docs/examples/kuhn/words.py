"""Kuhn poker in sentences."""

from kuhn.state import Bet, State


def action(v: State, code: int) -> str:
    """What an action does."""
    return "Bet a chip" if code == Bet.CODE else "Pass"


def group(code: int) -> str:
    """A short label."""
    return "Bet" if code == Bet.CODE else "Pass"


def prompt(v: State, seat: int) -> str:
    """What is asked of a seat."""
    return "Pass or bet." if v.reason == 0 and v.moves & 1 == seat else "Please wait."


def refusal(v: State, seat: int, code: int, clause: int) -> str:
    """Why an action is not allowed."""
    return "It is not your turn." if clause == 201 else "The game is over."


def reason(code: int) -> str:
    """Why the game ended."""
    return "Somebody has given up." if code == 301 else "The cards were shown."


def position(v: State) -> str:
    """The whole position."""
    seats = [f"{{{k}}} has put in {v.stakes[k]}{_card(v, k)}." for k in range(2)]
    turn = reason(v.reason) if v.reason != 0 else f"{{{v.moves & 1}}} is to act."
    return " ".join([*seats, turn])


def _card(v: State, seat: int) -> str:
    card = v.shown[seat] or v.card[seat]
    return f" and holds a {card}" if card else ""
