"""By which pieces an action of Mechanical Beast is taken up, and where pieces stand on the drawn map."""

from __future__ import annotations

from typing import Any

from enginehouse.core.drawing import Handles
from enginehouse.games.mechanical_beast.art import ROOM
from enginehouse.games.mechanical_beast.choices import far_x, far_y
from enginehouse.games.mechanical_beast.parts import (
    ALL,
    AMOUNTS,
    ANDROID,
    END,
    EXPLORE,
    FACE,
    MOST_SEATS,
    MOVE,
    NEAR_PLACES,
    PASS,
    PLACE,
    PLACE_FAR,
    THROUGH,
    USE,
)

STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))


def at_place(x: int, y: int) -> tuple[float, float]:
    """The middle of a place on the sheet: north is up."""
    return float(ROOM * x), float(-ROOM * y)


def place(v: Any, n: int) -> tuple[float, float]:
    """The middle of a room on the sheet."""
    return at_place(int(v.x[n]), int(v.y[n]))


def spot_id(x: int, y: int) -> str:
    """The piece of an empty place."""
    return f"spot-{x}_{y}"


def meeple_id(v: Any, m: int) -> str:
    """The piece of a meeple."""
    return "android" if m == ANDROID else f"engineer-{m}"


def actor_of(v: Any, who: int) -> int:
    """The meeple that an action of the player whose turn it is would move."""
    return ANDROID if who == 1 else int(v.active) + (MOST_SEATS if who == 2 else 0)


def explored_place(v: Any, code: int) -> tuple[int, int]:
    """The place at which an exploration would lay a room."""
    n = int(v.at[actor_of(v, (code - EXPLORE) // 4)])
    dx, dy = STEPS[(code - EXPLORE) & 3]
    return int(v.x[n]) + dx, int(v.y[n]) + dy


def exit_place(v: Any, code: int) -> tuple[int, int]:
    """The place at which an action would lay the Emergency Exit."""
    dx, dy = NEAR_PLACES[code - PLACE] if code < PLACE_FAR else (far_x(code), far_y(v, code))
    return int(v.x[v.control]) + dx, int(v.y[v.control]) + dy


def gear_used(v: Any, code: int) -> tuple[int, int, int]:
    """The meeple, the room and the gear (0 or 1) of an action that uses one."""
    m = actor_of(v, (code - USE) // (2 * AMOUNTS))
    return m, int(v.at[m]), (code - USE) // AMOUNTS & 1


def handles(v: Any, code: int) -> Handles:
    """The pieces of an action; none for what is a button."""
    if code in (PASS, END):
        return Handles()
    if code < EXPLORE:
        who = (code - MOVE) // ALL if code < THROUGH else 2 * ((code - THROUGH) // ALL)
        return Handles(source=meeple_id(v, actor_of(v, who)), target=f"room-{(code - MOVE) % ALL}")
    if code < USE:
        m = actor_of(v, (code - EXPLORE) // 4)
        return Handles(source=meeple_id(v, m), target=spot_id(*explored_place(v, code)))
    if code < PLACE:
        m, n, g = gear_used(v, code)
        return Handles(pieces=frozenset({meeple_id(v, m), f"gear-{n}-{g}"}))
    if code < FACE:
        return Handles(pieces=frozenset({spot_id(*exit_place(v, code))}))
    return Handles(pieces=frozenset({f"face-{code - FACE}"}))
