"""Rummage in sentences."""

from enginehouse.core.records.events import Event
from enginehouse.core.terms import Action, Clause, Seat
from samples.rummage.state import ACTIONS, COLOURS, HAND, State, Told


def action(v: State, code: Action) -> str:
    """Return the text of an action."""
    return ACTIONS[code].capitalize()


def group(code: Action) -> str:
    """A short label."""
    return ACTIONS[code].split()[0]


def event(v: State, event: Event) -> str | None:
    """Return the sentence about an event."""
    card = "a card" if event.c is None else f"a {event.c}"
    if event.kind == Told.DID:
        return f"{{{event.a}}}: {ACTIONS[event.b]}."
    if event.kind == Told.DREW:
        return f"{{{event.a}}} draws {card}, {COLOURS[event.b]}."
    if event.kind == Told.LOOKED:
        return f"{{{event.a}}} looks at {card}, {COLOURS[event.b]}."
    if event.kind == Told.GAVE:
        return f"{{{event.a}}} gives {{{event.b}}} {card}."
    return f"{{{event.a}}} {'shows' if event.kind == Told.SHOWED else 'throws away'} a {event.b}."


def prompt(v: State, seat: Seat) -> str:
    """Return the question to a seat."""
    return "One action." if v.reason == 0 and v.turns % v.seats == seat else "Please wait."


def refusal(v: State, seat: Seat, code: Action, clause: Clause) -> str:
    """Why an action is not allowed."""
    return {201: "It is not your turn.", 202: "You cannot draw there.", 203: "There is no card.", 204: "No such card.",
            205: "There is nothing to shuffle.", 301: "The game is over.", 302: "The game is over."}[clause]  # fmt: skip


def reason(code: Action) -> str:
    """Why the game ended."""
    return "Somebody holds a pair." if code == 301 else "It took too long."


def position(v: State) -> str:
    """The whole position."""
    rows = [v.row[v.start[z] : v.start[z] + v.size[z]] for z in range(HAND + v.seats)]
    return f"Turn {v.turns + 1}. Decks, discards and hands: {rows}; looked through by {v.holds[:2]}."
