"""The Great Machine: the verbs; what a turn goes through by itself is in `turns` (GM-2, GM-3, GM-7)."""

from __future__ import annotations

from typing import Any

from enginehouse.core.chance import below, seed_chance
from enginehouse.core.hidden import copy_most_known, count, lay_out, move, show_all
from enginehouse.core.rule import rule
from enginehouse.core.sealed import pending
from enginehouse.games.great_machine.decks import (
    answer_window,
    choose_card,
    deck_can_be_drawn,
    discard_card,
    draw_card,
    draw_for_economy,
    look_at,
    may_intervene,
    order_cards,
    start_card,
)
from enginehouse.games.great_machine.knowledge import guess, view
from enginehouse.games.great_machine.parts import (
    CAGE,
    DECK,
    DISCARD_ONE,
    DRAW,
    HAND,
    INTERVENE,
    KIND_OF,
    KIND_OF_CODE,
    KINDS,
    LOOK,
    MOST_SEATS,
    ORDER,
    ORDER_FIRST,
    ORDER_MANY,
    PASS,
    PLAY,
    ROOM,
    SMALL_SEATS,
    TAKE,
    TRACK,
)
from enginehouse.games.great_machine.plays import barred, offered, play_refusal, write_plays
from enginehouse.games.great_machine.rats import has, total
from enginehouse.games.great_machine.state import Phase
from enginehouse.games.great_machine.turns import (
    advance,
    is_free,
    keep_limit,
    master_arrives,
    next_free_cage,
    offer_play,
    place_rat,
    return_rat,
)

__all__ = ["actors", "apply", "guess", "legal", "refusal", "scores", "setup", "view"]


# -- 2 Setup -----------------------------------------------------------------------------------------------------------


@rule
def setup(s: Any, options: Any, seed: Any) -> None:
    """GM-1.1, GM-2.1: the machine for so many seats, the order at random; then rats are put into cages."""
    seed_chance(s, seed)
    lay_out(s, ROOM)
    s.seats = options[0]
    s.toggles = 3 if s.seats <= SMALL_SEATS else 7
    s.cages = s.toggles + 1
    s.track = TRACK
    s.direction = 1
    s.alive = 0
    for seat in range(s.seats):
        s.order[seat] = seat
    for k in range(s.seats - 1, 0, -1):
        other = below(s, k + 1)
        seat = s.order[k]
        s.order[k] = s.order[other]
        s.order[other] = seat
    s.phase = Phase.PLACE
    s.active = s.order[0]


# -- the verbs ---------------------------------------------------------------------------------------------------------


@rule
def actors(s: Any) -> int:
    """Whose decision it is: the player whose turn it is, or in a window all who have still to answer (GM-6.3)."""
    if s.phase == Phase.OVER:
        return 0
    if s.phase == Phase.WINDOW:
        return pending(s)
    return int(1 << s.active)


@rule
def legal(s: Any, seat: int, out: Any) -> int:
    """The seat's legal actions, ascending."""
    if not has(actors(s), seat):
        return 0
    phase = s.phase
    n = 0
    if phase == Phase.PLAY or phase == Phase.LIMIT:
        return legal_of_hand(s, seat, out)
    if phase == Phase.WINDOW:
        out[0] = PASS
        out[1] = INTERVENE
        return 2 if may_intervene(s, seat) else 1
    if phase == Phase.PLACE or phase == Phase.RETURN:
        cage = next_free_cage(s, 0)
        while cage != 0:
            out[n] = CAGE + cage - 1
            n += 1
            cage = next_free_cage(s, cage)
        return n
    if phase == Phase.DRAW or phase == Phase.ECONOMY or phase == Phase.LOOK:
        first = LOOK if phase == Phase.LOOK else DRAW
        for deck in range(2):
            if deck_can_be_drawn(s, deck):
                out[n] = first + deck
                n += 1
        return n
    if phase == Phase.ORDER:
        many = min(4, count(s, DECK + s.deck))
        for k in range(int(ORDER_MANY[many])):
            out[n] = ORDER + int(ORDER_FIRST[many]) + k
            n += 1
        return n
    return legal_cards(s, seat, out)


@rule
def legal_cards(s: Any, seat: int, out: Any) -> int:
    """The actions that name a card of a deck or of the discard piles: play it, take it."""
    n = 0
    marks = offered(s, seat)
    if s.phase == Phase.TAKE:
        bars = barred(s, seat)
        for kind in range(KINDS):
            if marks[kind]:
                n = write_plays(s.seats, kind, bars, out, n)
    for kind in range(KINDS):
        if marks[kind]:
            out[n] = TAKE + kind
            n += 1
    return n


@rule
def legal_of_hand(s: Any, seat: int, out: Any) -> int:
    """GM-3.2, GM-3.5: every way to play each kind in the hand, and to discard it; a hand is kept in the order of kinds."""
    n = 0
    begin = int(s.start[HAND + seat])
    end = begin + int(s.size[HAND + seat])
    last = -1
    if s.phase == Phase.PLAY:
        seats, bars = s.seats, barred(s, seat)
        for k in range(begin, end):
            kind = int(KIND_OF[int(s.row[k])])
            if kind != last:
                n = write_plays(seats, kind, bars, out, n)
                last = kind
    last = -1
    for k in range(begin, end):
        kind = int(KIND_OF[int(s.row[k])])
        out[n] = DISCARD_ONE + kind
        n += 1 if kind != last else 0
        last = kind
    return n


@rule
def refusal(v: Any, seat: int, action: int) -> int:
    """0, or the clause that forbids the action: the end, whose decision it is, which decision it is, then the action."""
    if v.reason != 0:
        return int(v.reason)
    if not has(actors(v), seat):
        return 201 if v.phase == Phase.PLACE else 603 if v.phase == Phase.WINDOW else 701
    phase = v.phase
    if action < DRAW:
        return cage_refusal(v, action - CAGE + 1)
    if action < PASS:
        if phase != Phase.DRAW and phase != Phase.ECONOMY:
            return 301
        return 0 if deck_can_be_drawn(v, action - DRAW) else 301
    if action < LOOK:
        if phase != Phase.WINDOW or (action == INTERVENE and not may_intervene(v, seat)):
            return 603
        return 0
    if action < ORDER:
        if phase != Phase.LOOK:
            return 607
        return 0 if deck_can_be_drawn(v, action - LOOK) else 301
    if action < PLAY:
        many = min(4, count(v, DECK + v.deck))
        first = ORDER + int(ORDER_FIRST[many])
        return 0 if phase == Phase.ORDER and first <= action < first + int(ORDER_MANY[many]) else 607
    return card_refusal(v, seat, action)


@rule
def cage_refusal(v: Any, cage: int) -> int:
    """Why a rat cannot be put into this cage now."""
    if v.phase != Phase.PLACE and v.phase != Phase.RETURN:
        return 401
    if cage > v.cages:
        return 101
    if is_free(v, cage):
        return 0
    for seat in range(v.seats):
        if v.cage[seat] == cage and (v.escaped >> seat) & 1 | (v.pipe[seat] > 0):
            return 405
    return 201 if v.phase == Phase.PLACE else 401


@rule
def card_refusal(v: Any, seat: int, action: int) -> int:
    """Why a card cannot be played, taken or discarded."""
    kind = int(KIND_OF_CODE[action])
    phase = v.phase
    there = offered(v, seat)[kind] != 0
    if action < TAKE:
        if phase != Phase.PLAY and phase != Phase.TAKE:
            return 302
        if not there:
            return 302 if phase == Phase.PLAY else 607
        return play_refusal(v, seat, kind, action)
    if action < DISCARD_ONE:
        return 0 if (phase == Phase.TAKE or phase == Phase.CLEAN) and there else 607
    if phase == Phase.LIMIT:
        return 0 if there else 305
    return 0 if phase == Phase.PLAY and there else 302


@rule
def apply(s: Any, seat: int, action: int, e: Any) -> None:
    """Play one legal action through, up to the next decision."""
    phase = s.phase
    if phase == Phase.PLACE:
        place_rat(s, seat, action - CAGE + 1, e)
    elif phase == Phase.RETURN:
        return_rat(s, seat, action - CAGE + 1, e)
    elif phase == Phase.DRAW:
        draw_card(s, seat, action - DRAW, e)
        offer_play(s)
    elif phase == Phase.LIMIT:
        discard_card(s, seat, int(KIND_OF_CODE[action]), e)
        keep_limit(s)
    elif phase == Phase.PLAY and action >= DISCARD_ONE:
        discard_card(s, seat, int(KIND_OF_CODE[action]), e)
        s.phase = Phase.MACHINE
    else:
        apply_to_card(s, seat, action, e)
        if s.phase == Phase.MACHINE:
            master_arrives(s, e)
    advance(s, e)


@rule
def apply_to_card(s: Any, seat: int, action: int, e: Any) -> None:
    """The actions of a card being played: playing it, answers, and the choices that come after the window (GM-6.7)."""
    phase = s.phase
    if phase == Phase.PLAY:
        piece = move(s, HAND + seat, copy_most_known(s, HAND + seat, int(KIND_OF_CODE[action]), KIND_OF), 4)
        show_all(s, piece)
        start_card(s, seat, action, e)
    elif phase == Phase.WINDOW:
        answer_window(s, seat, action, e)
    elif phase == Phase.LOOK:
        look_at(s, action - LOOK, e)
    elif phase == Phase.ORDER:
        order_cards(s, action - ORDER, e)
    elif phase == Phase.ECONOMY:
        draw_for_economy(s, action - DRAW, e)
    else:
        choose_card(s, action, e)


@rule
def scores(s: Any, out: Any) -> None:
    """GM-4.2, GM-4.4: pellets by seat; rank 1 for the fattest living rat that ties with none, 2 for all others."""
    in_question = s.alive if s.phase == Phase.OVER else 0
    for seat in range(MOST_SEATS):
        out[seat] = total(s, seat) if seat < s.seats else 0
        out[8 + seat] = 2 if seat < s.seats else 0
    while in_question:
        best, mask = -1, 0
        for seat in range(s.seats):
            if has(in_question, seat):
                if total(s, seat) > best:
                    best, mask = total(s, seat), 0
                if total(s, seat) == best:
                    mask |= 1 << seat
        if mask & (mask - 1) == 0:
            for seat in range(s.seats):
                if has(mask, seat):
                    out[8 + seat] = 1
            return
        in_question &= ~mask
