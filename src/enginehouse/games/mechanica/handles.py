"""By which pieces an action of Mechanica is taken up."""

from __future__ import annotations

from typing import Any

from enginehouse.core.drawing import Handles
from enginehouse.games.mechanica.building import place_of
from enginehouse.games.mechanica.parts import (
    BUY,
    BUY_FORK,
    COLUMNS,
    COMPLETE,
    DEMOLISH,
    DOCK,
    END,
    FABRICATE,
    FLIPS,
    GIVE_UP,
    INSTALL,
    KEEP,
    LAND,
    MAKE,
    PLACE,
    RECYCLE,
    SELL,
    SELL_ALL,
    SIDES,
    TRUCK,
    TRUCK_NAMES,
    WAYS,
    Question,
    place_name,
)
from enginehouse.games.mechanica.places import main_seat
from enginehouse.games.mechanica.state import ASKED_KIND, Phase


def _set(*ids: str) -> Handles:
    return Handles(frozenset(ids))


def cell_id(place: int) -> str:
    """The piece of a place of the own factory: a cell or its tile, a slot, a truck."""
    return f"{'truck' if place % COLUMNS == DOCK else 'cell'}-{place_name(place)}"


def hole_id(hole: int) -> str:
    """The piece of a hole of the own Start Zone."""
    return f"hole-{place_name(hole // 3)}-{hole % 3}"


def bot_id(v: Any, seat: int, hole: int) -> str:
    """The piece of a bot; each workday's bots are others."""
    return f"bot-{seat}-{hole}-{v.day}"


def demolished_place(code: int) -> int:
    """The place that an action demolishes."""
    at = code - DEMOLISH
    return at // DOCK * COLUMNS + at % DOCK


def orientations(kind: int) -> list[int]:
    """The ways in which a tile can be laid: 2 * rotation + 1 if flipped."""
    return [2 * turn + flip for flip in range(2 if FLIPS[kind] else 1) for turn in range(4)]


def handles(v: Any, code: int) -> Handles:
    """The pieces of an action; none for what is a button."""
    if code < PLACE:
        return _of_answer(v, code)
    if code < SELL_ALL:
        model, at = divmod(code - PLACE, 6)
        return Handles(source=f"offer-{model + 1}", target=hole_id(3 * COLUMNS * (at // 2) + at % 2))
    if code == SELL_ALL or code == END:
        return Handles()
    if code < COMPLETE:
        row, model = divmod(code - SELL, 3)
        seat = main_seat(v)
        first = 3 * (COLUMNS * row + DOCK)
        for hole in range(first, first + 3):
            if v.holes[seat][hole] == model + 1:
                return _set(bot_id(v, seat, hole))
        return Handles()
    if code < BUY:
        which, way = divmod(code - COMPLETE, len(WAYS))
        return _set(f"blueprint-{which}", *(f"truck-{'abc'[row]}" for row in WAYS[way]))
    if code < BUY_FORK:
        return _set(f"ware-{v.spun - (code - BUY) + 4}")
    if code == BUY_FORK:
        return _set("depot-fork")
    if code < DEMOLISH:
        row, size = divmod(code - TRUCK, 2)
        return Handles(source=f"depot-{TRUCK_NAMES[size + 2]}", target=f"truck-{'abc'[row]}")
    if code < FABRICATE:
        return Handles(source="hammer", target=cell_id(demolished_place(code)))
    if code < INSTALL:
        return _set(cell_id(place_of(code)))
    if code == RECYCLE:
        return _set("recycler")
    return Handles(source=f"way-{(code - INSTALL) % 8}", target=cell_id(place_of(code)))


def _of_answer(v: Any, code: int) -> Handles:
    """The pieces by which a question is answered."""
    if code < LAND:
        return _set(f"arrow-{SIDES[code]}")
    if code < GIVE_UP:
        return _set(cell_id((code - LAND) // DOCK * COLUMNS + (code - LAND) % DOCK + 1))
    if code < MAKE:
        model = code - GIVE_UP + 1
        crash = v.phase == Phase.RUN and v.asking[main_seat(v)][ASKED_KIND] == Question.CRASH
        return _set(f"offer-{model}") if crash else Handles(source=f"offer-{model}", target="scrap")
    return _set(f"offer-{(code - (MAKE if code < KEEP else KEEP)) + 1}")
