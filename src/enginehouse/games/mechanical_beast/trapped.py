"""Trapped for good (MB-7.6): a proof that no legal turns of all players together bring a meeple out.

The method. As long as some meeple can walk to a gear, or to a doorway that can be explored, nothing is proved, but where
no exit is left and none can come (c). Else the map can only change by collapses. With the switch on there are none, so
if no engineer can walk to the Control Room everybody is trapped (a). With the switch off all orders of moves and
collapses are searched (b), breadth first, at most `MOST` positions: a position is where the rooms and the meeples are;
any meeple may go next, since every player may pass. If the search ends, having brought nobody to a gear or such a
doorway, the meeples that it has never brought to an exit are trapped. It looks at nothing but the position.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from enginehouse.core.rule import rule
from enginehouse.games.mechanical_beast.collapse import close_up
from enginehouse.games.mechanical_beast.parts import ANDROID, GEARS, MEEPLES
from enginehouse.games.mechanical_beast.place import label, leads_out, measure

MOST = 300
"""Positions that the search looks at before it gives up."""


@rule
def is_exit(s: Any, n: int) -> bool:
    """MB-2.2, MB-7.1: the Entrance with its hatch open, or the Emergency Exit."""
    return bool(n == s.exit or (n == 0 and s.hatch != 0))


@rule
def may_explore(s: Any, n: int, d: int) -> bool:
    """MB-4.1, MB-4.4, MB-1.7: whether one can explore from a room in a direction."""
    return bool(s.lockdown == 0 and leads_out(s.x, s.y, s.doors, s.slots, s.ends, n, d))


@rule
def can_change(s: Any) -> bool:
    """MB-7.6: some meeple can walk to a gear, barred or not, or to a doorway that can be explored."""
    for m in range(MEEPLES):
        if (s.meeples >> m) & 1 and opens(s, s.x, s.y, s.doors, s.slots, s.comp, s.ends, int(s.comp[int(s.at[m])])):
            return True
    return False


@rule
def trapped(s: Any) -> int:
    """MB-7.6: the mask of the meeples that are proved to be trapped for good."""
    if s.hatch == 0 and s.exit_gone != 0:
        return int(s.meeples)
    if can_change(s):
        return 0
    if s.off == 0:
        for m in range(ANDROID):
            if (s.meeples >> m) & 1 and s.control >= 0 and s.comp[int(s.at[m])] == s.comp[s.control]:
                return 0
        return int(s.meeples)
    return never_out(s)


@rule
def never_out(s: Any) -> int:
    """MB-7.6 (b): search all orders of moves and collapses; the meeples that none of them brings to an exit.

    Each position has a row of places from west to east, one from south to north, one of doors, and a number that tells
    where the meeples are.
    """
    xs, ys, doors, where = table(s), table(s), table(s), np.zeros(MOST, np.int64)
    slots, comp, ends = s.slots.copy(), s.comp.copy(), s.ends.copy()
    for n in range(s.rooms):
        xs[0][n] = int(s.x[n])
        ys[0][n] = int(s.y[n])
        doors[0][n] = int(s.doors[n])
    for m in range(MEEPLES):
        where[0] |= int(s.at[m]) << (BITS * m)
    found, done, out = 1, 0, 0
    while done < found:
        label(xs[done], ys[done], doors[done], s.rooms, slots, comp)
        measure(xs[done], ys[done], doors[done], s.rooms, ends)
        for m in range(MEEPLES):
            if (s.meeples >> m) & 1:
                c = int(comp[room_of(int(where[done]), m)])
                if opens(s, xs[done], ys[done], doors[done], slots, comp, ends, c):
                    return 0
                if reaches_exit(s, comp, c):
                    out |= 1 << m
        if out == s.meeples:
            return 0
        for m in range(MEEPLES):
            if (s.meeples >> m) & 1:
                a = room_of(int(where[done]), m)
                for b in range(s.rooms):
                    if b != a and comp[b] == comp[a]:
                        where[found] = int(where[done]) + ((b - a) << (BITS * m))
                        for n in range(s.rooms):
                            xs[found][n] = xs[done][n]
                            ys[found][n] = ys[done][n]
                            doors[found][n] = doors[done][n]
                        if a != 0 and not is_left_in(int(where[found]), a):
                            close_up(xs[found], ys[found], doors[found], s.rooms, a, int(s.facing[a]) & 3)
                        if is_new(xs, ys, doors, where, found):
                            found += 1
                            if found == MOST:
                                return 0
        done += 1
    return int(s.meeples & ~out)


BITS = 7
"""Where the meeples are in a searched position is one number, with so many bits for each: the number of its room."""


@rule
def table(s: Any) -> Any:
    """A row for each searched position, in it a number for each room."""
    return np.zeros((MOST, s.rooms), np.int64)


@rule
def room_of(where: int, m: int) -> int:
    """The room of a meeple in a searched position."""
    return (where >> (BITS * m)) & ((1 << BITS) - 1)


@rule
def is_left_in(where: int, n: int) -> bool:
    """MB-6.2: whether a meeple is in a room, other than the Entrance, in a searched position."""
    for m in range(MEEPLES):
        if room_of(where, m) == n:
            return True
    return False


@rule
def is_new(xs: Any, ys: Any, doors: Any, where: Any, found: int) -> bool:
    """Whether the position after so many others is none of them."""
    for i in range(found):
        same = where[i] == where[found] and alike(doors[i], doors[found])
        if same and alike(xs[i], xs[found]) and alike(ys[i], ys[found]):
            return False
    return True


@rule
def alike(one: Any, other: Any) -> bool:
    """Whether two rows hold the same numbers."""
    for n in range(len(one)):
        if one[n] != other[n]:
            return False
    return True


@rule
def opens(s: Any, xs: Any, ys: Any, doors: Any, slots: Any, comp: Any, ends: Any, c: int) -> bool:
    """MB-7.6: whether from the rooms of label `c` one can use a gear or explore."""
    for n in range(s.rooms):
        if comp[n] == c:
            if GEARS[int(s.tile[n])][0] != 0:
                return True
            for d in range(4):
                if s.lockdown == 0 and leads_out(xs, ys, doors, slots, ends, n, d):
                    return True
    return False


@rule
def reaches_exit(s: Any, comp: Any, c: int) -> bool:
    """Whether an exit is among the rooms of label `c`."""
    return bool((s.hatch != 0 and comp[0] == c) or (s.exit >= 0 and comp[s.exit] == c))
