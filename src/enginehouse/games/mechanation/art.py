"""Draw cards, territories and the Arena as SVG, each round the point (0, 0).

The file has no rules. Other files have the places of the parts on the board. Shapes that never change are in
`art/board.svg`, the portraits of the mechs in `art/mechs.svg`, and the classes in `art/style.css`.
"""

from __future__ import annotations

from functools import lru_cache

from enginehouse.core.pictures.artwork import Artwork, read_style
from enginehouse.core.pictures.drawing import Svg, el, joined, wrap
from enginehouse.core.pictures.palette import seat_sign
from enginehouse.core.terms import Seat
from enginehouse.games.mechanation import parts

BOARD = Artwork(__package__, "board.svg", "mn-")
MECHS = Artwork(__package__, "mechs.svg", "mn-")
STYLE = read_style(__package__)

CARD_WIDE, CARD_HIGH = 180, 240
"""The size of a mech's card in the viewer's own hand."""
SMALL_WIDE, SMALL_HIGH = 62, 84
"""The size of a mech's card on the board."""
LAND_WIDE, LAND_HIGH = 62, 78
"""The size of a territory."""
ROMAN = ("I", "II", "III")

SYMBOL_NAMES = ("flame", "bolt", "shoot", "drop", "crystal", "rays")
"""The names of the symbols of the colours, that of WILD last."""


def _rect(wide: float, high: float, rx: float, cls: str) -> Svg:
    return el("rect", x=-wide / 2, y=-high / 2, width=wide, height=high, rx=rx, cls=cls)


# -- territories -------------------------------------------------------------------------------------------------------


# A board is drawn anew for each viewer after each action, from the same few parts: they are made once.
@lru_cache(maxsize=256)
def territory(kind: int) -> Svg:
    """Draw a face-up territory of this kind: its colour, the symbol of that colour, and its number."""
    return BOARD["rays"] if kind == parts.WILD else BOARD.fill(SYMBOL_NAMES[kind // 5], n=kind % 5 + 1)


TERRITORY_BACK = BOARD["land-back"]
"""A territory face-down: riveted plates."""


@lru_cache(maxsize=256)
def territory_known(kind: int) -> Svg:
    """Draw a face-down territory of this kind that the viewer knows: its face in the frame of a face-down one.

    A struck-out eye shows that others do not see the territory.
    """
    return joined([BOARD["land-frame"], el("g", territory(kind), transform="scale(.8)"), BOARD["unseen"]])


# -- mechs -------------------------------------------------------------------------------------------------------------


def tier_plate(tier: int, y: float) -> Svg:
    """Draw a tier in Roman numerals on a small plate at the height `y`."""
    return joined(
        [
            el("rect", x=-14, y=y - 10, width=28, height=17, rx=4, cls="mn-tier"),
            el("text", ROMAN[tier], y=y + 3.5, cls="mn-tier-text"),
        ]
    )


def power_badge(number: int | str, x: float, y: float, size: float = 1.0) -> Svg:
    """Draw the power `number` on a gear round (x, y). `size` scales the gear, which is 40 units wide at 1."""
    return el("g", BOARD.fill("power", n=number), transform=f"translate({x:g} {y:g}) scale({size:g})")


WINNING_RING = BOARD["winning-ring"]
"""The ring round a territory of the winning set."""


def portrait(mech: int) -> Svg:
    """Return the portrait of the mech with this number."""
    return MECHS[parts.MECHS[mech].title.lower().replace(" ", "-")]


def mech_card(mech: int, balanced: int = 1) -> Svg:
    """Draw a mech's card as its pilot holds it: name, power, portrait, ability in words.

    `balanced` is the number of the set of mechs: 1 for today's, 0 for the classic one.
    """
    printed = parts.SETS[balanced][mech]
    body = wrap(printed.ability, 23)
    first = CARD_HIGH / 2 - 14 - 16.5 * (len(body) - 1)
    y, size = (-18, 1.42) if len(body) < 5 else (-27, 1.2)  # more words leave less room
    return joined(
        [
            el("title", f"{printed.title}: {printed.ability}"),
            _rect(CARD_WIDE, CARD_HIGH, 12, "mn-card"),
            el(
                "path", d="M-85-103Q-85-115-73-115H73Q85-115 85-103V-84H-85Z", cls=f"mn-banner mn-banner-{printed.tier}"
            ),
            el("text", printed.title, x=14, y=-93, cls="mn-title"),
            el("circle", cy=y - 2, r=41 * size, cls="mn-halo"),
            el("g", portrait(mech), transform=f"translate(0 {y}) scale({size})"),
            power_badge(printed.power, -70, -94, 1.25),
            el("g", tier_plate(printed.tier, 0), transform="translate(68 -66)"),
            el("path", d=f"M-70 {first - 21:g}H70", cls="mn-rule"),
            *[el("text", line, y=first + 16.5 * k, cls="mn-text") for k, line in enumerate(body)],
        ]
    )


@lru_cache(maxsize=256)
def mech_small(mech: int, balanced: int = 1) -> Svg:
    """Draw a mech's card as other pilots see it: portrait, power, name.

    `balanced` is the number of the set of mechs: 1 for today's, 0 for the classic one.
    """
    printed = parts.SETS[balanced][mech]
    return joined(
        [
            el("title", f"{printed.title}, power {printed.power}: {printed.ability}"),
            _rect(SMALL_WIDE, SMALL_HIGH, 6, "mn-card"),
            el("path", d="M-29 23H29V34Q29 40 23 40H-23Q-29 40-29 34Z", cls=f"mn-banner-{printed.tier}"),
            el("g", portrait(mech), transform="translate(0 -7) scale(.78)"),
            el("text", printed.title, y=35.5, cls="mn-name mn-name-long" if len(printed.title) > 9 else "mn-name"),
            power_badge(printed.power, 21, -31, 0.72),
        ]
    )


@lru_cache(maxsize=256)
def mech_back(seat: Seat = -1, tier: int = -1) -> Svg:
    """Draw the back of a mech's card.

    All backs are alike, except for the sign of the pilot `seat` who deployed the mech, or the `tier` of its slot. With
    -1 the back has no sign or no tier.
    """
    return joined(
        [
            BOARD["mech-back"],
            el("g", Svg(seat_sign(seat, 24)), transform="translate(0 30)") if seat >= 0 else "",
            tier_plate(tier, 33) if tier >= 0 else "",
        ]
    )


STAND_BY_PLATE = BOARD["stand-by"]
"""The plate across another pilot's mech that is on Stand-By."""


@lru_cache(maxsize=256)
def empty_slot(text: str = "") -> Svg:
    """Draw the slot of a mech that is deployed, with this text."""
    return BOARD.fill("slot", text=text)


KNOWN_MARK = BOARD["known"]
"""An eye: it is public that this mech is in the hand."""


# -- table -------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def arena_floor(wide: float, high: float) -> Svg:
    """Draw the Arena round (0, 0), `wide` and `high` units large: a ring round a floor of sand, with lamps."""
    w, h = wide / 2, high / 2
    lamps = [el("circle", cx=x * (w - 17), cy=y * (h - 17), r=7, cls="mn-lamp") for x in (-1, 1) for y in (-1, 1)]
    bolts = [
        el("circle", cx=x, cy=y * (h - 9), r=2.6, cls="mn-rivet")
        for x in range(int(-w) + 50, int(w) - 40, 40)
        for y in (-1, 1)
    ]
    return joined(
        [
            _rect(wide, high, 30, "mn-ring"),
            _rect(wide - 34, high - 34, 20, "mn-sand"),
            _rect(wide - 34, high - 34, 20, "mn-dust"),
            el("path", d=f"M{-w + 36:g} 0H{w - 36:g}", cls="mn-track"),
            el("ellipse", rx=w * 0.62, ry=h * 0.6, cls="mn-track"),
            *lamps,
            *bolts,
        ]
    )


ALPHA_TOKEN = BOARD["alpha"]
"""The Alpha token: a brass gear with the letter."""
BATTLE_MARK = BOARD["battle"]
"""Two crossed wrenches: a battle."""


@lru_cache(maxsize=256)
def label_of_land(kind: int) -> str:
    """Return the name of a kind of territory, followed by the name of its symbol."""
    colour = 5 if kind == parts.WILD else kind // 5
    return f"{parts.land_name(kind)}, {SYMBOL_NAMES[colour]}"
