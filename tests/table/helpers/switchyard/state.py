"""The record of Switchyard, and its actions."""

from enginehouse.core.records.fields import INT8, Grid, Row, own, public
from enginehouse.core.records.kinds import Kinds, kind
from enginehouse.core.records.state import GameState


class State(GameState, name="switchyard"):
    """The record, field by field."""

    goal: int = public()
    turn: int = public()
    turns: int = public()
    player: int = public()
    played: int = public()
    siding: Row = public(8, dtype=INT8)
    points: Row = public(8, dtype=INT8)
    size: Row = public(8, dtype=INT8)
    hand: Grid = own(8, 4, dtype=INT8)


SHAPE = State.SHAPE
MOVES = [(a, b) for a in range(1, 7) for b in (a - 1, a + 1) if 1 <= b <= 6]
ACTIONS = [
    *(f"move {a} {b}" for a, b in MOVES),
    "play 1",
    "play 2",
    "play 3",
    "pass",
    "stop",
    "turn left",
    "turn right",
]
PLAY, PASS, STOP, TURN = len(MOVES), len(MOVES) + 3, len(MOVES) + 4, len(MOVES) + 5
TURNTABLE, LONG = 2, 15
"""The siding with the turntable, and the points of the long game, which alone has one."""


class Told(Kinds):
    """Kinds of events and what they carry."""

    DEALT = kind(1, "seat")
    MOVED = kind(2, "seat", "start", "end")
    ARRIVED = kind(3, "seat", "worth")
    PLAYED = kind(4, "seat", "worth")
    STOPPED = kind(5, "seat", "player", "worth")
    BROUGHT = kind(6, "seat", "worth")
    TURNED = kind(7, "seat", "way")
