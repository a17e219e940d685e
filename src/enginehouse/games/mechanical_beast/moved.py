"""Which rooms others have moved since one's own last turn."""

from __future__ import annotations

from typing import Any

from enginehouse.games.mechanical_beast.state import State

Lies = tuple[tuple[int, int, int], ...]
"""Where rooms lie: place and facing of each, by number; a facing of -1: it has fallen away."""


def lies(v: Any) -> Lies:
    """How the rooms of a map lie."""
    return tuple(
        (int(v.x[n]), int(v.y[n]), int(v.facing[n]) & 3 if v.doors[n] >= 0 else -1) for n in range(int(v.rooms))
    )


def moved_since(v: State, before: Any) -> list[int]:
    """The rooms that lay otherwise then: `before` is what `lies` has said, or None where that is not known."""
    if not before:
        return []
    now = lies(v)
    return [n for n, was in enumerate(before) if n < len(now) and now[n][2] >= 0 and now[n] != was]
