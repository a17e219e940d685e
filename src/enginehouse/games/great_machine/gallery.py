"""Every part of The Great Machine alone, as the gallery shows it."""

from __future__ import annotations

from enginehouse.core.drawing import Svg, el, joined
from enginehouse.games.great_machine import art, faces
from enginehouse.games.great_machine.parts import CARDS, DECK_NAMES


def gallery() -> list[tuple[str, Svg, float, float]]:
    """Every part alone: title, picture, width, height."""
    found: list[tuple[str, Svg, float, float]] = []
    for k, size in enumerate((0, 2, 5, 9, 12)):
        found.append((f"A rat of {size} pellets", el("g", art.rat(k, size), transform="translate(0 30)"), 160, 110))
    for k, sign in enumerate(("boots", "cower", "salivate", "mellow", "distraught", "psycho", "noxious")):
        found.append((f"A rat, {sign}", el("g", art.rat(k, 3, (sign,)), transform="translate(0 30)"), 160, 130))
    found += [
        ("A toggle, left", joined([art.housing(1), el("g", art.LEVER, transform="rotate(-150)")]), 120, 130),
        (
            "A toggle, right, locked",
            joined([art.housing(2), el("g", art.LEVER, transform="rotate(150)"), art.PADLOCK]),
            120,
            130,
        ),
        ("The hopper", el("g", art.hopper(False), transform="translate(0 -10)"), 170, 150),
        ("The hopper, blocked", el("g", art.hopper(True), transform="translate(0 -10)"), 170, 170),
        ("The small motor", joined([art.dial((1, 2, 3, 4), 1), art.arm(True)]), 200, 200),
        ("The large motor, reversed", joined([art.dial((1, 5, 2, 6, 3, 7, 4, 8), -1), art.arm(True)]), 200, 200),
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
    found += [(f"Back of a {DECK_NAMES[deck]} card", faces.back(deck), 96, 84) for deck in (0, 1)]
    found += [(card.title, faces.face(kind), faces.WIDE + 16, faces.HIGH + 16) for kind, card in enumerate(CARDS)]
    return found
