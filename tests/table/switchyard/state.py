"""The record of Switchyard, and its actions."""

from enginehouse.core.header import header_fields
from enginehouse.core.record import INT8, INT64, Shape

SHAPE = Shape(
    "switchyard",
    [
        *header_fields(),
        ("goal", INT64),
        ("turn", INT64),
        ("turns", INT64),
        ("player", INT64),
        ("played", INT64),
        ("siding", INT8, (8,)),
        ("points", INT8, (8,)),
        ("size", INT8, (8,)),
        ("hand", INT8, (8, 4)),
    ],
)
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
DEALT, MOVED, ARRIVED, PLAYED, STOPPED, BROUGHT, TURNED = range(1, 8)
