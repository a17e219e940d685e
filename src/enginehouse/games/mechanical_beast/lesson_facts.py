"""Compute the numbers and names that replace keywords in the text of a lesson (see `core.teaching.lessons`)."""

from __future__ import annotations

from enginehouse.core.teaching.lessons import find_learner
from enginehouse.games.mechanical_beast import names, parts
from enginehouse.games.mechanical_beast.state import State


def _room(v: State, number: int) -> str:
    if not 0 <= number < v.rooms:
        raise LookupError(f"{v.rooms} rooms have come")
    return names.room(v, number)


def _at(v: State, figure: str) -> str:
    """Return the name of the room in which a figure is.

    `figure` is "engineer" (the engineer of the player that takes the lesson) or "android".
    """
    return _room(v, int(v.at[{"engineer": find_learner(v), "android": parts.ANDROID}[figure]]))


def _arrow(v: State, number: int) -> str:
    _room(v, number)
    return parts.DIRECTION_NAMES[int(v.facing[number]) & 3]


FACTS = {
    "explored": lambda v: int(v.rooms) - 1,
    "room": _room,
    "at": _at,
    "arrow": _arrow,
}
"""The functions that lessons call by name: explored rooms, a room by number, a figure's room, a room's arrow."""
