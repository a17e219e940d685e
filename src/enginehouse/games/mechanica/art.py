"""Draw the parts of Mechanica as SVG, each round the point (0, 0).

This file has no rules of the game, and does not say where on the board a part lies. Shapes that never change are in
`art/factory.svg` and `art/shop.svg`, and their classes in `art/style.css`.

A tile is drawn as a jigsaw piece of 140 x 140 units. The side with its entrance has a socket, each side with an exit
has a tab, and the other sides are straight. So players see which tiles fit together.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from enginehouse.core.pictures.artwork import Artwork, read_style
from enginehouse.core.pictures.drawing import Svg, el, joined, num
from enginehouse.games.mechanica import parts

FACTORY = Artwork(__package__, "factory.svg", "mc-")
SHOP = Artwork(__package__, "shop.svg", "mc-")
STYLE = read_style(__package__)

HALF = 70
"""Half the width of a tile."""
TAB, NECK = 15, 15
"""The height of a tab, and half the width of its neck."""

# -- bots --------------------------------------------------------------------------------------------------------------

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
def gain(text: str) -> Svg:
    """Draw the sign of the coins that a bot earns, such as "+2"."""
    return FACTORY.fill("gain", n=text)


COIN = FACTORY["coin"]
PUFF = FACTORY["puff"]
"""The cloud at the place of a destroyed bot."""
TORN_DOWN = joined([FACTORY["torn"], el("g", PUFF, transform="translate(-46 -46) scale(.7)")])
"""The frame round a tile that a new tile would destroy."""
ASKED = FACTORY["asked"]
"""The sign at a place where the owner of a factory will choose the path of a bot."""

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
            FACTORY[parts.TILES[kind].slug],
            *_arrows(code),
            _entrance(int(parts.ENTRANCE[code])),
        ]
    )


def fabricator(kind: int) -> Svg:
    """Draw a slot of the Start Zone.

    `kind` is the kind of tile if a Fabricator is installed there. It is -1 for the printed Basic Fabricator, and 0 for
    a bare slot.
    """
    return FACTORY[parts.TILES[kind].slug] if kind > 0 else reuse_part("printed" if kind else "bare")


BELT = FACTORY["belt"]
"""An empty cell: a belt that runs east."""
TOUCH = reuse_part("touch")
"""The touch target of an empty cell."""


@lru_cache(maxsize=256)
def truck(size: int) -> Svg:
    """Draw a truck for `size` bots, one to three, heading east."""
    return reuse_part(f"truck-{size}")


def seat_on_truck(size: int, hole: int) -> tuple[float, float]:
    """Return the point (x, y) of a bot on a truck for `size` bots, relative to the truck's middle.

    `hole` is the number of the bot's hole on the truck, from 0.
    """
    long = 44 + 46 * size
    return -long / 2 - 14 + 45 + 46 * hole, -6


@lru_cache(maxsize=256)
def price_tag(price: int) -> Svg:
    """Draw a tag with a price."""
    return SHOP.fill("price", n=price)


def station(x: float, y: float) -> Svg:
    """Draw an empty spot of the shop's wheel at (x, y). Each improvement in the shop lies on a spot."""
    return reuse_part("station", x, y)


WHEEL = SHOP["wheel"]
"""The wheel of the shop, which turns by one spot at a time."""
RECYCLER = SHOP["recycler"]
"""The Recycler: a hole with teeth."""


@lru_cache(maxsize=256)
def ware(kind: int) -> Svg:
    """Draw an improvement of this kind, small, as the shop shows it: with its value and the bots for recycling it.

    Recycling gives these bots to the player.
    """
    body = el(
        "g", fabricator(kind) if kind in (parts.ADVANCED, parts.OVERACTIVE) else tile(kind), transform="scale(.52)"
    )
    worth = SHOP.fill("worth", n=parts.TILES[kind].value)
    recycled = [robot(model, 0.42, 28 - 15 * k, 33) for k, model in enumerate(reversed(parts.TILES[kind].recycling))]
    return joined([body, worth, *recycled])


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
            SHOP.fill("pay", n=pay),
            SHOP["tonight"] if marked else "",
        ]
    )


@lru_cache(maxsize=256)
def vault(amount: int) -> Svg:
    """Draw the Vault: a safe with its amount."""
    return SHOP.fill("vault", n=amount)


@lru_cache(maxsize=256)
def wallet(amount: int) -> Svg:
    """Draw the Wallet: a purse with its amount."""
    return SHOP.fill("wallet", n=amount)


HAMMER = SHOP["hammer"]
"""The hammer for demolishing."""


def armand(scale: float = 1) -> Svg:
    """Draw ARMAND-0, a cabinet with a red eye, enlarged by the factor `scale`."""
    return el("g", SHOP["armand"], transform=f"scale({scale:g})")


def _gradient(name: str, top: str, bottom: str) -> str:
    """Return a gradient down a plate between two colours of the palette, as an entry of a picture's `<defs>`."""
    ends = (el("stop", offset=k, stop_color=f"var(--{colour})") for k, colour in enumerate((top, bottom)))
    return el("linearGradient", *ends, id=f"mc-{name}", x1=0, y1=0, x2=0, y2=1)


_MATERIALS = {"plate": "steel", "fork": "brass", "laid": "copper", "slot": "wood", "hall": "enamel"}
DEFS = "".join(
    [
        *(_gradient(name, f"{material}-light", material) for name, material in _MATERIALS.items()),
        *(FACTORY.part(f"bot-{model}") for model in (1, 2, 3)),
        *(FACTORY.part(f"truck-{size}") for size in (1, 2, 3)),
        *(FACTORY.part(name) for name in ("arrow", "entry")),
        SHOP.part("station"),
        *(FACTORY.part(name) for name in ("touch", "bare", "printed")),
        *(SHOP.part(name) for name in ("teeth", "tag", "print", "safe", "purse")),
        FACTORY.part("row"),
    ]
)
