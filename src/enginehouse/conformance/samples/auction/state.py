"""The record. All is open but the order of the deck, and, until the bids are opened, bids and loans.

Everybody knows a card that went to the bottom of the deck, since it lay open; of the others in the deck nobody knows
anything.
"""

from enginehouse.core.header import header_fields
from enginehouse.core.hidden import hidden_fields
from enginehouse.core.record import INT8, INT64, Shape

MOST = 4
DECK, SALE, WON = 0, 1, 2
CAPACITIES = (8, 1, 8, 8, 8, 8)
KINDS = (0, 1, 1, 2, 2, 3, 3, 4, 4)
BACKS = (0,) * 9
SHAPE = Shape(
    "auction",
    [
        *header_fields(),
        *hidden_fields(8, list(CAPACITIES)),
        ("sales", INT64),
        ("price", INT64),
        ("coins", INT8, (MOST,)),
        ("debts", INT8, (MOST,)),
        ("loan", INT8, (MOST,)),
        ("bids", INT8, (MOST,)),  # of the sale before, as they were opened
    ],
)
HIGHEST = 12
ACTIONS = ["open low", "open high", "borrow", *(f"bid {n}" for n in range(HIGHEST + 1))]
LOW, HIGH, BORROW, BID = 0, 1, 2, 3

OFFERED, OPENED, BIDS, SOLD, UNSOLD, BORROWED = 1, 2, 3, 4, 5, 6
"""Kinds of events."""
