"""Draw the parts of the contraption (pipes, toggles, cages, rats and so on) as SVG, each round the point (0, 0).

The file has no rules. Other files have the places of the parts on the board.
"""

from __future__ import annotations

from functools import lru_cache

from enginehouse.core.pictures.drawing import Svg, el, joined
from enginehouse.core.pictures.palette import seat_sign
from enginehouse.core.terms import Seat
from enginehouse.games.great_machine import parts, places
from enginehouse.games.great_machine.state import Mark

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


@lru_cache(maxsize=4096)
def housing(number: int) -> Svg:
    """Draw the round brass housing of a toggle, with the toggle's number on a plate."""
    rivets = [
        el("circle", cx=x, cy=y, r=2.6, cls="gm-rivet")
        for x, y in ((-24, -18), (24, -18), (-24, 18), (24, 18), (0, 30), (0, -30))
    ]
    return joined(
        [
            el("circle", r=44, cls="gm-touch"),
            el("circle", r=37, cls="gm-shadow", cy=3),
            el("circle", r=36, cls="gm-housing"),
            el("circle", r=25, cls="gm-well"),
            *rivets,
            el("rect", x=-11, y=38, width=22, height=18, rx=4, cls="gm-plate"),
            el("text", number, y=52, cls="gm-plate-text gm-number"),
        ]
    )


LEVER = joined(
    [
        el("path", d="M-6-30Q0-36 6-30L9 24Q0 33-9 24Z", cls="gm-lever"),
        el("path", d="M-2-28L-4 22", cls="gm-lever-shine"),
        el("circle", r=8, cls="gm-axle"),
        el("circle", cy=-31, r=6.5, cls="gm-knob"),
    ]
)
"""The flap inside a toggle, upright. It is turned to the side to which it tilts."""


PADLOCK = joined(
    [
        el("path", d="M-36-14Q0 6 36-14", cls="gm-chain"),
        el("path", d="M-8 2V-7A8 8 0 0 1 8-7V2", cls="gm-shackle"),
        el("rect", x=-14, y=0, width=28, height=22, rx=4, cls="gm-padlock"),
        el("path", d="M0 6A3 3 0 0 1 2.4 11L3.6 17H-3.6L-2.4 11A3 3 0 0 1 0 6Z", cls="gm-dark"),
    ]
)
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


@lru_cache(maxsize=4096)
def hopper(corked: bool) -> Svg:
    """Draw the hopper with its heap of pellets, and with a cork if `corked` is true."""
    heap = [(-34, -14), (-12, -18), (12, -17), (34, -14), (-23, -26), (0, -31), (23, -26), (-11, -38), (11, -39)]
    drawn = [el("g", pellet(0, 12), transform=f"translate({x} {y})") for x, y in heap]
    drawn += [
        el("path", d="M-66-8H66L24 44V62H-24V44Z", cls="gm-hopper"),
        el("path", d="M-56-2L-20 42V60", cls="gm-pipe-shine"),
        el("rect", x=-72, y=-16, width=144, height=13, rx=5, cls="gm-rim"),
        el("path", d="M-28 30H28", cls="gm-band"),
    ]
    if corked:
        drawn.append(el("path", d="M-20 50H20L14 74H-14Z", cls="gm-cork"))
    return joined(drawn)


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
    eye = (
        el("path", d="M2-5q4 3 8 0", cls="gm-thin")
        if "mellow" in signs
        else el("path", d="M3-8l6 6m0-6l-6 6", cls="gm-thin")
        if "psycho" in signs
        else joined([el("circle", cx=6, cy=-4, r=3.6, cls="gm-eye"), el("circle", cx=7, cy=-5, r=1.2, cls="gm-gleam")])
    )
    drawn = [
        el("circle", cx=-7, cy=-13, r=10, cls="gm-coat"),
        el("circle", cx=-7, cy=-13, r=6, cls="gm-ear"),
        el("path", d="M-16 4C-18-10-6-16 4-13L22-1C26 2 25 7 20 8L-2 13C-10 14-15 10-16 4Z", cls="gm-coat"),
        el("circle", cx=23, cy=2, r=3.4, cls="gm-nose"),
        el("path", d="M17 5l14 3M17 3l15-2", cls="gm-thin"),
        eye,
    ]
    if "salivate" in signs:
        drawn.append(el("path", d="M14 9q-4 8 0 12q5-4 0-12", cls="gm-tear"))
    if "mellow" in signs:
        drawn.append(
            el(
                "g",
                *[
                    el("circle", cx=cx, cy=cy, r=4, cls="gm-petal")
                    for cx, cy in ((-13, -22), (-7, -26), (-1, -22), (-4, -16), (-10, -16))
                ],
                el("circle", cx=-7, cy=-20, r=3, cls="gm-bloom"),
            )
        )
    return el("g", joined(drawn), transform=f"translate({x:.1f} {y:.1f})")


# -- motor and road ----------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def dial(ring: tuple[int, ...], direction: int) -> Svg:
    """Draw the motor's ring with a contact for each cage in `ring`, and an arrow for its direction (1: clockwise)."""
    from math import cos, pi, sin

    drawn = [
        el("circle", r=88, cls="gm-shadow", cy=4),
        el("circle", r=86, cls="gm-dial"),
        el("circle", r=62, cls="gm-dial-in"),
    ]
    for k, number in enumerate(ring):
        angle = 2 * pi * k / len(ring) - pi / 2
        x, y = 74 * cos(angle), 74 * sin(angle)
        drawn += [
            el("circle", cx=x, cy=y, r=10.5, cls="gm-contact"),
            el("text", number, x=x, y=y + 4.5, cls="gm-contact-text"),
        ]
    way = 1 if direction > 0 else -1
    drawn.append(
        el(
            "path",
            d=f"M{-30 * way} -34A45 45 0 0 {1 if way > 0 else 0} {30 * way} -34l{-1 * way} -10m{1 * way} 10l{-10 * way} 1",
            cls="gm-way",
        )
    )
    return joined(drawn)


@lru_cache(maxsize=4096)
def arm(lit: bool) -> Svg:
    """Draw the motor's arm, pointing up. The arm is lit if it carries a charge."""
    return joined(
        [
            el("path", d="M-7 10L-3.5-52H3.5L7 10Z", cls="gm-arm"),
            el("path", d="M-9-50L0-66L9-50Z", cls="gm-tip"),
            el("path", d="M-5-64L-9-78M0-68V-84M5-64L9-78", cls="gm-arc") if lit else "",
            el("path", d="M-3-22A22 22 0 1 0 3-22Z", cls="gm-rotor"),
            el("circle", r=14, cls="gm-coil"),
            el("circle", r=5, cls="gm-axle"),
        ]
    )


COACH = joined(
    [
        el("path", d="M-20-34H16Q24-34 24-24V-10H-22V-28Q-22-34-20-34Z", cls="gm-coach"),
        el("path", d="M-16-29H-3V-18H-16ZM2-29H15V-18H2Z", cls="gm-lamp-glass"),
        el("path", d="M-22-14H-34L-30-20H-22Z", cls="gm-coach"),
        el("path", d="M-10-34Q-8-46-2-46Q4-46 5-34", cls="gm-hat"),
        el("circle", cx=-13, cy=-6, r=9, cls="gm-spokes"),
        el("circle", cx=13, cy=-6, r=9, cls="gm-spokes"),
        el("path", d="M-13-15V3M-22-6H-4M13-15V3M4-6H22", cls="gm-thin"),
        el("circle", cx=-34, cy=-22, r=3.5, cls="gm-lamp"),
    ]
)
"""The Master's coach, driving to the left, towards the house."""


VILLA = joined(
    [
        el("path", d="M-26 0V-30H26V0Z", cls="gm-wall"),
        el("path", d="M-32-28L0-54L32-28Z", cls="gm-tiles"),
        el("path", d="M12-44V-56H20V-37Z", cls="gm-tiles"),
        el("path", d="M-6 0V-16H6V0Z", cls="gm-dark"),
        el("path", d="M-20-24H-11V-13H-20ZM11-24H20V-13H11Z", cls="gm-lamp-glass"),
    ]
)
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
STYLE = (
    ".gm-wallpaper{fill:var(--bench)}.gm-panel{fill:var(--sheet);stroke:var(--line)}"
    ".gm-pipe-edge{fill:none;stroke:var(--brass-dark);stroke-width:25;stroke-linejoin:round}"
    ".gm-pipe-body{fill:none;stroke:var(--brass);stroke-width:20;stroke-linejoin:round}"
    ".gm-pipe-shine{fill:none;stroke:var(--brass-light);stroke-width:4;stroke-linejoin:round;opacity:.85}"
    ".gm-flange{fill:none;stroke:var(--brass-dark);stroke-width:4.5;stroke-linecap:round}"
    ".gm-shut{fill:none;stroke:var(--iron);stroke-width:9;stroke-linecap:butt;opacity:.32}"
    ".gm-touch{fill:transparent}.gm-shadow{fill:var(--shade);opacity:.28}"
    ".gm-housing{fill:url(#brass-plate);stroke:var(--brass-dark);stroke-width:2}.gm-well{fill:var(--iron);stroke:var(--brass-dark);stroke-width:2.5}"
    ".gm-rivet{fill:var(--brass-light);stroke:var(--brass-dark)}.gm-plate{fill:var(--enamel);stroke:var(--brass-light);stroke-width:1.2}"
    ".gm-plate-text{font:700 14px 'Bahnschrift','DIN Alternate','DejaVu Sans Condensed',sans-serif;fill:var(--enamel-ink);text-anchor:middle}"
    ".gm-cage-number{font-size:17px;--least:17;--rim:var(--enamel)}.gm-number{--least:14;--rim:var(--enamel)}"
    ".gm-lever{fill:url(#steel-plate);stroke:var(--steel-dark);stroke-width:1.5}.gm-lever-shine{stroke:var(--steel-light);stroke-width:2}"
    ".gm-axle{fill:var(--brass-light);stroke:var(--brass-dark);stroke-width:2}.gm-knob{fill:var(--rust);stroke:var(--iron);stroke-width:1.2}"
    ".gm-chain{fill:none;stroke:var(--steel-light);stroke-width:5;stroke-dasharray:7 3}.gm-shackle{fill:none;stroke:var(--steel-light);stroke-width:5}"
    ".gm-padlock{fill:url(#brass-plate);stroke:var(--iron);stroke-width:1.5}"
    ".gm-poison{fill:url(#gm-poison);stroke:#26390b}.gm-laxative{fill:#f2e9d0;stroke:var(--wood-dark)}.gm-gleam{fill:#fff;opacity:.75}"
    ".gm-cross{stroke:#16220a;stroke-width:2.6;stroke-linecap:round}.gm-drop{fill:#7a4b1f}.gm-halo{fill:none;stroke:var(--glow);stroke-width:2.5;stroke-dasharray:4 3}"
    ".gm-hopper{fill:url(#gm-hopper);stroke:var(--copper-dark);stroke-width:2}.gm-rim{fill:url(#copper-plate);stroke:var(--copper-dark);stroke-width:1.5}"
    ".gm-band{stroke:var(--copper-dark);stroke-width:4}.gm-cork{fill:var(--wood-light);stroke:var(--wood-dark);stroke-width:2}"
    ".gm-cage-back{fill:var(--wood-dark);stroke:var(--iron);stroke-width:2}.gm-glow{fill:url(#gm-shine)}"
    ".gm-floor{fill:var(--wood);stroke:var(--wood-dark)}.gm-straw{stroke:var(--brass-light);stroke-width:5;stroke-dasharray:9 4 3 4;opacity:.85}"
    ".gm-bars{stroke:var(--steel-light);stroke-width:2.4;opacity:.55}.gm-roof{fill:url(#steel-plate);stroke:var(--steel-dark);stroke-width:1.5}"
    ".gm-arc{fill:none;stroke:var(--spark);stroke-width:3;stroke-linejoin:round;stroke-linecap:round;paint-order:stroke}"
    ".gm-coat{fill:#a49a8d;stroke:#463d34;stroke-width:2}.gm-belly{fill:#d9cfc0}.gm-foot{fill:#e0a79a;stroke:#463d34}"
    ".gm-tail{fill:none;stroke:#e0a79a;stroke-width:4.5;stroke-linecap:round}.gm-ear{fill:#e0a79a}.gm-nose{fill:#c65d57}.gm-eye{fill:#1c1712}"
    ".gm-boot{fill:#f0c419;stroke:#6d5500;stroke-width:1.5}.gm-stink{fill:none;stroke:var(--moss);stroke-width:3.5;stroke-linecap:round}"
    ".gm-shake{stroke-width:2.5}.gm-tear{fill:#7cc3e6;stroke:#2a6a8b}.gm-petal{fill:#f3a5c0;stroke:#8e3d5c;stroke-width:.8}.gm-bloom{fill:var(--glow)}"
    ".gm-phantom{opacity:.55}"
    ".gm-dial{fill:url(#brass-plate);stroke:var(--brass-dark);stroke-width:3}.gm-dial-in{fill:var(--iron);stroke:var(--brass-dark);stroke-width:2}"
    ".gm-contact{fill:var(--copper-light);stroke:var(--copper-dark);stroke-width:1.5}"
    ".gm-contact-text{font:700 13px 'DejaVu Sans Condensed',sans-serif;fill:#2c1407;text-anchor:middle;--least:13;--rim:var(--brass-light)}"
    ".gm-way{fill:none;stroke:var(--glow);stroke-width:3;stroke-linecap:round;stroke-linejoin:round}"
    ".gm-tip{fill:var(--copper-light);stroke:var(--copper-dark)}.gm-rotor{fill:url(#steel-plate);stroke:var(--steel-dark);stroke-width:1.5}"
    ".gm-coil{fill:var(--copper);stroke:var(--copper-dark);stroke-width:3;stroke-dasharray:4 2}"
    ".gm-coach{fill:var(--enamel);stroke:var(--brass-light);stroke-width:1.6}.gm-lamp-glass{fill:var(--glow);stroke:var(--brass-dark)}"
    ".gm-hat{fill:var(--iron)}.gm-spokes{fill:var(--sheet);stroke:var(--wood-dark);stroke-width:3}.gm-lamp{fill:var(--spark);stroke:var(--brass-dark)}"
    ".gm-wall{fill:var(--copper-light);stroke:var(--copper-dark)}.gm-tiles{fill:var(--copper-dark)}"
    ".gm-road{fill:none;stroke:var(--wood);stroke-width:13;stroke-linecap:round}.gm-stone{fill:var(--sheet);stroke:var(--wood-dark);stroke-width:1.5}"
    ".gm-stone-text{font:600 12px 'DejaVu Sans Condensed',sans-serif;fill:var(--ink-soft);text-anchor:middle}.gm-passed{fill:var(--brass-light)}"
    ".gm-arrow{fill:var(--glow);stroke:var(--brass-dark);stroke-width:1.5}"
    ".gm-slot{fill:none;stroke:var(--line);stroke-width:2;stroke-dasharray:5 4}.gm-open{fill:transparent}"
    ".gm-count{font:700 15px 'Bahnschrift','DIN Alternate','DejaVu Sans Condensed',sans-serif;fill:var(--ink);text-anchor:middle}"
    ".gm-small{font:12.5px 'Bahnschrift','DIN Alternate','DejaVu Sans Condensed',sans-serif;fill:var(--ink-soft);text-anchor:middle}"
    ".gm-seat-plate{fill:var(--sheet);stroke:var(--line);stroke-width:1.5}.gm-turn{fill:var(--raised);stroke:var(--glow);stroke-width:3.5}"
    ".gm-big{font:800 21px 'Bahnschrift','DIN Alternate','DejaVu Sans Condensed',sans-serif;fill:var(--ink);--least:21;--rim:var(--sheet)}.gm-left{--least:12;--rim:var(--sheet)}"
    ".gm-tag{fill:var(--raised);stroke:var(--brass);stroke-width:1.5}.gm-tag-text{font:600 12.5px 'Bahnschrift','DIN Alternate','DejaVu Sans Condensed',sans-serif;fill:var(--ink)}"
    ".gm-level{fill:var(--enamel-light);stroke:var(--brass-light)}.gm-level-text{font:700 12px 'DejaVu Sans Condensed',sans-serif;fill:var(--enamel-ink);text-anchor:middle}"
    ".gm-ahead{pointer-events:none}g:has(>.previewed)>.gm-ahead:not(.previewed){display:none}"
    ".gm-way-ahead,.gm-way-end{fill:none;stroke:#fff3cf;stroke-width:5;stroke-linecap:round;stroke-linejoin:round;paint-order:stroke}.gm-way-ahead{stroke-dasharray:1 11}"
    ".gm-legend-pipe{fill:var(--brass-dark)}.gm-shock-ahead{fill:none;stroke:var(--rust);stroke-width:4;stroke-dasharray:12 7;stroke-linecap:round}.gm-bolt-ahead{fill:var(--spark);stroke:var(--rust);stroke-width:1.5}"
    ".gm-grave{fill:var(--steel);stroke:var(--steel-dark);stroke-width:2}.gm-wire{fill:none;stroke:var(--copper);stroke-width:3.5}"
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
