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

from enginehouse.core.compiling import rule
from enginehouse.games.mechanical_beast.collapse import behind
from enginehouse.games.mechanical_beast.parts import ANDROID, DX, DY, GEARS, MEEPLES
from enginehouse.games.mechanical_beast.place import label, leads_out, measure
from enginehouse.games.mechanical_beast.state import SLOTS

MOST = 300
"""Positions that the search looks at before it gives up."""


@rule
def is_exit(s: Any, n: int) -> bool:
    """MB-2.2, MB-7.1: the Entrance with its hatch open, or the Emergency Exit."""
    return (n == 0 and s.hatch != 0) or (n >= 0 and n == s.exit)


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
    """MB-7.6 (b): search all orders of moves and collapses; the meeples that none of them brings to an exit."""
    rooms, many = int(s.rooms), 0
    who = np.zeros(MEEPLES, np.int64)
    for m in range(MEEPLES):
        if (s.meeples >> m) & 1:
            who[many] = m
            many += 1
    size = 2 * rooms + many
    seen = np.zeros(MOST * size, np.int32)
    marks = np.zeros(MOST, np.int64)
    now = np.zeros(size, np.int64)
    xs, ys = np.zeros(rooms, np.int64), np.zeros(rooms, np.int64)
    doors, comp = np.zeros(rooms, np.int64), np.zeros(rooms, np.int64)
    slots, ends = np.zeros(SLOTS, np.int64), np.zeros(4, np.int64)
    for n in range(rooms):
        now[2 * n] = int(s.x[n])
        now[2 * n + 1] = int(s.y[n])
        if s.doors[n] < 0:
            now[2 * n] = GONE
    for k in range(many):
        now[2 * rooms + k] = int(s.at[int(who[k])])
    found = enter(seen, marks, 0, now, size)
    out, done = 0, 0
    while done < found:
        unpack(s, seen, done * size, xs, ys, doors, rooms)
        label(xs, ys, doors, rooms, slots, comp)
        measure(xs, ys, doors, rooms, ends)
        base = done * size
        for k in range(many):
            c = int(comp[int(seen[base + 2 * rooms + k])])
            if opens(s, xs, ys, doors, slots, comp, ends, c):
                return 0
            if reaches_exit(s, comp, c):
                out |= 1 << int(who[k])
        if out == s.meeples:
            return 0
        for k in range(many):
            a = int(seen[base + 2 * rooms + k])
            for b in range(rooms):
                if b != a and comp[b] == comp[a]:
                    for j in range(size):
                        now[j] = int(seen[base + j])
                    now[2 * rooms + k] = b
                    fall(s, now, rooms, many, a)
                    found = enter(seen, marks, found, now, size)
                    if found > MOST - 1:
                        return 0
        done += 1
    return int(s.meeples & ~out)


GONE = 1 << 30
"""The place of a room that has collapsed, in a searched position."""


@rule
def unpack(s: Any, seen: Any, base: int, xs: Any, ys: Any, doors: Any, rooms: int) -> None:
    """The places and doors of the rooms in a searched position."""
    for n in range(rooms):
        xs[n] = int(seen[base + 2 * n])
        ys[n] = int(seen[base + 2 * n + 1])
        doors[n] = -1 if xs[n] == GONE else int(s.doors[n])


@rule
def enter(seen: Any, marks: Any, found: int, now: Any, size: int) -> int:
    """Add a position to those found, unless it is there; how many there are."""
    mark = 7
    for j in range(size):
        mark = (mark * 31 + int(now[j])) & 0xFFFFFFFFFFFF
    for i in range(found):
        if marks[i] == mark:
            same = True
            for j in range(size):
                if seen[i * size + j] != now[j]:
                    same = False
            if same:
                return found
    marks[found] = mark
    for j in range(size):
        seen[found * size + j] = int(now[j])
    return found + 1


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


@rule
def fall(s: Any, now: Any, rooms: int, many: int, a: int) -> None:
    """MB-6.2, MB-6.4: room `a` collapses in a searched position if nobody is left in it."""
    if a == 0:
        return
    for k in range(many):
        if now[2 * rooms + k] == a:
            return
    x, y, f = int(now[2 * a]), int(now[2 * a + 1]), int(s.facing[a]) & 3
    now[2 * a] = GONE
    now[2 * a + 1] = 0
    for n in range(rooms):
        if now[2 * n] != GONE and behind(int(now[2 * n]) - x, int(now[2 * n + 1]) - y, f):
            now[2 * n] += DX[f]
            now[2 * n + 1] += DY[f]
