"""The sign of a seat and a name beside it, as markup."""

from __future__ import annotations

from functools import lru_cache

from enginehouse.core.pictures.drawing import Svg
from enginehouse.core.pictures.palette import SEAT_SIGNS, seat_sign
from enginehouse.table.picture.elements import element

SIGN_BOX = "-11 -11.5 22 23"


@lru_cache(maxsize=16)
def badge(seat: int) -> Svg:
    """The sign of a seat as a small picture; the name beside it says the rest."""
    said = f"seat {seat + 1}, {SEAT_SIGNS[seat]}"
    return element("svg", Svg(seat_sign(seat, 20)), cls="badge", viewBox=SIGN_BOX, role="img", aria_label=said)


@lru_cache(maxsize=16)
def _pip(seat: int) -> Svg:
    return element("svg", Svg(seat_sign(seat, 20)), cls="pip", viewBox=SIGN_BOX, aria_hidden="true")


@lru_cache(maxsize=1000)
def seat_name(seat: int, name: str) -> Svg:
    """A name (already escaped) with the sign of its seat; whichever way it is written, the sentence round it keeps its own."""
    return element("span", _pip(seat), " ", element("bdi", Svg(name)), cls=f"name seat-{seat}")
