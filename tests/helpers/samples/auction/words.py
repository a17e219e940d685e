"""The auction in sentences."""

from collections.abc import Callable

from enginehouse.core.records.events import Event
from enginehouse.core.terms import Action, Clause, Seat
from samples.auction.state import ACTIONS, KINDS, SALE, Bid, Borrow, Open, State, Told

_ACTIONS: dict[int, Callable[..., str]] = {
    Open.KIND: lambda v, price: f"Open from {price}",
    Borrow.KIND: lambda v: "Borrow two coins",
    Bid.KIND: lambda v, price: f"Bid {price}",
}


def action(v: State, code: Action) -> str:
    """Return the text of an action."""
    return ACTIONS.dispatch(_ACTIONS, v, code)


def group(code: Action) -> str:
    """A short label."""
    return ACTIONS.block_of(code).word.capitalize()


def event(v: State, event: Event) -> str | None:
    """Return the sentence about an event."""
    if event.kind == Told.OFFERED:
        return f"A {event.a} is for sale."
    if event.kind == Told.OPENED:
        return f"{{{event.a}}} opens the sale from {event.b}."
    if event.kind == Told.BIDS:
        return f"{{{event.a}}} bids {event.b}{' on borrowed coins' if event.c else ''}."
    if event.kind == Told.SOLD:
        return f"{{{event.a}}} gets the {event.c} for {event.b}."
    if event.kind == Told.BORROWED:
        return f"{{{event.a}}} borrows two coins."
    return f"Nobody gets the {event.a}."


def prompt(v: State, seat: Seat) -> str:
    """Return the question to a seat."""
    return "Bid." if v.asked else "The sale is to be opened."


def refusal(v: State, seat: Seat, code: Action, clause: Clause) -> str:
    """Why an action is not allowed."""
    return {201: "You are not asked.", 202: "First the auctioneer opens, then all bid.", 203: "You cannot bid that.",
            204: "You cannot borrow now.", 301: "The game is over."}[clause]  # fmt: skip


def reason(code: Action) -> str:
    """Why the game ended."""
    return "The auction is over."


def position(v: State) -> str:
    """The whole position."""
    sale = [KINDS[v.row[v.start[SALE] + k]] for k in range(v.size[SALE])]
    return (
        f"For sale {sale} from {v.price}; coins {v.coins[: v.seats]}, loans {v.debts[: v.seats]}; deck of {v.size[0]}."
    )
