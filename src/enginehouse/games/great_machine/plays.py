"""Which plays are offered, and why others are not: the two walks share helpers, not their order.

`write_plays` lists forwards; `play_refusal` asks clause by clause, in a referee's order.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from enginehouse.core.rule import rule
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
from enginehouse.games.great_machine.needs import BARRED_BY_SIZE, NEEDS, PLAY_END, Need
from enginehouse.games.great_machine.parts import (
    BLACK_ECONOMY,
    DECK,
    DISCARD,
    FORM_OF,
    HAND,
    KIND_OF,
    KINDS,
    MOST_SEATS,
    PIECES,
    PLAY_FIRST,
    TWO_FIRST,
    TWO_SECOND,
    Form,
)
from enginehouse.games.great_machine.rats import touchable
from enginehouse.games.great_machine.state import Phase

EVERY = (1 << MOST_SEATS) - 1

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
def barred(s: Any, seat: int) -> int:
    """What a play of this seat cannot name now, as bits of `Need`: locked toggles (GM-5.1), rats that cannot be chosen,
    are out or have escaped (GM-6.4, GM-4.5), and a pellet that it does not have (GM-6 Black Economy)."""
    there = s.alive & ~s.mellow
    inside = there & ~s.escaped
    held = inside
    for other in range(s.seats):
        if s.pipe[other] > 0:
            inside &= ~(1 << other)
    mask = int(BARRED_BY_SIZE[s.seats]) | locked(s) << Need.TOGGLE
    mask |= (EVERY & ~there) << Need.RAT | (EVERY & ~inside) << Need.SITTING | (EVERY & ~held) << Need.HELD
    return int(mask if can_pay(s, BLACK_ECONOMY, seat) else mask | 1 << Need.PELLET)


@rule
def write_plays(seats: int, kind: int, bars: int, out: Any, n: int) -> int:
    """Append the codes of all ways in which a table of so many seats can play this kind; the new number of codes."""
    for code in range(int(PLAY_FIRST[kind]), int(PLAY_END[seats][kind])):
        out[n] = code
        n += 1 if int(NEEDS[code]) & bars == 0 else 0
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
