"""Connect four in sentences. `{0}` and `{1}` stand for the seats; whoever shows a sentence puts the names in."""

from connect_four.rules import BOARD_FULL, COLUMN_FULL, LINE, NOT_YOUR_TURN
from connect_four.state import Drop, State


def action(v: State, code: int) -> str:
    """What an action does."""
    return f"Drop a disc into column {Drop.column[code] + 1}"


def group(code: int) -> str:
    """A short label, for small menus."""
    return f"Column {Drop.column[code] + 1}"


def prompt(v: State, seat: int) -> str:
    """What is asked of a seat (-1: a spectator), or what it waits for."""
    turn = v.moves & 1
    if v.reason != 0:
        return reason(v.reason)
    return "It is your turn: choose a column." if seat == turn else f"{{{turn}}} is to move."


def refusal(v: State, seat: int, code: int, clause: int) -> str:
    """Why an action is not allowed: one sentence for each clause."""
    return {
        NOT_YOUR_TURN: f"It is not your turn; {{{v.moves & 1}}} is to move.",
        COLUMN_FULL: f"Column {Drop.column[code] + 1} is full.",
        LINE: "The game is over: there are four in a line.",
        BOARD_FULL: "The game is over: the board is full.",
    }[clause]


def reason(code: int) -> str:
    """Why the game ended."""
    return "Four in a line." if code == LINE else "The board is full, and nobody has four in a line."


def position(v: State) -> str:
    """The whole position, for those who cannot see the board."""
    said = []
    for column in range(7):
        discs = [f"{{{k}}}" for row in range(6) for k in range(2) if v.discs[k] >> (column * 7 + row) & 1]
        said.append(f"Column {column + 1}: {', '.join(discs) or 'empty'}.")
    return " ".join([*said, prompt(v, -1)])
