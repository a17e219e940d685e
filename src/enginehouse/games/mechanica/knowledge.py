"""Who knows what (MC-1.6): a seat's view of the game, and guesses that agree with it."""

from __future__ import annotations

from typing import Any

import numpy as np

from enginehouse.core.chance import begin_guess, pick
from enginehouse.core.events import EVERYBODY, bit_of
from enginehouse.core.hidden import deal_unknown, lay_out, renumber, seats_in, view_zone
from enginehouse.core.rule import rule
from enginehouse.games.mechanica.factory import run_on
from enginehouse.games.mechanica.making import write_places
from enginehouse.games.mechanica.parts import (
    BACK_OF,
    CAPACITIES,
    KIND_OF,
    PIECES,
    ROOM,
    SEEN,
    Question,
)
from enginehouse.games.mechanica.riding import Bench, lowest, new_bench
from enginehouse.games.mechanica.state import SHAPE, Phase

ZONES = len(CAPACITIES)
open_half = SHAPE.open_half


@rule
def view(s: Any, seat: int, v: Any) -> None:
    """MC-1.5, MC-1.6: all is open but the order of stacks and Extras; the answers in a run are the seat's own until it is over.

    Then they stay on the table until the next run, as everybody saw which ways its bots went.
    """
    open_half(s, seat, v)
    for other in range(s.seats):
        if other == seat or s.phase != Phase.RUN:
            v.answered[other] = s.answered[other]
            for k in range(s.answered[other]):
                v.answers[other][k] = s.answers[other][k]
    mine = bit_of(seat)
    for zone in range(ZONES):
        view_zone(s, zone, mine, v, BACK_OF, zone != SEEN)
    renumber(v, mine, KIND_OF)
    lay_out(v, ROOM)


@rule
def guess(v: Any, seat: int, seed: Any) -> int:
    """A record that could be true: stacks and Extras dealt as they would lie, what others may have answered, fresh chance."""
    dice = begin_guess(v, seed)
    deal_unknown(v, dice, BACK_OF)
    for piece in range(PIECES + 1):
        if v.known[piece] != 0:
            v.known[piece] = EVERYBODY
    if v.asked != 0:
        own = int(v.laid)
        guess_answers(v, seat, dice)
        if v.laid == v.asked:
            open_again(v, own, dice)
    return 0


@rule
def one_of(mask: int, dice: Any) -> int:
    """A bit of a mask, each of them equally likely."""
    for _ in range(pick(dice, seats_in(mask))):
        mask &= mask - 1
    return lowest(mask)


@rule
def guess_answers(v: Any, seat: int, dice: Any) -> None:
    """What the others have answered so far: anything that they may, or nothing."""
    w = new_bench()
    out = np.zeros(32, np.int64)
    for other in range(v.seats):
        if (v.asked >> other) & 1 and other != seat:
            if v.phase == Phase.GIFT:
                many = write_places(v, other, out)
                if pick(dice, 2) == 1:
                    v.laid |= 1 << other
                    v.answer[other] = int(out[pick(dice, many)])
            else:
                guess_run(v, other, dice, w)


@rule
def guess_run(v: Any, other: int, dice: Any, w: Any) -> None:
    """How far another's run may have come, with answers at random."""
    while run_on(v, other, w) and pick(dice, 3) != 0:
        v.answers[other][v.answered[other]] = one_of(int(w[Bench.MASK]), dice)
        v.answered[other] += 1
    if v.asking[other][0] == Question.NONE:
        v.laid |= 1 << other
        v.answer[other] = 1


@rule
def open_again(v: Any, own: int, dice: Any) -> None:
    """Somebody must still be answering, or the window would be open no more: one of the others has not begun."""
    other = one_of(int(v.asked) & ~own, dice)
    v.laid &= ~(1 << other)
    v.answer[other] = 0
    if v.phase == Phase.RUN:
        for k in range(v.answered[other]):
            v.answers[other][k] = 0
        v.answered[other] = 0
        run_on(v, other, new_bench())
