"""Use gears (MB-5): find the legal uses of each kind of gear, and move the rooms of the map by them.

The amount of a use is in quarter turns clockwise for centre and corner gears, and in places north or east for linear
and edge gears.
"""

from __future__ import annotations

from enginehouse.core.rule import rule
from enginehouse.games.mechanical_beast import parts
from enginehouse.games.mechanical_beast.parts import Gear
from enginehouse.games.mechanical_beast.place import find_room, relink, set_doors
from enginehouse.games.mechanical_beast.state import State

FAR_OFF = 1 << 40
"""A coordinate beyond all rooms, from which a search for a minimum or maximum starts."""


@rule
def find_gear(s: State, n: int, g: int) -> int:
    """Return the kind of gear `g` (0 or 1) of room `n`, or `Gear.NONE` if the room has no such gear."""
    return int(parts.GEARS[int(s.tile[n])][g]) >> 2


@rule
def find_way(s: State, n: int, g: int) -> int:
    """Return the direction on the map that belongs to gear `g` (0 or 1) of room `n` (MB-1.5).

    For an edge gear it is the wall (0 north, then clockwise), for a corner gear the corner (0 NE, then clockwise), for
    a linear gear the axis (0 north-south, 1 east-west). For any other gear the result has no meaning.
    """
    where = (int(s.facing[n]) + (int(parts.GEARS[int(s.tile[n])][g]) & 3)) & 3
    return where & 1 if find_gear(s, n, g) == Gear.LINEAR else where


@rule
def is_barred(s: State, meeple: int, n: int, g: int) -> bool:
    """Return whether a meeple may not use gear `g` (0 or 1) of room `n` again (MB-5.2).

    The gear is barred to the meeple if it is the last gear that this meeple has used, and the meeple has not ended a
    turn in another room since then.
    """
    return bool(s.note_gear[meeple] == g + 1 and s.note_room[meeple] == n)


@rule
def along(s: State, n: int, axis: int) -> int:
    """Return the coordinate of room `n` on an axis: north for axis 0 (north-south), east for axis 1 (east-west)."""
    return int(s.y[n]) if axis == 0 else int(s.x[n])


# -- linear gears ------------------------------------------------------------------------------------------------------


@rule
def others(s: State, n: int, axis: int, in_line: bool) -> tuple[int, int]:
    """Return the minimum and maximum coordinate on an axis among rooms other than `n` (MB-5.4).

    `axis` is 0 for north-south and 1 for east-west. If `in_line` is true, use only rooms on the line that goes through
    room `n` along this axis. Otherwise use only rooms that are not on this line.
    """
    low, high = FAR_OFF, -FAR_OFF
    line = along(s, n, 1 - axis)
    for m in range(s.rooms):
        if m != n and s.doors[m] >= 0 and (along(s, m, 1 - axis) == line) == in_line:
            low = min(low, along(s, m, axis))
            high = max(high, along(s, m, axis))
    return low, high


@rule
def after_swaps(place: int, begin: int, end: int) -> int:
    """Return the coordinate of a room, along a line, after another room has slid through this line (MB-5.4).

    Before, the room was at `place`. The other room has slid from `begin` to `end`. If it passed the room, that room has
    moved one place against the slide.
    """
    if begin < place <= end:
        return place - 1
    if end <= place < begin:
        return place + 1
    return place


@rule
def slide_clause(begin: int, end: int, low_off: int, high_off: int, low_in: int, high_in: int) -> int:
    """Return the number of the rulebook clause that forbids a slide of a room from `begin` to `end`, or 0.

    A room may not end more than one place beyond all other rooms, unless the slide brings it nearer to them (504 for
    MB-5.4). The map may not become too wide (107 for MB-1.7).

    All numbers are coordinates on the axis along which the room slides. `low_in` and `high_in` are the minimum and the
    maximum of the other rooms in the line (row or column) of the slide, `low_off` and `high_off` those of the rooms
    outside this line. They are given as before the slide. The slide moves each room that it passes one place back, and
    distances are measured after these moves.
    """
    low = min(low_off, after_swaps(low_in, begin, end))
    high = max(high_off, after_swaps(high_in, begin, end))
    before = max(low - begin, begin - high)
    after = max(low - end, end - high)
    if after > 1 and after >= before:
        return 504
    return 0 if max(high, end) - min(low, end) < parts.SPAN else 107


@rule
def why_not_slide(s: State, n: int, axis: int, steps: int) -> int:
    """Return the number of the rulebook clause that forbids moving room `n` by a linear gear, or 0 if it is legal.

    The room would move by `steps` places north (axis 0) or east (axis 1), or back if negative. The number is 504 for
    MB-5.4 or 107 for MB-1.7.
    """
    low_off, high_off = others(s, n, axis, False)
    low_in, high_in = others(s, n, axis, True)
    begin = along(s, n, axis)
    return slide_clause(begin, begin + steps, low_off, high_off, low_in, high_in)


@rule
def slide_room(s: State, n: int, axis: int, steps: int) -> None:
    """Slide room `n` by `steps` places: north if `axis` is 0, or east if it is 1 (MB-5.4).

    With negative `steps` the room slides south or west. The room changes places with one neighbour after the other, or
    moves into empty places. No room turns.
    """
    line, begin = along(s, n, 1 - axis), along(s, n, axis)
    end = begin + steps
    for m in range(s.rooms):
        if m != n and s.doors[m] >= 0 and along(s, m, 1 - axis) == line:
            put_along(s, m, axis, after_swaps(along(s, m, axis), begin, end))
    put_along(s, n, axis, end)


@rule
def put_along(s: State, n: int, axis: int, place: int) -> None:
    """Move room `n` to the coordinate `place` on an axis: north for axis 0, east for axis 1."""
    if axis == 0:
        s.y[n] = place
    else:
        s.x[n] = place


# -- edge gears --------------------------------------------------------------------------------------------------------


@rule
def edge_line(s: State, n: int, side: int) -> int:
    """Return the coordinate of the row or column of places that the edge gear at a wall of room `n` slides (MB-5.5).

    `side` is the wall: 0 is north, then clockwise. The row or column runs along the wall, on its outer side. For a wall
    in the north or south, it is a row, and the number is its north coordinate. Otherwise it is a column, and the number
    is its east coordinate.
    """
    return int(s.y[n]) + parts.DY[side] if side & 1 == 0 else int(s.x[n]) + parts.DX[side]


@rule
def ring_size(s: State, n: int, side: int) -> int:
    """Return the length of the line that an edge gear of room `n` slides, in places (MB-5.5).

    `side` is the wall with the gear (0 north, then clockwise). The line is the row or column of places just beyond this
    wall, parallel to it. It goes from the westernmost to the easternmost room of the map, or from the southernmost to
    the northernmost room. The ends of the line are joined: a room that slides out at an end comes in at the other end.
    Return 0 if the line has no room.
    """
    axis = 1 - (side & 1)
    line = edge_line(s, n, side)
    for m in range(s.rooms):
        if s.doors[m] >= 0 and along(s, m, 1 - axis) == line:
            return int(s.ends[axis] - s.ends[axis + 2] + 1)
    return 0


@rule
def slide_line(s: State, n: int, side: int, steps: int) -> None:
    """Slide the rooms in a row or column along a wall of room `n`, as the edge gear at this wall does (MB-5.5).

    `side` is the wall: 0 is north, then clockwise. The row or column lies on the wall's outer side. A row moves by
    `steps` places to the east, a column to the north. If `steps` is negative, they move the other way. A room that
    would leave the map's outermost row or column comes in again at the other end. Gaps move like rooms.
    """
    axis = 1 - (side & 1)
    line, low = edge_line(s, n, side), int(s.ends[axis + 2])
    size = int(s.ends[axis] - low + 1)
    for m in range(s.rooms):
        if s.doors[m] >= 0 and along(s, m, 1 - axis) == line:
            put_along(s, m, axis, low + (along(s, m, axis) - low + steps) % size)


# -- centre and corner gears -------------------------------------------------------------------------------------------


@rule
def turn_centre(s: State, n: int, turns: int) -> None:
    """Turn room `n` on the spot by `turns` quarters clockwise, and its four neighbours in the other direction (MB-5.3).

    The neighbours turn even if no door joins them.
    """
    turn_room(s, n, turns)
    for d in range(4):
        m = find_room(s, int(s.x[n]) + parts.DX[d], int(s.y[n]) + parts.DY[d])
        if m >= 0:
            turn_room(s, m, -turns)


@rule
def turn_room(s: State, n: int, turns: int) -> None:
    """Turn room `n`, with its facing and its doors, by `turns` quarter turns clockwise."""
    s.facing[n] = int(s.facing[n]) + turns
    set_doors(s, n)


@rule
def block_x(s: State, n: int, corner: int) -> int:
    """Return the x coordinate of the western two of the four places that meet at a corner of room `n` (MB-1.5).

    The room lies on one of these places. `corner` is 0 NE, 1 SE, 2 SW or 3 NW. A corner gear turns the rooms on these
    four places. Coordinates grow from west to east.
    """
    return int(s.x[n]) if corner < 2 else int(s.x[n]) - 1


@rule
def block_y(s: State, n: int, corner: int) -> int:
    """Return the y coordinate of the southern two of the four places that meet at a corner of room `n` (MB-1.5).

    The room lies on one of these places. `corner` is 0 NE, 1 SE, 2 SW or 3 NW. A corner gear turns the rooms on these
    four places. Coordinates grow from south to north.
    """
    return int(s.y[n]) if corner == 0 or corner == 3 else int(s.y[n]) - 1


@rule
def in_block(s: State, m: int, left: int, low: int) -> int:
    """Return the place of room `m` in a block of four places: 0 NE, 1 SE, 2 SW, 3 NW, or -1 if it is outside.

    A corner gear turns such a block. `left` is the western column of the block, `low` its southern row.
    """
    dx, dy = int(s.x[m]) - left, int(s.y[m]) - low
    if dx < 0 or dx > 1 or dy < 0 or dy > 1:
        return -1
    if dx == 1:
        return 0 if dy == 1 else 1
    return 3 if dy == 1 else 2


@rule
def can_turn_corner(s: State, n: int, corner: int, turns: int) -> bool:
    """Return whether a corner gear of room `n` can turn the block of four places round a corner (MB-1.7).

    The turn is possible if the map stays within its maximum size. `corner` is 0 NE, 1 SE, 2 SW or 3 NW. The block would
    turn by `turns` quarters clockwise.
    """
    left, low = block_x(s, n, corner), block_y(s, n, corner)
    east, west, north, south = -FAR_OFF, FAR_OFF, -FAR_OFF, FAR_OFF
    for m in range(s.rooms):
        if s.doors[m] >= 0:
            x, y = int(s.x[m]), int(s.y[m])
            spot = in_block(s, m, left, low)
            if spot >= 0:
                spot = (spot + turns) & 3
                x, y = left + (1 if spot < 2 else 0), low + (1 if spot == 0 or spot == 3 else 0)
            east = max(east, x)
            west = min(west, x)
            north = max(north, y)
            south = min(south, y)
    return east - west < parts.SPAN and north - south < parts.SPAN


@rule
def turn_block(s: State, n: int, corner: int, turns: int) -> None:
    """Turn the four places round a corner of room `n` as one block, with the rooms on them (MB-5.6).

    `corner` is 0 NE, 1 SE, 2 SW or 3 NW. The block turns by `turns` quarters clockwise.
    """
    left, low = block_x(s, n, corner), block_y(s, n, corner)
    for m in range(s.rooms):
        if s.doors[m] >= 0:
            spot = in_block(s, m, left, low)
            if spot >= 0:
                spot = (spot + turns) & 3
                s.x[m] = left + (1 if spot < 2 else 0)
                s.y[m] = low + (1 if spot == 0 or spot == 3 else 0)
                turn_room(s, m, turns)


# -- any gear ----------------------------------------------------------------------------------------------------------


@rule
def use_gear(s: State, n: int, g: int, amount: int) -> None:
    """Use gear `g` (0 or 1) of room `n` for the whole amount at once (MB-5.1).

    The amount is quarter turns clockwise, or places to slide, negative for south or west. Meeples and prisoners move
    with their rooms (MB-5.7).
    """
    kind, way = find_gear(s, n, g), find_way(s, n, g)
    if kind == Gear.CENTRE:
        turn_centre(s, n, amount)
    elif kind == Gear.LINEAR:
        slide_room(s, n, way, amount)
    elif kind == Gear.EDGE:
        slide_line(s, n, way, amount)
    else:
        turn_block(s, n, way, amount)
    relink(s)
