"""The record: two boards of one bit a hole (column * 7 + row; a column's seventh bit stays empty) and the moves so far.

A seat knows everything, and nothing is forgotten.
"""

from enginehouse.core.records.blocks import Actions, numbered
from enginehouse.core.records.fields import Row, public
from enginehouse.core.records.kinds import Kinds, kind
from enginehouse.core.records.state import GameState


class State(GameState, name="connect-four"):
    """The board; everybody sees all of it."""

    discs: Row = public(2, by_seat=True)
    moves: int = public(within=(0, 42))


SHAPE = State.SHAPE
ACTIONS = Actions()
Drop = ACTIONS.block("drop", column=numbered(7))


class Told(Kinds):
    """Kinds of events and what they carry."""

    DROPPED = kind(1, "seat", "column")
