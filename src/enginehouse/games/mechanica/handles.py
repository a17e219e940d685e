"""Find the pieces of the picture that a player clicks to choose an action."""

from __future__ import annotations

from collections.abc import Callable

from enginehouse.core.pictures.drawing import Handles
from enginehouse.core.terms import Seat
from enginehouse.games.mechanica import building, making, parts, places, state
from enginehouse.games.mechanica.state import Phase, State


def cell_id(place: parts.Place) -> str:
    """Return the id of a piece of the picture: "truck-a" for a truck, "cell-b2" for another place of a factory.

    The piece is the truck, slot, cell or tile at `place` in the viewer's own factory.
    """
    return f"{'truck' if place % parts.COLUMNS == parts.DOCK else 'cell'}-{parts.place_name(place)}"


def hole_id(hole: int) -> str:
    """Return the name of the piece for a hole of the viewer's own Start Zone."""
    return f"hole-{parts.place_name(hole // 3)}-{hole % 3}"


def bot_id(v: State, seat: Seat, hole: int) -> str:
    """Return the name of the piece for the bot in a hole of a seat.

    The name contains the day, so a bot on the next day is another piece, even in the same hole.
    """
    return f"bot-{seat}-{hole}-{v.day}"


def on_truck(hole: int) -> bool:
    """Return whether a hole belongs to a truck."""
    return hole // 3 % parts.COLUMNS == parts.DOCK


def alike_with(v: State, seat: Seat, hole: int) -> list[int]:
    """Return the holes whose bots are drawn as one piece with the bot in `hole` of the factory of `seat`.

    On a truck, bots of the same model are one piece. So return all holes of this truck with a bot of that model.
    Elsewhere, return only `hole`. If `hole` is empty, return an empty list.
    """
    model = v.holes[seat][hole]
    if not model or not on_truck(hole):
        return [hole] if model else []
    first = hole // 3 * 3
    return [other for other in range(first, first + 3) if v.holes[seat][other] == model]


def orientations(kind: int) -> list[int]:
    """Return the orientations of a kind of tile, each as 2 * rotation, plus 1 if it is flipped."""
    return [2 * turn + flip for flip in range(2 if parts.FLIPS[kind] else 1) for turn in range(4)]


def _pick_offered(v: State, model: int) -> Handles:
    return Handles.of(f"offer-{model}")


def _given_up(v: State, model: int) -> Handles:
    crash = v.phase == Phase.RUN and v.asking[places.main_seat(v)][state.ASKED_KIND] == parts.Question.CRASH
    return Handles.of(f"offer-{model}") if crash else Handles(source=f"offer-{model}", target="scrap")


def _pick_other(v: State, model: int) -> Handles:
    """Return the pieces to click for the action that keeps the bot of this model when a hole has two bots (MC-4.3).

    The player clicks the other bot, which is given up. If the phase is not `Phase.KEEP`, the player clicks a bot of
    this model instead.
    """
    if v.phase != Phase.KEEP:
        return _pick_offered(v, model)
    there = int(v.holes[places.main_seat(v)][3 * parts.COLUMNS * v.making])
    return Handles.of(f"offer-{there if model != there else making.model_made(v, int(v.making))}")


def _sell(v: State, row: int, model: int) -> Handles:
    seat = places.main_seat(v)
    first = building.number_hole(parts.COLUMNS * row + parts.DOCK, 0)
    for hole in range(first, first + 3):
        if v.holes[seat][hole] == model:
            return Handles.of(bot_id(v, seat, hole))
    return Handles()


_HANDLES: dict[int, Callable[..., Handles]] = {
    parts.Go.KIND: lambda v, side: Handles.of(f"arrow-{parts.SIDES[side]}"),
    parts.Land.KIND: lambda v, place: Handles.of(cell_id(place)),
    parts.GiveUp.KIND: _given_up,
    parts.Make.KIND: _pick_offered,
    parts.Keep.KIND: _pick_other,
    parts.Put.KIND: lambda v, model, place, hole: Handles(
        source=f"offer-{model}", target=hole_id(building.number_hole(place, hole))
    ),
    parts.Sell.KIND: _sell,
    parts.Complete.KIND: lambda v, which, way: Handles.of(
        f"blueprint-{which}", *(f"truck-{'abc'[row]}" for row in parts.WAYS[way])
    ),
    parts.Buy.KIND: lambda v, spot: Handles.of(f"ware-{v.spun - spot + 4}"),
    parts.BuyFork.KIND: lambda v: Handles.of("depot-fork"),
    parts.Enlarge.KIND: lambda v, row, size: Handles(
        source=f"depot-{parts.TRUCK_NAMES[size]}", target=f"truck-{'abc'[row]}"
    ),
    parts.Demolish.KIND: lambda v, place: Handles(source="hammer", target=cell_id(place), after=True),
    parts.Fabricate.KIND: lambda v, place: Handles.of(cell_id(place)),
    parts.Install.KIND: lambda v, place, turn, flip: Handles(source=f"way-{2 * turn + flip}", target=cell_id(place)),
    parts.Recycle.KIND: lambda v: Handles.of("recycler"),
}
"""By kind of action: a function of the view and the action's arguments that returns the pieces."""
handles = parts.ACTIONS.by_kind(_HANDLES, Handles())
"""A function of a view and the code of an action that returns the pieces to click: none if the action is a button."""
