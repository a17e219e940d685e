"""Draw the sign of a seat, with or without a name beside it."""

from __future__ import annotations

from functools import lru_cache

from enginehouse.core.pictures.drawing import Svg
from enginehouse.core.pictures.palette import SEAT_SIGNS, seat_sign
from enginehouse.table.picture.elements import element

SIGN_BOX = "-11 -11.5 22 23"
"""The visible area of a seat's sign, as the attribute `viewBox`."""


@lru_cache(maxsize=16)
def badge(seat: int) -> Svg:
    """Return the sign of a seat, its shape in its colour, as a small picture without text."""
    said = f"seat {seat + 1}, {SEAT_SIGNS[seat]}"
    return element("svg", Svg(seat_sign(seat, 20)), cls="badge", viewBox=SIGN_BOX, role="img", aria_label=said)


@lru_cache(maxsize=16)
def _pip(seat: int) -> Svg:
    return element("svg", Svg(seat_sign(seat, 20)), cls="pip", viewBox=SIGN_BOX, aria_hidden="true")


@lru_cache(maxsize=1000)
def seat_name(seat: int, name: str) -> Svg:
    """Return a name (already escaped) with the sign of its seat.

    Isolate the name, so that a right-to-left script does not change the sentence around it.
    """
    return element("span", _pip(seat), " ", element("bdi", Svg(name)), cls=f"name seat-{seat}")
