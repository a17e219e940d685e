"""The record. A seat knows its own dice and, in a round in which it peeked, the next seat's first one."""

from enginehouse.core.records.blocks import Actions
from enginehouse.core.records.fields import INT8, Grid, Row, own, public
from enginehouse.core.records.kinds import Kinds, kind
from enginehouse.core.records.state import GameState

MOST = 4


class State(GameState, name="bluff"):
    """The record, field by field."""

    peeking: int = public()
    turn: int = public(holds="seat")
    bid: int = public()
    bidder: int = public(holds="seat")
    peeked: int = public(holds="seats")
    lives: Row = public(MOST, dtype=INT8, by_seat=True)
    dice: Grid = own(MOST, 2, dtype=INT8)
    shown: Grid = public(MOST, 2, dtype=INT8, by_seat=True)


SHAPE = State.SHAPE
ACTIONS = Actions()
Bid = ACTIONS.block("bid", many={str(many): many for many in range(1, 2 * MOST + 1)})
Doubt = ACTIONS.block("doubt")
Peek = ACTIONS.block("peek")


class Told(Kinds):
    """The kinds of events, with the numbers that each carries."""

    ROLLED = kind(1, "seat", hidden=("first", "second"))
    BID = kind(2, "seat", "bid")
    PEEKED = kind(3, "seat", "other", hidden="die")
    DOUBTED = kind(4, "seat", "bidder", "threes")
    LOST = kind(5, "seat", "lives")
