"""Prove that a meeple is trapped for good: no legal turns of all players together bring it out (MB-7.6).

There are three proofs, with the letters of MB-7.6. Proofs (a) and (b) need a map that only collapses can change: no
meeple can walk to a gear, or to a doorway that can be explored.

- (a) The switch is on, so that rooms do not collapse, and no engineer can walk to the Control Room. Then all engineers
  are trapped.
- (b) The switch is off. All orders of moves and collapses are searched, breadth first, at most `MOST` positions.
  Suppose that no order brings any meeple to a gear or such a doorway. Then a meeple is trapped if no order brings it to
  an exit.
- (c) The map has no exit, and none can come. Then all meeples are trapped.

A searched position consists of the places of rooms and meeples. Any meeple may go next, because every player may pass.
The proof needs the current position only, not the game before it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from enginehouse.core.records.fields import Numbers
from enginehouse.core.records.masks import has
from enginehouse.core.rule import rule
from enginehouse.games.mechanical_beast import collapse, parts, place
from enginehouse.games.mechanical_beast.state import State

MOST = 300
"""The maximum number of searched positions."""


@rule
def is_exit(s: State, n: int) -> bool:
    """Return whether room `n` is the Entrance with its hatch open, or the Emergency Exit (MB-2.2, MB-7.1)."""
    return bool(n == s.exit or (n == 0 and s.hatch != 0))


@rule
def ways_to_explore(s: State, n: int) -> int:
    """Return the directions in which a meeple can explore from room `n`, as a mask (MB-4.1, MB-4.4, MB-1.7).

    Bit 0 is north, then clockwise.
    """
    mask = 0
    for d in range(4):
        mask |= (1 if s.lockdown == 0 and place.leads_out(s.x, s.y, s.doors, s.slots, s.ends, n, d) else 0) << d
    return mask


@rule
def can_change(s: State) -> bool:
    """Return whether some meeple can walk to a gear, barred or not, or to a doorway that can be explored (MB-7.6)."""
    for m in range(parts.MEEPLES):
        if has(s.meeples, m) and opens(s, s.x, s.y, s.doors, s.slots, s.comp, s.ends, int(s.comp[int(s.at[m])])):
            return True
    return False


@rule
def find_trapped(s: State) -> int:
    """Return the meeples that are proved to be trapped for good, as a mask: bit m for meeple m (MB-7.6)."""
    if s.hatch == 0 and s.exit_gone != 0:
        return int(s.meeples)
    if can_change(s):
        return 0
    if s.off == 0:
        for m in range(parts.ANDROID):
            if (s.meeples >> m) & 1 and s.control >= 0 and s.comp[int(s.at[m])] == s.comp[s.control]:
                return 0
        return int(s.meeples)
    return never_out(s)


# -- all orders of moves and collapses ---------------------------------------------------------------------------------
#
# A searched position is a number and a row of small numbers. The number has `BITS` bits for each meeple: the number of
# its room. The row has the x coordinates of all rooms (from west to east), then their y coordinates (from south to
# north), and then their doors. Coordinates count from the southwestern corner of the map, so that they fit into a byte.

BITS = 7
FIRST = 16
"""The number of rows for positions that are allocated at first. Most searches need fewer."""


@rule
def never_out(s: State) -> int:
    """Search all orders of moves and collapses for orders that bring meeples to an exit.

    Return the mask of the meeples that no order brings to an exit, bit m for meeple m (MB-7.6 (b)).
    """
    where, found = np.zeros(MOST, np.int64), np.zeros((FIRST, 3 * s.rooms), np.int8)
    slots, comp, ends = s.slots.copy(), s.comp.copy(), s.ends.copy()
    where[0] = write_position(s, found[0])
    many, done, out = 1, 0, 0
    while done < many:
        out |= brought_out(s, int(where[done]), found[done], slots, comp, ends)
        if out & s.meeples == s.meeples:
            return 0
        # One position leads to as many others as there are meeples and rooms, at most.
        if many + parts.MEEPLES * s.rooms > len(found) and len(found) < MOST:
            found = make_room(found, many, many + parts.MEEPLES * s.rooms)
        many = search_walks(s, where, found, many, done, comp)
        if many == MOST:
            return 0
        done += 1
    return int(s.meeples & ~out)


@rule
def make_room(found: Any, many: int, needed: int) -> Any:
    """Return a larger copy of the array `found`, with space for more rows.

    Each row of `found` is a searched position. Only the first `many` rows are in use and are copied. The new array has
    twice as many rows as are needed (`needed`), but at most `MOST`.
    """
    larger = np.zeros((min(2 * needed, MOST), found.shape[1]), np.int8)
    for i in range(many):
        for k in range(found.shape[1]):
            larger[i, k] = int(found[i, k])
    return larger


@rule
def write_position(s: State, row: Numbers) -> int:
    """Write the rooms of the current position into `row`, which is overwritten: x, y and doors of each room.

    Return the room of each meeple, packed into one number.
    """
    where = 0
    for n in range(s.rooms):
        if s.doors[n] >= 0:
            list_xs(row)[n] = int(s.x[n]) - int(s.ends[3])
            list_ys(s, row)[n] = int(s.y[n]) - int(s.ends[2])
        list_doors(s, row)[n] = int(s.doors[n])
    for m in range(parts.MEEPLES):
        where |= int(s.at[m]) << (BITS * m)
    return where


@rule
def list_xs(row: Numbers) -> Any:
    """Return an array that begins with the x coordinate of each room in a searched position.

    `row` has the rooms of the position, as `write_position` writes them. Coordinates grow from west to east. The array
    is a slice of `row`, not a copy, and more numbers follow in it.
    """
    return row[0:]


@rule
def list_ys(s: State, row: Numbers) -> Any:
    """Return an array that begins with the y coordinate of each room in a searched position.

    `row` has the rooms of the position, as `write_position` writes them. Coordinates grow from south to north. The
    array is a slice of `row`, not a copy, and more numbers follow in it.
    """
    return row[s.rooms :]


@rule
def list_doors(s: State, row: Numbers) -> Any:
    """Return an array with the doors of each room (a mask of directions) in a searched position.

    `row` has the rooms of the position, as `write_position` writes them. The array is a slice of `row`, not a copy.
    """
    return row[2 * s.rooms :]


@rule
def brought_out(s: State, where: int, row: Numbers, slots: Numbers, comp: Numbers, ends: Numbers) -> int:
    """Return the meeples that can walk to an exit in a searched position, as a mask: bit m for meeple m.

    `where` has the rooms of all meeples, packed into one number (see `read_room`). `row` has the map, which is the
    coordinates and doors of all rooms (`write_position`). `slots`, `comp` and `ends` are overwritten with data about
    this map: its hash table of places, the label of each room's group of joined rooms, and the outermost coordinates.

    Return -1 (the mask of all) if a meeple can walk to a gear, or to a doorway that can be explored. The map can then
    change, so no meeple is proved to be trapped.
    """
    xs, ys, doors, out = list_xs(row), list_ys(s, row), list_doors(s, row), 0
    place.label(xs, ys, doors, s.rooms, slots, comp)
    place.measure(xs, ys, doors, s.rooms, ends)
    for m in range(parts.MEEPLES):
        if has(s.meeples, m):
            c = int(comp[read_room(where, m)])
            if opens(s, xs, ys, doors, slots, comp, ends, c):
                return -1
            if reaches_exit(s, comp, c):
                out |= 1 << m
    return out


@rule
def search_walks(s: State, where: Numbers, found: Any, many: int, done: int, comp: Numbers) -> int:
    """Append each new position that any meeple can bring about by one walk from the position with the index `done`.

    A position is stored in two elements with the same index: in `where` the rooms of all meeples, packed into one
    number, and in `found` a row with the rooms of the map. Both arrays have `many` positions, and new positions are
    written behind them. `comp` has a label for each room in the position at `done`; joined rooms have equal labels.
    Return the new number of positions. When it is MOST, the arrays are full, and the search ends.
    """
    for m in range(parts.MEEPLES):
        if has(s.meeples, m):
            a = read_room(int(where[done]), m)
            for b in range(s.rooms):
                if b != a and comp[b] == comp[a] and many < MOST:
                    where[many] = walk_searched(s, int(where[done]), found[done], m, b, found[many])
                    if is_new_position(where, found, many):
                        many += 1
    return many


@rule
def walk_searched(s: State, where: int, row: Numbers, m: int, b: int, after: Numbers) -> int:
    """Let meeple `m` walk to room `b`. Write the new map into `after`. Return the new rooms of all meeples.

    `row` is the map before the walk. A map is an array with the x coordinates of all rooms, then their y coordinates,
    then their doors. `where` is the rooms of all meeples before the walk, packed into a single number. The result is
    packed in the same way. If the room that the meeple leaves becomes empty, it collapses (MB-6.2).
    """
    a = read_room(where, m)
    for k in range(len(row)):
        after[k] = int(row[k])
    then = where + ((b - a) << (BITS * m))
    if a != 0 and not has_meeple_left(then, a):
        collapse.close_up(list_xs(after), list_ys(s, after), list_doors(s, after), s.rooms, a, int(s.facing[a]) & 3)
    return then


@rule
def read_room(where: int, m: int) -> int:
    """Return the room in which meeple `m` is. `where` has the rooms of all meeples of a searched position, packed."""
    return (where >> (BITS * m)) & ((1 << BITS) - 1)


@rule
def has_meeple_left(where: int, n: int) -> bool:
    """Return whether a meeple is in room `n` in a searched position (MB-6.2).

    `n` must not be the Entrance (0). `where` has the rooms of all meeples, packed into one number.
    """
    for m in range(parts.MEEPLES):
        if read_room(where, m) == n:
            return True
    return False


@rule
def is_new_position(where: Numbers, found: Any, many: int) -> bool:
    """Return whether the position at index `many` differs from all positions before it.

    A position consists of two elements with the same index: a row of `found` with the rooms, and a number of `where`
    with the packed rooms of all meeples (see `write_position`).
    """
    for i in range(many):
        # First the one number: to hand over a row costs more than to compare it.
        if where[i] == where[many] and are_alike(found[i], found[many]):
            return False
    return True


@rule
def is_new(found: Any, many: int) -> bool:
    """Return whether row `many` of `found` differs from all rows before it."""
    for i in range(many):
        if found[i, 0] == found[many, 0] and are_alike(found[i], found[many]):
            return False
    return True


@rule
def are_alike(one: Any, other: Any) -> bool:
    """Return whether two rows have the same number at each index. Both rows have the same length."""
    for k in range(len(one)):
        if one[k] != other[k]:
            return False
    return True


@rule
def opens(
    s: State, xs: Numbers, ys: Numbers, doors: Numbers, slots: Numbers, comp: Numbers, ends: Numbers, c: int
) -> bool:
    """Return whether a meeple in the group of joined rooms with the label `c` can use a gear or explore (MB-7.6).

    `xs`, `ys` and `doors` have the coordinates and doors of each room, `comp` the label of its group. `slots` is the
    hash table of the rooms, and `ends` the result of `place.measure`.
    """
    for n in range(s.rooms):
        if comp[n] == c:
            if parts.GEARS[int(s.tile[n])][0] != 0:
                return True
            for d in range(4):
                if s.lockdown == 0 and place.leads_out(xs, ys, doors, slots, ends, n, d):
                    return True
    return False


@rule
def reaches_exit(s: State, comp: Numbers, c: int) -> bool:
    """Return whether an exit is in the group of joined rooms with the label `c`. `comp` has the label of each room."""
    return bool((s.hatch != 0 and comp[0] == c) or (s.exit >= 0 and comp[s.exit] == c))
