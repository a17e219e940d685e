"""The record: sixteen cards in the deck, in hands, and laid down; and who said that it has no animal of a kind.

A seat knows its hand and cards that were shown, as long as they stay where they are. Forgotten on purpose: which of the
seat's own cards the others have seen.
"""

from enginehouse.core.records.blocks import Actions, numbered
from enginehouse.core.records.fields import Grid, public
from enginehouse.core.records.kinds import Kinds, kind
from enginehouse.core.records.state import GameState

MOST = 4
ANIMALS = ("", "ape", "bee", "cat", "dog", "elk", "fox", "gnu", "hen")
KINDS = (0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8)
"""The kind of each card: two of each, with neighbouring numbers."""
BACKS = (0,) * 17
DECK, LAID, HAND = 0, 1, 5
"""Zones: the deck, then for each seat what it has laid down, then the hands."""
CAPACITIES = (16, 16, 16, 16, 16, 9, 9, 9, 9)


class State(GameState, name="menagerie", pieces=(16, CAPACITIES), hands=(LAID, HAND)):
    """The record, field by field."""

    turn: int = public(holds="seat")
    has_none: Grid = public(MOST, 9, by_seat=True)
    """By seat and kind: 1 where it has said so and has not drawn since."""


SHAPE = State.SHAPE
ACTIONS = Actions()
Ask = ACTIONS.block("ask", seat=numbered(MOST, 0), kind={name: number for number, name in enumerate(ANIMALS) if name})
Draw = ACTIONS.block("draw")


class Told(Kinds):
    """Kinds of events and what they carry."""

    ASKED = kind(1, "seat", "other", "kind")
    NONE = kind(2, "seat", "kind")
    DREW = kind(3, "seat", hidden="kind")
    PAIR = kind(4, "seat", "kind")
