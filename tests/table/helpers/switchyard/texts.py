"""The texts of the parts of Switchyard."""

from typing import Any

from enginehouse.core.words.texts import Text

TEXTS = {
    "siding": Text("A siding", "Wagons stand here; from each one can go to the next.", 202),
    "turntable": Text("The turntable", "It turns a wagon on siding 2.", 205),
    "wagon": Text("A wagon", "It goes along the line; who brings it to the end gets 2 points.", 202),
    "note": Text("A note", "Play it for as many points as it is worth, unless somebody stops it.", 203),
}


def about(v: Any, piece: str) -> str:
    """The text about a piece."""
    first = piece.partition("-")[0]
    return first if first in TEXTS else ""
