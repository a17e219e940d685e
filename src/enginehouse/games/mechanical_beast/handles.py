"""Find the pieces of the picture that a player clicks to choose an action, and their places on the drawn map."""

from __future__ import annotations

from collections.abc import Callable

from enginehouse.core.pictures.drawing import Handles
from enginehouse.games.mechanical_beast import art, choices, parts
from enginehouse.games.mechanical_beast.parts import ExitAt, ExitBeyond, ExitFacing, Explore, Move, Through, Use
from enginehouse.games.mechanical_beast.state import State


def at_place(x: int, y: int) -> tuple[float, float]:
    """Return the point on the sheet, where north is up, for the middle of the place (x, y) of the map."""
    return float(art.ROOM * x), float(-art.ROOM * y)


def place(v: State, n: int) -> tuple[float, float]:
    """Return the middle (x, y) of room `n` on the sheet."""
    return at_place(int(v.x[n]), int(v.y[n]))


def spot_id(x: int, y: int) -> str:
    """Return the name that the empty place (x, y) has as a piece of the drawing, such as "spot-2_-1"."""
    return f"spot-{x}_{y}"


def meeple_id(v: State, m: int) -> str:
    """Return the name that meeple `m` has as a piece of the drawing: "android", or "engineer-" and its number."""
    return "android" if m == parts.ANDROID else f"engineer-{m}"


def find_actor(v: State, figure: int) -> int:
    """Return the number of the meeple that an action of the current player names by `figure`.

    `figure` is ENGINEER, MACHINE (the android) or SECOND (the player's second engineer).
    """
    return parts.ANDROID if figure == 1 else int(v.active) + (parts.MOST_SEATS if figure == 2 else 0)


def explored_place(v: State, figure: int, way: int) -> tuple[int, int]:
    """Return the place (x, y) of the map at which an exploration would lay a room.

    `figure` says which meeple of the current player explores: ENGINEER, MACHINE (the android) or SECOND (the second
    engineer). `way` is the direction (0 north, then clockwise).
    """
    n = int(v.at[find_actor(v, figure)])
    dx, dy = parts.STEPS[way]
    return int(v.x[n]) + dx, int(v.y[n]) + dy


def gear_used(v: State, code: int) -> tuple[int, int, int]:
    """Return three numbers for an action that uses a gear: the meeple that uses it, the meeple's room, and the gear.

    `code` is the code of the action. The gear is 0 or 1.
    """
    m = find_actor(v, Use.who[code])
    return m, int(v.at[m]), Use.gear[code]


def find_move(v: State, code: int) -> tuple[int, int]:
    """Return the meeple of a move and the room to which it goes, whether or not it goes through the Control Room."""
    if code in Through:
        return find_actor(v, 2 * Through.which[code]), Through.room[code]
    return find_actor(v, Move.who[code]), Move.room[code]


def _gear(v: State, code: int) -> Handles:
    m, n, g = gear_used(v, code)
    return Handles.of(meeple_id(v, m), f"gear-{n}-{g}")


def _handle_move(v: State, m: int, room: int) -> Handles:
    return Handles(source=meeple_id(v, m), target=f"room-{room}")


def _handle_exploring(v: State, who: int, way: int) -> Handles:
    return Handles(source=meeple_id(v, find_actor(v, who)), target=spot_id(*explored_place(v, who, way)))


def _handle_placing(v: State, code: int) -> Handles:
    return Handles.of(spot_id(choices.spot_x(v, code), choices.spot_y(v, code)))


_HANDLES: dict[int, Callable[..., Handles]] = {
    Move.KIND: lambda v, who, room: _handle_move(v, find_actor(v, who), room),
    Through.KIND: lambda v, which, room: _handle_move(v, find_actor(v, 2 * which), room),
    Explore.KIND: _handle_exploring,
    Use.KIND: lambda v, *arguments: _gear(v, Use.at(*arguments)),
    ExitAt.KIND: lambda v, near: _handle_placing(v, ExitAt.at(near)),
    ExitBeyond.KIND: lambda v, east, side: _handle_placing(v, ExitBeyond.at(east, side)),
    ExitFacing.KIND: lambda v, way: Handles.of(f"face-{way}"),
}
"""By kind of action: a function of the view and the action's arguments that returns the pieces."""
handles = parts.ACTIONS.by_kind(_HANDLES, Handles())
"""A function of a view and the code of an action that returns the pieces to click: none if the action is a button."""
