"""Draw the cover of Mechanical Beast: rooms that have come apart, an engineer and the android on their way out."""

from __future__ import annotations

from enginehouse.core.pictures.covers import at, framed
from enginehouse.core.pictures.drawing import Svg
from enginehouse.games.mechanical_beast import art, facts, parts

_ROOMS = (
    (3, 118, 118, 1.5, -14), (9, 300, 92, 1.6, 5), (parts.CONTROL, 470, 130, 1.8, -4), (21, 668, 112, 1.6, 11),
    (14, 92, 320, 1.6, 8), (parts.ENTRANCE, 292, 300, 2.2, -5), (parts.EXIT, 548, 322, 2.3, 6), (30, 724, 318, 1.5, -9),
)  # fmt: skip
"""The rooms of the cover, each with its kind, its place (x, y), its scale and its angle in degrees."""


def cover() -> Svg:
    """Draw the game's cover for the lobby."""
    rooms = [
        at(art.room(tile, False, tile == 21, 0, -1, True), x, y, scale, turn) for tile, x, y, scale, turn in _ROOMS
    ]
    return framed(
        facts.FACTS.title,
        [
            *rooms,
            at(art.ROOMS["cog-12"], 410, 214, 1.9, 8),
            at(art.ROOMS["cog-10"], 176, 210, 1.3),
            at(art.PERSON, 102, 312, 1.5),
            at(art.engineer(0, False), 318, 404, 4.6),
            at(art.ANDROID, 470, 412, 4.4),
        ],
        "cover-dark",
    )
