"""Define the colours that all games and pages share, and the signs that mark the seats.

Every colour is a pair: its value in the light theme, and in the dark theme. The sign of a seat has a shape of its own
besides its colour, so that players need not see colours to recognise a seat.
"""

from __future__ import annotations

from functools import lru_cache

from enginehouse.core.terms import Seat

PALETTE: dict[str, tuple[str, str]] = {
    # the room
    "paper": ("#efe5d0", "#171410"),
    "sheet": ("#faf4e5", "#221d17"),
    "raised": ("#fffaf0", "#2c261e"),
    "bench": ("#e3d5b8", "#1d1914"),
    "ink": ("#231c13", "#f1e6cd"),
    "ink-soft": ("#655843", "#b5a688"),
    "line": ("#cbb88f", "#4a3f2e"),
    "shade": ("#3a2a10", "#000000"),
    "pit": ("#34302c", "#100d0a"),
    # materials
    "brass": ("#b5852b", "#c99a42"),
    "brass-light": ("#e6c272", "#f3d58c"),
    "brass-dark": ("#71500f", "#7d5a1b"),
    "copper": ("#b4623a", "#c8754a"),
    "copper-light": ("#e09a70", "#eaaa82"),
    "copper-dark": ("#6f3419", "#74381c"),
    "steel": ("#80888b", "#89939a"),
    "steel-light": ("#c4cbca", "#c6d0d4"),
    "steel-dark": ("#474d50", "#434b51"),
    "iron": ("#34302c", "#3a3530"),
    "wood": ("#80552f", "#6b4526"),
    "wood-light": ("#b08150", "#94653b"),
    "wood-dark": ("#4b2f17", "#3a2412"),
    "glass": ("#d4e6df", "#2b413e"),
    "enamel": ("#1c4b48", "#123b39"),
    "enamel-light": ("#2f6c67", "#1f5552"),
    "enamel-ink": ("#f7edd3", "#f5e8c8"),
    # events
    "glow": ("#f0b02e", "#ffc857"),
    "spark": ("#fff1a8", "#fff3b0"),
    "rust": ("#a53a20", "#e27a57"),
    "moss": ("#4c6b2c", "#9fc06a"),
    "link": ("#175450", "#7fc9bd"),
    # eight seats
    "seat-0": ("#b93a22", "#e2654a"),
    "seat-1": ("#1d6582", "#55a9cc"),
    "seat-2": ("#8f6508", "#e0ae3c"),
    "seat-3": ("#74366a", "#c584ba"),
    "seat-4": ("#44691f", "#94bd5c"),
    "seat-5": ("#3f4b6b", "#98a6cf"),
    "seat-6": ("#a33e60", "#e88aa8"),
    "seat-7": ("#3d3a36", "#cfc7b8"),
}
"""The colours by name, each by day and by night."""

SEAT_SHAPES: tuple[str, ...] = (
    "M0-9A9 9 0 1 1 0 9A9 9 0 1 1 0-9Z",  # disc
    "M-8-8H8V8H-8Z",  # square
    "M0-10L10 8H-10Z",  # triangle
    "M0-11L10 0L0 11L-10 0Z",  # diamond
    "M-5-9H5L10 0L5 9H-5L-10 0Z",  # hexagon
    "M-3.6-10H3.6V-3.6H10V3.6H3.6V10H-3.6V3.6H-10V-3.6H-3.6Z",  # cross
    "M0-11L2.8-3.6L10.5-3.4L4.5 1.4L6.5 8.9L0 4.6L-6.5 8.9L-4.5 1.4L-10.5-3.4L-2.8-3.6Z",  # star
    "M-9-8H9V0C9 6 4 9 0 11C-4 9-9 6-9 0Z",  # shield
)
SEAT_SIGNS: tuple[str, ...] = ("disc", "square", "triangle", "diamond", "hexagon", "cross", "star", "shield")
"""The names of the shapes, for screen readers."""


@lru_cache(maxsize=256)
def seat_sign(seat: Seat, size: float = 20) -> str:
    """Return the sign of a seat as SVG, with its centre at (0, 0): shape, colour and number.

    `size` is its width in units of the drawing.
    """
    scale = f"{size / 22:.3f}".rstrip("0").rstrip(".")
    return (
        f'<g class="sign seat-{seat}"><g transform="scale({scale})"><path class="seat-fill sign-edge" d="{SEAT_SHAPES[seat]}"/>'
        f'<text class="sign-number" y="{4.2 if seat != 2 else 6}" text-anchor="middle">{seat + 1}</text></g></g>'
    )


HOUSE_STYLE = (
    "".join(
        f".seat-{k}.seat-fill,.seat-{k} .seat-fill{{fill:var(--seat-{k})}}"
        f".seat-{k}.seat-stroke,.seat-{k} .seat-stroke{{stroke:var(--seat-{k})}}"
        for k in range(8)
    )
    + ".sign-edge{stroke:var(--sheet);stroke-width:1.5;paint-order:stroke}"
    + ".sign-number{font:700 11px 'Bahnschrift','DIN Alternate','DejaVu Sans Condensed','DejaVu Sans',sans-serif;fill:var(--sheet)}"
)
"""CSS that every drawing may use."""


def _plate(name: str) -> str:
    return (
        f'<linearGradient id="{name}-plate" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="var(--{name}-light)"/>'
        f'<stop offset=".45" stop-color="var(--{name})"/><stop offset="1" stop-color="var(--{name}-dark)"/></linearGradient>'
    )


def _ball(name: str) -> str:
    return (
        f'<radialGradient id="{name}-ball" cx=".35" cy=".3" r=".8"><stop offset="0" stop-color="var(--{name}-light)"/>'
        f'<stop offset=".5" stop-color="var(--{name})"/><stop offset="1" stop-color="var(--{name}-dark)"/></radialGradient>'
    )


HOUSE_DEFS = "".join([*map(_plate, ("brass", "copper", "steel", "wood")), *map(_ball, ("brass", "steel"))])
"""Gradients by name: brass-plate (down a plate), also of copper, steel and wood; brass-ball, also of steel.

They are part of every page of a table, so there is none without a use.
"""


def variables(theme: int) -> str:
    """Return the palette of one theme (0 by day, 1 by night) as CSS declarations `--name:colour`."""
    return "".join(f"--{name}:{pair[theme]};" for name, pair in PALETTE.items())
