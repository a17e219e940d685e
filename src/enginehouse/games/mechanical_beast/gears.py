"""Gears (MB-5): the effect of each kind on the map, and its legal uses.

A use is named by its amount: quarter turns clockwise for centre and corner gears, places north or east for the others.
"""

from __future__ import annotations

from enginehouse.core.rule import rule
from enginehouse.games.mechanical_beast.parts import DX, DY, GEARS, SPAN, Gear
from enginehouse.games.mechanical_beast.place import find_room, relink, set_doors
from enginehouse.games.mechanical_beast.state import State

FAR_OFF = 1 << 40


@rule
def find_gear(s: State, n: int, g: int) -> int:
    """Return the kind of the first (0) or second (1) gear of a room, or `Gear.NONE`."""
    return int(GEARS[int(s.tile[n])][g]) >> 2


@rule
def find_way(s: State, n: int, g: int) -> int:
    """Return the direction of an edge gear's wall, or a corner gear's corner (MB-1.5).

    For a linear gear, return its axis: 0 is north-south.
    """
    where = (int(s.facing[n]) + (int(GEARS[int(s.tile[n])][g]) & 3)) & 3
    return where & 1 if find_gear(s, n, g) == Gear.LINEAR else where


@rule
def is_barred(s: State, meeple: int, n: int, g: int) -> bool:
    """Return whether the meeple used this very gear last, and has ended no turn elsewhere since (MB-5.2)."""
    return bool(s.note_gear[meeple] == g + 1 and s.note_room[meeple] == n)


@rule
def along(s: State, n: int, axis: int) -> int:
    """Return a room's place on an axis: 0 north-south, 1 east-west."""
    return int(s.y[n]) if axis == 0 else int(s.x[n])


# -- linear gears ------------------------------------------------------------------------------------------------------


@rule
def others(s: State, n: int, axis: int, in_line: bool) -> tuple[int, int]:
    """Return the least and greatest place on an axis of other rooms, in line with room `n` or not (MB-5.4)."""
    low, high = FAR_OFF, -FAR_OFF
    line = along(s, n, 1 - axis)
    for m in range(s.rooms):
        if m != n and s.doors[m] >= 0 and (along(s, m, 1 - axis) == line) == in_line:
            low = min(low, along(s, m, axis))
            high = max(high, along(s, m, axis))
    return low, high


@rule
def after_swaps(place: int, begin: int, end: int) -> int:
    """Return the place of a room in line after another one has gone from `begin` to `end` (MB-5.4).

    A room that was passed is one place back.
    """
    if begin < place <= end:
        return place - 1
    if end <= place < begin:
        return place + 1
    return place


@rule
def slide_clause(begin: int, end: int, low_off: int, high_off: int, low_in: int, high_in: int) -> int:
    """Return 0, or the clause that forbids a slide from `begin` to `end`.

    It may not end more than one place beyond all others, unless nearer to them than it began (MB-5.4), and the map may
    not become too wide (MB-1.7). The others are given by the least and greatest place of those off the line, and of
    those in it. Both distances are counted to their places after the swaps.
    """
    low = min(low_off, after_swaps(low_in, begin, end))
    high = max(high_off, after_swaps(high_in, begin, end))
    before = max(low - begin, begin - high)
    after = max(low - end, end - high)
    if after > 1 and after >= before:
        return 504
    return 0 if max(high, end) - min(low, end) < SPAN else 107


@rule
def why_not_slide(s: State, n: int, axis: int, steps: int) -> int:
    """Return 0, or the clause that forbids a linear gear to move its room by this number of places north or east."""
    low_off, high_off = others(s, n, axis, False)
    low_in, high_in = others(s, n, axis, True)
    begin = along(s, n, axis)
    return slide_clause(begin, begin + steps, low_off, high_off, low_in, high_in)


@rule
def slide_room(s: State, n: int, axis: int, steps: int) -> None:
    """Let the room change places with one neighbour after the other, or move into empty places (MB-5.4).

    Nothing turns.
    """
    line, begin = along(s, n, 1 - axis), along(s, n, axis)
    end = begin + steps
    for m in range(s.rooms):
        if m != n and s.doors[m] >= 0 and along(s, m, 1 - axis) == line:
            put_along(s, m, axis, after_swaps(along(s, m, axis), begin, end))
    put_along(s, n, axis, end)


@rule
def put_along(s: State, n: int, axis: int, place: int) -> None:
    """Move a room to another place on an axis."""
    if axis == 0:
        s.y[n] = place
    else:
        s.x[n] = place


# -- edge gears --------------------------------------------------------------------------------------------------------


@rule
def edge_line(s: State, n: int, side: int) -> int:
    """Return the place of the sliding line on the axis across it (MB-5.5).

    It is a row for a wall in the north or south, a column for one in the east or west.
    """
    return int(s.y[n]) + DY[side] if side & 1 == 0 else int(s.x[n]) + DX[side]


@rule
def ring_size(s: State, n: int, side: int) -> int:
    """Return the length of the ring beyond an edge gear's wall, or 0 if there is no room in it (MB-5.5)."""
    axis = 1 - (side & 1)
    line = edge_line(s, n, side)
    for m in range(s.rooms):
        if s.doors[m] >= 0 and along(s, m, 1 - axis) == line:
            return int(s.ends[axis] - s.ends[axis + 2] + 1)
    return 0


@rule
def slide_line(s: State, n: int, side: int, steps: int) -> None:
    """Slide the line along the wall, round and round between the outermost rooms, gaps included (MB-5.5)."""
    axis = 1 - (side & 1)
    line, low = edge_line(s, n, side), int(s.ends[axis + 2])
    size = int(s.ends[axis] - low + 1)
    for m in range(s.rooms):
        if s.doors[m] >= 0 and along(s, m, 1 - axis) == line:
            put_along(s, m, axis, low + (along(s, m, axis) - low + steps) % size)


# -- centre and corner gears -------------------------------------------------------------------------------------------


@rule
def turn_centre(s: State, n: int, turns: int) -> None:
    """Turn the room on the spot, and its neighbours the other way, joined or not (MB-5.3)."""
    turn_room(s, n, turns)
    for d in range(4):
        m = find_room(s, int(s.x[n]) + DX[d], int(s.y[n]) + DY[d])
        if m >= 0:
            turn_room(s, m, -turns)


@rule
def turn_room(s: State, n: int, turns: int) -> None:
    """Give a room another facing, and its doors with it."""
    s.facing[n] = int(s.facing[n]) + turns
    set_doors(s, n)


@rule
def block_x(s: State, n: int, corner: int) -> int:
    """Return the western column of the block round a room's corner (MB-1.5)."""
    return int(s.x[n]) if corner < 2 else int(s.x[n]) - 1


@rule
def block_y(s: State, n: int, corner: int) -> int:
    """Return the southern row of the block round a room's corner (MB-1.5)."""
    return int(s.y[n]) if corner == 0 or corner == 3 else int(s.y[n]) - 1


@rule
def in_block(s: State, m: int, left: int, low: int) -> int:
    """Return a room's place in a block: 0 NE, 1 SE, 2 SW, 3 NW; -1: none."""
    dx, dy = int(s.x[m]) - left, int(s.y[m]) - low
    if dx < 0 or dx > 1 or dy < 0 or dy > 1:
        return -1
    if dx == 1:
        return 0 if dy == 1 else 1
    return 3 if dy == 1 else 2


@rule
def corner_allowed(s: State, n: int, corner: int, turns: int) -> bool:
    """Return whether a turned block keeps the map within its width and height (MB-1.7)."""
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
    return east - west < SPAN and north - south < SPAN


@rule
def turn_block(s: State, n: int, corner: int, turns: int) -> None:
    """Turn the four places at the corner as one block, with their rooms (MB-5.6)."""
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
    """Use a gear for the whole amount at once (MB-5.1). The contents of the rooms ride along (MB-5.7)."""
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
