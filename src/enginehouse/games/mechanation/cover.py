"""Draw the cover of Mechanation: mechs face to face in the Arena, above the territories that they fight for."""

from __future__ import annotations

from enginehouse.core.pictures.covers import at, framed
from enginehouse.core.pictures.drawing import Svg
from enginehouse.games.mechanation import art, facts
from enginehouse.games.mechanation.parts import Mech

_BEHIND = (
    (Mech.SENTINEL, 112, 150),
    (Mech.GOLIATH, 250, 108),
    (Mech.AEGIS, 400, 92),
    (Mech.SPARK, 552, 108),
    (Mech.LEECH, 690, 150),
)
"""The mechs at the back of the cover, each with its number and its place (x, y)."""


def cover() -> Svg:
    """Draw the game's cover for the lobby."""
    fan = [
        at(art.territory(kind), 400 + 78 * k, 446 + 9 * abs(k), 1.25, 7 * k)
        for k, kind in zip(range(-3, 4), (2, 7, 12, 25, 17, 22, 3), strict=True)
    ]
    return framed(
        facts.FACTS.title,
        [
            at(art.arena_floor(448, 446), 400, 270, 1.62),
            *(at(art.portrait(mech), x, y, 1.5) for mech, x, y in _BEHIND),
            *fan,
            at(art.portrait(Mech.COLOSSUS), 262, 280, 3.3),
            at(art.portrait(Mech.RAIDER), 548, 286, 3.3),
            at(art.BATTLE_MARK, 404, 296, 3.6),
        ],
    )
