"""Which plays are offered, and why others are not: the two walks share helpers, not their order.

`write_plays` lists forwards; `play_refusal` asks clause by clause, in a referee's order.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from enginehouse.core.compiling import rule
from enginehouse.games.great_machine.cards import (
    can_pay,
    index_of,
    rat_fits,
    subject_fits,
    toggles_named,
    victim_first,
    victim_second,
)
from enginehouse.games.great_machine.machine import locked
from enginehouse.games.great_machine.parts import (
    DECK,
    DISCARD,
    EXPLOSION_MASKS,
    FORM_OF,
    HAND,
    KIND_OF,
    KINDS,
    PAIR_MASKS,
    PIECES,
    PLAY_FIRST,
    TRIPLE_MASKS,
    TWO_FIRST,
    TWO_SECOND,
    Form,
)
from enginehouse.games.great_machine.rats import touchable
from enginehouse.games.great_machine.state import Phase

# -- which kinds are at hand -------------------------------------------------------------------------------------------


@rule
def mark_kinds(s: Any, zone: int, marks: Any) -> None:
    """Mark the kinds of the cards that are seen in a zone."""
    begin = int(s.start[zone])
    for k in range(begin, begin + int(s.size[zone])):
        piece = int(s.row[k])
        if piece > 0:
            marks[int(KIND_OF[piece])] = 1


@rule
def offered(s: Any, seat: int) -> Any:
    """For each kind whether it can be chosen now: from the hand, the deck looked through, or both discard piles.

    In a view of the seat that looks through a deck its cards are listed, not seen in their places.
    """
    marks = np.zeros(KINDS, np.int64)
    if s.phase == Phase.CLEAN:
        mark_kinds(s, DISCARD, marks)
        mark_kinds(s, DISCARD + 1, marks)
    elif s.phase == Phase.TAKE:
        mark_kinds(s, DECK + s.deck, marks)
        for piece in range(1, PIECES + 1):
            if int(s.listed[piece]) == DECK + s.deck + 1:
                marks[int(KIND_OF[piece])] = 1
    else:
        mark_kinds(s, HAND + seat, marks)
    return marks


# -- forwards: all plays of a kind -------------------------------------------------------------------------------------


@rule
def write_free_sets(masks: Any, first: int, stuck: int, all_toggles: int, out: Any, n: int) -> int:
    """Those sets of toggles that this machine has and of which none is in `stuck`."""
    for k in range(len(masks)):
        mask = int(masks[k])
        if mask & ~all_toggles == 0 and mask & stuck == 0:
            out[n] = first + k
            n += 1
    return n


@rule
def write_plays(s: Any, seat: int, kind: int, out: Any, n: int) -> int:
    """Append the codes of all ways in which this kind can be played now; the new number of codes."""
    form = int(FORM_OF[kind])
    first = int(PLAY_FIRST[kind])
    if form == Form.NONE:
        if can_pay(s, kind, seat):
            out[n] = first
            n += 1
    elif form == Form.WAY:
        out[n] = first
        out[n + 1] = first + 1
        n += 2
    elif form == Form.LEVEL:
        for level in range(2 if s.toggles == 3 else 3):
            out[n] = first + level
            n += 1
    elif form == Form.SUBJECT:
        for other in range(s.seats):
            if subject_fits(s, kind, other):
                out[n] = first + other
                n += 1
    elif form == Form.RAT:
        for other in range(s.seats):
            if rat_fits(s, kind, other):
                out[n] = first + other
                n += 1
    elif form == Form.TWO:
        n = write_twos(s, first, out, n)
    elif form == Form.VICTIM:
        n = write_victims(s, first, out, n)
    elif form != Form.NEVER:
        n = write_toggle_plays(s, kind, first, out, n)
    return n


@rule
def write_toggle_plays(s: Any, kind: int, first: int, out: Any, n: int) -> int:
    """The plays that name toggles: tilting leaves out locked ones (GM-5.1), locking does not."""
    form = int(FORM_OF[kind])
    every = (1 << s.toggles) - 1
    stuck = locked(s) if kind < 3 else 0
    if form == Form.TOGGLE:
        for toggle in range(s.toggles):
            if (stuck >> toggle) & 1 == 0:
                out[n] = first + toggle
                n += 1
        return n
    if form == Form.EXPLOSION:
        if s.toggles == 3:
            out[n] = first
            return n + 1
        return write_free_sets(EXPLOSION_MASKS[1:], first + 1, stuck, every, out, n)
    many = 3 if s.toggles == 3 else 21
    if form == Form.PAIR:
        return write_free_sets(PAIR_MASKS[:many], first, stuck, every, out, n)
    many = 1 if s.toggles == 3 else 35
    return write_free_sets(TRIPLE_MASKS[:many], first, stuck, every, out, n)


@rule
def write_twos(s: Any, first: int, out: Any, n: int) -> int:
    """GM-6 Deal!, Collaboration: any two players whose rats can be chosen."""
    for k in range(s.seats * (s.seats - 1) // 2):
        if touchable(s, int(TWO_FIRST[k])) and touchable(s, int(TWO_SECOND[k])):
            out[n] = first + k
            n += 1
    return n


@rule
def write_victims(s: Any, first: int, out: Any, n: int) -> int:
    """GM-6 Plagiarism: any player and another one, both with rats that can be chosen."""
    for a in range(s.seats):
        if touchable(s, a):
            for k in range(s.seats - 1):
                if touchable(s, victim_second(a * 7 + k)):
                    out[n] = first + a * 7 + k
                    n += 1
    return n


# -- backwards: why a play is not allowed ------------------------------------------------------------------------------


@rule
def play_refusal(v: Any, seat: int, kind: int, action: int) -> int:
    """0 if this way of playing the kind is allowed, else the clause: first the table, then the choice, then the cost."""
    index = index_of(action, kind)
    form = int(FORM_OF[kind])
    if form == Form.LEVEL:
        return 802 if index >= (2 if v.toggles == 3 else 3) else 0
    if form == Form.SUBJECT or form == Form.RAT:
        if index >= v.seats:
            return 601
        fits = subject_fits(v, kind, index) if form == Form.SUBJECT else rat_fits(v, kind, index)
        return 0 if fits else untouched_clause(v, index)
    if form == Form.TWO:
        return pair_refusal(v, int(TWO_FIRST[index]), int(TWO_SECOND[index]))
    if form == Form.VICTIM:
        return pair_refusal(v, victim_first(index), victim_second(index))
    toggles = toggles_named(kind, index)
    if toggles != 0:
        if toggles >> v.toggles != 0:
            return 101
        if form == Form.EXPLOSION:
            return 604 if (index == 0) != (v.toggles == 3) else 0
        return 501 if kind < 3 and toggles & locked(v) else 0
    return 0 if can_pay(v, kind, seat) else 604


@rule
def untouched_clause(v: Any, seat: int) -> int:
    """Why this rat cannot be chosen: it is mellow (GM-6.9), or dead, out or free already (GM-6.4)."""
    return 609 if (v.mellow >> seat) & 1 else 604


@rule
def pair_refusal(v: Any, first: int, second: int) -> int:
    """Why these two players cannot be chosen."""
    if first >= v.seats or second >= v.seats:
        return 601
    if not touchable(v, first):
        return untouched_clause(v, first)
    if not touchable(v, second):
        return untouched_clause(v, second)
    return 0
