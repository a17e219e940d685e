"""Draw the inside of the beast as SVG, each part round the point (0, 0) with the arrow pointing up.

The file has no rules. Other files have the places of the parts on the map.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import cos, pi, sin

from enginehouse.core.pictures.drawing import Svg, el, joined
from enginehouse.core.pictures.palette import SEAT_SHAPES
from enginehouse.core.terms import Seat
from enginehouse.games.mechanical_beast import parts
from enginehouse.games.mechanical_beast.parts import Gear

ROOM = 100
"""The size of a place of the map."""
HALF = 47
"""Half the width of a drawn room, which leaves a narrow gap between two rooms."""
WALL = 9
DOOR = 19
"""Half the width of a doorway."""


def cog(teeth: int, outer: float, inner: float) -> str:
    """Return the outline of a gear wheel round (0, 0) as an SVG path.

    `outer` and `inner` are the radii with and without teeth.
    """
    points = []
    for k in range(teeth):
        for part, r in ((-0.30, inner), (-0.17, outer), (0.17, outer), (0.30, inner)):
            a = 2 * pi * (k + part) / teeth
            points.append(f"{r * sin(a):.1f} {-r * cos(a):.1f}")
    return "M" + "L".join(points) + "Z"


def wheel(teeth: int, outer: float, hub: float) -> Svg:
    """Draw a brass gear wheel with this number of teeth and with spokes.

    `outer` and `hub` are the radii of the wheel and of its hub.
    """
    spokes = "".join(
        f"M0 0L{(outer - 7) * sin(2 * pi * k / 5):.1f} {-(outer - 7) * cos(2 * pi * k / 5):.1f}" for k in range(5)
    )
    return joined(
        [
            el("path", d=cog(teeth, outer, outer - 5), cls="mb-cog"),
            el("circle", r=outer - 8, cls="mb-cog-well"),
            el("path", d=spokes, cls="mb-spoke"),
            el("circle", r=hub, cls="mb-hub"),
            el("circle", r=hub * 0.4, cls="mb-axle"),
        ]
    )


# -- sides -------------------------------------------------------------------------------------------------------------


def _rivets(y: float, xs: tuple[float, ...]) -> list[Svg]:
    return [el("circle", cx=x, cy=y, r=1.5, cls="mb-rivet") for x in xs]


@lru_cache(maxsize=64)
def side(kind: str, locked: bool) -> Svg:
    """Draw the north side of a room: a wall without a door, an open door, a glass door, or a locked door.

    The caller turns the drawing for the other sides. `kind` is the letter of the side in the rulebook: W, O, G or K
    (MB-1.1). `locked` says whether glass doors are locked, and so get a lock. The four kinds also differ in shape. A
    wall is one hatched bar. An open door is a gap with a mat that bulges into the room. A glass door has panes. A
    locked door has stripes and a lock.
    """
    y = -HALF
    if kind == "W":
        return joined(
            [
                el("path", d=f"M{-HALF} {y}H{HALF}V{y + WALL}H{-HALF}Z", cls="mb-wall"),
                el("path", d="".join(f"M{x} {y + WALL}L{x + WALL} {y}" for x in range(-38, 31, 9)), cls="mb-bricks"),
                *_rivets(y + WALL / 2, (-36, -18, 0, 18, 36)),
            ]
        )
    jambs = el(
        "path",
        d=f"M{-HALF} {y}H{-DOOR}V{y + WALL}H{-HALF}ZM{DOOR} {y}H{HALF}V{y + WALL}H{DOOR}Z",
        cls="mb-wall",
    )
    posts = el(
        "path",
        d=f"M{-DOOR - 4} {y - 1}H{-DOOR}V{y + WALL + 2}H{-DOOR - 4}ZM{DOOR} {y - 1}H{DOOR + 4}V{y + WALL + 2}H{DOOR}Z",
        cls="mb-post",
    )
    drawn = [jambs, posts, *_rivets(y + WALL / 2, (-36, 36))]
    if kind == "O":
        drawn.append(
            el("path", d=f"M{-DOOR} {y - 2}H{DOOR}V{y + WALL}Q0 {y + 2 * WALL + 8} {-DOOR} {y + WALL}Z", cls="mb-open")
        )
        drawn.append(el("path", d=f"M-9 {y + 10}L0 {y + 2}L9 {y + 10}", cls="mb-sill"))
    elif kind == "G":
        drawn.append(el("rect", x=-DOOR, y=y + 1, width=2 * DOOR, height=WALL - 2, cls="mb-glass"))
        drawn.append(
            el(
                "path",
                d=f"M-9 {y + 1}V{y + WALL - 1}M9 {y + 1}V{y + WALL - 1}M-16 {y + 7}L-12 {y + 3}M2 {y + 7}L6 {y + 3}",
                cls="mb-pane",
            )
        )
        if locked:
            drawn.append(lock(y + WALL / 2 + 1))
    else:
        drawn.append(el("rect", x=-DOOR, y=y - 1, width=2 * DOOR, height=WALL + 2, cls="mb-door"))
        drawn.append(el("path", d=f"M-15 {y + WALL}L-8 {y}M-2 {y + WALL}L5 {y}M11 {y + WALL}L18 {y}", cls="mb-hazard"))
        drawn.append(lock(y + WALL / 2 + 1))
    return joined(drawn)


def lock(y: float) -> Svg:
    """Draw a small padlock in the middle of a door, at the height `y`."""
    return joined(
        [
            el("path", d=f"M-3.4 {y - 1}V{y - 4}A3.4 3.4 0 0 1 3.4 {y - 4}V{y - 1}", cls="mb-shackle"),
            el("rect", x=-5.5, y=y - 2, width=11, height=8.5, rx=1.6, cls="mb-padlock"),
            el("circle", cy=y + 1.6, r=1.5, cls="mb-keyhole"),
        ]
    )


# -- rooms -------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=2000)
def room(tile: int, locked: bool, off: bool, upright: int, number: int, hatch: bool) -> Svg:
    """Draw a room of the kind `tile` from above, with its arrow pointing up.

    `locked` says whether its glass doors are locked, `off` whether the switch is off, and `hatch` whether the
    Entrance's hatch is open. The room's number stands upright after the room is turned by `upright` quarters.
    """
    one = parts.TILES[tile]
    drawn = [
        el(
            "rect", x=-HALF, y=-HALF, width=2 * HALF, height=2 * HALF, rx=5, cls="mb-floor" + (" mb-dim" if off else "")
        ),
        el(
            "rect",
            x=-HALF,
            y=-HALF,
            width=2 * HALF,
            height=2 * HALF,
            rx=5,
            cls="mb-lamp" + (" mb-alarm" if off else ""),
        ),
        el("path", d=_planks(), cls="mb-planks"),
    ]
    if tile < parts.ENTRANCE:
        drawn.append(el("path", d="M0-30L11-14H4.5V27L0 22L-4.5 27V-14H-11Z", cls="mb-arrow"))
    elif tile in (parts.CONTROL, parts.EXIT, parts.LOCKDOWN):
        drawn.append(el("path", d="M0-37L10-25H-10Z", cls="mb-arrow mb-small"))
    drawn += [_turn(side(kind, locked), 90 * k) for k, kind in enumerate(one.sides)]
    drawn.append(el("path", d=_corners(), cls="mb-corner"))
    special = {parts.ENTRANCE: _entrance, parts.CONTROL: _control, parts.EXIT: _exit, parts.LOCKDOWN: _lockdown}.get(
        tile
    )
    if special:
        drawn.append(el("g", special(off, hatch), transform=f"rotate({-90 * upright})"))
        if tile != parts.ENTRANCE:  # its arrow, clear of the picture and of figures
            plate = el("rect", x=-8, y=-8, width=16, height=16, rx=3, cls="mb-number-plate")
            arrow = _turn(el("path", d="M0-6L5 0H2V6H-2V0H-5Z", cls="mb-falls"), 90 * upright)
            upper = el("g", joined([plate, arrow]), transform="translate(35 -35)")
            drawn.append(el("g", upper, transform=f"rotate({-90 * upright})"))
    elif number >= 0:
        plate = joined(
            [
                el("rect", x=-17, y=-8, width=34, height=16, rx=3, cls="mb-number-plate"),
                el("text", number, x=5, y=5, cls="mb-number"),
                _turn(el("path", d="M0-6L5 0H2V6H-2V0H-5Z", cls="mb-falls"), 90 * upright, -9.5),
            ]
        )
        x, y = NUMBER_PLACES[free_corner(tile, upright)]
        drawn.append(el("g", el("g", plate, transform=f"translate({x} {y})"), transform=f"rotate({-90 * upright})"))
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


def _planks() -> str:
    return "".join(f"M-38 {y}H38" for y in (-24, -8, 8, 24)) + "M-12-38V-24M16-24V-8M-20-8V8M8 8V24M-6 24V38"


def _corners() -> str:
    h = HALF
    return "".join(f"M{sx * h} {sy * (h - 14)}V{sy * h}H{sx * (h - 14)}Z" for sx in (-1, 1) for sy in (-1, 1))


def _turn(svg: Svg, degrees: float, x: float = 0) -> Svg:
    """Turn the picture `svg` clockwise round its middle by `degrees`, then move it by `x` to the right."""
    moved = f"translate({x:g} 0)" if x else ""
    turned = f"rotate({degrees:g})" if degrees else ""
    return el("g", svg, transform=f"{moved} {turned}".strip()) if moved or turned else svg


def _entrance(off: bool, hatch: bool) -> Svg:
    """Draw the hatch in the floor: open, with a ladder down to daylight, or bolted shut if `hatch` is false.

    `off` is not used.
    """
    if hatch:
        rungs = "".join(f"M-9 {y}H9" for y in (-12, -5, 2, 9, 16))
        inner = joined(
            [
                el("circle", r=25, cls="mb-day"),
                el("path", d=f"M-9-19V20M9-19V20{rungs}", cls="mb-ladder"),
            ]
        )
    else:
        inner = joined(
            [
                el("circle", r=25, cls="mb-lid"),
                el("path", d="M-17-17L17 17M17-17L-17 17", cls="mb-bolt"),
                el("circle", r=7, cls="mb-hub"),
            ]
        )
    rim = [el("circle", cx=29 * sin(k * pi / 4), cy=29 * cos(k * pi / 4), r=2, cls="mb-rivet") for k in range(8)]
    return joined([el("circle", r=32, cls="mb-rim"), inner, *rim, _sign("ENTRANCE", 40)])


def _control(off: bool, hatch: bool) -> Svg:
    """Draw a desk with gauges and the great switch, which is off if `off` is true. `hatch` is not used."""
    angle = 40 if off else -40
    gauges = [
        joined([el("circle", cx=x, cy=-13, r=9, cls="mb-gauge"), el("path", d=f"M{x}-13L{x + dx}-18", cls="mb-needle")])
        for x, dx in ((-20, 5 if not off else -6), (20, 4 if not off else -7))
    ]
    lever = joined([el("path", d="M0 0V-20", cls="mb-lever"), el("circle", cy=-22, r=5.5, cls="mb-knob")])
    return joined(
        [
            el("path", d="M-33 16L-27-24H27L33 16Z", cls="mb-desk"),
            *gauges,
            el("rect", x=-8, y=-4, width=16, height=14, rx=3, cls="mb-slot"),
            el("g", lever, transform=f"translate(0 6) rotate({angle})"),
            _sign("CONTROL", 30),
        ]
    )


def _exit(off: bool, hatch: bool) -> Svg:
    """Draw the exit: a chute under a lit sign.

    The arguments are the same for all special rooms, and are not used here.
    """
    return joined(
        [
            el("path", d="M-24 20V-16A24 24 0 0 1 24-16V20Z", cls="mb-rim"),
            el("path", d="M-18 20V-15A18 18 0 0 1 18-15V20Z", cls="mb-day"),
            el("path", d="M-5-16H3A4 4 0 0 1 7-11L6 0H11M-1-16L-6-4L0 3L-3 14M-6-4L-13-1", cls="mb-runner"),
            el("circle", cx=3, cy=-22, r=3.6, cls="mb-runner-head"),
            _sign("EXIT", 32),
        ]
    )


def _lockdown(off: bool, hatch: bool) -> Svg:
    """Draw a shut vault. The arguments are the same for all special rooms, and are not used here."""
    return joined(
        [
            el("circle", r=27, cls="mb-rim"),
            el("circle", r=20, cls="mb-lid"),
            el("path", d="M-7-3V-9A7 7 0 0 1 7-9V-3", cls="mb-shackle mb-large"),
            el("rect", x=-11, y=-4, width=22, height=17, rx=3, cls="mb-padlock"),
            el("circle", cy=4, r=3, cls="mb-keyhole"),
            _sign("LOCKDOWN", 37),
        ]
    )


def _sign(text: str, y: float) -> Svg:
    wide = 6.4 * len(text) + 8
    return joined(
        [
            el("rect", x=-wide / 2, y=y - 9, width=wide, height=12, rx=2.5, cls="mb-sign-plate"),
            el("text", text, y=y, cls="mb-sign"),
        ]
    )


# -- gears -------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def gear(code: int, used: bool) -> Svg:
    """Draw the gear with the code `code` (see `parts.Gear`) in a room whose arrow points up.

    The middle of the room is at (0, 0). If `used` is true, the gear turns for a moment.
    """
    kind, where = code >> 2, code & 3
    spin = "mb-spin" if used else None
    if kind == Gear.CENTRE:
        body = joined(
            [
                el("g", wheel(14, 25, 8), cls=spin),
                el(
                    "path",
                    d="M-33-9A34 34 0 0 1-9-33M-15-36L-8-33L-11-26M33 9A34 34 0 0 1 9 33M15 36L8 33L11 26",
                    cls="mb-way",
                ),
            ]
        )
        return joined([el("circle", r=30, cls="mb-touch"), body])
    if kind == Gear.LINEAR:
        teeth = "".join(f"M-3 {y}H5" for y in range(-25, 28, 7))
        body = joined(
            [
                el("rect", x=-5, y=-28, width=9, height=56, rx=2, cls="mb-rack"),
                el("path", d=teeth, cls="mb-teeth"),
                el("path", d="M-1-36L6-28H-8ZM-1 36L6 28H-8Z", cls="mb-way-tip"),
                el("g", el("g", wheel(11, 17, 6), cls=spin), transform="translate(14 0)"),
                el("rect", x=-14, y=-40, width=46, height=80, cls="mb-touch"),
            ]
        )
        return _turn(body, 90 * where)
    if kind == Gear.EDGE:
        body = joined(
            [
                el("path", d="M-24-38H24M-20-38V-34M-12-38V-34M-4-38V-34M4-38V-34M12-38V-34M20-38V-34", cls="mb-teeth"),
                el("g", el("g", wheel(11, 15, 5), cls=spin), transform="translate(0 -33)"),
                el("path", d="M-25-31L-17-36V-26ZM25-31L17-36V-26Z", cls="mb-way-tip"),
                el("rect", x=-30, y=-54, width=60, height=42, cls="mb-touch"),
            ]
        )
        return _turn(body, 90 * where)
    body = joined(
        [
            el("g", el("g", wheel(11, 14, 5), cls=spin), transform="translate(35 -35)"),
            el("path", d="M16-33A20 20 0 0 0 33-16M16-33L23-36M16-33L19-26", cls="mb-way"),
            el("rect", x=10, y=-54, width=44, height=44, cls="mb-touch"),
        ]
    )
    return _turn(body, 90 * where)


# -- meeples, people, marks --------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def engineer(seat: Seat, second: bool) -> Svg:
    """Draw an engineer with a helmet in the seat's colour.

    In competitive games, the second engineer's helmet is striped.
    """
    return joined(
        [
            el("ellipse", cx=0, cy=17, rx=13, ry=4, cls="mb-foot"),
            el(
                "g",
                joined(
                    [
                        el("path", d="M-12 17C-13 4-9-3 0-3C9-3 13 4 12 17Z", cls="seat-fill mb-body"),
                        el("circle", cy=-9, r=7.4, cls="mb-face"),
                        el("path", d="M-10-9A10 10.5 0 0 1 10-9Z", cls="seat-fill mb-body"),
                        el("path", d="M-12-9H12", cls="mb-brim"),
                        el("path", d="M-4.5-18.4V-10M4.5-18.4V-10", cls="mb-stripe") if second else "",
                        el("circle", cy=-13.5, r=2.4, cls="mb-headlamp"),
                        el("g", el("path", d=SEAT_SHAPES[seat], cls="mb-badge"), transform="translate(0 8) scale(.62)"),
                        el("text", seat + 1, y=11.6, cls="mb-badge-text"),
                    ]
                ),
                cls=f"seat-{seat}",
            ),
        ]
    )


ANDROID = joined(
    [
        el("ellipse", cx=0, cy=17, rx=13, ry=4, cls="mb-foot"),
        el("path", d="M-8 17V11H-3V17ZM3 17V11H8V17Z", cls="mb-leg"),
        el("rect", x=-11, y=-3, width=22, height=15, rx=3, cls="mb-robot"),
        el("rect", x=-9, y=-17, width=18, height=13, rx=4, cls="mb-robot"),
        el("rect", x=-6, y=-13.5, width=12, height=5.5, rx=2.5, cls="mb-visor"),
        el("circle", cx=1.5, cy=-10.8, r=1.9, cls="mb-eye"),
        el("path", d="M0-17V-21M-14-1V8M14-1V8", cls="mb-antenna"),
        el("circle", cy=-22, r=2.2, cls="mb-eye"),
        el("path", d=cog(8, 5, 3.4), cls="mb-cog", transform="translate(0 4.5)"),
    ]
)
"""The android: a steel robot with one eye."""


@lru_cache(maxsize=64)
def goer(seat: Seat, second: bool, machine: bool) -> Svg:
    """Draw the sign of a figure that can go to a place: a dot for an engineer, a square for the android.

    `seat` is the player of the engineer. The dot of a player's second engineer (`second`) has a stripe. `machine` says
    whether the figure is the android.
    """
    if machine:
        return el("rect", x=-4.5, y=-4.5, width=9, height=9, rx=1.5, cls="mb-goer-machine")
    stripe = el("path", d="M0-5V5", cls="mb-stripe") if second else ""
    return el("g", joined([el("circle", r=5.5, cls="seat-fill mb-body"), stripe]), cls=f"seat-{seat}")


def goers(dots: Sequence[Svg], above: bool) -> Svg:
    """Draw `dots`, the signs of the figures that can go to a place, as one mark.

    The mark stands at the left of the place, where no gears or signs are. The mark is above the middle of the place if
    `above` is true, else below.
    """
    width = 14 * len(dots) + 4
    placed = [el("g", dot, transform=f"translate({14 * k + 9 - width / 2:g} 0)") for k, dot in enumerate(dots)]
    plate = el("rect", x=-width / 2, y=-8, width=width, height=16, rx=8, cls="mb-whose-plate")
    return el("g", joined([plate, *placed]), transform=f"translate(-24 {-37 if above else 37})")


MOVED = joined(
    [
        el("rect", x=-HALF - 1, y=-HALF - 1, width=2 * HALF + 2, height=2 * HALF + 2, rx=5, cls="mb-moved-edge"),
        el("circle", cx=-HALF + 3, cy=-HALF + 3, r=9, cls="mb-moved-plate"),
        el("path", d="M-49-44H-40M-43-47L-40-44L-43-41M-40-48", cls="mb-moved-sign"),
    ]
)
"""A dashed rim with a sign in its corner, round a room that others have moved."""


PERSON = joined(
    [
        el("circle", r=15, cls="mb-cry"),
        el("circle", cy=-5, r=4.4, cls="mb-person"),
        el("path", d="M-5.5 11C-6 3-4 0 0 0C4 0 6 3 5.5 11Z", cls="mb-person"),
        el("path", d="M-4.5 2L-10-7M4.5 2L10-7", cls="mb-arms"),
    ]
)
"""A prisoner who waves for help."""


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
    return joined(
        [el("rect", x=-HALF + 3, y=-HALF + 3, width=2 * HALF - 6, height=2 * HALF - 6, rx=9, cls="mb-spot"), inner]
    )


@lru_cache(maxsize=8)
def pointer(direction: int) -> Svg:
    """Draw the arrow with which a player chooses a facing, in a direction (0 north, then clockwise)."""
    return el(
        "g",
        joined([el("circle", r=15, cls="mb-pointer"), el("path", d="M0-9L8 5H-8Z", cls="mb-pointer-tip")]),
        transform=f"rotate({90 * direction})",
    )


STYLE = (
    ".mb-ground{fill:var(--pit)}.mb-mesh{stroke:var(--steel-dark);stroke-width:1.5;fill:none;opacity:.5}"
    ".mb-warm{fill:url(#mb-warm)}.mb-red{fill:url(#mb-red);opacity:.7;animation:mb-pulse 3.2s ease-in-out 4 alternate}"
    "@keyframes mb-pulse{from{opacity:.35}to{opacity:1}}"
    ".mb-floor{fill:var(--raised);stroke:var(--iron);stroke-width:1.5}.mb-floor.mb-dim{fill:var(--bench)}"
    ".mb-lamp{fill:url(#mb-lamp)}.mb-lamp.mb-alarm{fill:url(#mb-alarm)}"
    ".mb-planks{stroke:var(--line);stroke-width:1;fill:none;opacity:.8}"
    ".mb-wall{fill:var(--steel-dark);stroke:var(--iron);stroke-width:1}.mb-corner{fill:var(--brass-dark)}"
    ".mb-post{fill:var(--brass);stroke:var(--brass-dark);stroke-width:.7}.mb-rivet{fill:var(--steel-light)}"
    ".mb-bricks{stroke:var(--iron);stroke-width:1.6;fill:none}"
    ".mb-open{fill:var(--spark);stroke:var(--brass-dark);stroke-width:1.4}.mb-falls{fill:var(--rust)}"
    ".mb-sill{stroke:var(--brass-dark);stroke-width:2.2;fill:none;stroke-linecap:round;stroke-linejoin:round}"
    ".mb-glass{fill:var(--glass);stroke:var(--enamel-light);stroke-width:1.6}"
    ".mb-whose{pointer-events:none}.mb-whose-plate{fill:var(--sheet);stroke:var(--iron);stroke-width:1.2}.mb-goer-machine{fill:var(--steel-dark)}"
    ".mb-moved{pointer-events:none}.mb-moved-edge{fill:none;stroke:var(--link);stroke-width:4;stroke-dasharray:14 9}"
    ".mb-moved-plate{fill:var(--link);stroke:var(--sheet);stroke-width:1.2}.mb-moved-sign{fill:none;stroke:var(--sheet);stroke-width:2.2;stroke-linecap:round;stroke-linejoin:round}"
    ".mb-pane{stroke:var(--enamel-light);stroke-width:1.2;fill:none}"
    ".mb-door{fill:var(--rust);stroke:var(--iron);stroke-width:1.2}.mb-hazard{stroke:var(--spark);stroke-width:2.6}"
    ".mb-shackle{fill:none;stroke:var(--steel-light);stroke-width:2}.mb-shackle.mb-large{stroke-width:4}"
    ".mb-padlock{fill:url(#brass-plate);stroke:var(--iron);stroke-width:1}.mb-keyhole{fill:var(--iron)}"
    ".mb-arrow{fill:var(--copper);opacity:.6}.mb-arrow.mb-small{opacity:1}"
    ".mb-number-plate{fill:var(--sheet);stroke:var(--brass-dark);stroke-width:1}"
    ".mb-number{font:700 13px 'Bahnschrift','DIN Alternate','DejaVu Sans Condensed','DejaVu Sans',sans-serif;fill:var(--ink);text-anchor:middle;--least:13;--rim:var(--sheet)}"
    ".mb-sign-plate{fill:var(--enamel);stroke:var(--brass);stroke-width:1}"
    ".mb-sign{font:700 9px 'Bahnschrift','DIN Alternate','DejaVu Sans Condensed','DejaVu Sans',sans-serif;letter-spacing:.6px;fill:var(--enamel-ink);text-anchor:middle}"
    ".mb-rim{fill:var(--steel);stroke:var(--iron);stroke-width:1.5}.mb-day{fill:var(--glow);stroke:var(--brass-dark);stroke-width:1.5}"
    ".mb-ladder{stroke:var(--wood-dark);stroke-width:3;fill:none;stroke-linecap:round}.mb-lid{fill:var(--steel-dark);stroke:var(--iron);stroke-width:1.5}"
    ".mb-bolt{stroke:var(--steel-light);stroke-width:5;stroke-linecap:round}"
    ".mb-desk{fill:url(#steel-plate);stroke:var(--iron);stroke-width:1.5}.mb-gauge{fill:var(--sheet);stroke:var(--brass-dark);stroke-width:1.8}"
    ".mb-needle{stroke:var(--rust);stroke-width:1.8}.mb-slot{fill:var(--iron)}"
    ".mb-lever{stroke:var(--steel-light);stroke-width:4.5;stroke-linecap:round}.mb-knob{fill:var(--rust);stroke:var(--iron);stroke-width:1}"
    ".mb-runner{fill:none;stroke:var(--enamel);stroke-width:3.6;stroke-linecap:round;stroke-linejoin:round}.mb-runner-head{fill:var(--enamel)}"
    ".mb-cog{fill:url(#brass-ball);stroke:var(--brass-dark);stroke-width:1.2}.mb-cog-well{fill:var(--brass-dark);opacity:.35}"
    ".mb-spoke{stroke:var(--brass-light);stroke-width:3}.mb-hub{fill:url(#steel-ball);stroke:var(--iron);stroke-width:1}.mb-axle{fill:var(--iron)}"
    ".mb-rack{fill:url(#steel-plate);stroke:var(--iron);stroke-width:1}.mb-teeth{stroke:var(--iron);stroke-width:2.2;fill:none}"
    ".mb-way{fill:none;stroke:var(--brass-dark);stroke-width:2.6;stroke-linecap:round;stroke-linejoin:round}.mb-way-tip{fill:var(--brass-dark)}"
    ".mb-touch{fill:transparent}"
    ".mb-spin{animation:mb-spin .9s cubic-bezier(.4,0,.2,1)}@keyframes mb-spin{from{transform:rotate(-360deg)}to{transform:rotate(0)}}"
    ".mb-foot{fill:var(--shade);opacity:.35}.mb-body{stroke:var(--iron);stroke-width:1.3}.mb-face{fill:#e8c39a;stroke:var(--iron);stroke-width:1.1}"
    ".mb-brim{stroke:var(--iron);stroke-width:2.2;stroke-linecap:round}.mb-stripe{stroke:var(--sheet);stroke-width:2}"
    ".mb-headlamp{fill:var(--spark);stroke:var(--iron);stroke-width:.8}.mb-badge{fill:var(--sheet)}"
    ".mb-badge-text{font:700 9.5px 'Bahnschrift','DIN Alternate','DejaVu Sans Condensed','DejaVu Sans',sans-serif;fill:var(--ink);text-anchor:middle}"
    ".mb-robot{fill:url(#steel-plate);stroke:var(--iron);stroke-width:1.3}.mb-leg{fill:var(--steel-dark);stroke:var(--iron);stroke-width:1}"
    ".mb-visor{fill:var(--iron)}.mb-eye{fill:var(--glow)}.mb-antenna{stroke:var(--steel-dark);stroke-width:2.6;stroke-linecap:round}"
    ".mb-cry{fill:var(--spark);stroke:var(--rust);stroke-width:1.6;stroke-dasharray:4 2.5}.mb-person{fill:var(--enamel);stroke:var(--iron);stroke-width:.6}"
    ".mb-arms{stroke:var(--enamel);stroke-width:2.8;stroke-linecap:round}"
    ".mb-spot{fill:var(--glow);fill-opacity:.13;stroke:var(--glow);stroke-width:2.4;stroke-dasharray:8 6}"
    ".mb-spot-arrow{fill:none;stroke:var(--glow);stroke-width:4.5;stroke-linecap:round;stroke-linejoin:round}"
    ".mb-pointer{fill:var(--enamel);stroke:var(--brass);stroke-width:2}.mb-pointer-tip{fill:var(--spark)}"
    ".mb-ghost{opacity:.72;pointer-events:none}.mb-ghost-edge{fill:none;stroke:var(--spark);stroke-width:3;stroke-dasharray:7 4}"
    ".mb-falls{pointer-events:none}.mb-falls-edge{fill:var(--rust);fill-opacity:.2;stroke:var(--rust);stroke-width:6}"
    ".mb-falls-plate{fill:var(--rust);stroke:var(--sheet);stroke-width:1.5}.mb-falls-cross{fill:none;stroke:var(--sheet);stroke-width:4;stroke-linecap:round}"
    ".mb-path{fill:none;stroke:var(--spark);stroke-width:5;stroke-dasharray:2 10;stroke-linecap:round}"
    ".mb-line-number{font:700 15px 'Bahnschrift','DejaVu Sans Condensed','DejaVu Sans',sans-serif;fill:var(--spark);text-anchor:middle}"
)

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


GHOST_EDGE = el("rect", x=-HALF, y=-HALF, width=2 * HALF, height=2 * HALF, rx=5, cls="mb-ghost-edge")
"""The outline of a future room."""
FALLS = joined(
    [
        el("rect", x=-HALF, y=-HALF, width=2 * HALF, height=2 * HALF, rx=5, cls="mb-falls-edge"),
        el("circle", cx=-HALF + 10, cy=-HALF + 10, r=14, cls="mb-falls-plate"),
        el("path", d="M-43-43L-31-31M-31-43L-43-31", cls="mb-falls-cross"),
    ]
)
"""A red rim with a cross in its corner, round a room that falls."""
