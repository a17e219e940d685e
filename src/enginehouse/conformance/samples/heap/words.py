"""Write sentences about Heap: its actions, positions and so on.

`{0}` and `{1}` are the places for the names of the players on seats 0 and 1, which the page fills in.
"""

from enginehouse.conformance.samples.heap.rules import (
    LAST_TAKEN,
    NOT_YOUR_TURN,
    TOO_MANY,
)
from enginehouse.conformance.samples.heap.state import State, Take
from enginehouse.core.terms import Action, Clause, Seat


def say_counters(many: int) -> str:
    """Return a number of counters in words, such as "1 counter"."""
    return "1 counter" if many == 1 else f"{many} counters"


def action(v: State, code: Action) -> str:
    """Return an action in words."""
    return f"Take {say_counters(Take.many[code])}"


def group(code: Action) -> str:
    """Return a short label of an action for small menus."""
    return f"Take {Take.many[code]}"


def prompt(v: State, seat: Seat) -> str:
    """Return a sentence that asks the player on `seat` to act, if it is this player's turn.

    If it is another player's turn, or `seat` is -1 (a spectator), the sentence names the player to act. After the game,
    the sentence says why the game has ended.
    """
    if v.reason != 0:
        return reason(v.reason)
    if seat == v.turn:
        return "It is your turn: take one, two or three counters."
    return f"{{{v.turn}}} is to move."


def refusal(v: State, seat: Seat, code: Action, clause: Clause) -> str:
    """Return a sentence with the reason why an action is not allowed. `clause` is the clause that forbids it."""
    return {
        NOT_YOUR_TURN: f"It is not your turn; {{{v.turn}}} is to move.",
        TOO_MANY: f"There are only {say_counters(v.left)} left.",
        LAST_TAKEN: "The game is over: the last counter is taken.",
    }[clause]


def reason(code: Action) -> str:
    """Return a sentence with the reason why the game has ended.

    `code` is not an action here, but the number of the rulebook clause that ended the game.
    """
    return "The last counter is taken."


def position(v: State) -> str:
    """Return the whole position in words, for screen readers."""
    said = [f"The heap has {say_counters(v.left)}."]
    said += [f"{{{k}}} has taken {say_counters(v.taken[k])}." for k in range(v.seats)]
    return " ".join([*said, prompt(v, -1)])
