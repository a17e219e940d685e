"""Draw the parts of the contraption (pipes, toggles, cages, rats and so on) as SVG, each round the point (0, 0).

The file has no rules. Other files have the places of the parts on the board. Shapes that never change are in
`art/machine.svg`, and the classes of the game in `art/style.css`.
"""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin

from enginehouse.core.pictures.artwork import Artwork, read_style
from enginehouse.core.pictures.drawing import Svg, el, joined
from enginehouse.core.pictures.palette import seat_sign
from enginehouse.core.terms import Seat
from enginehouse.games.great_machine import parts, places
from enginehouse.games.great_machine.state import Mark

MACHINE = Artwork(__package__, "machine.svg", "gm-")
STYLE = read_style(__package__)

# -- pipes and toggles -------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def pipe(x: float, y: float, to_x: float, to_y: float) -> Svg:
    """Draw a brass pipe from the point (`x`, `y`) across to `to_x`, then down to `to_y`."""
    way = f"M{x:g} {y:g}H{to_x:g}V{to_y:g}" if x != to_x else f"M{x:g} {y:g}V{to_y:g}"
    shine = f"M{x:g} {y - 5:g}H{to_x - 5:g}V{to_y:g}" if x != to_x else f"M{x - 5:g} {y:g}V{to_y:g}"
    flanges = el(
        "path",
        d=f"M{to_x - 17:g} {to_y - 12:g}H{to_x + 17:g}M{to_x - 17:g} {to_y - 4:g}H{to_x + 17:g}",
        cls="gm-flange",
    )
    return joined(
        [
            el("path", d=way, cls="gm-pipe-edge"),
            el("path", d=way, cls="gm-pipe-body"),
            el("path", d=shine, cls="gm-pipe-shine"),
            flanges if to_y - y > 40 else "",
        ]
    )


@lru_cache(maxsize=256)
def housing(number: int) -> Svg:
    """Draw the round brass housing of a toggle, with the toggle's number on a plate."""
    return MACHINE.fill("housing", n=number)


@lru_cache(maxsize=3)
def level(number: int) -> Svg:
    """Draw the plate of a level of the pipes, with its number."""
    return MACHINE.fill("level", n=number)


LEVER = MACHINE["lever"]
"""The flap inside a toggle, upright. It is turned to the side to which it tilts."""
PADLOCK = MACHINE["padlock"]
"""A padlock on a chain: this toggle is locked."""


@lru_cache(maxsize=4096)
def pellet(mark: int = 0, size: float = 11) -> Svg:
    """Draw a pellet with its marks (bits of `Mark`), `size` units in radius.

    A pellet with Poison is green with crossed bones. A pellet with Laxative is pale with a drop. A Super pellet is
    large and ringed.
    """
    big = size * (1.35 if mark >= Mark.SUPER else 1)
    kind = "gm-poison" if mark & Mark.POISON else "gm-laxative" if mark & Mark.LAXATIVE else "gm-pellet"
    drawn = [el("circle", r=big, cls=kind), el("circle", cx=-big * 0.35, cy=-big * 0.35, r=big * 0.26, cls="gm-gleam")]
    if mark & Mark.POISON:
        drawn.append(el("path", d="M-5-5L5 5M5-5L-5 5", cls="gm-cross"))
    elif mark & Mark.LAXATIVE:
        drawn.append(el("path", d="M0-6Q6 2 0 6Q-6 2 0-6Z", cls="gm-drop"))
    if mark >= Mark.SUPER:
        drawn.append(el("circle", r=big + 3.5, cls="gm-halo"))
    return joined(drawn)


def hopper(corked: bool) -> Svg:
    """Draw the hopper with its heap of pellets, and with a cork if `corked` is true."""
    return joined([MACHINE["funnel"], MACHINE["cork"] if corked else ""])


# -- cages -------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def cage(number: int, wide: float, high: float, charged: bool) -> Svg:
    """Draw a cage with its number on a plate: roof, back wall, floor and bars, `wide` and `high` units large.

    The middle of its floor is at (0, 0). The electrode glows if the cage is charged.
    """
    w = wide / 2
    bars = " ".join(f"M{-w + 9 + (wide - 18) * k / 8:.1f} {-high + 10:g}V-8" for k in range(9))
    drawn = [
        el("rect", x=-w, y=-high, width=wide, height=high, rx=8, cls="gm-cage-back"),
        el("rect", x=-w, y=-high, width=wide, height=high, rx=8, cls="gm-glow") if charged else "",
        el("path", d=f"M{-w} -8H{w}V0Q0 5 {-w} 0Z", cls="gm-floor"),
        el("path", d=f"M{-w + 6} -8H{w - 6}", cls="gm-straw"),
        el("path", d=bars, cls="gm-bars"),
        el("rect", x=-w - 3, y=-high - 6, width=wide + 6, height=13, rx=5, cls="gm-roof"),
        el("rect", x=-15, y=4, width=30, height=21, rx=4, cls="gm-plate"),
        el("text", number, y=20, cls="gm-plate-text gm-cage-number"),
    ]
    if charged:
        drawn.append(el("path", d=f"M{-w + 4} -16l7-10 3 7 8-11 3 8 8-10", cls="gm-arc"))
        drawn.append(el("path", d=f"M{w - 4} -16l-7-10 -3 7 -8-11 -3 8 -8-10", cls="gm-arc"))
    return joined(drawn)


# -- rats --------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def rat(seat: Seat, pellets: int, signs: tuple[str, ...] = ()) -> Svg:
    """Draw a rat that looks to the right, its feet at (0, 0). The rat is fatter with each of its `pellets`, up to 12.

    A badge with the number of its `seat` is drawn on it (`palette.seat_sign`). `signs` has the names of the rat's
    states to draw: "boots", "cower", "salivate", "mellow", "distraught" (too upset to eat after Lightning Strike),
    "psycho" or "noxious".
    """
    fat = min(pellets, 12)
    rx, ry = 25 + fat * 1.5, 17 + fat * 1.3
    head_x = rx * 0.82
    drawn = [
        el(
            "path",
            d=f"M{-rx + 3:g} {-ry * 0.5:.1f}C{-rx - 22:g} {-ry * 0.3:.1f} {-rx - 20:g} {-ry - 14:.1f} {-rx - 4:g} {-ry - 12:.1f}",
            cls="gm-tail",
        ),
        el("ellipse", cx=-rx * 0.45, cy=-3, rx=9, ry=5, cls="gm-foot"),
        el("ellipse", cx=rx * 0.45, cy=-3, rx=9, ry=5, cls="gm-foot"),
        el("ellipse", cy=-ry, rx=rx, ry=ry, cls="gm-coat"),
        el("ellipse", cx=2, cy=-ry * 0.72, rx=rx * 0.72, ry=ry * 0.6, cls="gm-belly"),
        _head(head_x, -ry * 1.25, signs),
        el("g", Svg(seat_sign(seat, 21)), transform=f"translate({-rx * 0.25:.1f} {-ry:.1f})"),
    ]
    if "boots" in signs:
        drawn += [
            el("path", d=f"M{x:.1f} -12H{x + 11:.1f}V-3L{x + 17:.1f} 2H{x:.1f}Z", cls="gm-boot")
            for x in (-rx * 0.6, rx * 0.3)
        ]
    if "noxious" in signs:
        drawn.append(
            el(
                "path",
                d=f"M{-rx} {-ry * 2.1:.1f}q6-8 0-16M-8 {-ry * 2.3:.1f}q6-8 0-16M{rx * 0.5:.1f} {-ry * 2.4:.1f}q6-8 0-16",
                cls="gm-stink",
            )
        )
    if "cower" in signs:
        drawn.append(
            el(
                "path",
                d=f"M{-rx - 8} {-ry * 1.2:.1f}l-8-3M{-rx - 8} {-ry * 0.8:.1f}l-9 1M{rx + 18} {-ry * 0.5:.1f}l8 3",
                cls="gm-pen gm-shake",
            )
        )
    if "distraught" in signs:
        drawn.append(el("path", d=f"M{head_x + 2:.1f} {-ry * 1.25 + 5:.1f}q-3 7 0 9q4-2 0-9", cls="gm-tear"))
    return joined(drawn)


def _head(x: float, y: float, signs: tuple[str, ...]) -> Svg:
    """Draw a rat's head at (x, y): ear, snout and whiskers. The eye differs if `signs` has "mellow" or "psycho"."""
    eye = next((f"eye-{mood}" for mood in ("mellow", "psycho") if mood in signs), "eye")
    drawn = [MACHINE["head"], MACHINE[eye]]
    if "salivate" in signs:
        drawn.append(MACHINE["saliva"])
    if "mellow" in signs:
        drawn.append(MACHINE["flower"])
    return el("g", joined(drawn), transform=f"translate({x:.1f} {y:.1f})")


# -- motor and road ----------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def dial(ring: tuple[int, ...], direction: int) -> Svg:
    """Draw the motor's ring with a contact for each cage in `ring`, and an arrow for its direction (1: clockwise)."""
    drawn = [MACHINE["dial"]]
    for k, number in enumerate(ring):
        angle = 2 * pi * k / len(ring) - pi / 2
        x, y = 74 * cos(angle), 74 * sin(angle)
        drawn += [
            el("circle", cx=x, cy=y, r=10.5, cls="gm-contact"),
            el("text", number, x=x, y=y + 4.5, cls="gm-contact-text"),
        ]
    return joined([*drawn, MACHINE["clockwise" if direction > 0 else "counterclockwise"]])


def arm(lit: bool) -> Svg:
    """Draw the motor's arm, pointing up. The arm is lit if it carries a charge."""
    return MACHINE["arm-lit" if lit else "arm"]


COACH = MACHINE["coach"]
"""The Master's coach, driving to the left, towards the house."""
VILLA = MACHINE["villa"]
"""The Master's house, at the end of the road."""


DEFS = (
    '<radialGradient id="gm-pellet" cx=".35" cy=".3" r=".9"><stop offset="0" stop-color="#e8c58a"/><stop offset=".6" stop-color="#a8713a"/>'
    '<stop offset="1" stop-color="#5d3718"/></radialGradient>'
    '<radialGradient id="gm-poison" cx=".35" cy=".3" r=".9"><stop offset="0" stop-color="#d7f08a"/><stop offset=".6" stop-color="#6d9a26"/>'
    '<stop offset="1" stop-color="#33500c"/></radialGradient>'
    '<radialGradient id="gm-shine"><stop offset="0" stop-color="var(--glow)" stop-opacity=".75"/><stop offset="1" stop-color="var(--glow)" stop-opacity=".08"/></radialGradient>'
    '<linearGradient id="gm-hopper" x1="0" x2="1"><stop offset="0" stop-color="var(--copper-dark)"/><stop offset=".25" stop-color="var(--copper-light)"/>'
    '<stop offset=".55" stop-color="var(--copper)"/><stop offset="1" stop-color="var(--copper-dark)"/></linearGradient>'
)


@lru_cache(maxsize=64)
def road(track: int, start: int = parts.TRACK) -> Svg:
    """Draw the road on which the Master comes nearer, with a stone for each slot from `start` down to 0.

    The Master is on slot `track`. The stones of higher slots, which he has passed, are marked.
    """
    way = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in (places.slot_place(k) for k in range(start + 1)))
    stones = []
    for k in range(start + 1):
        x, y = places.slot_place(k)
        stones.append(el("circle", cx=x, cy=y, r=5.5, cls="gm-stone gm-passed" if k > track else "gm-stone"))
        if k % 5 == 0 and k:
            stones.append(el("text", k, x=x, y=y + 22, cls="gm-stone-text"))
    return joined([el("path", d=way, cls="gm-road"), *stones])
