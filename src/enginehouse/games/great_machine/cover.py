"""Draw the cover of The Great Machine: a fat rat in its cage, falling pellets, the motor and the Master's coach."""

from __future__ import annotations

from enginehouse.core.pictures.covers import at, framed
from enginehouse.core.pictures.drawing import Svg
from enginehouse.games.great_machine import art, facts


def cover() -> Svg:
    """Draw the game's cover for the lobby."""
    pipes = [art.pipe(400, 100, 400, 190), art.pipe(400, 150, 655, 330), art.pipe(400, 150, 145, 330)]
    falling = [at(art.pellet(), x, y, 1.6) for x, y in ((402, 226), (388, 262), (410, 292))]
    return framed(
        facts.FACTS.title,
        [
            at(art.COACH, 690, 80, 1.7),
            at(art.VILLA, 96, 82, 1.4),
            *pipes,
            at(art.hopper(False), 400, 70, 1.15),
            at(art.cage(1, 150, 112, False), 112, 474, 1.35),
            at(art.cage(3, 150, 112, True), 690, 474, 1.35),
            at(art.dial((1, 2, 3, 4), 1), 600, 250, 0.62),
            at(art.arm(True), 600, 250, 0.62, 120),
            at(art.rat(1, 2), 112, 458, 1.3),
            at(art.cage(2, 200, 150, False), 400, 478, 1.6),
            *falling,
            at(art.rat(0, 12), 395, 450, 2.7),
        ],
    )
