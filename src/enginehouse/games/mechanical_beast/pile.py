"""Build the pile of rooms (MB-2.2 to MB-2.4), draw from it, and guess its hidden order.

Places in the pile are counted from its top, which is 0. The record has the top room last. At setup, the pile is cut
near a fixed place for each special room, which is put there. Some special rooms are shuffled into a group of rooms.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from enginehouse.core.records.chance import below, pick
from enginehouse.core.records.dealing import shuffle_printed
from enginehouse.core.records.fields import Numbers
from enginehouse.core.rule import rule
from enginehouse.games.mechanical_beast import parts
from enginehouse.games.mechanical_beast.state import State

SPREAD = 2 * parts.SLACK + 1
"""The number of places at which a cut can be: up to `SLACK` above or below the exact one."""


@rule
def has_emergency_exit(s: State) -> bool:
    """Return whether the Emergency Exit is in this game (MB-2.2, MB-8.2)."""
    return bool(s.play == parts.AGAINST or s.level == parts.EASY or s.level == parts.EXTREME)


@rule
def pile_size(s: State) -> int:
    """Return the number of rooms in the whole pile: 71, or 70 without the Emergency Exit (MB-2.3)."""
    return parts.MOST_PILE if has_emergency_exit(s) else parts.MOST_PILE - 1


@rule
def find_middle(s: State, tile: int) -> int:
    """Return the smallest number of rooms that lie above a special room, for a middle cut of the pile.

    `tile` is the special room: the Control Room, the Emergency Exit or the Lockdown. A real cut may be up to two rooms
    higher or lower than the middle cut (MB-2.3). The special room may also lie deeper than the number says, because it
    is shuffled with a group of other rooms (MB-2.2). In competitive games the cuts are at other places (MB-8.2).
    """
    if s.play == parts.AGAINST:
        return parts.CUT_AGAINST if tile == parts.CONTROL else parts.MOST_PILE - 1
    if has_emergency_exit(s):
        if tile == parts.CONTROL:
            return parts.CUTS_FOUR[0]
        return parts.CUTS_FOUR[1] + parts.GROUP + 1 if tile == parts.EXIT else parts.CUTS_FOUR[2] + parts.GROUP + 2
    return parts.CUTS_THREE[0] if tile == parts.CONTROL else parts.CUTS_THREE[1] + parts.GROUP + 1


@rule
def count_spots(s: State, tile: int) -> int:
    """Return the number of places that the special room `tile` can have among the rooms shuffled with it (MB-2.2).

    The Control Room and the Lockdown are shuffled with other rooms, except in competitive games. In all other cases,
    return 1: the room has a fixed place.
    """
    return 1 if s.play == parts.AGAINST or tile == parts.EXIT else parts.GROUP + 1


@rule
def count_cuts(s: State, tile: int) -> int:
    """Return the number of places at which the pile may be cut for the special room `tile` (MB-2.3).

    The number is 1 for the Lockdown in competitive games, because this room always lies at the bottom there.
    """
    return 1 if s.play == parts.AGAINST and tile == parts.LOCKDOWN else SPREAD


@rule
def find_place(s: State, tile: int, way: int) -> int:
    """Return the place of the special room `tile` in the pile for one way of cutting and shuffling.

    `way` is the number of this way, from 0. All ways are equally likely.
    """
    slack = count_cuts(s, tile)
    return find_middle(s, tile) + way // slack + way % slack - slack // 2


@rule
def count_ways(s: State, tile: int) -> int:
    """Return the number of ways in which shuffling and cutting can place the special room `tile` in the pile.

    Each way is a pair: a place in the shuffled group, and a cut of the pile. All ways are equally likely.
    """
    return count_cuts(s, tile) * count_spots(s, tile)


@rule
def stack(s: State, drawn: int, control: int, exit: int, lockdown: int, order: Any) -> None:
    """Write the order of the rooms into the pile of `s`, from place `drawn` on. Place 0 is the top of a new pile.

    `control`, `exit` and `lockdown` are the places of these special rooms, or -1 for a room that is not in the pile.
    `order` has the kinds of the other rooms from the top down.
    """
    size, many = pile_size(s), 0
    for k in range(drawn, size):
        if k == control:
            tile = parts.CONTROL
        elif k == exit:
            tile = parts.EXIT
        elif k == lockdown:
            tile = parts.LOCKDOWN
        else:
            tile = int(order[many])
            many += 1
        s.pile[size - 1 - k] = tile


@rule
def stack_pile(s: State) -> None:
    """Shuffle and cut a new pile (MB-2.2, MB-2.3)."""
    order = np.zeros(parts.ROOMS, np.int64)
    shuffle_printed(s, parts.FIRST_PILE, parts.MORE_ROOMS, 0, order)
    control = find_place(s, parts.CONTROL, below(s, count_ways(s, parts.CONTROL)))
    lockdown = find_place(s, parts.LOCKDOWN, below(s, count_ways(s, parts.LOCKDOWN)))
    exit = control + 1
    if s.play != parts.AGAINST:
        exit = find_place(s, parts.EXIT, below(s, count_ways(s, parts.EXIT))) if has_emergency_exit(s) else -1
    s.left = pile_size(s)
    stack(s, 0, control, exit, lockdown, order)


@rule
def draw_room(s: State) -> int:
    """Take the top room of the pile, which becomes public, and return it."""
    s.left -= 1
    tile = int(s.pile[s.left])
    s.pile[s.left] = 0
    s.revealed += 1
    return tile


# -- knowledge ---------------------------------------------------------------------------------------------------------


@rule
def guess_place(v: State, tile: int, come: Any, drawn: int, dice: Numbers) -> int:
    """Return a random place of the special room `tile` in the undrawn part of the pile, or -1 if it has been drawn.

    `come` has a number for each kind of room, which is not 0 if the room has been drawn. `drawn` is the number of drawn
    rooms. Each way of cutting and shuffling is equally likely. `dice` is the state of the random number generator (four
    numbers).
    """
    if come[tile] != 0:
        return -1
    many = 0
    for way in range(count_ways(v, tile)):
        if find_place(v, tile, way) >= drawn:
            many += 1
    nth = pick(dice, many)
    for way in range(count_ways(v, tile)):
        if find_place(v, tile, way) >= drawn:
            if nth == 0:
                return find_place(v, tile, way)
            nth -= 1
    return -1
