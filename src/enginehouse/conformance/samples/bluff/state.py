"""The record. A seat knows its own dice and, in a round in which it peeked, the next seat's first one."""

from enginehouse.core.header import header_fields
from enginehouse.core.record import INT8, INT64, Shape

MOST = 4
SHAPE = Shape(
    "bluff",
    [
        *header_fields(),
        ("peeking", INT64),
        ("turn", INT64),
        ("bid", INT64),
        ("bidder", INT64),
        ("peeked", INT64),
        ("lives", INT8, (MOST,)),
        ("dice", INT8, (MOST, 2)),
        ("shown", INT8, (MOST, 2)),
    ],
)
ACTIONS = [*(f"bid {n}" for n in range(1, 2 * MOST + 1)), "doubt", "peek"]
DOUBT, PEEK = 8, 9

ROLLED, BID, PEEKED, DOUBTED, LOST = 1, 2, 3, 4, 5
"""Kinds of events."""
