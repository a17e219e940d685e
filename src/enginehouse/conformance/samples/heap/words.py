"""Write sentences about Heap: its actions, events, positions and so on.

`{0}` and `{1}` are the places for the names of the players on seats 0 and 1, which the page fills in.
"""

from enginehouse.conformance.samples.heap.rules import (
    LAST_TAKEN,
    NOT_YOUR_TURN,
    TOO_MANY,
)
from enginehouse.conformance.samples.heap.state import State, Take, Told
from enginehouse.core.records.events import Event
from enginehouse.core.terms import Action, Clause, Seat


def _counters(many: int) -> str:
    return "1 counter" if many == 1 else f"{many} counters"


def action(v: State, code: Action) -> str:
    """Return an action in words."""
    return f"Take {_counters(Take.many[code])}"


def group(code: Action) -> str:
    """Return a short label of an action for small menus."""
    return f"Take {Take.many[code]}"


def event(v: State, event: Event) -> str | None:
    """Return an event as a sentence, in which `{0}` stands for the player on seat 0 and so on.

    Games may return None for an event without a sentence. In Heap, each event has a sentence.
    """
    told = Told.read(event)
    return f"{{{told.seat}}} takes {_counters(told.many)}."


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
        TOO_MANY: f"There are only {_counters(v.left)} left.",
        LAST_TAKEN: "The game is over: the last counter is taken.",
    }[clause]


def reason(code: Action) -> str:
    """Return a sentence with the reason why the game has ended.

    `code` is not an action here, but the number of the rulebook clause that ended the game.
    """
    return "The last counter is taken."


def position(v: State) -> str:
    """Return the whole position in words, for screen readers."""
    said = [f"The heap has {_counters(v.left)}."]
    said += [f"{{{k}}} has taken {_counters(v.taken[k])}." for k in range(v.seats)]
    return " ".join([*said, prompt(v, -1)])
