"""List the plays that are possible for a seat, and find the clauses of the rules that forbid other plays (GM-6.4).

The module `needs` lists the conditions of each play. This module finds the conditions that are not met now.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from enginehouse.core.records.fields import Numbers
from enginehouse.core.rule import rule
from enginehouse.core.terms import Action, Clause, Seat, Zone
from enginehouse.games.great_machine import machine, needs, parts, rats
from enginehouse.games.great_machine.parts import Need, Play
from enginehouse.games.great_machine.state import Phase, State

EVERY = (1 << parts.MOST_SEATS) - 1
"""The mask of all seats."""
TILTS = ((1 << parts.MOST_TOGGLES) - 1) << Need.TILT
"""The bits of `Need` about toggles that tilt."""

# -- which kinds are at hand -------------------------------------------------------------------------------------------


@rule
def mark_kinds(s: State, zone: Zone, marks: Numbers) -> None:
    """Set `marks[kind]` to 1 for each kind of card that is visible in a zone, such as a hand."""
    begin = int(s.start[zone])
    for k in range(begin, begin + int(s.size[zone])):
        piece = int(s.row[k])
        if piece > 0:
            marks[int(parts.KIND_OF[piece])] = 1


@rule
def mark_offered(s: State, seat: Seat) -> Any:
    """Return an array with 1 for each kind of card that the seat can choose now, else 0.

    The cards are those of the hand, of the deck that the seat looks through, or of both discard piles. If a seat looks
    through a deck, its view lists the cards without their places.
    """
    marks = np.zeros(parts.KINDS, np.int64)
    if s.phase == Phase.CLEAN:
        mark_kinds(s, parts.DISCARD, marks)
        mark_kinds(s, parts.DISCARD + 1, marks)
    elif s.phase == Phase.TAKE:
        mark_kinds(s, parts.DECK + s.deck, marks)
        for piece in range(1, parts.PIECES + 1):
            if int(s.listed[piece]) == parts.DECK + s.deck + 1:
                marks[int(parts.KIND_OF[piece])] = 1
    else:
        mark_kinds(s, parts.HAND + seat, marks)
    return marks


# -- plays -------------------------------------------------------------------------------------------------------------


@rule
def find_barred(s: State, seat: Seat) -> int:
    """Check the conditions for playing cards. Return a mask with the bit of each condition that is not met now.

    These bits of `Need` are set:

    - `LARGE` if the machine is small, or `SMALL` if it is large. Its size follows from the number of players
    - `TILT`, for each toggle that is locked (GM-5.1)
    - `PLAYER`, for each absent player
    - `RAT`, for each rat that cannot be chosen (GM-6.4)
    - `HELD`, for each rat that cannot be chosen or has escaped
    - `SITTING`, for each rat that cannot be chosen or is not in its cage (GM-4.5)
    - `PELLET`, if `seat` has no pellet to pay with, or its rat cannot be chosen
    """
    there = s.alive & ~s.mellow
    held = there & ~s.escaped
    inside = held
    for other in range(s.seats):
        if s.pipe[other] > 0:
            inside &= ~(1 << other)
    mask = int(needs.BARRED_BY_SIZE[s.seats]) | machine.find_locked(s) << Need.TILT
    mask |= (EVERY & ~there) << Need.RAT | (EVERY & ~inside) << Need.SITTING | (EVERY & ~held) << Need.HELD
    return int(mask if rats.is_touchable(s, seat) and rats.total(s, seat) > 0 else mask | 1 << Need.PELLET)


@rule
def write_plays(seats: int, kind: int, bars: int, out: Numbers, n: int) -> int:
    """Append to `out` the action codes of all ways to play a card that are possible now.

    The ways differ in the toggles or players that the card is played on. `kind` is the number of the card, and `seats`
    the number of seats. `bars` is a mask with a bit of `Need` for each condition that is not met now. A way to play the
    card is left out if it needs one of those conditions. `n` is the number of codes in `out` before the call. Return
    the number after it.
    """
    for code in range(Play.at(kind, 0), int(needs.PLAY_END[seats][kind])):
        out[n] = code
        n += 1 if int(needs.NEEDS[code]) & bars == 0 else 0
    return n


@rule
def play_refusal(v: State, seat: Seat, action: Action) -> Clause:
    """Return the number of the rulebook clause that forbids `seat` to play a card as `action` says, or 0 if it may.

    The action names the card, and the toggles and players on which it is played, if any. The conditions are checked in
    this order: the size of the machine, the toggles, the players or their rats, and the cost. Return the clause of the
    first condition that is not met. A clause number is a whole number, such as 501 for GM-5.1.
    """
    lacking = int(needs.NEEDS[action]) & find_barred(v, seat)
    if lacking == 0:
        return 0
    if (lacking >> Need.LARGE) & 1:
        return 802 if Play.card[action] == parts.BLOCKAGE else 101
    if lacking & TILTS:
        return 501
    seats = (lacking >> Need.PLAYER | lacking >> Need.RAT | lacking >> Need.SITTING | lacking >> Need.HELD) & EVERY
    if seats >> v.seats:
        return 601
    return 609 if seats & v.mellow else 604
