"""Describe in words the moves that a gear or a collapse causes: the rooms, the distance, and rooms that wrap round."""

from __future__ import annotations

from collections.abc import Sequence

from enginehouse.core.words.naming import capitalize, join_words
from enginehouse.games.mechanical_beast import collapse, gears, names, parts, place
from enginehouse.games.mechanical_beast.parts import Gear
from enginehouse.games.mechanical_beast.state import State

WAYS = (("south", "north"), ("west", "east"))
"""By axis: the names of its two directions, back and on."""


def rooms(v: State, some: Sequence[int]) -> str:
    """Return the rooms `some` in words, such as "rooms 9 and 4 and the Entrance"."""
    plain = [str(n) for n in some if v.tile[n] <= parts.ROOMS]
    named = [names.room(v, n) for n in some if v.tile[n] > parts.ROOMS]
    if plain:
        plain[0] = f"{'room' if len(plain) == 1 else 'rooms'} {plain[0]}"
    return join_words(plain + named)


def turns(amount: int) -> str:
    """Return a turn by `amount` (1 to 3) quarters clockwise in words (MB-5.1)."""
    return ("a quarter turn clockwise", "a half turn", "a quarter turn counter-clockwise")[amount - 1]


def far(steps: int, axis: int) -> str:
    """Return a slide by `steps` places as text, such as "2 east". Negative steps go south or west.

    `axis` is 0 for a slide to the north or south, 1 for a slide to the east or west.
    """
    return f"{abs(steps)} {WAYS[axis][steps > 0]}"


def used(v: State, n: int, g: int, amount: int) -> str:
    """Return in words the moves that gear `g` (0 or 1) of room `n` causes (MB-5.3 to MB-5.6).

    `v` has the map before these moves. `amount` is in quarter turns clockwise, or in places, negative for south or
    west.
    """
    kind = gears.find_gear(v, n, g)
    return {Gear.CENTRE: _centre, Gear.LINEAR: _linear, Gear.EDGE: _edge, Gear.CORNER: _corner}[kind](v, n, g, amount)


def _centre(v: State, n: int, g: int, amount: int) -> str:
    near = [m for dx, dy in parts.STEPS if (m := place.find_room(v, int(v.x[n]) + dx, int(v.y[n]) + dy)) >= 0]
    other = "" if not near else f", {rooms(v, near)}" + (" too" if amount & 3 == 2 else " the other way")
    return f"{names.room(v, n)} makes {turns(amount & 3)}{other}"


def _linear(v: State, n: int, g: int, amount: int) -> str:
    """Return in words how room `n` moves if its linear gear `g` is used, and which rooms it passes (MB-5.4).

    Room `n` moves along a row or column, and swaps positions with each neighbour that it passes. `amount` is the number
    of steps, each as long as a room.
    """
    axis = gears.find_way(v, n, g)
    line, begin = gears.along(v, n, 1 - axis), gears.along(v, n, axis)
    low, high = sorted((begin, begin + amount))
    passed = [
        m
        for m in place.list_rooms(v)
        if m != n and gears.along(v, m, 1 - axis) == line and low <= gears.along(v, m, axis) <= high
    ]
    back = (
        f", {rooms(v, passed)} {'moves' if len(passed) == 1 else 'move'} {far(-1 if amount > 0 else 1, axis)}"
        if passed
        else ""
    )
    return f"{names.room(v, n)} moves {far(amount, axis)}{back}"


def slide(v: State, n: int, g: int, amount: int) -> tuple[int, int]:
    """Return the axis along which an edge gear slides a line of rooms (MB-5.5), and the number of places.

    `g` is the gear (0 or 1) of room `n`, and `amount` the number of places by which it is used. The axis is 0
    (north-south) or 1 (east-west). The number of places is positive for north or east, and negative for south or west.
    The ends of the line are joined, so a long slide equals a shorter slide in the other direction. The function returns
    the shorter slide.
    """
    axis = 1 - (gears.find_way(v, n, g) & 1)
    size = int(v.ends[axis]) - int(v.ends[axis + 2]) + 1
    return axis, amount - size if amount > 0 and 2 * amount > size else amount


def would(v: State, n: int, g: int, amount: int) -> str:
    """Return a sentence about the moves that gear `g` (0 or 1) of room `n` would cause.

    `amount` is in quarter turns clockwise, or in places, negative for south or west.
    """
    said = used(v, n, g, amount)
    return f"{capitalize(said)}."


def _edge(v: State, n: int, g: int, amount: int) -> str:
    """Return in words how edge gear `g` of room `n` slides a row or column of rooms (MB-5.5).

    The gear lies at one wall of room `n`. The row or column lies directly on the other side of this wall, parallel to
    it. `amount` is the number of places by which the rooms slide.
    """
    side = gears.find_way(v, n, g)
    axis, amount = slide(v, n, g, amount)
    low, high, line = int(v.ends[axis + 2]), int(v.ends[axis]), gears.edge_line(v, n, side)
    moved = sorted(
        (m for m in place.list_rooms(v) if gears.along(v, m, 1 - axis) == line), key=lambda m: gears.along(v, m, axis)
    )
    what = f"the {'row' if axis == 1 else 'column'} to the {parts.DIRECTION_NAMES[side]}"
    if not moved:
        return f"{what} slides {far(amount, axis)}"
    round_it = [m for m in moved if not low <= gears.along(v, m, axis) + amount <= high]
    wraps = (
        f", {rooms(v, round_it)} {'comes' if len(round_it) == 1 else 'come'} round to the {WAYS[axis][amount < 0]} end"
        if round_it
        else ""
    )
    return f"{what} ({rooms(v, moved)}) slides {far(amount, axis)}{wraps}"


def _corner(v: State, n: int, g: int, amount: int) -> str:
    corner = gears.find_way(v, n, g)
    left, low = gears.block_x(v, n, corner), gears.block_y(v, n, corner)
    block = [n, *(m for m in place.list_rooms(v) if m != n and gears.in_block(v, m, left, low) >= 0)]
    return f"{rooms(v, block)} {'make' if len(block) > 1 else 'makes'} {turns(amount & 3)} round {'their' if len(block) > 1 else 'its'} corner"


def fallen(v: State, n: int) -> str:
    """Return sentences about the collapse of room `n` and about the rooms that slide into its gap (MB-6.4).

    `v` has the map before the collapse.
    """
    f = int(v.facing[n]) & 3
    moved = [m for m in place.list_rooms(v) if collapse.behind(int(v.x[m]) - int(v.x[n]), int(v.y[m]) - int(v.y[n]), f)]
    name = names.room(v, n)
    falls = f"{capitalize(name)} collapses"
    if not moved:
        return f"{falls}."
    moves = "slides" if len(moved) == 1 else "slide"
    return f"{falls}. {capitalize(rooms(v, moved))} {moves} one place {parts.DIRECTION_NAMES[f]}."
