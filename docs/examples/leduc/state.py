"""The record. A seat knows its own card, the open one, and both hands once they are shown; nothing is forgotten."""

from enginehouse.core.records.blocks import Actions
from enginehouse.core.records.fields import INT8, Row, custom, own, public
from enginehouse.core.records.kinds import Kinds, kind
from enginehouse.core.records.state import GameState

CARDS, MOST_RAISES = 6, 2
VALUES = (1, 1, 2, 2, 3, 3)


class State(GameState, name="leduc"):
    """The record, field by field."""

    round: int = public()
    turn: int = public(holds="seat")
    acted: int = public()
    """How many have acted in this round."""
    raises: int = public()
    stakes: Row = public(2, dtype=INT8, by_seat=True)
    """What each seat has put in."""
    board: int = public()
    """The open card; 0 before it is turned up."""
    next: int = custom()
    """The card that is turned up after the first round, which nobody knows."""
    card: Row = own(2, dtype=INT8)
    shown: Row = public(2, dtype=INT8, by_seat=True)


SHAPE = State.SHAPE
ACTIONS = Actions()
Fold = ACTIONS.block("fold")
Call = ACTIONS.block("call")
Raise = ACTIONS.block("raise")


class Told(Kinds):
    """Kinds of events and what they carry."""

    FOLDED = kind(1, "seat")
    CALLED = kind(2, "seat")
    RAISED = kind(3, "seat", "chips")
    TURNED_UP = kind(4, "card")
    SHOWN = kind(5, "seat", "card")
    WON = kind(6, "seat", "chips")
    SHARED = kind(7)
