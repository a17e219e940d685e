"""Rummage: the verbs, in the order of the rulebook."""

from typing import Any

import numpy as np

from enginehouse.conformance.samples.rummage.state import (
    BACKS,
    BLUE,
    CAPACITIES,
    GIVE,
    HAND,
    KINDS,
    LOOK,
    PASS,
    RED,
    SEARCH,
    SHAPE,
    SHOW,
    SHUFFLE,
    THROW,
    THROWN,
    Told,
)
from enginehouse.core.chance import begin_guess, seed_chance
from enginehouse.core.events import EVERYBODY, emit, tell
from enginehouse.core.hidden import (
    at,
    copy_most_known,
    count,
    deal_unknown,
    draw,
    lay_out,
    let_know,
    move,
    put,
    show,
    show_all,
    shuffle,
    view_pieces,
)
from enginehouse.core.listing import add
from enginehouse.core.rule import rule

open_half = SHAPE.open_half

NOT_YOUR_TURN, CANNOT_DRAW, EMPTY_DECK, NOT_IN_HAND, NOTHING_TO_SHUFFLE, PAIR, TOO_LONG = (
    201,
    202,
    203,
    204,
    205,
    301,
    302,
)


@rule
def setup(s: Any, options: Any, seed: Any) -> None:
    """RU-1.1, RU-1.2: two shuffled decks; one card of each for everybody."""
    s.seats = options[0]
    seed_chance(s, seed)
    lay_out(s, CAPACITIES)
    for piece in range(1, 11):
        put(s, BACKS[piece], piece)
    shuffle(s, RED)
    shuffle(s, BLUE)
    for seat in range(s.seats):
        show(s, draw(s, RED, HAND + seat), 1 << seat)
        show(s, draw(s, BLUE, HAND + seat), 1 << seat)


@rule
def actors(s: Any) -> int:
    """RU-2.1: the seats take turns."""
    return 0 if s.reason != 0 else 1 << (s.turns % s.seats)


@rule
def why_not(v: Any, seat: int, action: int) -> int:
    """RU-2.2 to RU-2.6: the clause that forbids an action in one's turn."""
    if action < SHOW:
        deck = action & 1
        if action >= SHUFFLE:
            return NOTHING_TO_SHUFFLE if count(v, deck) == 0 else 0
        if action >= LOOK:
            return EMPTY_DECK if count(v, deck) == 0 else 0
        return CANNOT_DRAW if count(v, deck) == 0 or count(v, HAND + seat) == 3 else 0
    if action == PASS:
        return 0
    kind = 1 + (action - SHOW) % 5
    if copy_most_known(v, HAND + seat, kind, KINDS) < 0:
        return NOT_IN_HAND
    if GIVE <= action < THROW and count(v, HAND + (seat + 1) % v.seats) == 3:
        return NOT_IN_HAND
    return 0


@rule
def legal(s: Any, seat: int, out: Any) -> int:
    """RU-2.1 to RU-2.6."""
    many = 0
    if seat >= 0 and (actors(s) >> seat) & 1:
        for action in range(PASS + 1):
            if why_not(s, seat, action) == 0:
                many = add(out, many, action)
    return many


@rule
def refusal(v: Any, seat: int, action: int) -> int:
    """The clause that forbids an action."""
    if v.reason != 0:
        return int(v.reason)
    if seat < 0 or (actors(v) >> seat) & 1 == 0:
        return NOT_YOUR_TURN
    return why_not(v, seat, action)


@rule
def apply(s: Any, seat: int, action: int, e: Any) -> None:
    """RU-2.2 to RU-2.6; RU-3.1, RU-3.2: the end."""
    mine = 1 << seat
    if action < SHOW:
        deck = action & 1
        if action >= SHUFFLE:
            shuffle(s, deck)
            tell(e, Told.DID, seat, action, 0, 0)
        elif action >= SEARCH:
            if int(s.holds[deck]) & mine == 0:
                s.revealed += 1
            s.holds[deck] = int(s.holds[deck]) | mine
            tell(e, Told.DID, seat, action, 0, 0)
        elif action >= LOOK:
            piece = at(s, deck, count(s, deck) - 1)
            show(s, piece, mine)
            emit(e, Told.LOOKED, seat, deck, KINDS[piece], 0, EVERYBODY, mine)
        else:
            piece = draw(s, deck, HAND + seat)
            show(s, piece, mine)
            s.revealed += 1  # that the game goes on tells the others what it is not
            if int(s.holds[deck]) & ~mine:
                s.holds[deck] = int(s.holds[deck]) & mine
            emit(e, Told.DREW, seat, deck, KINDS[piece], 0, EVERYBODY, mine | (int(s.known[piece])))
    elif action == PASS:
        tell(e, Told.DID, seat, action, 0, 0)
    else:
        kind = 1 + (action - SHOW) % 5
        place = copy_most_known(s, HAND + seat, kind, KINDS)
        piece = at(s, HAND + seat, place)
        if action >= THROW:
            show_all(s, move(s, HAND + seat, place, THROWN))
            tell(e, Told.THREW, seat, kind, 0, 0)
        elif action >= GIVE:
            other = (seat + 1) % s.seats
            move(s, HAND + seat, place, HAND + other)
            show(s, piece, 1 << other)
            s.revealed += 1  # that the game goes on tells the giver what the other does not hold
            emit(e, Told.GAVE, seat, other, kind, 0, EVERYBODY, int(s.known[piece]))
        else:
            show_all(s, piece)
            tell(e, Told.SHOWED, seat, kind, 0, 0)
    s.turns += 1
    if s.turns == 24:
        s.reason = TOO_LONG
    for other in range(s.seats):
        if has_pair(s, other):
            s.reason = PAIR


@rule
def has_pair(s: Any, seat: int) -> bool:
    """RU-3.1: two cards of a kind in a hand."""
    for k in range(count(s, HAND + seat)):
        for j in range(k):
            if KINDS[at(s, HAND + seat, k)] == KINDS[at(s, HAND + seat, j)]:
                return True
    return False


@rule
def view(s: Any, seat: int, v: Any) -> None:
    """What lies open, and what the seat knows; hands have no order."""
    open_half(s, seat, v)
    view_pieces(s, seat, v, KINDS, BACKS, 7 << HAND)


@rule
def guess(v: Any, seat: int, seed: Any) -> int:
    """Deal the unknown cards; while the game runs nobody holds a pair, at its end somebody does or nobody."""
    dice = begin_guess(v, seed)
    row, listed = np.zeros(len(v.row), np.int64), np.zeros(len(v.listed), np.int64)
    for k in range(len(row)):
        row[k] = v.row[k]
    for k in range(len(listed)):
        listed[k] = v.listed[k]
    tries = 0
    pairs = -1
    while pairs != (1 if v.reason == PAIR else 0):
        for k in range(len(row)):
            v.row[k] = int(row[k])
        for k in range(len(listed)):
            v.listed[k] = int(listed[k])
        deal_unknown(v, dice, BACKS)
        pairs = 0
        for other in range(v.seats):
            if has_pair(v, other):
                pairs = 1
        tries += 1
    for other in range(v.seats):
        let_know(v, HAND + other, 1 << other)
    let_know(v, THROWN, EVERYBODY)
    return 1 if tries > 64 else 0


@rule
def scores(s: Any, out: Any) -> None:
    """RU-3.1: a pair wins."""
    for seat in range(s.seats):
        out[seat] = 1 if has_pair(s, seat) else 0
        out[8 + seat] = 1 if out[seat] == 1 or s.reason != PAIR else 2
