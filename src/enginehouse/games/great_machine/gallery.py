"""Draw every part of The Great Machine as a single picture, for the gallery."""

from __future__ import annotations

from enginehouse.core.pictures.drawing import Svg, el, joined
from enginehouse.games.great_machine import art, faces, parts

_STATES = {
    "boots": "A rat with Rubber Boots",
    "cower": "A cowering rat",
    "salivate": "A salivating rat",
    "mellow": "A mellow rat",
    "distraught": "A distraught rat",
    "psycho": "A psycho rat",
    "noxious": "A noxious rat",
}
"""The titles of the drawn states of a rat, by the states' names."""


def gallery() -> list[tuple[str, Svg, float, float]]:
    """Return a picture of each card, pellet and other part of the game, as (title, picture, width, height)."""
    found: list[tuple[str, Svg, float, float]] = []
    for k, size in enumerate((0, 2, 5, 9, 12)):
        found.append((f"A rat of {size} pellets", el("g", art.rat(k, size), transform="translate(0 30)"), 160, 110))
    for k, (sign, title) in enumerate(_STATES.items()):
        found.append((title, el("g", art.rat(k, 3, (sign,)), transform="translate(0 30)"), 160, 130))
    found += [
        ("A toggle", joined([art.housing(1), el("g", art.LEVER, transform="rotate(-150)")]), 120, 130),
        (
            "A locked toggle",
            joined([art.housing(2), el("g", art.LEVER, transform="rotate(150)"), art.PADLOCK]),
            120,
            130,
        ),
        ("The hopper", el("g", art.hopper(False), transform="translate(0 -10)"), 170, 150),
        ("The hopper with Hopper Blockage", el("g", art.hopper(True), transform="translate(0 -10)"), 170, 170),
        ("The motor, small machine", joined([art.dial((1, 2, 3, 4), 1), art.arm(True)]), 200, 200),
        (
            "The motor, large machine, reversed",
            joined([art.dial((1, 5, 2, 6, 3, 7, 4, 8), -1), art.arm(True)]),
            200,
            200,
        ),
        ("A cage", el("g", art.cage(1, 150, 112, False), transform="translate(0 50)"), 180, 160),
        ("The charged cage", el("g", art.cage(2, 150, 112, True), transform="translate(0 50)"), 180, 160),
        ("The Master’s coach", el("g", art.COACH, transform="translate(0 20)"), 110, 80),
        ("The Master’s house", el("g", art.VILLA, transform="translate(0 26)"), 100, 80),
    ]
    for mark, name in (
        (0, "A pellet"),
        (1, "A poisoned pellet"),
        (2, "A laxative pellet"),
        (4, "A super pellet"),
        (8, "A doubly super pellet"),
    ):
        found.append((name, art.pellet(mark, 14), 70, 60))
    found += [(f"The {parts.DECK_NAMES[deck]} deck", faces.back(deck), 96, 84) for deck in (0, 1)]
    found += [(card.title, faces.face(kind), faces.WIDE + 16, faces.HIGH + 16) for kind, card in enumerate(parts.CARDS)]
    return found
