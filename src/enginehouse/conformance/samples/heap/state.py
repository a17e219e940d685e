"""The record: counters left, and taken by each seat. Everybody knows everything."""

from enginehouse.core.records.blocks import Actions
from enginehouse.core.records.fields import Row, public
from enginehouse.core.records.kinds import Kinds, kind
from enginehouse.core.records.state import GameState

MOST_SEATS = 4
COUNTERS = 21


class State(GameState, name="heap"):
    """The record, field by field."""

    turn: int = public(holds="seat")
    left: int = public()
    taken: Row = public(MOST_SEATS, by_seat=True)


SHAPE = State.SHAPE
ACTIONS = Actions()
Take = ACTIONS.block("take", many={"1": 1, "2": 2, "3": 3})


class Told(Kinds):
    """Kinds of events and what they carry."""

    TOOK = kind(1, "seat", "many")
