"""Where rooms are (MB-1.5 to MB-1.7): their places, their doors, which of them are joined, and how far they span.

Places are whole numbers without an origin; a small hash finds the room at a place. Joining is mutual, so the rooms that
one can walk to are the rooms with the same label in `comp`.
"""

from __future__ import annotations

from typing import Any

from enginehouse.core.compiling import rule
from enginehouse.games.mechanical_beast.parts import DX, DY, PASSABLE, SPAN
from enginehouse.games.mechanical_beast.state import SLOTS


@rule
def slot_of(x: int, y: int) -> int:
    """Where the hash begins to look for a place; rooms of a map up to 16 wide and high do not meet."""
    return (x + 16 * y) & (SLOTS - 1)


@rule
def enter_slot(slots: Any, n: int, x: int, y: int) -> None:
    """Write room `n` into the hash."""
    h = slot_of(x, y)
    while slots[h] != 0:
        h = (h + 1) & (SLOTS - 1)
    slots[h] = n + 1


@rule
def find(slots: Any, xs: Any, ys: Any, x: int, y: int) -> int:
    """The room at a place; -1 if it is empty."""
    h = slot_of(x, y)
    while slots[h] != 0:
        n = int(slots[h]) - 1
        if xs[n] == x and ys[n] == y:
            return n
        h = (h + 1) & (SLOTS - 1)
    return -1


@rule
def room_at(s: Any, x: int, y: int) -> int:
    """The room at a place of the table; -1 if it is empty."""
    return find(s.slots, s.x, s.y, x, y)


@rule
def root(comp: Any, n: int) -> int:
    """The label of a room while labels are being joined."""
    while comp[n] != n:
        n = int(comp[n])
    return n


@rule
def join(comp: Any, a: int, b: int) -> None:
    """Two rooms can be walked between: their labels become the lesser one."""
    a = root(comp, a)
    b = root(comp, b)
    if a < b:
        comp[b] = a
    elif b < a:
        comp[a] = b


@rule
def label(xs: Any, ys: Any, doors: Any, rooms: int, slots: Any, comp: Any) -> None:
    """MB-1.6: hash all rooms and label those that are joined, by whatever way, with their least number."""
    for k in range(SLOTS):
        slots[k] = 0
    for n in range(rooms):
        comp[n] = -1
        if doors[n] >= 0:
            comp[n] = n
            enter_slot(slots, n, int(xs[n]), int(ys[n]))
    for n in range(rooms):
        mask = int(doors[n])
        if mask >= 0 and mask & 3:
            for d in range(2):
                if (mask >> d) & 1:
                    m = find(slots, xs, ys, int(xs[n]) + DX[d], int(ys[n]) + DY[d])
                    if m >= 0 and (int(doors[m]) >> (d + 2)) & 1:
                        join(comp, n, m)
    for n in range(rooms):
        if comp[n] >= 0:
            comp[n] = comp[int(comp[n])]


@rule
def set_doors(s: Any, n: int) -> None:
    """MB-1.5, MB-1.6: the doors of a room as it lies."""
    s.doors[n] = int(PASSABLE[s.locked][int(s.tile[n])][int(s.facing[n]) & 3])


@rule
def relink(s: Any) -> None:
    """The map has changed: find anew what follows from it."""
    label(s.x, s.y, s.doors, s.rooms, s.slots, s.comp)
    for d in range(4):
        s.ends[d] = int(s.y[0]) if d & 1 == 0 else int(s.x[0])
    for n in range(s.rooms):
        if s.doors[n] >= 0:
            stretch(s, int(s.x[n]), int(s.y[n]))


@rule
def stretch(s: Any, x: int, y: int) -> None:
    """The map reaches to this place at least."""
    if y > s.ends[0]:
        s.ends[0] = y
    elif y < s.ends[2]:
        s.ends[2] = y
    if x > s.ends[1]:
        s.ends[1] = x
    elif x < s.ends[3]:
        s.ends[3] = x


@rule
def spans(s: Any, x: int, y: int) -> bool:
    """MB-1.7: with a room at this place too the map would not be too wide or too high."""
    wide = max(s.ends[1], x) - min(s.ends[3], x) + 1
    high = max(s.ends[0], y) - min(s.ends[2], y) + 1
    return bool(wide <= SPAN and high <= SPAN)


@rule
def lay(s: Any, tile: int, x: int, y: int, facing: int) -> int:
    """A room comes to the table; its number."""
    n = int(s.rooms)
    s.rooms += 1
    s.tile[n] = tile
    s.x[n] = x
    s.y[n] = y
    s.facing[n] = facing
    set_doors(s, n)
    enter_slot(s.slots, n, x, y)
    stretch(s, x, y)
    s.comp[n] = n
    for d in range(4):
        if (int(s.doors[n]) >> d) & 1:
            m = room_at(s, x + DX[d], y + DY[d])
            if m >= 0 and (int(s.doors[m]) >> ((d + 2) & 3)) & 1 and s.comp[m] != s.comp[n]:
                old, new = max(int(s.comp[m]), int(s.comp[n])), min(int(s.comp[m]), int(s.comp[n]))
                for k in range(s.rooms):
                    if s.comp[k] == old:
                        s.comp[k] = new
    return n


@rule
def is_there(s: Any, n: int) -> bool:
    """Whether a room of this number is on the table."""
    return bool(n < s.rooms and s.doors[n] >= 0)


@rule
def walkable(s: Any, a: int, b: int) -> bool:
    """MB-3.2: whether one can walk from one room on the table to another."""
    return int(s.comp[a]) == int(s.comp[b])


HALF = 36
"""A set of rooms is two masks: numbers 0 to 35, and 36 to 71."""


@rule
def in_set(low: int, high: int, n: int) -> bool:
    """Whether a room is in a set."""
    return (low >> n) & 1 != 0 if n < HALF else (high >> (n - HALF)) & 1 != 0


@rule
def rooms_round(s: Any, start: int, barred: int) -> tuple[int, int]:
    """MB-3.4: the rooms to which one can walk without entering the room `barred`, as a set."""
    low, high = 0, 0
    todo_low, todo_high = 0, 0
    n = start
    while True:
        if n < HALF:
            low |= 1 << n
        else:
            high |= 1 << (n - HALF)
        for d in range(4):
            if (int(s.doors[n]) >> d) & 1:
                m = room_at(s, int(s.x[n]) + DX[d], int(s.y[n]) + DY[d])
                if m >= 0 and m != barred and (int(s.doors[m]) >> ((d + 2) & 3)) & 1 and not in_set(low, high, m):
                    if m < HALF:
                        todo_low |= 1 << m
                    else:
                        todo_high |= 1 << (m - HALF)
        if todo_low | todo_high == 0:
            return low, high
        n = 0
        while not in_set(todo_low, todo_high, n):
            n += 1
        if n < HALF:
            todo_low &= ~(1 << n)
        else:
            todo_high &= ~(1 << (n - HALF))
