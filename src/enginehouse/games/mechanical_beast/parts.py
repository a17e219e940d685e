"""List the rooms of Mechanical Beast and all its actions in tables (MB-1, MB-2, MB-9).

Directions are 0 north, 1 east, 2 south, 3 west. A room's facing is the direction of the head of its arrow. Relative to
the arrow the sides are numbered like directions: 0 head, 1 right, 2 tail, 3 left; corners 0 head-right, 1 tail-right, 2
tail-left, 3 head-left. So a side or corner `k` of a room with facing `f` is direction or corner `(f + k) % 4`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from enginehouse.core.records.blocks import Actions, numbered
from enginehouse.core.records.dealing import as_printed
from enginehouse.core.rule import Constants, rule

# -- 1, 9 Rooms --------------------------------------------------------------------------------------------------------

HEAD, RIGHT, TAIL, LEFT = range(4)
SIDE_NAMES = ("head", "right", "tail", "left")
DIRECTION_NAMES = ("north", "east", "south", "west")
DX, DY = (0, 1, 0, -1), (1, 0, -1, 0)
"""MB-1.5: the change of x (east) and of y (north) for one place to the north, east, south and west."""
STEPS = tuple(zip(DX, DY, strict=True))
"""The step east and north in each direction."""


class Gear(Constants):
    """Kinds of gears. The code of a gear is `kind * 4 + where`, and `where` is its side, corner or axis."""

    NONE, CENTRE, LINEAR, EDGE, CORNER = range(5)


class Tile(NamedTuple):
    """One room (MB-1.1, MB-1.2): its name in the list of rooms, its sides (head, right, tail, left), and its gears."""

    name: str
    sides: str
    gears: tuple[int, ...] = ()

    @property
    def people(self) -> bool:
        """Return whether a prisoner comes into the game with the room (MB-1.3).

        This is so if the room has a locked door and is not a special room, such as the Control Room.
        """
        return "K" in self.sides and self.name not in SPECIALS


SPECIALS = ("Entrance", "Control Room", "Emergency Exit", "Lockdown")
"""The names of the special rooms (MB-2.2)."""

_WHERE = {"H": 0, "R": 1, "T": 2, "L": 3, "HR": 0, "TR": 1, "TL": 2, "HL": 3}
"""The number of each side or corner of a room, by its letters in the list of rooms."""


def _gear(text: str) -> int:
    """Return the code of a gear from the text in the list of rooms: `C`, `LP`, `LX`, `E:H` or `K:TL`.

    These texts stand for centre, linear along or across the arrow, edge (with its side), and corner (with its corner).
    """
    if text == "C":
        return Gear.CENTRE * 4
    if text in ("LP", "LX"):
        return Gear.LINEAR * 4 + (text == "LX")
    kind, where = text.split(":")
    return (Gear.EDGE if kind == "E" else Gear.CORNER) * 4 + _WHERE[where]


_SET = """
A1   O O W W  - ; C ; LP ; LX ; E:L ; K:HR
A2L  O W O W  - ; - ; E:H ; K:TR
A2R  O W W O  - ; - ; E:H ; K:TL
A3   O W O O  - ; C ; LP ; E:H
A4L  O O O W  - ; C ; K:TL
A4R  O O W O  - ; LX ; K:TR
A5   O O O O  - ; - ; C
G1L  O G O W  - ; E:R
G1R  O G W O  - ; E:L
G2L  O O G W  - ; LX
G2R  O O W G  - ; LP
G3   O O G G  - ; C
G4L  O W G O  K:HL
G4R  O W O G  K:HR
G5   G O W W  -
G6   G W O O  -
G7   O W G G  C
G8   O G W W  E:L+E:R
P1   K O W W  - ; LX
P2L  K W O W  E:H
P2R  K W W O  E:H
P3L  K O O W  K:TL
P3R  K O W O  K:TR
P4   K W O O  - ; C
P5L  K O G W  -
P5R  K O W G  K:HL
P6   K K O O  LP
P7L  O K O W  - ; K:HR
P7R  O K W O  - ; K:HL
P8L  O O K W  - ; E:R
P8R  O O W K  - ; E:L
P9   O O K K  LP
P10  O K O O  -
P11L O K G O  C
P11R O K O G  K:TL+K:HR
P12L O K K O  K:TL+K:TR
P12R O K O K  C+K:HL
"""
"""MB-9: the list of rooms. Sides are listed as tail, head, left, right; then there is one gear entry for each copy."""


def _read_tiles() -> list[list[Tile]]:
    """Return the ordinary rooms of the house set (MB-9), as a list with an element for each kind of room.

    The element is a list of the copies of this kind, as `Tile` objects. Copies have the same sides, but different
    gears.
    """
    tiles = []
    for line in _SET.split("\n"):
        if line.strip():
            name, tail, head, left, right, *copies = line.split(maxsplit=5)
            gears = [
                () if one.strip() == "-" else tuple(map(_gear, one.strip().split("+"))) for one in copies[0].split(";")
            ]
            tiles.append([Tile(name, head + right + tail + left, one) for one in gears])
    return tiles


PRINTED = _read_tiles()
COPIES = {copies[0].name: len(copies) for copies in PRINTED}
"""The number of copies of each room by name: the printed number, unless the lab changes it.

Additional copies have the gears of the first ones.
"""
_ROOMS = [(one[k % len(one)], k) for one in PRINTED for k in range(COPIES[one[0].name])]
ROOMS = len(_ROOMS)
"""MB-2.2: the number of rooms that are not special, 68."""
MOST_ROOMS = 100
"""The maximum number of ordinary rooms for which the record has space."""
if ROOMS > MOST_ROOMS:
    raise ValueError(f"{ROOMS} rooms are too many; {MOST_ROOMS} are the most")
FIRST_PILE, MORE_ROOMS = as_printed(
    [(tile.name, k) for copies in PRINTED for k, tile in enumerate(copies)],
    {room: (tile.name, k) for room, (tile, k) in enumerate(_ROOMS, 1)},
)
"""MB-2.2: the rooms before they are shuffled, and additional rooms (see `core.records.dealing`)."""
ENTRANCE, CONTROL, EXIT, LOCKDOWN = ROOMS + 1, ROOMS + 2, ROOMS + 3, ROOMS + 4
"""The four special rooms (MB-1.4). The others are numbered from 1; 0 is no room."""

TILES: tuple[Tile, ...] = (
    Tile("", "WWWW"),
    *(tile for tile, _ in _ROOMS),
    Tile("Entrance", "OOOO"),
    Tile("Control Room", "OKOK"),
    Tile("Emergency Exit", "GGOG"),
    Tile("Lockdown", "OKKK"),
)
ALL = len(TILES) - 1
"""The number of rooms: 72."""

PASSABLE = np.array(
    [
        [[sum((t.sides[k] in open_) << ((f + k) & 3) for k in range(4)) for f in range(4)] for t in TILES]
        for open_ in ("OG", "O")
    ],
    np.int64,
)
"""MB-1.2, MB-1.6: the mask of directions in which a room can be left, by state of glass doors, room and facing.

The first index is 0 if glass doors are unlocked, 1 if they are locked.
"""

GEARS = np.array([[*t.gears, 0, 0][:2] for t in TILES], np.int64)
"""The codes of the first and the second gear of each room. 0 means no gear."""
HOLDS_PEOPLE = np.array([t.people for t in TILES], np.int64)
"""MB-1.3, by room: whether it holds people when it is laid."""

SPAN = 31
"""MB-1.7: the maximum number of places from west to east, or from south to north."""

# -- 2 Setup -----------------------------------------------------------------------------------------------------------

EASY, NORMAL, HARD, EXTREME = range(4)
TOGETHER, RESCUERS, AGAINST = range(3)
GROUP = 7
"""MB-2.2: the number of rooms that are shuffled with the Control Room, and with the Lockdown."""
SLACK = 2
"""MB-2.3: the maximum distance of a cut from the middle, in rooms."""
BOUNDS = {
    "COPIES.*": (0, 6),
    "SLACK": (0, 4),
    "GROUP": (1, 9),
    "CUTS_FOUR.0": (10, 16),
    "CUTS_FOUR.1": (25, 30),
    "CUTS_FOUR.2": (39, 44),
    "CUTS_THREE.0": (10, 22),
    "CUTS_THREE.1": (32, 42),
    "CUT_AGAINST": (8, 50),
    "QUIET_TURNS": (10, 100),
    "NEAR": (1, 3),
}
"""The numbers that the lab may change, with minimum and maximum (see `core.registry.overlays`)."""
MEANINGS = {
    "COPIES.*": "copies of the room in the pile",
    "SLACK": "rooms by which a cut of the pile may miss the middle",
    "GROUP": "rooms shuffled with the Control Room, and with the Lockdown",
    "CUTS_FOUR.[0-2]": "rooms above a cut, if the pile is cut into four",
    "CUTS_THREE.[01]": "rooms above a cut, if the pile is cut into three",
    "CUT_AGAINST": "rooms above the cut in the competitive game",
    "QUIET_TURNS": "turns without an event after which the game ends",
    "NEAR": "places between the Control Room and the Emergency Exit at most",
}
"""The meaning of each of these numbers, for `enginehouse lab numbers`."""
CUTS_FOUR, CUTS_THREE, CUT_AGAINST = (14, 28, 41), (18, 36), 23
"""The number of rooms above each cut: if the pile is cut into four, into three, and in competitive games (MB-2.3,
MB-8.2)."""
MOST_PILE = ROOMS + 3
"""The number of rooms in the largest pile: all ordinary rooms and three special ones."""
LEAST_ROOMS = max(CUTS_FOUR[2] + SLACK + 2 * GROUP, CUTS_THREE[1] + SLACK + 2 * GROUP, CUT_AGAINST + SLACK)
"""The minimum number of ordinary rooms, so that every cut is inside the pile."""
if ROOMS < LEAST_ROOMS:
    raise ValueError(f"{ROOMS} rooms are too few for a pile that is cut there; {LEAST_ROOMS} are the least")
QUIET_TURNS = 100
"""MB-7.7: the number of quiet turns after which the game ends."""

# -- meeples -----------------------------------------------------------------------------------------------------------

MOST_SEATS = 4
ANDROID = 2 * MOST_SEATS
"""The number of the android among the meeples. Seat k's engineer is k, its second engineer (MB-8.2) is 4 + k."""
MEEPLES = ANDROID + 1
"""The number of meeples for which the record has space: the engineers and the android."""

# -- 3, 4, 5, 8 Actions ------------------------------------------------------------------------------------------------

ENGINEER, MACHINE, SECOND = range(3)
"""The acting meeple in actions: the player's engineer, the android, the player's second engineer."""
WHO = ("engineer", "android", "second")
"""The names of the figures in actions."""

TURNS = 3
MOST_STEPS = 2 * SPAN - 3
"""MB-5.4: the maximum length of a slide: from 30 places beyond all other rooms to 29 beyond them on the other side."""
AMOUNTS = TURNS + 2 * MOST_STEPS
"""The number of amounts for which a gear is used: 1 to 3 quarter turns, or places back or on (MB-5.1)."""
NEAR = 3
"""MB-8.3: the maximum distance from the Control Room of the usual places for the Emergency Exit."""
NEAR_PLACES = tuple(
    (dx, dy) for dy in range(NEAR, -NEAR - 1, -1) for dx in range(-NEAR, NEAR + 1) if 0 < abs(dx) + abs(dy) <= NEAR
)
FAR = 30
"""MB-8.3: the limit of the distance to the east in actions for places farther away.

All places that are offered then are equally far, so one is named by its distance to the east and its side.
"""

NEAR_X = np.array([x for x, _ in NEAR_PLACES], np.int64)
NEAR_Y = np.array([y for _, y in NEAR_PLACES], np.int64)
"""The coordinates of the places near the Control Room, relative to it, as arrays for rules (MB-8.3)."""


@rule
def decode_steps(amount: int) -> int:
    """Return the number of quarter turns or places by which a gear moves rooms, from an action's code for this number.

    The code is `amount`. 0, 1 and 2 mean 1, 2 and 3 quarter turns clockwise. Each larger code means a number of places
    to slide, negative for south or west: first -MOST_STEPS to -1, then 1 to MOST_STEPS.
    """
    if amount < TURNS:
        return amount + 1
    steps = amount - TURNS - MOST_STEPS
    return steps if steps < 0 else steps + 1


def _offset(dx: int, dy: int) -> str:
    parts = [f"{abs(dx)} {'west' if dx < 0 else 'east'}"] if dx else []
    parts += [f"{abs(dy)} {'south' if dy < 0 else 'north'}"] if dy else []
    return " ".join(parts)


def _amount(amount: int) -> str:
    steps = decode_steps(amount)
    if amount < TURNS:
        return f"turn {steps}"
    return f"slide {steps}" if steps > 0 else f"slide back {-steps}"


ACTIONS = Actions()
"""The actions of a player. `who` is `WHO`, `which` one of the player's two engineers.

Places of the exit count from the Control Room.
"""

NORTH_SIDE = 0
"""The number of the northern one of two places that are equally far east. The other place lies south."""

_NUMBERS = numbered(ALL, first=0)
"""The labels of rooms in actions: their numbers from 0."""
_EAST = [f"{abs(dx)} west" if dx < 0 else f"{dx} east" for dx in range(-FAR, FAR + 1)]
"""The labels of columns in actions, relative to the Control Room."""

Pass = ACTIONS.block("pass")
Move = ACTIONS.block("to", form="{who} to {room}", who=WHO, room=_NUMBERS)
Through = ACTIONS.block(
    "through control", form="{which} through control to {room}", which=("engineer", "second"), room=_NUMBERS
)
"""Moves through the Control Room (MB-3.4)."""
Explore = ACTIONS.block("explore", form="{who} explore {way}", who=WHO, way=DIRECTION_NAMES, grave=True)
Use = ACTIONS.block(
    "gear",
    form="{who} gear {gear} {amount}",
    who=WHO,
    gear=numbered(2),
    amount=[_amount(amount) for amount in range(AMOUNTS)],
)
ExitAt = ACTIONS.block("exit at", near=[_offset(dx, dy) for dx, dy in NEAR_PLACES])
ExitBeyond = ACTIONS.block("exit beyond", east=_EAST, side=("north", "south"))
ExitFacing = ACTIONS.block("exit facing", way=DIRECTION_NAMES)
End = ACTIONS.block("end", grave=True, unasked=True)
"""MB-7.8: votes to end the game. Random play leaves them to people."""
