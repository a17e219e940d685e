"""Find the rooms that other players have moved since the viewer's own last turn."""

from __future__ import annotations

from typing import Any

from enginehouse.games.mechanical_beast.state import State

Lies = tuple[tuple[int, int, int], ...]
"""The place (x, y) and facing of each room by number. A facing of -1 means that the room has fallen."""


def lies(v: Any) -> Lies:
    """Return the place (x, y) and the facing of each room of a map, by number.

    A facing of -1 means that the room has fallen.
    """
    return tuple(
        (int(v.x[n]), int(v.y[n]), int(v.facing[n]) & 3 if v.doors[n] >= 0 else -1) for n in range(int(v.rooms))
    )


def moved_since(v: State, before: Any) -> list[int]:
    """Return the numbers of the rooms whose place or facing has changed since an earlier time.

    `before` has (x, y, facing) for each room at that time, in the order of the rooms' numbers (the function `lies`
    returns it). If it is None, return an empty list. Rooms that have collapsed since then are left out.
    """
    if not before:
        return []
    now = lies(v)
    return [n for n, was in enumerate(before) if n < len(now) and now[n][2] >= 0 and now[n] != was]
