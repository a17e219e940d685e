"""Who knows what (GM-9): a seat's view of the game, and guesses that agree with it."""

from __future__ import annotations

from typing import Any

from enginehouse.core.chance import begin_guess, pick
from enginehouse.core.events import EVERYBODY, bit_of
from enginehouse.core.hidden import at, count, deal_unknown, renumber, sort_zone, view_zone
from enginehouse.core.rule import rule
from enginehouse.games.great_machine.decks import INTERVENED, PASSED, may_intervene
from enginehouse.games.great_machine.parts import BACK_OF, DISCARD, HAND, IN_PLAY, KIND_OF, MOST_SEATS
from enginehouse.games.great_machine.state import SHAPE, Phase

open_half = SHAPE.open_half


@rule
def view(s: Any, seat: int, v: Any) -> None:
    """GM-9.1: what is open to all; GM-9.2: the seat's own cards, its answer, and what it saw of others and of decks."""
    open_half(s, seat, v)
    mine = bit_of(seat)
    for zone in range(HAND + MOST_SEATS):
        view_zone(s, zone, mine, v, BACK_OF, zone < HAND)
    renumber(v, mine, KIND_OF)


@rule
def guess(v: Any, seat: int, seed: Any) -> int:
    """A record that could be true: unknown cards dealt as they would fall, sealed answers chosen, fresh chance."""
    dice = begin_guess(v, seed)
    deal_unknown(v, dice, BACK_OF)
    for zone in range(HAND + MOST_SEATS):
        for k in range(count(v, zone)):
            piece = at(v, zone, k)
            if zone == IN_PLAY or DISCARD <= zone < IN_PLAY:
                v.known[piece] = EVERYBODY
            elif zone >= HAND:
                v.known[piece] = int(v.known[piece]) | (1 << (zone - HAND))
    for other in range(v.seats):
        sort_zone(v, HAND + other)
    if v.phase == Phase.WINDOW:
        guess_answers(v, seat, dice)
    return 0


@rule
def guess_answers(v: Any, seat: int, dice: Any) -> None:
    """GM-6.3: any of the others who were asked may have answered, but not all, or the window would be open no more."""
    own = int(v.laid)
    for other in range(v.seats):
        if (v.asked >> other) & 1 and other != seat:
            if pick(dice, 2) == 1:
                v.laid |= 1 << other
                v.answer[other] = INTERVENED if may_intervene(v, other) and pick(dice, 2) == 1 else PASSED
    if v.laid == v.asked:
        open_again(v, own, dice)


@rule
def open_again(v: Any, own: int, dice: Any) -> None:
    """Take back the answer of one of the others, any of them."""
    many = 0
    for other in range(v.seats):
        many += ((v.asked & ~own) >> other) & 1
    nth = pick(dice, many)
    for other in range(v.seats):
        if ((v.asked & ~own) >> other) & 1:
            if nth == 0:
                v.laid &= ~(1 << other)
                v.answer[other] = 0
            nth -= 1
