"""Find the pieces of the picture that a player clicks to choose an action."""

from __future__ import annotations

from collections.abc import Callable

from enginehouse.core.pictures.drawing import Handles
from enginehouse.core.terms import Seat
from enginehouse.games.mechanica.building import number_hole
from enginehouse.games.mechanica.making import model_made
from enginehouse.games.mechanica.parts import (
    ACTIONS,
    COLUMNS,
    DOCK,
    FLIPS,
    SIDES,
    TRUCK_NAMES,
    WAYS,
    Buy,
    BuyFork,
    Complete,
    Demolish,
    Enlarge,
    Fabricate,
    GiveUp,
    Go,
    Install,
    Keep,
    Land,
    Make,
    Place,
    Put,
    Question,
    Recycle,
    Sell,
    place_name,
)
from enginehouse.games.mechanica.places import main_seat
from enginehouse.games.mechanica.state import ASKED_KIND, Phase, State


def cell_id(place: Place) -> str:
    """Return the name of the piece for a place of the viewer's own factory: a cell or its tile, a slot, a truck."""
    return f"{'truck' if place % COLUMNS == DOCK else 'cell'}-{place_name(place)}"


def hole_id(hole: int) -> str:
    """Return the name of the piece for a hole of the viewer's own Start Zone."""
    return f"hole-{place_name(hole // 3)}-{hole % 3}"


def bot_id(v: State, seat: Seat, hole: int) -> str:
    """Return the name of the piece for the bot in a hole of a seat.

    The name contains the day, so a bot on the next day is another piece, even in the same hole.
    """
    return f"bot-{seat}-{hole}-{v.day}"


def on_truck(hole: int) -> bool:
    """Return whether a hole belongs to a truck."""
    return hole // 3 % COLUMNS == DOCK


def alike_with(v: State, seat: Seat, hole: int) -> list[int]:
    """Return the holes whose bots are drawn as one piece with the bot in `hole` of `seat`.

    If `hole` is on a truck, these are the holes of this truck with bots of the same model. Otherwise it is `hole`
    alone. Return an empty list if `hole` is empty.
    """
    model = v.holes[seat][hole]
    if not model or not on_truck(hole):
        return [hole] if model else []
    first = hole // 3 * 3
    return [other for other in range(first, first + 3) if v.holes[seat][other] == model]


def orientations(kind: int) -> list[int]:
    """Return the orientations of a kind of tile, each as 2 * rotation, plus 1 if it is flipped."""
    return [2 * turn + flip for flip in range(2 if FLIPS[kind] else 1) for turn in range(4)]


def handles(v: State, code: int) -> Handles:
    """Return the pieces to click for the action `code`, or an empty `Handles` if the action is a button."""
    return ACTIONS.dispatch(_HANDLES, v, code, Handles())


def _pick_offered(v: State, model: int) -> Handles:
    return Handles.of(f"offer-{model}")


def _given_up(v: State, model: int) -> Handles:
    crash = v.phase == Phase.RUN and v.asking[main_seat(v)][ASKED_KIND] == Question.CRASH
    return Handles.of(f"offer-{model}") if crash else Handles(source=f"offer-{model}", target="scrap")


def _pick_other(v: State, model: int) -> Handles:
    """Return the pieces to click for the action that keeps the bot of this model when a hole has two bots (MC-4.3).

    The player clicks the other bot, which is given up. If the phase is not `Phase.KEEP`, the player clicks a bot of
    this model instead.
    """
    if v.phase != Phase.KEEP:
        return _pick_offered(v, model)
    there = int(v.holes[main_seat(v)][3 * COLUMNS * v.making])
    return Handles.of(f"offer-{there if model != there else model_made(v, int(v.making))}")


def _sell(v: State, row: int, model: int) -> Handles:
    seat = main_seat(v)
    first = number_hole(COLUMNS * row + DOCK, 0)
    for hole in range(first, first + 3):
        if v.holes[seat][hole] == model:
            return Handles.of(bot_id(v, seat, hole))
    return Handles()


_HANDLES: dict[int, Callable[..., Handles]] = {
    Go.KIND: lambda v, side: Handles.of(f"arrow-{SIDES[side]}"),
    Land.KIND: lambda v, place: Handles.of(cell_id(place)),
    GiveUp.KIND: _given_up,
    Make.KIND: _pick_offered,
    Keep.KIND: _pick_other,
    Put.KIND: lambda v, model, place, hole: Handles(source=f"offer-{model}", target=hole_id(number_hole(place, hole))),
    Sell.KIND: _sell,
    Complete.KIND: lambda v, which, way: Handles.of(
        f"blueprint-{which}", *(f"truck-{'abc'[row]}" for row in WAYS[way])
    ),
    Buy.KIND: lambda v, spot: Handles.of(f"ware-{v.spun - spot + 4}"),
    BuyFork.KIND: lambda v: Handles.of("depot-fork"),
    Enlarge.KIND: lambda v, row, size: Handles(source=f"depot-{TRUCK_NAMES[size]}", target=f"truck-{'abc'[row]}"),
    Demolish.KIND: lambda v, place: Handles(source="hammer", target=cell_id(place), after=True),
    Fabricate.KIND: lambda v, place: Handles.of(cell_id(place)),
    Install.KIND: lambda v, place, turn, flip: Handles(source=f"way-{2 * turn + flip}", target=cell_id(place)),
    Recycle.KIND: lambda v: Handles.of("recycler"),
}
"""By kind of action: a function of the view and the action's arguments that returns the pieces."""
