"""The record. A seat knows its own card, and both once they are shown; nothing is forgotten."""

from enginehouse.core.records.blocks import Actions
from enginehouse.core.records.fields import INT8, Row, own, public
from enginehouse.core.records.kinds import Kinds, kind
from enginehouse.core.records.state import GameState

CARDS = 3


class State(GameState, name="kuhn"):
    """The record, field by field."""

    moves: int = public()
    stakes: Row = public(2, dtype=INT8, by_seat=True)
    """What each seat has put in."""
    card: Row = own(2, dtype=INT8)
    shown: Row = public(2, dtype=INT8, by_seat=True)


SHAPE = State.SHAPE
ACTIONS = Actions()
Pass = ACTIONS.block("pass")
Bet = ACTIONS.block("bet")


class Told(Kinds):
    """Kinds of events and what they carry."""

    PASSED = kind(1, "seat")
    BET = kind(2, "seat")
    SHOWN = kind(3, "seat", "card")
    WON = kind(4, "seat", "chips")
