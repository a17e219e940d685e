"""The record: nine different cards in the deck, in hands, and played."""

from enginehouse.core.records.blocks import Actions
from enginehouse.core.records.fields import public
from enginehouse.core.records.kinds import Kinds, kind
from enginehouse.core.records.state import GameState

CARDS = 9
KINDS = tuple(range(CARDS + 1))
BACKS = (0,) * (CARDS + 1)
DECK, PLAYED, HAND = 0, 1, 5
"""Zones: the deck, then for each seat what it has played, then the hands."""
CAPACITIES = (9, 2, 2, 2, 2, 2, 2, 2, 2)


class State(GameState, name="high-card", pieces=(CARDS, CAPACITIES), hands=(PLAYED, HAND)):
    """The record, field by field."""

    turn: int = public(holds="seat")


SHAPE = State.SHAPE
ACTIONS = Actions()
Play = ACTIONS.block("play", card={str(number): number for number in range(1, CARDS + 1)})


class Told(Kinds):
    """Kinds of events and what they carry."""

    PLAY = kind(1, "seat", "card")
