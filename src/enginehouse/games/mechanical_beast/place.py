"""Keep the map (MB-1.5 to MB-1.7): places of rooms, their doors, groups of joined rooms, and the size of the map.

Places are pairs of integers, and the map has no fixed origin. A small hash table finds the room at a place. If there is
a walk from one room to another, there is also a walk back. So all rooms that are joined by walks have the same label in
`comp`.
"""

from __future__ import annotations

from typing import Any

from enginehouse.core.records.fields import Numbers
from enginehouse.core.rule import rule
from enginehouse.games.mechanical_beast import parts, state
from enginehouse.games.mechanical_beast.state import State


@rule
def find_slot(x: int, y: int) -> int:
    """Return the index in the hash table at which the search for the place (x, y) starts.

    No two rooms of a map up to 16 wide and high start at the same index.
    """
    return (x + 16 * y) & (state.SLOTS - 1)


@rule
def enter_slot(slots: Numbers, n: int, x: int, y: int) -> None:
    """Write the number `n` of a room at (x, y) into the hash table `slots`, by which `find` looks rooms up."""
    h = find_slot(x, y)
    while slots[h] != 0:
        h = (h + 1) & (state.SLOTS - 1)
    slots[h] = n + 1


@rule
def find(slots: Numbers, xs: Numbers, ys: Numbers, x: int, y: int) -> int:
    """Return the room at (x, y) by the hash table `slots`, or -1 if the place is empty.

    `xs` and `ys` have the coordinates of each room.
    """
    h = find_slot(x, y)
    while slots[h] != 0:
        n = int(slots[h]) - 1
        if xs[n] == x and ys[n] == y:
            return n
        h = (h + 1) & (state.SLOTS - 1)
    return -1


@rule
def find_room(s: State, x: int, y: int) -> int:
    """Return the number of the room at the coordinates (x, y) of the map, or -1 if no room is there."""
    return find(s.slots, s.x, s.y, x, y)


@rule
def root(comp: Numbers, n: int) -> int:
    """Return the label of the group of joined rooms to which room `n` belongs, while groups are still being joined.

    In `comp`, each room has the number of another room of its group, or its own number. The room with its own number
    names the group: its number is the label.
    """
    while comp[n] != n:
        n = int(comp[n])
    return n


@rule
def join(comp: Numbers, a: int, b: int) -> None:
    """Join the groups of rooms `a` and `b`, between which there is a walk, in `comp` (see `root`).

    The label of the joined group is the smaller one of their labels.
    """
    a = root(comp, a)
    b = root(comp, b)
    comp[max(a, b)] = min(a, b)


@rule
def label(xs: Numbers, ys: Numbers, doors: Numbers, rooms: int, slots: Numbers, comp: Numbers) -> None:
    """Enter all rooms into the hash table `slots`, and write into `comp` a label for each group of joined rooms.

    The label is the lowest number of a room of the group. `xs`, `ys` and `doors` have the coordinates and the doors (a
    mask of directions, -1 without a room) of the `rooms` rooms. `slots` and `comp` are overwritten.
    """
    for k in range(state.SLOTS):
        slots[k] = 0
    for n in range(rooms):
        comp[n] = -1
        if doors[n] >= 0:
            comp[n] = n
            enter_slot(slots, n, int(xs[n]), int(ys[n]))
    for n in range(rooms):
        if doors[n] >= 0:
            for d in range(2):
                if (int(doors[n]) >> d) & 1:
                    m = find(slots, xs, ys, int(xs[n]) + parts.DX[d], int(ys[n]) + parts.DY[d])
                    if m >= 0 and (int(doors[m]) >> (d + 2)) & 1:
                        join(comp, n, m)
    for n in range(rooms):
        if comp[n] >= 0:
            comp[n] = comp[int(comp[n])]


@rule
def set_doors(s: State, n: int) -> None:
    """Compute the field `doors` of room `n` from its facing (MB-1.5, MB-1.6).

    The field is the mask of its doorways: bit 0 is north, then clockwise.
    """
    s.doors[n] = int(parts.PASSABLE[s.locked][int(s.tile[n])][int(s.facing[n]) & 3])


@rule
def relink(s: State) -> None:
    """Compute the groups of joined rooms and the outermost coordinates of the map again, after rooms have moved."""
    label(s.x, s.y, s.doors, s.rooms, s.slots, s.comp)
    measure(s.x, s.y, s.doors, s.rooms, s.ends)


@rule
def measure(xs: Numbers, ys: Numbers, doors: Numbers, rooms: int, ends: Numbers) -> None:
    """Write the outermost coordinates of the map into `ends`, in the order north, east, south, west (MB-1.7).

    `xs`, `ys` and `doors` have the coordinates and the doors of the `rooms` rooms. The doors are -1 for a room that has
    collapsed, and such a room does not count.
    """
    for d in range(4):
        ends[d] = int(ys[0]) if d & 1 == 0 else int(xs[0])
    for n in range(rooms):
        if doors[n] >= 0:
            ends[0] = max(int(ends[0]), int(ys[n]))
            ends[1] = max(int(ends[1]), int(xs[n]))
            ends[2] = min(int(ends[2]), int(ys[n]))
            ends[3] = min(int(ends[3]), int(xs[n]))


@rule
def spans(ends: Numbers, x: int, y: int) -> bool:
    """Return whether a map with these ends and a room at (x, y) stays within its maximum width and height (MB-1.7).

    `ends` has the outermost coordinates in the north, east, south and west.
    """
    wide = max(int(ends[1]), x) - min(int(ends[3]), x)
    high = max(int(ends[0]), y) - min(int(ends[2]), y)
    return bool(wide < parts.SPAN and high < parts.SPAN)


@rule
def leads_out(xs: Numbers, ys: Numbers, doors: Numbers, slots: Numbers, ends: Numbers, n: int, d: int) -> bool:
    """Return whether side `d` of room `n` is a doorway to an empty place at which a room may be laid (MB-4.1, MB-1.7).

    `d` is 0 for north, then clockwise. `xs`, `ys` and `doors` have the coordinates and doors of each room, and `slots`
    is a hash table of the rooms by coordinates. `ends` has the outermost coordinates of the map in the north, east,
    south and west.
    """
    x, y = int(xs[n]) + parts.DX[d], int(ys[n]) + parts.DY[d]
    return bool((int(doors[n]) >> d) & 1 and find(slots, xs, ys, x, y) < 0 and spans(ends, x, y))


@rule
def lay(s: State, tile: int, x: int, y: int, facing: int) -> int:
    """Put a room of the kind `tile` onto the table at (x, y). Return its number.

    `facing` is the direction to which its arrow points (0 north, then clockwise).
    """
    n = int(s.rooms)
    s.rooms += 1
    s.tile[n] = tile
    s.x[n] = x
    s.y[n] = y
    s.facing[n] = facing
    set_doors(s, n)
    relink(s)
    return n


@rule
def is_there(s: State, n: int) -> bool:
    """Return whether room `n` is still on the tabletop: it has not collapsed."""
    return bool(n < s.rooms and s.doors[n] >= 0)


def list_rooms(s: State) -> list[int]:
    """Return the numbers of the rooms that lie on the tabletop: rooms that are laid and have not collapsed.

    This function is no rule.
    """
    return [n for n in range(s.rooms) if s.doors[n] >= 0]


@rule
def is_walkable(s: State, a: int, b: int) -> bool:
    """Return whether there is a walk from room `a` to room `b`, both on the tabletop (MB-3.2)."""
    return int(s.comp[a]) == int(s.comp[b])


@rule
def labels_without(s: State, n: int) -> Any:
    """Return a label for each room on a map without room `n` (MB-3.4).

    Two rooms have the same label if a walk that does not enter room `n` joins them.
    """
    doors, slots, comp = s.doors.copy(), s.slots.copy(), s.comp.copy()
    doors[n] = -1
    label(s.x, s.y, doors, s.rooms, slots, comp)
    return comp
