"""Bluff in sentences."""

from collections.abc import Callable

from enginehouse.core.records.events import Event
from enginehouse.core.terms import Action, Clause, Seat
from samples.bluff.state import ACTIONS, Bid, Doubt, Peek, State, Told

_ACTIONS: dict[int, Callable[..., str]] = {
    Bid.KIND: lambda v, many: f"Bid {many}",
    Doubt.KIND: lambda v: "Doubt the bid",
    Peek.KIND: lambda v: "Peek",
}


def action(v: State, code: Action) -> str:
    """Return the text of an action."""
    return ACTIONS.dispatch(_ACTIONS, v, code)


def group(code: Action) -> str:
    """A short label."""
    return ACTIONS.block_of(code).word.capitalize()


def event(v: State, event: Event) -> str | None:
    """Return the sentence about an event."""
    if event.kind == Told.BID:
        return f"{{{event.a}}} bids {event.b}."
    if event.kind == Told.PEEKED:
        found = "" if event.c is None else f" and sees a {event.c}"
        return f"{{{event.a}}} peeks under the cup of {{{event.b}}}{found}."
    if event.kind == Told.DOUBTED:
        return f"{{{event.a}}} doubts {{{event.b}}}: {event.c} dice show a 3."
    if event.kind == Told.LOST:
        return f"{{{event.a}}} loses a life and has {event.b} left."
    return f"{{{event.a}}} rolls{'' if event.c is None else f' {event.c} and {event.d}'}."


def prompt(v: State, seat: Seat) -> str:
    """Return the question to a seat."""
    return "Bid, doubt or peek." if v.reason == 0 and v.turn == seat else "Please wait."


def refusal(v: State, seat: Seat, code: Action, clause: Clause) -> str:
    """Why an action is not allowed."""
    return {201: "It is not your turn.", 202: "A bid must be higher, and there are no more dice.", 203: "Nobody has bid.",
            204: "You cannot peek now.", 301: "The game is over."}[clause]  # fmt: skip


def reason(code: Action) -> str:
    """Why the game ended."""
    return "Somebody has no life left."


def position(v: State) -> str:
    """The whole position."""
    cups = [f"{{{k}}} {v.lives[k]} lives, dice {v.dice[k]}, shown {v.shown[k]}" for k in range(v.seats)]
    return f"Bid {v.bid} of {{{v.bidder}}}; {{{v.turn}}} to act. " + "; ".join(cups) + f". Peeked: {v.peeked}."
