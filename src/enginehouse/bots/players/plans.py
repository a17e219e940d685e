"""Plans of a whole turn, for games in which nothing is revealed until one's turn is over: a beam search.

From one guess all actions of the best few positions are tried, again and again, until the turn is over in all of them. What
counts is the best end that was found, not what a mean of all would be. Positions that look equally good are taken for
the same one. The records from `FIRST` on are room: two for each position of the beam.
"""

from __future__ import annotations

from typing import Any

from enginehouse.bots.players.tree import LONGEST, Ask, Held, Tune
from enginehouse.core.rule import rule
from enginehouse.core.verbs import actors, apply, at_random, legal, outlook, turn_of

FIRST = 3
"""The records before are the view, a guess, and the position that is tried."""
WIDEST = 32
"""So many positions a beam has at most."""
SLACK = 99
"""A plan goes on with what looks worse than the position before it by so much at most, in hundredths of a point: by less than one."""
NOTHING = -(1 << 62)


@rule
def goes_on(s: Any, seat: int, turn: int) -> bool:
    """Whether a seat still has the turn that it plans."""
    return bool(s.reason == 0 and turn_of(s, seat) == turn and (actors(s) >> seat) & 1)


@rule
def clear(held: Any, first: int, width: int) -> None:
    """Let a beam hold nothing."""
    for b in range(first, first + width):
        held[b, Held.VALUE] = NOTHING


@rule
def place_in(held: Any, first: int, width: int, value: int) -> int:
    """Where a position of this value is to be kept in a beam; -1 where it is not: it is no better than the others, or there
    is one that looks the same."""
    worst = first
    for b in range(first, first + width):
        if held[b, Held.VALUE] == value:
            return -1
        if held[b, Held.VALUE] < held[worst, Held.VALUE]:
            worst = b
    return worst if held[worst, Held.VALUE] < value else -1


@rule
def hold(kept: Any, at: int, value: int, held: Any, b: int, root: int, code: int) -> None:
    """Let place `at` of `kept` be what an action leads to from position `b`."""
    for k in range(Held.WAY + int(held[b, Held.LONG])):
        kept[at, k] = int(held[b, k])
    kept[at, Held.VALUE], kept[at, Held.ROOT], kept[at, Held.SUM] = value, root, 0
    kept[at, Held.WAY + int(held[b, Held.LONG])] = code
    kept[at, Held.LONG] = int(held[b, Held.LONG]) + 1


@rule
def widen(states: Any, ends: Any, b: int, then: int, desk: Any, e: Any) -> bool:
    """Try all actions of position `b`, and keep in the beam that begins at `then` what looks best; whether anything was kept.

    The value of a turn that is over counts for the action with which its plan began, as does that of one's first action.
    """
    held = desk.held
    seat, width, own = int(desk.ask[Ask.SEAT]), int(desk.tune[Tune.BEAM]), desk.tune[Tune.OWN :]
    turn, begins, kept = turn_of(states[1], seat), held[b, Held.ROOT] < 0, False
    many = at_random(states[FIRST + b], seat, desk.codes, legal(states[FIRST + b], seat, desk.codes))
    for j in range(many):
        if desk.ask[Ask.STOP] != 0 and (j > 0 or not begins):
            return False
        states[2] = states[FIRST + b]
        e.count = 0
        apply(states[2], seat, int(desk.codes[j]), e)
        root = j if begins else int(held[b, Held.ROOT])
        value = outlook(states[FIRST + b], states[2], seat, int(desk.codes[j]), own, desk.room)
        on = goes_on(states[2], seat, turn)
        if begins or not on:
            desk.others[root] = max(int(desk.others[root]), value - (1 if on else 0))
        if not on:
            at = place_in(ends, 0, len(ends), value)
            if at >= 0:
                hold(ends, at, value, held, b, root, int(desk.codes[j]))
        # What looks worse than before leads nowhere as a rule: what is bought for nothing, again and again, until the money is gone.
        at = place_in(held, then, width, value) if on and (begins or value >= held[b, Held.VALUE] - SLACK) else -1
        if at >= 0:
            states[FIRST + at] = states[2]
            hold(held, at, value, held, b, root, int(desk.codes[j]))
            kept = True
    return kept


@rule
def plan(states: Any, ends: Any, desk: Any, e: Any) -> None:
    """For each legal action of the position in `states[1]` the value of the best plan that begins with it, into `others`; and
    into `ends` the best ends of plans, as many as it has room for.

    Actions are counted as `legal` writes them. All of `others` that is asked of is `NOTHING` before; `desk.codes` is room.
    Out of time, it is the best that was found.
    """
    width, now, then = int(desk.tune[Tune.BEAM]), 0, WIDEST
    held = desk.held
    clear(held, now, width)
    clear(ends, 0, len(ends))
    states[FIRST] = states[1]
    held[now, Held.VALUE], held[now, Held.ROOT], held[now, Held.LONG] = 0, -1, 0
    for _ in range(LONGEST):
        clear(held, then, width)
        more = False
        for b in range(now, now + width):
            if held[b, Held.VALUE] != NOTHING and widen(states, ends, b, then, desk, e):
                more = True
        if not more:
            return
        now, then = then, now
