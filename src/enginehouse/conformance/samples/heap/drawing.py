"""Draw Heap: a row of counters. A click on the last counter but one takes two counters."""

from typing import Any

from enginehouse.conformance.samples.heap.state import COUNTERS, Take
from enginehouse.core.pictures.drawing import (
    Handles,
    Marks,
    Piece,
    Sheet,
    Svg,
    el,
)

WIDE, HIGH = 40, 80
STYLE = ".he-counter{fill:var(--enamel);stroke:var(--enamel-light);stroke-width:2}"


def sheets(v: Any) -> list[Sheet]:
    """Return one sheet, the table on which all counters lie."""
    return [Sheet("heap", COUNTERS * WIDE, HIGH, ("counters",), "The heap")]


def counter() -> Svg:
    """Draw a counter. Its centre is at (0, 0)."""
    return el("circle", r=WIDE * 0.4, cls="he-counter")


def draw(v: Any, marks: Marks) -> list[Piece]:
    """Draw the remaining counters, numbered from 0."""
    return [
        Piece(
            f"counter-{k}",
            counter(),
            WIDE * (k + 0.5),
            HIGH / 2,
            layer="counters",
            label=f"Counter {k + 1}",
        )
        for k in range(v.left)
    ]


def handles(v: Any, code: int) -> Handles:
    """Return the piece that a player clicks to choose an action: the lowest counter that the action takes.

    If there is no such counter, the action is chosen by a button.
    """
    lowest = v.left - Take.many[code]
    return Handles(pieces=frozenset({f"counter-{lowest}"} if lowest >= 0 else ()))
