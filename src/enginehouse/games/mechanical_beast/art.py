"""Draw the inside of the beast as SVG, each part round the point (0, 0) with the arrow pointing up.

The file has no rules. Other files have the places of the parts on the map. Shapes that never change are in
`art/rooms.svg` and `art/figures.svg`, and their classes in `art/style.css`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from enginehouse.core.pictures.artwork import Artwork, read_style
from enginehouse.core.pictures.drawing import Svg, el, joined
from enginehouse.core.pictures.palette import SEAT_SHAPES
from enginehouse.core.terms import Seat
from enginehouse.games.mechanical_beast import parts
from enginehouse.games.mechanical_beast.parts import Gear

ROOMS = Artwork(__package__, "rooms.svg", "mb-")
FIGURES = Artwork(__package__, "figures.svg", "mb-")
STYLE = read_style(__package__)

ROOM = 100
"""The size of a place of the map."""
HALF = 47
"""Half the width of a drawn room, which leaves a narrow gap between two rooms."""


# -- rooms -------------------------------------------------------------------------------------------------------------


def side(kind: str, locked: bool) -> Svg:
    """Return the north side of a room: a wall without a door, an open door, a glass door, or a locked door.

    The caller turns the drawing for the other sides. `kind` is the letter of the side in the rulebook: W, O, G or K
    (MB-1.1). `locked` says whether glass doors are locked, and so get a lock. The four kinds also differ in shape.
    """
    return ROOMS[{"W": "wall", "O": "open", "G": "glass-locked" if locked else "glass", "K": "door"}[kind]]


@lru_cache(maxsize=2000)
def room(tile: int, locked: bool, off: bool, upright: int, number: int, hatch: bool) -> Svg:
    """Draw a room of the kind `tile` from above, with its arrow pointing up.

    `locked` says whether its glass doors are locked, `off` whether the switch is off, and `hatch` whether the
    Entrance's hatch is open. The room's number stands upright after the room is turned by `upright` quarters.
    """
    drawn = [ROOMS["floor-off" if off else "floor"]]
    if tile < parts.ENTRANCE:
        drawn.append(ROOMS["facing"])
    elif tile in (parts.CONTROL, parts.EXIT, parts.LOCKDOWN):
        drawn.append(ROOMS["facing-small"])
    drawn += [_turn(side(kind, locked), 90 * k) for k, kind in enumerate(parts.TILES[tile].sides)]
    drawn.append(ROOMS["corners"])
    special = {
        parts.ENTRANCE: "entrance" if hatch else "entrance-shut",
        parts.CONTROL: "control-off" if off else "control",
        parts.EXIT: "exit",
        parts.LOCKDOWN: "lockdown",
    }.get(tile)
    plate, x, y = None, 35, -35
    if special:
        drawn.append(el("g", ROOMS[special], transform=f"rotate({-90 * upright})"))
        if tile != parts.ENTRANCE:  # its arrow, clear of the picture and of figures
            plate = joined([ROOMS["plate"], _turn(ROOMS["up"], 90 * upright)])
    elif number >= 0:
        plate = joined([ROOMS.fill("number", n=number), _turn(ROOMS["up"], 90 * upright, -9.5)])
        x, y = NUMBER_PLACES[free_corner(tile, upright)]
    if plate:
        upper = el("g", plate, transform=f"translate({x} {y})")
        drawn.append(el("g", upper, transform=f"rotate({-90 * upright})"))
    return joined(drawn)


NUMBER_PLACES = ((28, -31), (28, 31), (-28, 31), (-28, -31))
"""The place of a room's number, by the corner that is visible (NE, SE, SW, NW) after the room is turned."""


def free_corner(tile: int, upright: int) -> int:
    """Return a corner without a gear in a room of the kind `tile`: 0 NE, 1 SE, 2 SW or 3 NW on the map.

    The room is turned by `upright` quarter turns clockwise. The first free corner in the order SE, NE, SW, NW is
    returned.
    """
    taken = set()
    for code in parts.GEARS[tile]:
        if code >> 2 == Gear.CORNER:
            taken.add((code & 3) + upright & 3)
        elif code >> 2 == Gear.CENTRE:  # its arrows lie in two corners
            taken |= {upright + 1 & 3, upright + 3 & 3}
    return next(corner for corner in (1, 0, 2, 3) if corner not in taken)


def _turn(svg: Svg, degrees: float, x: float = 0) -> Svg:
    """Turn the picture `svg` clockwise round its middle by `degrees`, then move it by `x` to the right."""
    moved = f"translate({x:g} 0)" if x else ""
    turned = f"rotate({degrees:g})" if degrees else ""
    return el("g", svg, transform=f"{moved} {turned}".strip()) if moved or turned else svg


# -- gears -------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def gear(code: int, used: bool) -> Svg:
    """Draw the gear with the code `code` (see `parts.Gear`) in a room whose arrow points up.

    The middle of the room is at (0, 0). If `used` is true, the gear turns for a moment.
    """
    kinds = {Gear.CENTRE: "gear-centre", Gear.LINEAR: "gear-linear", Gear.EDGE: "gear-edge", Gear.CORNER: "gear-corner"}
    body = ROOMS[kinds[code >> 2]]
    if not used:
        body = Svg(body.replace(' class="mb-spin"', ""))
    return body if code >> 2 == Gear.CENTRE else _turn(body, 90 * (code & 3))


# -- meeples, people, marks --------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def engineer(seat: Seat, second: bool) -> Svg:
    """Draw an engineer with a helmet in the seat's colour.

    In competitive games, the second engineer's helmet is striped.
    """
    badge = el("g", el("path", d=SEAT_SHAPES[seat], cls="mb-badge"), transform="translate(0 8) scale(.62)")
    number = el("text", seat + 1, y=11.6, cls="mb-badge-text")
    stripe = FIGURES["stripe"] if second else ""
    figure = joined([FIGURES["engineer"], stripe, FIGURES["headlamp"], badge, number])
    return joined([FIGURES["foot"], el("g", figure, cls=f"seat-{seat}")])


ANDROID = FIGURES["android"]
"""The android: a steel robot with one eye."""
PERSON = FIGURES["person"]
"""A prisoner who waves for help."""


@lru_cache(maxsize=64)
def goer(seat: Seat, second: bool, machine: bool) -> Svg:
    """Draw the sign of a figure that can go to a place: a dot for an engineer, a square for the android.

    `seat` is the player of the engineer. The dot of a player's second engineer (`second`) has a stripe. `machine` says
    whether the figure is the android.
    """
    if machine:
        return FIGURES["goer-machine"]
    return el("g", FIGURES["goer"], FIGURES["goer-stripe"] if second else "", cls=f"seat-{seat}")


def goers(dots: Sequence[Svg], above: bool) -> Svg:
    """Draw `dots`, the signs of the figures that can go to a place, as one mark.

    The mark stands at the left of the place, where no gears or signs are. The mark is above the middle of the place if
    `above` is true, else below.
    """
    width = 14 * len(dots) + 4
    placed = [el("g", dot, transform=f"translate({14 * k + 9 - width / 2:g} 0)") for k, dot in enumerate(dots)]
    plate = el("rect", x=-width / 2, y=-8, width=width, height=16, rx=8, cls="mb-whose-plate")
    return el("g", joined([plate, *placed]), transform=f"translate(-24 {-37 if above else 37})")


MOVED = ROOMS["moved"]
"""A dashed rim with a sign in its corner, round a room that others have moved."""
GHOST_EDGE = ROOMS["ghost-edge"]
"""The outline of a future room."""
FALLS = ROOMS["falls"]
"""A red rim with a cross in its corner, round a room that falls."""


@lru_cache(maxsize=4)
def spot(direction: int) -> Svg:
    """Draw an empty place to click, with an arrow in the direction in which a meeple explores.

    `direction` is 0 for north, then clockwise. If it is -1, draw the place without an arrow, as a place for a room.
    """
    inner = (
        el("path", d="M-13 3L0-12L13 3M0-10V15", cls="mb-spot-arrow", transform=f"rotate({90 * direction})")
        if direction >= 0
        else el("path", d="M-12 0H12M0-12V12", cls="mb-spot-arrow")
    )
    return joined([ROOMS["spot"], inner])


@lru_cache(maxsize=8)
def pointer(direction: int) -> Svg:
    """Draw the arrow with which a player chooses a facing, in a direction (0 north, then clockwise)."""
    return el("g", FIGURES["pointer"], transform=f"rotate({90 * direction})")


DEFS = (
    '<radialGradient id="mb-lamp"><stop offset="0" stop-color="var(--spark)" stop-opacity=".75"/>'
    '<stop offset="1" stop-color="var(--glow)" stop-opacity="0"/></radialGradient>'
    '<radialGradient id="mb-alarm"><stop offset=".2" stop-color="var(--rust)" stop-opacity=".05"/>'
    '<stop offset="1" stop-color="var(--rust)" stop-opacity=".55"/></radialGradient>'
    '<radialGradient id="mb-warm"><stop offset="0" stop-color="var(--brass)" stop-opacity=".5"/>'
    '<stop offset="1" stop-color="var(--brass-dark)" stop-opacity="0"/></radialGradient>'
    '<radialGradient id="mb-red"><stop offset="0" stop-color="var(--rust)" stop-opacity=".12"/>'
    '<stop offset="1" stop-color="var(--copper-dark)" stop-opacity="1"/></radialGradient>'
    '<pattern id="mb-plates" width="100" height="100" patternUnits="userSpaceOnUse"><path class="mb-mesh" d="M0 50H100M50 0V100"/>'
    '<circle cx="50" cy="50" r="3" fill="var(--steel-dark)"/></pattern>'
)
