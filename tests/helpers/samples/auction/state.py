"""The record. All is open but the order of the deck, and, until the bids are opened, bids and loans.

A card that went to the bottom of the deck lay open before, so every seat knows it. The other cards of the deck are hidden.
"""

from enginehouse.core.records.blocks import Actions, numbered
from enginehouse.core.records.fields import INT8, Row, own, public
from enginehouse.core.records.kinds import Kinds, kind
from enginehouse.core.records.state import GameState

MOST = 4
DECK, SALE, WON = 0, 1, 2
CAPACITIES = (8, 1, 8, 8, 8, 8)
KINDS = (0, 1, 1, 2, 2, 3, 3, 4, 4)
BACKS = (0,) * 9


class State(GameState, name="auction", pieces=(8, CAPACITIES), hands=(WON,)):
    """The record, field by field."""

    sales: int = public()
    price: int = public()
    coins: Row = public(MOST, dtype=INT8, by_seat=True)
    debts: Row = public(MOST, dtype=INT8, by_seat=True)
    loan: Row = own(MOST, dtype=INT8)
    bids: Row = public(MOST, dtype=INT8, by_seat=True)  # of the sale before, as they were opened


SHAPE = State.SHAPE
HIGHEST = 12
ACTIONS = Actions()
Open = ACTIONS.block("open", price={"low": 0, "high": 2})
Borrow = ACTIONS.block("borrow")
Bid = ACTIONS.block("bid", price=numbered(HIGHEST + 1, 0))


class Told(Kinds):
    """The kinds of events, with the numbers that each carries."""

    OFFERED = kind(1, "card")
    OPENED = kind(2, "seat", "price")
    BIDS = kind(3, "seat", "bid", "loan")
    SOLD = kind(4, "seat", "price", "card")
    UNSOLD = kind(5, "card")
    BORROWED = kind(6, "seat")
