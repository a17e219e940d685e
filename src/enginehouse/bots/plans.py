"""Plans of a whole turn, for games in which nothing is revealed until one's turn is over: a beam search.

From one guess all actions of the best few positions are tried, again and again, until the turn is over in all of them. What
counts is the best end that was found, not what a mean of all would be. Positions that look equally good are taken for
the same one. The records from `FIRST` on are room: two for each position of the beam.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from enginehouse.core.rule import Constants, rule
from enginehouse.core.verbs import actors, apply, at_random, judge, legal, turn_of

FIRST = 3
"""The records before are the view, a guess, and the position that is tried."""
WIDEST = 12
"""So many positions a beam has at most."""
DEPTH = 24
"""A plan has at most so many actions."""
NOTHING = -(1 << 62)


class Held(Constants):
    """The columns of what is known of a position in a beam."""

    VALUE = 0
    ROOT = 1  # which of the legal actions the plan begins with
    SIZE = 2


@rule
def goes_on(s: Any, seat: int, turn: int) -> bool:
    """Whether a seat still has the turn that it plans."""
    return bool(s.reason == 0 and turn_of(s, seat) == turn and (actors(s) >> seat) & 1)


@rule
def place_in(held: Any, width: int, value: int) -> int:
    """Where a position of this value is to be kept in a beam; -1 where it is not: it is no better than the others, or there
    is one that looks the same."""
    worst = 0
    for b in range(width):
        if held[b, Held.VALUE] == value:
            return -1
        if held[b, Held.VALUE] < held[worst, Held.VALUE]:
            worst = b
    return worst if held[worst, Held.VALUE] < value else -1


@rule
def plan(states: Any, seat: int, width: int, desk: Any, e: Any) -> None:
    """For each legal action of the position in `states[1]` the value of the best plan that begins with it, into `others`.

    Actions are counted as `legal` writes them. All of `others` that is asked of is `NOTHING` before; `desk.codes` is room.
    """
    turn = turn_of(states[1], seat)
    held, next_held = np.zeros((WIDEST, Held.SIZE), np.int64), np.zeros((WIDEST, Held.SIZE), np.int64)
    base, other = FIRST, FIRST + WIDEST
    states[base] = states[1]
    for b in range(width):
        held[b, Held.VALUE] = NOTHING
    held[0, Held.VALUE] = 0
    for depth in range(DEPTH):
        for b in range(width):
            next_held[b, Held.VALUE] = NOTHING
        found = 0
        for b in range(width):
            if held[b, Held.VALUE] == NOTHING:
                continue
            many = at_random(states[base + b], seat, desk.codes, legal(states[base + b], seat, desk.codes))
            for j in range(many):
                states[2] = states[base + b]
                e.count = 0
                apply(states[2], seat, int(desk.codes[j]), e)
                root = j if depth == 0 else int(held[b, Held.ROOT])
                value = judge(states[base + b], states[2], seat, int(desk.codes[j]))
                if not goes_on(states[2], seat, turn):
                    desk.others[root] = max(int(desk.others[root]), value)
                    continue
                if depth == 0:
                    desk.others[root] = max(int(desk.others[root]), value - 1)
                at = place_in(next_held, width, value)
                if at >= 0:
                    states[other + at] = states[2]
                    next_held[at, Held.VALUE], next_held[at, Held.ROOT] = value, root
                    found += 1
        if found == 0:
            return
        held, next_held = next_held, held
        base, other = other, base
