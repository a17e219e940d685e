"""The record. A seat knows its hand, cards that were shown or given while they stay there, and cards it looked at.

Which seats have looked through a deck is open. Views forget which other seats know which card of a hand.
"""

from enginehouse.core.records.blocks import Actions
from enginehouse.core.records.fields import public
from enginehouse.core.records.kinds import Kinds, kind
from enginehouse.core.records.state import GameState

MOST = 3
RED, BLUE, THROWN, HAND = 0, 1, 2, 3
CAPACITIES = (6, 4, 10, 3, 3, 3)
KINDS = (0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5)
BACKS = (0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1)


class State(GameState, name="rummage", pieces=(10, CAPACITIES), hands=(HAND,)):
    """The record, field by field."""

    turns: int = public()


SHAPE = State.SHAPE
COLOURS = ("red", "blue")
_KINDS = {str(kind): kind for kind in range(1, 6)}
ACTIONS = Actions()
Draw = ACTIONS.block("draw", deck=COLOURS)
Look = ACTIONS.block("look", deck=COLOURS)
Search = ACTIONS.block("rummage", deck=COLOURS)
Shuffle = ACTIONS.block("shuffle", deck=COLOURS)
Show = ACTIONS.block("show", card=_KINDS)
Give = ACTIONS.block("give", card=_KINDS)
Throw = ACTIONS.block("throw", card=_KINDS)
Pass = ACTIONS.block("pass")


class Told(Kinds):
    """The kinds of events, with the numbers that each carries."""

    DID = kind(1, "seat", "action")
    DREW = kind(2, "seat", "deck", hidden="card")
    LOOKED = kind(3, "seat", "deck", hidden="card")
    SHOWED = kind(4, "seat", "card")
    GAVE = kind(5, "seat", "other", hidden="card")
    THREW = kind(6, "seat", "card")
