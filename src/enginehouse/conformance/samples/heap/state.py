"""Declare the record of Heap: the counters left, and the counters taken by each seat. All fields are public."""

from enginehouse.core.records.blocks import Actions
from enginehouse.core.records.fields import Row, public
from enginehouse.core.records.kinds import Kinds, kind
from enginehouse.core.records.state import GameState

MOST_SEATS = 4
COUNTERS = 21


class State(GameState, name="heap"):
    """The fields of the record of Heap."""

    turn: int = public(holds="seat")
    left: int = public()
    taken: Row = public(MOST_SEATS, by_seat=True)


SHAPE = State.SHAPE
ACTIONS = Actions()
Take = ACTIONS.block("take", many={"1": 1, "2": 2, "3": 3})


class Told(Kinds):
    """The kinds of Heap's events and their numbers."""

    TOOK = kind(1, "seat", "many")
