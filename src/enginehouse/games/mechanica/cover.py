"""Draw the cover of Mechanica: robots on their way from the factory through the tiles to the truck."""

from __future__ import annotations

from enginehouse.core.pictures.covers import at, framed
from enginehouse.core.pictures.drawing import Svg
from enginehouse.games.mechanica import art, facts, parts


def cover() -> Svg:
    """Draw the game's cover for the lobby."""
    row = [at(art.BELT, x, 330, 1.16) for x in (70, 230, 390, 550, 710)]
    coins = [at(art.COIN, x, y, 1.7) for x, y in ((612, 196), (656, 168), (702, 192))]
    return framed(
        facts.FACTS.title,
        [
            at(art.WHEEL, 150, 96, 1.0),
            at(art.blueprint((3, 2, 1), 29), 396, 100, 1.05, -5),
            at(art.blueprint((1, 1, 1, 1), 18), 528, 104, 1.05, 7),
            *coins,
            *row,
            at(art.fabricator(parts.OVERACTIVE), 96, 328, 1.2),
            at(art.tile(parts.FORK), 300, 330, 1.15),
            at(art.truck(3), 660, 318, 1.25),
            at(art.robot(1, 2), 214, 442, 1.35),
            at(art.robot(2, 2), 380, 430, 1.75),
            at(art.robot(3, 2), 560, 416, 2.2),
        ],
    )
