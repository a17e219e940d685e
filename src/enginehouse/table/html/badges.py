"""Small parts of pages: seat badges, names, text in markup."""

from __future__ import annotations

from functools import lru_cache

from enginehouse.core.palette import SEAT_SIGNS, seat_sign

BOT_NAMES = (
    "Flywheel",
    "Piston",
    "Tappet",
    "Camshaft",
    "Bellows",
    "Governor",
    "Ratchet",
    "Gasket",
    "Spindle",
    "Dynamo",
    "Crank",
    "Sprocket",
)


@lru_cache(maxsize=16)
def badge(seat: int) -> str:
    """The sign of a seat as a small picture; the name beside it says the rest."""
    return f'<svg class="badge" viewBox="-11 -11.5 22 23" role="img" aria-label="seat {seat + 1}, {SEAT_SIGNS[seat]}">{seat_sign(seat, 20)}</svg>'


def seat_name(seat: int, name: str) -> str:
    """A name (already escaped) with the sign of its seat; whichever way it is written, the sentence round it keeps its own."""
    return f'<span class="name seat-{seat}"><svg class="pip" viewBox="-11 -11.5 22 23" aria-hidden="true">{seat_sign(seat, 20)}</svg> <bdi>{name}</bdi></span>'
