"""Draw cards, territories and the Arena as SVG, each round the point (0, 0).

The file has no rules. Other files have the places of the parts on the board.
"""

from __future__ import annotations

from functools import lru_cache

from enginehouse.core.pictures.drawing import Svg, el, joined, wrap
from enginehouse.core.pictures.palette import seat_sign
from enginehouse.core.terms import Seat
from enginehouse.games.mechanation import faces, parts

CARD_WIDE, CARD_HIGH = 180, 240
"""The size of a mech's card in the viewer's own hand."""
SMALL_WIDE, SMALL_HIGH = 62, 84
"""The size of a mech's card on the board."""
LAND_WIDE, LAND_HIGH = 62, 78
"""The size of a territory."""
ROMAN = ("I", "II", "III")

SYMBOLS = (
    "M0 15C-11 15-13 4-7-3C-6 1-3 2-3 2C-5-6 1-12 4-16C4-9 12-4 11 5C10 12 6 15 0 15Z",  # red: a furnace's flame
    "M4-16L-11 3H-2L-5 16L11-4H2Z",  # orange: a bolt
    "M0 16V2M0 4C-13 4-15-8-13-14C-4-13 2-8 0 4C-1-6 6-11 13-12C14-3 9 5 0 6Z",  # green: a shoot
    "M0-16C7-6 11-1 11 5A11 11 0 0 1-11 5C-11-1-7-6 0-16Z",  # blue: a drop
    "M-12-6L-6-14H6L12-6L0 16ZM-12-6H12M-4-6L0 16L4-6L0-14Z",  # violet: a crystal
    "M0-17L4-5L16-8L8 2L14 13L2 9L0 17L-2 9L-14 13L-8 2L-16-8L-4-5Z",  # WILD: a wheel of rays
)
"""The symbols of the colours as SVG paths, those of WILD last."""
SYMBOL_NAMES = ("flame", "bolt", "shoot", "drop", "crystal", "rays")
"""The names of these symbols."""


def _rect(wide: float, high: float, rx: float, cls: str) -> Svg:
    return el("rect", x=-wide / 2, y=-high / 2, width=wide, height=high, rx=rx, cls=cls)


# -- territories -------------------------------------------------------------------------------------------------------


# A board is drawn anew for each viewer after each action, from the same few parts: they are made once.
@lru_cache(maxsize=256)
def territory(kind: int) -> Svg:
    """Draw a face-up territory of this kind: its colour, the symbol of that colour, and its number."""
    colour = 5 if kind == parts.WILD else kind // 5
    number = "★" if kind == parts.WILD else str(kind % 5 + 1)
    top, left = -LAND_HIGH / 2, -LAND_WIDE / 2
    return joined(
        [
            _rect(LAND_WIDE, LAND_HIGH, 8, f"mn-land mn-land-{colour}"),
            el(
                "path",
                d=f"M{left + 4} {top + 33}H{-left - 4}V{-top - 11}Q{-left - 4} {-top - 4} {-left - 11} {-top - 4}H{left + 11}Q{left + 4} {-top - 4} {left + 4} {-top - 11}Z",
                cls="mn-field",
            ),
            el("path", d=SYMBOLS[colour], transform="translate(0 16)", cls=f"mn-symbol mn-symbol-{colour}"),
            el(
                "text",
                "WILD" if kind == parts.WILD else number,
                y=top + (25 if kind == parts.WILD else 28),
                cls="mn-wild" if kind == parts.WILD else "mn-number",
            ),
        ]
    )


TERRITORY_BACK = joined(
    [
        _rect(LAND_WIDE, LAND_HIGH, 8, "mn-land mn-land-back"),
        _rect(LAND_WIDE - 12, LAND_HIGH - 12, 5, "mn-land-plate"),
        el("path", d="M-25-33L25 33M25-33L-25 33", cls="mn-land-cross"),
        el("circle", r=13, cls="mn-land-hub"),
        el("text", "?", y=7, cls="mn-question"),
    ]
)
"""A territory face-down: riveted plates."""


@lru_cache(maxsize=256)
def territory_known(kind: int) -> Svg:
    """Draw a face-down territory of this kind that the viewer knows: its face in the frame of a face-down one.

    A struck-out eye shows that others do not see the territory.
    """
    return joined(
        [
            _rect(LAND_WIDE, LAND_HIGH, 8, "mn-land mn-land-back"),
            el("g", territory(kind), transform="scale(.8)"),
            el("path", d="M-15-39Q0-51 15-39Q0-28-15-39Z", cls="mn-lid"),
            el("circle", cy=-39, r=4.6, cls="mn-lid-eye"),
            el("path", d="M-13-29L13-49", cls="mn-unseen"),
        ]
    )


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
    teeth = "M-4-20H4L5-15L10-13L14-17L19-11L16-7L18-3L20-4V4L15 5L13 10L17 14L11 19L7 16L3 18L4 20H-4L-5 15L-10 13L-14 17L-19 11L-16 7L-18 3L-20 4V-4L-15-5L-13-10L-17-14L-11-19L-7-16L-3-18Z"
    return el(
        "g",
        el("path", d=teeth, cls="mn-gear"),
        el("circle", r=13.5, cls="mn-gear-face"),
        el("text", number, y=7, cls="mn-power"),
        transform=f"translate({x:g} {y:g}) scale({size:g})",
    )


WINNING_RING = el(
    "rect",
    x=-LAND_WIDE / 2 - 3,
    y=-LAND_HIGH / 2 - 3,
    width=LAND_WIDE + 6,
    height=LAND_HIGH + 6,
    rx=10,
    cls="mn-winning",
)
"""The ring round a territory of the winning set."""


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
            el("g", faces.portrait(mech), transform=f"translate(0 {y}) scale({size})"),
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
            el("g", faces.portrait(mech), transform="translate(0 -7) scale(.78)"),
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
            _rect(SMALL_WIDE, SMALL_HIGH, 6, "mn-card"),
            _rect(SMALL_WIDE - 8, SMALL_HIGH - 8, 4, "mn-back"),
            el("path", d="M-20-32H20M-20 32H20M-23-25V25M23-25V25", cls="mn-back-line"),
            el("path", d="M-14-12Q-14-22 0-22Q14-22 14-12V8L8 18H-8L-14 8Z", cls="mn-mask"),
            el("path", d="M-9-7H-2V-2H-9ZM2-7H9V-2H2ZM-6 8H6", cls="mn-mask-eye"),
            el("g", Svg(seat_sign(seat, 24)), transform="translate(0 30)") if seat >= 0 else "",
            tier_plate(tier, 33) if tier >= 0 else "",
        ]
    )


STAND_BY_PLATE = joined(
    [el("rect", x=-31, y=8, width=62, height=18, cls="mn-plate"), el("text", "Stand-By", y=21, cls="mn-small")]
)
"""The plate across another pilot's mech that is on Stand-By."""


@lru_cache(maxsize=256)
def empty_slot(text: str = "") -> Svg:
    """Draw the slot of a mech that is deployed, with this text."""
    return joined([_rect(SMALL_WIDE, SMALL_HIGH, 6, "mn-slot"), el("text", text, y=4, cls="mn-small")])


KNOWN_MARK = joined([el("path", d="M-13 0Q0-11 13 0Q0 11-13 0Z", cls="mn-lid"), el("circle", r=4.4, cls="mn-lid-eye")])
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


ALPHA_TOKEN = joined([power_badge("", 0, 0, 0.95), el("text", "α", y=6, cls="mn-alpha")])
"""The Alpha token: a brass gear with the letter."""


BATTLE_MARK = el(
    "path",
    d="M-11-12L9 8L13 6L15 10L10 14L6 12L6 8L-14-8ZM11-12L-9 8L-13 6L-15 10L-10 14L-6 12L-6 8L14-8Z",
    cls="mn-cross",
)
"""Two crossed wrenches: a battle."""


@lru_cache(maxsize=256)
def label_of_land(kind: int) -> str:
    """Return the name of a kind of territory, followed by the name of its symbol."""
    colour = 5 if kind == parts.WILD else kind // 5
    return f"{parts.land_name(kind)}, {SYMBOL_NAMES[colour]}"


_SANS = "'Bahnschrift','DIN Alternate','DejaVu Sans Condensed','DejaVu Sans',sans-serif"
STYLE = (
    faces.STYLE
    + ".mn-land{stroke:#2b2118;stroke-width:1.6}.mn-land-0{fill:#a5301d}.mn-land-1{fill:#b8600f}.mn-land-2{fill:#47702a}.mn-land-3{fill:#23618b}"
    ".mn-land-4{fill:#6b3f8d}.mn-land-5{fill:#3a342d}.mn-field{fill:#f6ecd4;opacity:.93}"
    ".mn-symbol{stroke:#2b2118;stroke-width:1.3;stroke-linejoin:round}.mn-symbol-0{fill:#c8452c}.mn-symbol-1{fill:#e08a2a}.mn-symbol-2{fill:#6a9a42}"
    ".mn-symbol-3{fill:#3d86b5}.mn-symbol-4{fill:#9163b5}.mn-symbol-5{fill:#e6b53c}"
    f".mn-number{{font:700 27px {_SANS};fill:#fff6df;text-anchor:middle}}.mn-wild{{font:700 18px {_SANS};fill:#ffdf8a;text-anchor:middle}}"
    ".mn-winning{fill:none;stroke:var(--glow);stroke-width:6}.mn-land-back{fill:url(#steel-plate)}.mn-land-plate{fill:var(--enamel);stroke:var(--brass);stroke-width:1.2}"
    ".mn-land-cross{stroke:var(--enamel-light);stroke-width:5}.mn-land-hub{fill:url(#brass-plate);stroke:var(--brass-dark);stroke-width:1.5}"
    f".mn-question{{font:700 19px {_SANS};fill:#2b1d05;text-anchor:middle}}"
    ".mn-lid{fill:#fff6df;stroke:#2b2118;stroke-width:1.6}.mn-lid-eye{fill:#1c4b48}"
    ".mn-unseen{stroke:#a53a20;stroke-width:3;stroke-linecap:round;fill:none}"
    ".mn-card{fill:var(--raised);stroke:var(--brass-dark);stroke-width:1.8}"
    ".mn-banner,.mn-banner-0,.mn-banner-1,.mn-banner-2{stroke:none}.mn-banner-0{fill:var(--enamel)}.mn-banner-1{fill:var(--copper-dark)}.mn-banner-2{fill:#3a3530}"
    f".mn-title{{font:700 18px {_SANS};fill:#f7edd3;text-anchor:middle}}.mn-text{{font:14.2px {_SANS};fill:var(--ink);text-anchor:middle}}"
    f".mn-name{{font:700 11px {_SANS};fill:#f7edd3;text-anchor:middle}}.mn-name-long{{font-size:9px}}"
    f".mn-halo{{fill:var(--bench);opacity:.8}}.mn-rule{{stroke:var(--line);stroke-width:1}}"
    f".mn-tier{{fill:var(--sheet);stroke:var(--brass);stroke-width:1}}.mn-tier-text{{font:700 13.4px {_SANS};fill:var(--ink);text-anchor:middle}}"
    f".mn-gear{{fill:url(#brass-plate);stroke:var(--brass-dark);stroke-width:1.2}}.mn-gear-face{{fill:#fff6df;stroke:var(--brass-dark);stroke-width:1}}"
    f".mn-power{{font:700 19px {_SANS};fill:#231c13;text-anchor:middle;--least:19;--rim:var(--glow)}}.mn-alpha{{font:700 19px {_SANS};fill:#231c13;text-anchor:middle}}"
    ".mn-back{fill:var(--steel-dark);stroke:var(--steel);stroke-width:1}.mn-back-line{fill:none;stroke:var(--steel-light);stroke-width:1.4;opacity:.6}"
    ".mn-mask{fill:var(--steel);stroke:#1d1a18;stroke-width:1.6}.mn-mask-eye{fill:#ffc857;stroke:#1d1a18;stroke-width:1.2}"
    ".mn-slot{fill:none;stroke:var(--ink-soft);stroke-width:1.6;stroke-dasharray:5 4}"
    f".mn-small{{font:13px {_SANS};fill:var(--ink-soft);text-anchor:middle}}.mn-label{{font:600 14px {_SANS};fill:var(--ink);text-anchor:middle}}"
    f".mn-heading{{font:700 17px {_SANS};fill:var(--ink);text-anchor:middle;letter-spacing:.06em}}"
    ".mn-ring{fill:url(#steel-plate);stroke:var(--steel-dark);stroke-width:2}.mn-sand{fill:var(--bench);stroke:var(--steel-dark);stroke-width:3}"
    ".mn-dust{fill:var(--wood-light);opacity:.3}.mn-track{fill:none;stroke:var(--wood);stroke-width:2.5;stroke-dasharray:12 9}.mn-lamp{fill:var(--glow);stroke:var(--brass-dark);stroke-width:2}"
    ".mn-panel{fill:var(--sheet);stroke:var(--line);stroke-width:1.5}.mn-panel-now{fill:var(--sheet);stroke:var(--glow);stroke-width:4}"
    ".mn-maybe{opacity:.62}.mn-cross{fill:var(--rust);stroke:var(--ink);stroke-width:.8}.mn-plate{fill:var(--sheet);stroke:var(--brass);stroke-width:1.4}"
    f".mn-won{{font:700 24px {_SANS};fill:var(--ink);text-anchor:middle;--least:24;--rim:var(--sheet)}}.mn-lost{{font:400 19px {_SANS};fill:var(--ink-soft);text-anchor:middle}}"
    f".mn-outcome{{font:700 14px {_SANS};fill:var(--ink)}}.mn-with{{font:13px {_SANS};fill:var(--ink-soft)}}"
    f".mn-met{{font:600 13px {_SANS};fill:var(--ink);text-anchor:middle}}.mn-expected{{stroke:var(--glow);stroke-width:3}}"
)
