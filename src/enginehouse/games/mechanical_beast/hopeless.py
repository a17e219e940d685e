"""Find out by search whether a game can still be won (MB-7.3, MB-7.4, MB-7.9).

Bots use the search before they vote to end a game (MB-7.8). The rules end a game when an engineer is proved to be
trapped (MB-7.6), but some lost games continue. For example, a meeple can still use a gear, though the gear does not
help. Or no meeple can reach a room with a prisoner.

The search tries all orders of moves, collapses and uses of gears, breadth first, with at most `MOST` positions and
`TRIED` moves and uses. In the search any meeple may go next, and may use barred gears. So the search allows more than
the rules.

The search stops at a position with hope: the game is won, more rooms can come, or an engineer can walk to the Control
Room. If the search has tried all orders and found no such position, the game is lost.

The functions change the record that they search. A searched position is stored as a row of numbers, which can be
written back into the record.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from enginehouse.core.records.fields import Numbers
from enginehouse.core.records.masks import has
from enginehouse.core.rule import rule
from enginehouse.games.mechanical_beast import collapse, exits, gears, parts, place, trapped
from enginehouse.games.mechanical_beast.parts import Gear
from enginehouse.games.mechanical_beast.state import State

MOST = 1_000
"""The maximum number of searched positions. Set by hand, to limit the memory of the search; not measured."""
TRIED = 2_000
"""The maximum number of tried moves and uses. Set by hand, to limit the time of a failed search; not measured.

If many rooms are joined, most moves and uses lead to a known position.
"""
AT = 1
"""The index of the first column after the hash in a row of a searched position.

A row has a hash of all other columns, the room of each meeple, and for each room x, y, facing and doors.
"""
PLACES = AT + parts.MEEPLES
"""The index in a row at which the places of the rooms begin, after the rooms of the meeples."""
ROOM_COLUMNS = 4
"""The number of columns for each room: x, y, facing and doors."""
QUARTERS = 4
"""The number of quarter turns in a full turn of a room, which changes nothing (MB-5.1)."""
HASH_FACTOR, HASH_BITS = 31, 0xFFFFFFFF
"""The factor and the mask of the hash of a row. Any odd factor would do: equal hashes are compared in full."""


@rule
def is_beyond_hope(s: State) -> bool:
    """Return whether it is proved that a cooperative game cannot be won any more. The function overwrites `s`."""
    if s.play == parts.AGAINST:
        return False
    # The row behind the positions counts the moves and uses from all found positions, and the position itself. They
    # count before they are tried, because most searches end at a limit, and to try them takes most of the time.
    found = np.zeros((MOST + 1, PLACES + ROOM_COLUMNS * s.rooms), np.int64)
    found[MOST, 0] = 1
    many, done = keep(s, found, 0), 0
    if many == MOST:
        return False
    while done < many:
        put_back(s, found[done])
        for m in range(parts.MEEPLES):
            if has(s.meeples, m):
                many = walks(s, found, many, done, m)
                many = uses(s, found, many, done, m)
                if many == MOST:
                    return False
        done += 1
    return True


@rule
def is_hopeful(s: State) -> bool:
    """Return whether the players still have hope in a position, so that the search for lost games stops there.

    They have hope if the position is won or if a meeple can walk to a door to explore. They also have hope if the
    Control Room's switch is still on and an engineer can walk to that room.
    """
    if s.off != 0 and exits.engineers_safe(s) and not has_prisoners(s):
        return True
    for m in range(parts.MEEPLES):
        if has(s.meeples, m):
            c = int(s.comp[int(s.at[m])])
            if s.off == 0 and m != parts.ANDROID and s.control >= 0 and s.comp[s.control] == c:
                return True
            for n in range(s.rooms):
                if s.comp[n] == c and trapped.ways_to_explore(s, n) != 0:
                    return True
    return False


@rule
def has_prisoners(s: State) -> bool:
    """Return whether prisoners are left in rooms. Rooms that have collapsed do not count (MB-6.5)."""
    for n in range(s.rooms):
        if s.people[n] != 0 and s.doors[n] >= 0:
            return True
    return False


@rule
def walks(s: State, found: Any, many: int, done: int, m: int) -> int:
    """Append to `found` each new position that meeple `m` can bring about by one walk (MB-3.2).

    `found` has a position in each of its first `many` rows. The walks begin in the position of row `done`, which is
    also the position of the record `s` before and after the call. The new positions include the collapse after the walk
    (MB-6.2). While the Control Room's switch is on, append no position: rooms do not collapse, and the search does not
    distinguish between the rooms that a meeple can walk to. Return the new number of positions in `found`.
    """
    a = int(s.at[m])
    for b in range(s.rooms):
        if s.off != 0 and b != a and s.comp[b] == s.comp[a]:
            s.at[m] = b
            if a != 0 and not collapse.is_occupied(s, a):
                collapse.close_up(s.x, s.y, s.doors, s.rooms, a, int(s.facing[a]) & 3)
                place.relink(s)
            many = keep(s, found, many)
            put_back(s, found[done])
    return many


@rule
def uses(s: State, found: Any, many: int, done: int, m: int) -> int:
    """Append to `found` each new position that meeple `m` can bring about by one use of a gear (MB-5).

    `found` has a position in each of its first `many` rows. Each use begins in the position of row `done`, which is
    also the position of the record `s` before and after the call. The meeple uses a gear of its room or, while the
    Control Room's switch is on, of any room to which it can walk. Return the new number of positions in `found`.
    """
    a = int(s.at[m])
    for n in range(s.rooms):
        if n == a or (s.off == 0 and s.comp[n] == s.comp[a]):
            for g in range(2):
                kind, way = gears.find_gear(s, n, g), gears.find_way(s, n, g)
                if kind != Gear.NONE:
                    bounds = find_bounds(s, n, kind, way)
                    first, last = find_steps(s, n, kind, way, bounds)
                    for steps in range(first, last + 1):
                        if can_use_gear(s, n, kind, way, steps, bounds):
                            s.at[m] = n
                            gears.use_gear(s, n, g, steps)
                            many = keep(s, found, many)
                            put_back(s, found[done])
    return many


@rule
def find_bounds(s: State, n: int, kind: int, way: int) -> tuple[int, int, int, int]:
    """Return four coordinates of other rooms that limit a slide of room `n` by a linear gear (see `slide_clause`).

    `way` is the axis of the gear (0 north-south, 1 east-west), and all coordinates are on this axis. First come the
    minimum and the maximum coordinate of the rooms that do not lie in the line (row or column) of the slide. Then come
    the minimum and the maximum coordinate of the other rooms in this line. The numbers do not depend on the number of
    places by which the room slides. `kind` is the kind of gear: if it is not the linear gear, return four zeros.
    """
    if kind != Gear.LINEAR:
        return 0, 0, 0, 0
    low_off, high_off = gears.others(s, n, way, False)
    low_in, high_in = gears.others(s, n, way, True)
    return low_off, high_off, low_in, high_in


@rule
def find_steps(s: State, n: int, kind: int, way: int, bounds: tuple[int, int, int, int]) -> tuple[int, int]:
    """Return the first and the last amount to try for a gear of room `n`.

    An amount is a number of quarter turns or of places to slide. Smaller or larger amounts are illegal, and some
    amounts between the two can be illegal, too (see `can_use_gear`). A slide ends at most one place beyond all other
    rooms, or as far beyond them as it began (MB-5.4).

    `kind` is the kind of gear (`find_gear`), `way` its axis or side (`find_way`). `bounds` has the coordinates of other
    rooms that limit a slide (`find_bounds`).
    """
    if kind == Gear.EDGE:
        return 1, min(parts.MOST_STEPS, gears.ring_size(s, n, way) - 1)
    if kind != Gear.LINEAR:
        return 1, QUARTERS - 1
    low, high = min(bounds[0], bounds[2] - 1), max(bounds[1], bounds[3] + 1)
    if low > high + 1:  # there is no other room
        return -parts.MOST_STEPS, parts.MOST_STEPS
    begin = gears.along(s, n, way)
    beyond = max(low - begin, begin - high, 1)
    return max(-parts.MOST_STEPS, low - beyond - begin), min(parts.MOST_STEPS, high + beyond - begin)


@rule
def can_use_gear(s: State, n: int, kind: int, way: int, steps: int, bounds: tuple[int, int, int, int]) -> bool:
    """Return whether a gear of room `n` can be used for the amount `steps` (MB-5.3 to MB-5.6).

    The amount is a number of quarter turns, or of places to slide. It does not matter whether a meeple is barred from
    using the gear again (MB-5.2). `kind` is the kind of gear (`find_gear`), `way` its axis, side or corner
    (`find_way`). `bounds` has the coordinates of other rooms that limit a slide (`find_bounds`).
    """
    if kind == Gear.LINEAR:
        begin = gears.along(s, n, way)
        return steps != 0 and gears.slide_clause(begin, begin + steps, bounds[0], bounds[1], bounds[2], bounds[3]) == 0
    if kind == Gear.EDGE:
        return 0 < steps < gears.ring_size(s, n, way)
    if kind == Gear.CORNER:
        return 0 < steps < QUARTERS and gears.can_turn_corner(s, n, way, steps)
    return 0 < steps < QUARTERS


@rule
def keep(s: State, found: Any, many: int) -> int:
    """Write the position in `s` to row `many` of `found`, if the position is new and the array has space for it.

    Return the new number of positions, or `MOST` if the search ends: a limit is reached, or the game can be won from
    the new position.

    A position is not new if a row has an equal position. Positions are equal if only the place of the whole map
    differs. While the Control Room's switch is on, they are also equal if only the rooms of meeples differ, and each
    meeple can walk from its room in the first position to its room in the second. The row stores a fixed version of all
    these equal positions. If the position is new, the function replaces `s` by this version.
    """
    if many == MOST:
        return MOST
    row, rooms = found[many], int(s.rooms)
    for m in range(parts.MEEPLES):
        n = int(s.at[m])
        row[AT + m] = (int(s.comp[n]) if s.off == 0 else n) if has(s.meeples, m) else 0
    for n in range(rooms):
        there = s.doors[n] >= 0
        row[PLACES + n] = int(s.x[n] - s.ends[3]) if there else 0
        row[PLACES + rooms + n] = int(s.y[n] - s.ends[2]) if there else 0
        row[PLACES + 2 * rooms + n] = int(s.facing[n]) & 3 if there else 0
        row[PLACES + 3 * rooms + n] = int(s.doors[n])
    row[0] = hash_row(row)
    if not trapped.is_new(found, many):
        return many
    put_back(s, row)
    found[MOST, 0] += count_tries(s)
    return MOST if found[MOST, 0] > TRIED or is_hopeful(s) else many + 1


@rule
def count_tries(s: State) -> int:
    """Return the number of walks and uses of gears that the search tries from the position in `s`."""
    tries = 0
    for m in range(parts.MEEPLES):
        if has(s.meeples, m):
            a = int(s.at[m])
            for n in range(s.rooms):
                if s.off != 0 and n != a and s.comp[n] == s.comp[a]:
                    tries += 1
                if n == a or (s.off == 0 and s.comp[n] == s.comp[a]):
                    tries += count_uses(s, n)
    return tries


@rule
def count_uses(s: State, n: int) -> int:
    """Return the number of different possible uses of the gears in room `n`.

    A use is a gear and the amount by which it turns or slides rooms. All amounts that the rules allow count.
    """
    uses = 0
    for g in range(2):
        kind, way = gears.find_gear(s, n, g), gears.find_way(s, n, g)
        if kind != Gear.NONE:
            bounds = find_bounds(s, n, kind, way)
            first, last = find_steps(s, n, kind, way, bounds)
            for steps in range(first, last + 1):
                uses += 1 if can_use_gear(s, n, kind, way, steps, bounds) else 0
    return uses


@rule
def hash_row(row: Numbers) -> int:
    """Return a hash of a searched position, given as a row of numbers.

    The first number of the row is left out, because it stores the hash.
    """
    key = 0
    for k in range(1, len(row)):
        key = (HASH_FACTOR * key + int(row[k]) + 2) & HASH_BITS
    return key


@rule
def put_back(s: State, row: Numbers) -> None:
    """Write a searched position, given as a row of numbers, into the record."""
    rooms = int(s.rooms)
    for m in range(parts.MEEPLES):
        if has(s.meeples, m):
            s.at[m] = int(row[AT + m])
    for n in range(rooms):
        s.x[n] = int(row[PLACES + n])
        s.y[n] = int(row[PLACES + rooms + n])
        s.facing[n] = int(row[PLACES + 2 * rooms + n])
        s.doors[n] = int(row[PLACES + 3 * rooms + n])
    place.relink(s)
