"""Draw the parts of Mechanica as SVG, each round the point (0, 0).

This file has no rules of the game, and does not say where on the board a part lies. A tile is drawn as a jigsaw piece
of 140 x 140 units. The side with its entrance has a socket, each side with an exit has a tab, and the other sides are
straight. So players see which tiles fit together.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from enginehouse.core.pictures.drawing import Svg, el, joined, num
from enginehouse.games.mechanica import parts

HALF = 70
"""Half the width of a tile."""
TAB, NECK = 15, 15
"""The height of a tab, and half the width of its neck."""

# -- robots ------------------------------------------------------------------------------------------------------------

ROBOTS = (
    "",
    # Basic: a round puck with one eye and a broom
    '<path class="mc-line" d="M-9 15v5M9 15v5"/><circle class="mc-steel" r="16"/>'
    '<path class="mc-visor" d="M-11-3a11 9 0 0 1 22 0v3h-22z"/><circle class="mc-eye" cy="-3.5" r="4.5"/>'
    '<circle class="mc-pupil" cx="1" cy="-3.5" r="2"/><path class="mc-line" d="M-6 8h12"/>',
    # Plus: a box on wheels with two eyes, an antenna and a plus on its belly
    '<path class="mc-line" d="M0-17v-7"/><circle class="mc-glow" cy="-25" r="3.2"/>'
    '<circle class="mc-wheel" cx="-10" cy="16" r="5"/><circle class="mc-wheel" cx="10" cy="16" r="5"/>'
    '<rect class="mc-copper" x="-17" y="-17" width="34" height="32" rx="7"/>'
    '<rect class="mc-visor" x="-12" y="-12" width="24" height="11" rx="5"/><circle class="mc-eye" cx="-5.5" cy="-6.5" r="3.6"/>'
    '<circle class="mc-eye" cx="5.5" cy="-6.5" r="3.6"/><circle class="mc-pupil" cx="-5" cy="-6.5" r="1.6"/>'
    '<circle class="mc-pupil" cx="6" cy="-6.5" r="1.6"/><path class="mc-cross" d="M-1.8 2h3.6v3.2h3.2v3.6h-3.2V12h-3.6V8.8h-3.2V5.2h3.2z"/>',
    # Deluxe: a bell with a crown, a monocle and a bow tie
    '<path class="mc-crown" d="M-11-17l-2-10 7 5 6-8 6 8 7-5-2 10z"/>'
    '<path class="mc-brass" d="M-13-17h26l7 17-6 19h-28l-6-19z"/><path class="mc-visor" d="M-12-11h24l3 9h-30z"/>'
    '<circle class="mc-eye" cx="-5" cy="-6.5" r="3.6"/><circle class="mc-eye mc-monocle" cx="6" cy="-6.5" r="4.6"/>'
    '<circle class="mc-pupil" cx="-4.5" cy="-6.5" r="1.6"/><circle class="mc-pupil" cx="6.5" cy="-6.5" r="1.8"/>'
    '<path class="mc-bow" d="M0 7l-9-5v10zM0 7l9-5v10z"/>',
)
"""The pictures of bots by model. There is no model 0."""
ROBOT_TITLES = ("", "Basic", "Plus", "Deluxe")


def reuse_part(name: str, x: float = 0, y: float = 0, scale: float = 1) -> Svg:
    """Return a reference (`<use>`) to the part `name` that the page's `DEFS` define, moved to (x, y) and scaled.

    Most of a picture consists of the same few parts.
    """
    if scale == 1:
        return el("use", href=f"#mc-{name}", x=x or None, y=y or None)
    moved = f"translate({num(x)} {num(y)}) " if x or y else ""
    return el("use", href=f"#mc-{name}", transform=f"{moved}scale({num(scale)})")


# A board is drawn anew for each viewer after each action, from the same few parts: they are made once.
@lru_cache(maxsize=256)
def robot(model: int, scale: float = 1, x: float = 0, y: float = 0) -> Svg:
    """Draw a bot of this model at (x, y), enlarged by the factor `scale`."""
    return reuse_part(f"bot-{model}", x, y, scale)


@lru_cache(maxsize=256)
def coin(text: str = "1", r: int = 11) -> Svg:
    """Draw a coin of radius `r` with a text on it."""
    return joined(
        [
            el("circle", r=r, cls="mc-coin"),
            el("circle", r=r * 0.74, cls="mc-coin-rim"),
            el("text", text, y=r * 0.38, cls="mc-coin-text" if r < 16 else "mc-coin-text mc-coin-big"),
        ]
    )


PUFF = Svg(
    '<path class="mc-puff" d="M0-22l5 11 12-6-4 12 12 5-12 5 4 12-12-6-5 11-5-11-12 6 4-12-12-5 12-5-4-12 12 6z"/>'
    '<path class="mc-line" d="M-6-6l12 12M6-6l-12 12"/>'
)
"""The cloud at the place of a destroyed bot."""


@lru_cache(maxsize=256)
def torn_down() -> Svg:
    """Draw a frame round a tile that a new tile would destroy."""
    return joined(
        [
            el("rect", x=-58, y=-58, width=116, height=116, rx=12, cls="mc-fit-line mc-torn-line"),
            el("g", PUFF, transform="translate(-46 -46) scale(.7)"),
        ]
    )


# -- tiles -------------------------------------------------------------------------------------------------------------

_POINTS = ((-1, -1, 1, 0), (1, -1, 0, 1), (1, 1, -1, 0), (-1, 1, 0, -1))
"""By side, clockwise: the corner where it starts, and its direction."""


def _edge(side: int, look: int) -> str:
    """Return one side of a jigsaw piece as part of an SVG path.

    `side` is 0 for north, then clockwise. `look` is 0 for flat, 1 for a tab (exit), 2 for a socket.
    """
    cx, cy, dx, dy = _POINTS[side]
    out_x, out_y = ((0, -1), (1, 0), (0, 1), (-1, 0))[side]
    end = f"L{cx * HALF + 2 * HALF * dx:g} {cy * HALF + 2 * HALF * dy:g}"
    if look == 0:
        return end
    way = TAB if look == 1 else -TAB
    mx, my = cx * HALF + HALF * dx, cy * HALF + HALF * dy

    def at(along: float, out: float) -> str:
        return f"{mx + along * dx + out * out_x:g} {my + along * dy + out * out_y:g}"

    return (
        f"L{at(-NECK, 0)}C{at(-NECK + 3, way * 0.35)} {at(-NECK - 9, way)} {at(0, way)}"
        f"C{at(NECK + 9, way)} {at(NECK - 3, way * 0.35)} {at(NECK, 0)}{end}"
    )


def short(path: str) -> str:
    """Return the data of an SVG path without the spaces before minus signs."""
    return path.replace(" -", "-")


@lru_cache(maxsize=256)
def outline(tile: int) -> str:
    """Return the outline of a tile as an SVG path. `tile` is one number: the tile's kind with its orientation."""
    looks = []
    for side in range(4):
        exit_there = int(parts.EXITS[tile]) >> side & 1
        looks.append(1 if exit_there else 2 if int(parts.ENTRANCE[tile]) == side else 0)
    return short(f"M{-HALF} {-HALF}" + "".join(_edge(side, looks[side]) for side in range(4)) + "Z")


STEP = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""The way to the neighbour on each side (0 north, then clockwise), as x and y on the sheet."""


def hole_offset(tile: int, hole: int, kind_of_place: str = "floor") -> tuple[float, float]:
    """Return the point at which a bot in a hole is drawn, relative to the middle of the place that has this hole.

    `tile` is the tile at the place, and `hole` is 0 to 2. `kind_of_place` is `floor`, `start` (for a slot of the Start
    Zone) or `dock` (for a truck). On the floor the hole is an output hole, or the input hole of a Repurposer.
    """
    kind = tile & parts.KIND_BITS
    if kind_of_place == "start":
        return (18, 14) if hole == 0 else (-40, 34)
    if kind_of_place == "dock":
        return (0, 0)
    entrance = int(parts.ENTRANCE[tile])
    if kind == parts.REPURPOSER and hole == 1:
        x, y = STEP[entrance]
        return 40 * x - 22 * y, 40 * y + 22 * x
    side = int(parts.OUT_SIDE[tile][hole])
    if side < 0:
        return (0, 0)
    x, y = STEP[side]
    aside = 0 if kind != parts.CHARGER else (-21 if hole == 0 else 21)
    return 42 * x - aside * y, 42 * y + aside * x


def _holes(tile: int) -> Iterator[Svg]:
    kind = tile & parts.KIND_BITS
    entrance = int(parts.ENTRANCE[tile])
    for k in range(int(parts.STOPS[kind])):
        x, y = STEP[entrance]
        aside = 0 if int(parts.STOPS[kind]) == 1 else (-22 if k == 0 else 22)
        yield el("circle", cx=41 * x - aside * y, cy=41 * y + aside * x, r=18 if aside else 20, cls="mc-input")
    for k in range(3):
        if int(parts.OUT_SIDE[tile][k]) >= 0:
            left, top = hole_offset(tile, k)
            yield el("circle", cx=left, cy=top, r=19 if kind != parts.CHARGER else 17, cls="mc-hole")


def _lane(tile: int) -> Svg:
    """Draw the belts of a tile (a number with its orientation), from its entrance to each exit."""
    ways = []
    x, y = STEP[int(parts.ENTRANCE[tile])]
    ways.append(f"M{HALF * x} {HALF * y}L0 0")
    for side in range(4):
        if int(parts.EXITS[tile]) >> side & 1:
            u, w = STEP[side]
            ways.append(f"M0 0L{(HALF + 8) * u} {(HALF + 8) * w}")
    way = short("".join(ways))
    return joined([el("path", d=way, cls="mc-lane"), el("path", d=way, cls="mc-lane-run")])


def _arrows(tile: int) -> Iterator[Svg]:
    for side in range(4):
        if int(parts.EXITS[tile]) >> side & 1:
            u, w = STEP[side]
            turned = f"translate({66 * u} {66 * w}) rotate({90 * side - 90})"
            yield el("use", href="#mc-arrow", transform=turned)


def _entrance(side: int) -> Svg:
    """Draw the entrance of a tile on `side` (0 north, then clockwise): a socket with a red rim, and an arrow inward."""
    cx, cy, dx, dy = _POINTS[side]
    rim = _edge(side, 2).partition("C")
    start = f"M{cx * HALF + (HALF - NECK) * dx} {cy * HALF + (HALF - NECK) * dy}"
    curve = rim[2].rpartition("L")[0]
    x, y = STEP[side]
    inward = el("use", href="#mc-entry", transform=f"translate({60 * x} {60 * y}) rotate({90 * side + 90})")
    return joined([el("path", d=short(f"{start}C{curve}"), cls="mc-entrance"), inward])


MACHINES: dict[int, str] = {
    parts.WRAPPER: '<rect class="mc-gift" x="-27" y="-20" width="54" height="44" rx="4"/><path class="mc-ribbon" d="M-5-20h10v44h-10zM-27-4h54v9h-54z"/>'
    '<path class="mc-bow" d="M0-21C-8-38-26-38-22-26C-20-20-8-19 0-21C8-19 20-20 22-26C26-38 8-38 0-21Z"/>',
    parts.UPGRADER: '<path class="mc-body" d="M-24 26V-10L-14-22H14L24-10V26Z"/><path class="mc-upward" d="M0-17L15 0H6V18H-6V0H-15Z"/>'
    '<circle class="mc-rivet" cx="-18" cy="20" r="2.5"/><circle class="mc-rivet" cx="18" cy="20" r="2.5"/>',
    parts.DUPLICATOR: '<rect class="mc-body" x="-27" y="-24" width="54" height="48" rx="8"/><circle class="mc-glass" cx="-9" cy="0" r="13"/>'
    '<circle class="mc-glass" cx="9" cy="0" r="13"/><circle class="mc-eye" cx="-9" r="4.5"/><circle class="mc-eye" cx="9" r="4.5"/>'
    '<circle class="mc-pupil" cx="-8" r="2"/><circle class="mc-pupil" cx="10" r="2"/><path class="mc-line" d="M-13 17h8M5 17h8"/>',
    parts.DOWNGRADER: '<circle class="mc-saw" r="29"/><path class="mc-teeth" d="M0-31L6-22H-6ZM0 31L6 22H-6ZM31 0L22-6V6ZM-31 0L-22-6V6ZM22-22L19-12L12-19Z'
    'M-22 22L-19 12L-12 19ZM22 22L12 19L19 12ZM-22-22L-12-19L-19-12Z"/><path class="mc-downward" d="M0 14L-13-2H-5V-13H5V-2H13Z"/>',
    parts.REPURPOSER: '<path class="mc-body" d="M-26-14H26L20 22Q0 32-20 22Z"/><path class="mc-brew" d="M-22-14Q-12-22-2-15Q8-24 22-14Q10-6-2-10Q-12-5-22-14Z"/>'
    '<circle class="mc-bubble" cx="-8" cy="-24" r="5"/><circle class="mc-bubble" cx="6" cy="-29" r="3.5"/>'
    '<text class="mc-question" y="17">?</text>',
    parts.TESTER: '<path class="mc-body" d="M-26 26V6Q-26-2-18-2H18Q26-2 26 6V26Z"/><path class="mc-wing" d="M-4-4L-30-26L-8-20L4-32L8-16L30-20L12-2Z"/>'
    '<path class="mc-spring" d="M-16 10h10l-8 5h12l-8 5h12"/><circle class="mc-dial" cx="14" cy="13" r="7"/>',
    parts.CHARGER: '<rect class="mc-coil" x="-20" y="-24" width="40" height="48" rx="6"/><path class="mc-windings" d="M-20-14H20M-20-5H20M-20 4H20M-20 13H20"/>'
    '<path class="mc-bolt" d="M7-30L-15 5H-2L-7 30L16-7H3Z"/>',
    parts.FORK: '<path class="mc-post" d="M-4-6h8v34h-8z"/><path class="mc-sign" d="M-26-26H10L22-15L10-4H-26Z"/>'
    '<path class="mc-sign mc-sign-two" d="M26-3H-8L-20 7L-8 17H26Z"/><circle class="mc-rivet" cx="-18" cy="-15" r="2.5"/><circle class="mc-rivet" cx="18" cy="7" r="2.5"/>',
}
"""The picture of the machine on each kind of tile."""


ASKED = joined([el("circle", r=13, cls="mc-way"), el("text", "?", y=6, cls="mc-name")])
"""The sign at a place where the owner of a factory will choose the path of a bot."""


@lru_cache(maxsize=512)
def tile(code: int) -> Svg:
    """Draw a floor tile in its orientation: a jigsaw piece with belts, holes and its machine.

    `code` is the tile with its orientation. The machine always stands upright.
    """
    kind = code & parts.KIND_BITS
    d = outline(code)
    return joined(
        [
            el("path", d=d, cls="mc-shade", transform="translate(3 4)"),
            el("path", d=d, cls="mc-plate mc-fork-plate" if kind == parts.FORK else "mc-plate"),
            _lane(code),
            *_holes(code),
            el(
                "g",
                Svg(MACHINES[kind]),
                transform=f"scale({0.78 if kind in (parts.DUPLICATOR, parts.DOWNGRADER, parts.REPURPOSER, parts.CHARGER) else 0.9})",
            ),
            *_arrows(code),
            _entrance(int(parts.ENTRANCE[code])),
        ]
    )


@lru_cache(maxsize=256)
def fabricator(kind: int) -> Svg:
    """Draw a slot of the Start Zone.

    `kind` is the kind of tile if a Fabricator is installed there. It is -1 for the printed Basic Fabricator, and 0 for
    a bare slot.
    """
    return _fabricator(kind) if kind > 0 else reuse_part("printed" if kind else "bare")


def _fabricator(kind: int) -> Svg:
    hole = el("circle", cx=18, cy=14, r=22, cls="mc-hole")
    if kind == 0:
        return joined(
            [
                el("rect", x=-68, y=-58, width=136, height=116, rx=12, cls="mc-slot"),
                hole,
                el("path", d="M44 14h16l-6-7m6 7l-6 7", cls="mc-line"),
            ]
        )
    laid = kind > 0
    model = {parts.ADVANCED: 2, parts.OVERACTIVE: 3}.get(kind, 1)
    jigsaw = (
        "M-68-60H68V-15C65-10 68-24 83-0C68 24 65 10 68 15V60H-68Z"
        if laid
        else "M-60-60H60Q68-60 68-52V52Q68 60 60 60H-60Q-68 60-68 52V-52Q-68-60-60-60Z"
    )
    shapes = [
        el("path", d=jigsaw, cls="mc-shade", transform="translate(3 4)"),
        el("path", d=jigsaw, cls="mc-plate mc-laid" if laid else "mc-plate mc-printed"),
        el("path", d="M-62-22V-50H-40V-30L-18-50V-30L4-50V-22Z", cls="mc-roof"),
        el("path", d="M-58-52h14v-16h-14z", cls="mc-chimney"),
        el("path", d="M18-52v24M8-34l10 10 10-10", cls="mc-stamp"),
        hole,
        robot(model, 0.55, -40, 2),
    ]
    if laid:
        shapes.append(el("circle", cx=-40, cy=34, r=20, cls="mc-hole"))
    if kind == parts.OVERACTIVE:
        shapes.append(robot(2, 0.45, -20, 4))
        shapes.append(
            el(
                "path",
                d="M38-56l5 9 10-3-3 10 9 5-9 5 3 10-10-3-5 9-5-9-10 3 3-10-9-5 9-5-3-10 10 3z",
                cls="mc-buzz",
                transform="translate(8 8) scale(.8)",
            )
        )
    return joined(shapes)


def belt_row(many: int) -> Svg:
    """Draw a row of `many` empty cells with a belt that runs east, as one path. The first cell is at (0, 0)."""
    side, long = 2 * HALF, 2 * HALF * many
    chevrons = "M-48-10" + "m46-20".join(["l10 10-10 10"] * 3 * many)
    drawn = {
        "cell": f"M{-HALF}-{HALF}h{long}v{side}h{-long}z"
        + "".join(f"M{HALF + side * k}-{HALF}v{side}" for k in range(many - 1)),
        "belt": f"M{-HALF}-30h{long}v60h{-long}z",
        "rail": f"M{-HALF}-30h{long}m0 60h{-long}",
        "run": f"M{-HALF} 0h{long}",
        "chevron": chevrons,
    }
    return joined([el("path", d=d, cls=f"mc-{name}") for name, d in drawn.items()])


BELT = belt_row(1)
"""An empty cell: a belt that runs east."""
TOUCH = reuse_part("touch")
"""The touch target of an empty cell."""


@lru_cache(maxsize=256)
def truck(size: int) -> Svg:
    """Draw a truck for `size` bots, one to three, heading east."""
    return reuse_part(f"truck-{size}")


def _truck(size: int) -> Svg:
    long = 44 + 46 * size
    left = -long / 2 - 14
    wheels = [left + 20, left + long - 16, left + long + 26]
    return joined(
        [
            el("rect", x=left, y=-34, width=long, height=60, rx=6, cls="mc-flatbed"),
            el("path", d=f"M{left} -22H{left + long}", cls="mc-rail"),
            el("path", d=f"M{left + long + 3} -30h26q12 4 16 22v34h-42z", cls="mc-cab"),
            el("path", d=f"M{left + long + 12} -23h14q8 3 11 17h-25z", cls="mc-pane"),
            el("circle", cx=left + long + 41, cy=18, r=4, cls="mc-glow"),
            *(el("circle", cx=x, cy=30, r=12, cls="mc-tyre") for x in wheels),
            *(el("circle", cx=x, cy=30, r=4.5, cls="mc-hub") for x in wheels),
            *(el("circle", cx=seat_on_truck(size, k)[0], cy=-6, r=21, cls="mc-hole") for k in range(size)),
        ]
    )


def seat_on_truck(size: int, hole: int) -> tuple[float, float]:
    """Return the point (x, y) of a bot on a truck for `size` bots, relative to the truck's middle.

    `hole` is the number of the bot's hole on the truck, from 0.
    """
    long = 44 + 46 * size
    return -long / 2 - 14 + 45 + 46 * hole, -6


_TAG = joined([el("circle", r=15, cls="mc-coin"), el("circle", r=11.5, cls="mc-coin-rim")])


@lru_cache(maxsize=256)
def price_tag(price: int) -> Svg:
    """Draw a tag with a price."""
    return joined(
        [
            reuse_part("tag"),
            el("text", price, y=5.5, cls="mc-coin-text mc-coin-big"),
        ]
    )


@lru_cache(maxsize=256)
def wheel() -> Svg:
    """Draw the wheel of the shop, which turns by one spot at a time."""
    spokes = "".join(f"M0 0L{x} {y}" for x, y in ((0, -128), (122, -40), (75, 104), (-75, 104), (-122, -40)))
    return joined(
        [
            reuse_part("teeth"),
            *(el("use", href="#mc-teeth", transform=f"rotate({18 * k})") for k in range(1, 5)),
            el("circle", r=136, cls="mc-wheel-rim"),
            el("circle", r=122, cls="mc-wheel-face"),
            el("path", d=spokes, cls="mc-spokes"),
            el("circle", r=34, cls="mc-hubcap"),
        ]
    )


_TEETH = joined(
    el("path", d="M-9-146H9L6-132H-6Z", transform=f"rotate({90 * k})" if k else None, cls="mc-tooth") for k in range(4)
)
"""Four of the wheel's twenty teeth."""


@lru_cache(maxsize=256)
def station(x: float, y: float) -> Svg:
    """Draw an empty spot of the shop's wheel at (x, y). Each improvement in the shop lies on a spot."""
    return reuse_part("station", x, y)


RECYCLER = joined(
    [
        el("circle", r=44, cls="mc-maw-rim"),
        el("circle", r=35, cls="mc-maw"),
        el("path", d="M-28-20l8 12 8-12 8 12 8-12 8 12 8-12M-28 20l8-12 8 12 8-12 8 12 8-12 8 12", cls="mc-fangs"),
        el("text", "Recycler", y=58, cls="mc-small mc-cap"),
        el("path", d="M-10-1a10 8 0 0 1 17-5l4-4v11H0l4-4a6 5 0 0 0-9 2z", cls="mc-glowing"),
    ]
)
"""The Recycler: a hole with teeth."""


@lru_cache(maxsize=256)
def ware(kind: int) -> Svg:
    """Draw an improvement of this kind, small, as the shop shows it: with its value and the bots for recycling it.

    Recycling gives these bots to the player.
    """
    body = el(
        "g", fabricator(kind) if kind in (parts.ADVANCED, parts.OVERACTIVE) else tile(kind), transform="scale(.52)"
    )
    worth = joined(
        [
            el("path", d="M0-12L11-4L7 9H-7L-11-4Z", cls="mc-value"),
            el("text", parts.TILES[kind].value, y=5, cls="mc-value-text"),
        ]
    )
    recycled = [robot(model, 0.42, 28 - 15 * k, 33) for k, model in enumerate(reversed(parts.TILES[kind].recycling))]
    return joined([body, el("g", worth, transform="translate(-30 -28)"), *recycled])


@lru_cache(maxsize=256)
def blueprint(bots: tuple[int, ...], pay: int, marked: bool = False) -> Svg:
    """Draw a blueprint in white lines on blue: the bots that it lists (their models), and its pay in coins.

    If `marked` is true, the card is turned onto its left side.
    """
    many = len(bots)
    places = {
        2: ((-22, -18), (22, -18)),
        3: ((-24, -34), (24, -34), (0, 8)),
        4: ((-24, -36), (24, -36), (-24, 8), (24, 8)),
    }[many]
    return joined(
        [
            reuse_part("print"),
            *(robot(m, 0.95, x, y) for m, (x, y) in zip(bots, places, strict=True)),
            el("rect", x=-50, y=44, width=100, height=26, rx=3, cls="mc-print-strip"),
            el("text", el("tspan", "Vault ", cls="less"), f"+{pay}", y=63, cls="mc-print-text"),
            el("g", _TONIGHT, transform="translate(-60 0) rotate(90)") if marked else "",
        ]
    )


_PRINT = joined(
    [
        el("rect", x=-56, y=-76, width=112, height=152, rx=5, cls="mc-print"),
        el("path", d="M-50-50H50M-50-25H50M-50 0H50M-50 25H50M-25-70V45M0-70V45M25-70V45", cls="mc-grid"),
    ]
)
_TONIGHT = el(
    "g",
    el("rect", x=-76, y=-10, width=152, height=22, cls="mc-print-strip"),
    el("text", "replaced tonight", y=7, cls="mc-print-text"),
    cls="less",
)
"""A strip with words on a marked blueprint, drawn only if there is room for it. The turned card shows the same."""


_SAFE = joined(
    [
        el("rect", x=-40, y=-38, width=80, height=76, rx=8, cls="mc-safe"),
        el("circle", r=27, cls="mc-safe-door"),
        el("path", d="M0-33v10M0 23v10M-33 0h10M23 0h10", cls="mc-spokes"),
    ]
)


@lru_cache(maxsize=256)
def vault(amount: int) -> Svg:
    """Draw the Vault: a safe with its amount."""
    return joined(
        [
            reuse_part("safe"),
            el("text", amount, y=8, cls="mc-money"),
        ]
    )


_PURSE = joined(
    [
        el("path", d="M-38-16Q-42 34-30 36H30Q42 34 38-16Q0-30-38-16Z", cls="mc-purse"),
        el("path", d="M-36-16Q0-30 36-16", cls="mc-rail"),
        el("circle", cx=-5, cy=-29, r=6, cls="mc-coin"),
        el("circle", cx=6, cy=-29, r=6, cls="mc-coin"),
    ]
)


@lru_cache(maxsize=256)
def wallet(amount: int) -> Svg:
    """Draw the Wallet: a purse with its amount."""
    return joined(
        [
            reuse_part("purse"),
            el("text", amount, y=18, cls="mc-money"),
        ]
    )


HAMMER = joined(
    [
        el("rect", x=-44, y=-40, width=88, height=80, rx=10, cls="mc-tray"),
        el("path", d="M-5-12l8 0 10 42h-10z", cls="mc-post", transform="rotate(28)"),
        el("path", d="M-24-30h44v20h-44z", cls="mc-head", transform="rotate(28)"),
    ]
)
"""The hammer for demolishing."""


@lru_cache(maxsize=256)
def armand(scale: float = 1) -> Svg:
    """Draw ARMAND-0, a cabinet with a red eye, enlarged by the factor `scale`."""
    face = joined(
        [
            el("path", d="M0-62v-14", cls="mc-line"),
            el("circle", cy=-80, r=5, cls="mc-glow"),
            el("rect", x=-44, y=-62, width=88, height=104, rx=10, cls="mc-cabinet"),
            el("circle", cy=-24, r=24, cls="mc-socket"),
            el("circle", cy=-24, r=14, cls="mc-red-eye"),
            el("circle", cx=4, cy=-28, r=4, cls="mc-eye"),
            el("path", d="M-26 14H26M-26 23H26M-26 32H26", cls="mc-grille"),
            el("path", d="M-44-6h-14v26M44-6h14v26", cls="mc-arm"),
        ]
    )
    return el("g", face, transform=f"scale({scale:g})")


FONT = "'Bahnschrift','DIN Alternate','DejaVu Sans Condensed',sans-serif"
STYLE = (
    ".mc-steel{fill:url(#steel-ball);stroke:var(--steel-dark);stroke-width:1.6}.mc-copper{fill:url(#copper-plate);stroke:var(--copper-dark);stroke-width:1.6}"
    ".mc-brass{fill:url(#brass-plate);stroke:var(--brass-dark);stroke-width:1.6}.mc-visor{fill:var(--iron)}.mc-eye{fill:var(--spark)}.mc-pupil{fill:var(--iron)}"
    ".mc-monocle{stroke:var(--brass-dark);stroke-width:1.6}.mc-line{fill:none;stroke:var(--iron);stroke-width:2.2;stroke-linecap:round;stroke-linejoin:round}"
    ".mc-glow,.mc-glowing{fill:var(--glow);stroke:var(--brass-dark);stroke-width:1}.mc-wheel,.mc-tyre{fill:var(--iron);stroke:var(--steel-dark);stroke-width:1.5}"
    ".mc-cross{fill:var(--sheet)}.mc-crown{fill:var(--glow);stroke:var(--brass-dark);stroke-width:1.4;stroke-linejoin:round}.mc-bow{fill:var(--rust);stroke:var(--copper-dark);stroke-width:1}"
    ".mc-coin{fill:url(#brass-ball);stroke:var(--brass-dark);stroke-width:1.5}.mc-coin-rim{fill:var(--glow);stroke:var(--brass-dark);stroke-width:.8}"
    f".mc-coin-text{{font:800 11px {FONT};fill:#2a1c05;text-anchor:middle;--least:11;--rim:var(--glow)}}.mc-coin-big{{font-size:16px;--least:16;--rim:var(--glow)}}"
    ".mc-puff{fill:var(--glow);stroke:var(--rust);stroke-width:2}"
    ".mc-shade{fill:var(--shade);opacity:.28}.mc-plate{fill:url(#mc-plate);stroke:var(--steel-dark);stroke-width:2.4;stroke-linejoin:round}"
    ".mc-fork-plate{fill:url(#mc-fork);stroke:var(--brass-dark)}.mc-laid{fill:url(#mc-laid);stroke:var(--copper-dark)}.mc-printed{fill:url(#mc-slot);stroke:var(--wood-dark)}"
    ".mc-slot{fill:url(#mc-slot);stroke:var(--wood-dark);stroke-width:2;stroke-dasharray:7 5}"
    ".mc-lane{fill:none;stroke:var(--iron);stroke-width:34;stroke-linejoin:round;opacity:.82}.mc-lane-run{fill:none;stroke:var(--steel-light);stroke-width:30;stroke-linejoin:round;stroke-dasharray:3 11;opacity:.34;animation:mc-run 1.5s linear infinite}"
    ".mc-entrance{fill:none;stroke:var(--rust);stroke-width:8;stroke-linecap:round;stroke-linejoin:round}.mc-entry{fill:var(--sheet);stroke:var(--rust);stroke-width:2;stroke-linejoin:round}"
    ".mc-arrow{fill:var(--glow);stroke:var(--iron);stroke-width:1.2}"
    ".mc-hole{fill:var(--iron);stroke:var(--steel-light);stroke-width:2.5}.mc-input{fill:var(--iron);stroke:var(--rust);stroke-width:3;stroke-dasharray:4 3}"
    ".mc-body{fill:url(#brass-plate);stroke:var(--brass-dark);stroke-width:2}.mc-gift{fill:url(#copper-plate);stroke:var(--copper-dark);stroke-width:2}.mc-ribbon{fill:var(--glow)}"
    ".mc-upward{fill:var(--moss);stroke:var(--iron);stroke-width:1.6}.mc-downward{fill:var(--rust);stroke:var(--iron);stroke-width:1.6}.mc-rivet{fill:var(--brass-dark)}"
    ".mc-glass{fill:var(--glass);stroke:var(--steel-dark);stroke-width:2}.mc-saw{fill:url(#steel-ball);stroke:var(--steel-dark);stroke-width:2}.mc-teeth{fill:var(--steel-light);stroke:var(--steel-dark);stroke-width:1}"
    ".mc-brew{fill:var(--moss);stroke:var(--iron);stroke-width:1}.mc-bubble{fill:var(--glass);stroke:var(--moss);stroke-width:1.5}"
    f".mc-question{{font:800 24px {FONT};fill:#2a1c05;text-anchor:middle}}"
    ".mc-wing{fill:var(--sheet);stroke:var(--iron);stroke-width:1.6;stroke-linejoin:round}.mc-spring{fill:none;stroke:var(--steel-light);stroke-width:2.4}.mc-dial{fill:var(--sheet);stroke:var(--iron);stroke-width:1.6}"
    ".mc-coil{fill:var(--enamel);stroke:var(--iron);stroke-width:2}.mc-windings{fill:none;stroke:var(--copper-light);stroke-width:4}.mc-bolt{fill:var(--glow);stroke:var(--brass-dark);stroke-width:1.6;stroke-linejoin:round}"
    ".mc-post{fill:url(#wood-plate);stroke:var(--wood-dark);stroke-width:1.4}.mc-sign{fill:var(--sheet);stroke:var(--iron);stroke-width:2}.mc-sign-two{fill:var(--glow)}"
    ".mc-roof{fill:url(#copper-plate);stroke:var(--copper-dark);stroke-width:1.8}.mc-chimney{fill:var(--iron)}.mc-stamp{fill:none;stroke:var(--iron);stroke-width:6;stroke-linecap:round;stroke-linejoin:round}.mc-buzz{fill:var(--glow);stroke:var(--rust);stroke-width:1.5}"
    ".mc-cell{fill:var(--mc-floor,var(--bench));stroke:var(--line);stroke-width:1.5}.mc-belt{fill:var(--iron);opacity:.8}.mc-rail{fill:none;stroke:var(--steel);stroke-width:4}"
    ".mc-run{fill:none;stroke:var(--steel-light);stroke-width:52;stroke-linejoin:round;stroke-dasharray:3 11;opacity:.25;animation:mc-run 1.5s linear infinite}.mc-chevron{fill:none;stroke:var(--steel-light);stroke-width:3.5;opacity:.55;stroke-linecap:round;stroke-linejoin:round}"
    "@keyframes mc-run{from{stroke-dashoffset:28}to{stroke-dashoffset:0}}"
    ".mc-flatbed{fill:url(#wood-plate);stroke:var(--wood-dark);stroke-width:2.4}.mc-cab{fill:var(--enamel-light);stroke:var(--iron);stroke-width:2.2;stroke-linejoin:round}.mc-pane{fill:var(--glass);stroke:var(--iron);stroke-width:1.4}.mc-hub{fill:var(--steel-light)}"
    ".mc-tooth,.mc-wheel-rim{fill:url(#brass-plate);stroke:var(--brass-dark);stroke-width:2}.mc-wheel-face{fill:var(--wood);stroke:var(--wood-dark);stroke-width:2}.mc-spokes{fill:none;stroke:var(--brass-dark);stroke-width:7;stroke-linecap:round;stroke-linejoin:round}.mc-hubcap{fill:url(#brass-ball);stroke:var(--brass-dark);stroke-width:2}"
    ".mc-station{fill:var(--wood-dark);stroke:var(--brass-light);stroke-width:2;opacity:.85}"
    ".mc-maw-rim{fill:url(#steel-plate);stroke:var(--steel-dark);stroke-width:2}.mc-maw{fill:#120d08}.mc-fangs{fill:var(--steel-light);stroke:var(--steel-dark);stroke-width:1}"
    f".mc-value{{fill:var(--seat-1);stroke:var(--sheet);stroke-width:1.6}}.mc-value-text{{font:800 13px {FONT};fill:var(--sheet);text-anchor:middle;--least:13;--rim:var(--seat-1)}}"
    ".mc-print{fill:#1f4a72;stroke:#dbe8f2;stroke-width:2}.mc-grid{stroke:#dbe8f2;stroke-width:.7;opacity:.35;fill:none}.mc-print-strip{fill:#dbe8f2}"
    f".mc-print-text{{font:700 17px {FONT};fill:#12304b;text-anchor:middle;--least:17;--rim:#e4eef7}}"
    ".mc-safe{fill:url(#steel-plate);stroke:var(--steel-dark);stroke-width:2.5}.mc-safe-door{fill:var(--sheet);stroke:var(--steel-dark);stroke-width:3}.mc-purse{fill:url(#wood-plate);stroke:var(--wood-dark);stroke-width:2.5}"
    f".mc-money{{font:800 25px {FONT};fill:var(--ink);text-anchor:middle;paint-order:stroke;stroke:var(--sheet);stroke-width:4px;--least:25;--rim:var(--sheet)}}"
    ".mc-tray{fill:var(--sheet);stroke:var(--line);stroke-width:1.5}.mc-head{fill:url(#steel-plate);stroke:var(--steel-dark);stroke-width:2}"
    ".mc-cabinet{fill:url(#steel-plate);stroke:var(--iron);stroke-width:2.5}.mc-socket{fill:var(--iron)}.mc-red-eye{fill:#e23b22;stroke:#ff9d7a;stroke-width:2}.mc-grille{stroke:var(--iron);stroke-width:4;stroke-linecap:round}.mc-arm{fill:none;stroke:var(--steel-dark);stroke-width:7;stroke-linecap:round;stroke-linejoin:round}"
    f".mc-worth{{font:800 44px {FONT};fill:var(--ink);text-anchor:middle;--least:44;--rim:var(--sheet)}}"
    f".mc-small{{font:600 14.8px {FONT};fill:var(--ink-soft);text-anchor:middle}}.mc-name{{font:700 17px {FONT};fill:var(--ink);text-anchor:middle}}.mc-left{{text-anchor:start}}"
    ".mc-cap{fill:#fff6df;stroke:#2b2118;stroke-width:3.4;paint-order:stroke}"
    f".mc-row{{font:800 20px {FONT};fill:var(--enamel-ink);text-anchor:middle;--least:20;--rim:var(--enamel)}}"
    ".mc-hall{fill:url(#mc-hall);stroke:var(--brass-dark);stroke-width:3}.mc-hall-line{fill:none;stroke:var(--brass);stroke-width:1.5;opacity:.7}.mc-yard{fill:var(--steel-dark);opacity:.4}"
    ".mc-path{fill:none;stroke:var(--glow);stroke-width:5;stroke-dasharray:2 11;stroke-linecap:round}.mc-ring{fill:none;stroke:var(--glow);stroke-width:5}"
    ".mc-point{fill:var(--glow);stroke:var(--iron);stroke-width:2.5;stroke-linejoin:round}.mc-touch{fill:transparent}"
    ".mc-way{fill:var(--sheet);stroke:var(--brass);stroke-width:2}.mc-fit{fill:var(--moss);opacity:.22}.mc-fit-line{fill:none;stroke:var(--glow);stroke-width:4;stroke-dasharray:9 6}.narrowed .piece:not(.next,.picked)>.mc-fit-line{display:none}.mc-torn-line{stroke:var(--rust);stroke-dasharray:3 6}"
    ".mc-ahead{pointer-events:none;opacity:.9}.mc-way-ahead,.mc-doomed{fill:none;stroke:var(--glow);stroke-width:4;stroke-dasharray:1 9;stroke-linecap:round;stroke-linejoin:round}"
    ".mc-doomed{stroke:var(--rust)}.mc-ghost{opacity:.72;pointer-events:none}"
    ".mc-mine{stroke:var(--glow);stroke-width:4}"
)
DEFS = (
    '<linearGradient id="mc-plate" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="var(--steel-light)"/><stop offset="1" stop-color="var(--steel)"/></linearGradient>'
    '<linearGradient id="mc-fork" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="var(--brass-light)"/><stop offset="1" stop-color="var(--brass)"/></linearGradient>'
    '<linearGradient id="mc-laid" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="var(--copper-light)"/><stop offset="1" stop-color="var(--copper)"/></linearGradient>'
    '<linearGradient id="mc-slot" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="var(--wood-light)"/><stop offset="1" stop-color="var(--wood)"/></linearGradient>'
    '<linearGradient id="mc-hall" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="var(--enamel-light)"/><stop offset="1" stop-color="var(--enamel)"/></linearGradient>'
)


def part(name: str, svg: Svg) -> str:
    """Return `svg` as an entry of a picture's `<defs>`, so that `reuse_part` can refer to it by this name."""
    return el("g", svg, id=f"mc-{name}")


DEFS += "".join(
    [
        *(part(f"bot-{model}", Svg(ROBOTS[model])) for model in (1, 2, 3)),
        *(part(f"truck-{size}", _truck(size)) for size in (1, 2, 3)),
        part("arrow", el("path", d="M-6-8L7 0L-6 8Z", cls="mc-arrow")),
        part("entry", el("path", d="M-11-13L11 0L-11 13Z", cls="mc-entry")),
        part("station", el("rect", x=-43, y=-43, width=86, height=86, rx=10, cls="mc-station")),
        part("touch", el("rect", x=-HALF, y=-HALF, width=2 * HALF, height=2 * HALF, cls="mc-touch")),
        part("bare", _fabricator(0)),
        part("printed", _fabricator(-1)),
        part("teeth", _TEETH),
        part("tag", _TAG),
        part("print", _PRINT),
        part("safe", _SAFE),
        part("purse", _PURSE),
    ]
)
