"""Who knows what (MC-1.6): a seat's view of the game, and guesses that agree with it."""

from __future__ import annotations

from typing import Any

import numpy as np

from enginehouse.core.chance import dice_from, pick, seed_chance
from enginehouse.core.events import EVERYBODY, SPECTATOR_BIT
from enginehouse.core.hidden import deal_unknown, lay_out, renumber, seats_in, view_zone
from enginehouse.core.rule import rule
from enginehouse.core.sealed import view_sealed
from enginehouse.games.mechanica.factory import run_on
from enginehouse.games.mechanica.making import write_places
from enginehouse.games.mechanica.parts import (
    BACK_OF,
    CAPACITIES,
    FORK,
    HOLES,
    KIND_OF,
    MOST_SEATS,
    PIECES,
    PLACES,
    ROOM,
    SEEN,
    SPOTS,
    Question,
)
from enginehouse.games.mechanica.riding import Bench, lowest, new_bench
from enginehouse.games.mechanica.state import Phase

ZONES = len(CAPACITIES)


@rule
def view(s: Any, seat: int, v: Any) -> None:
    """MC-1.5, MC-1.6: all is open but the order of stacks and Extras; the answers in a run are the seat's own until it is over.

    Then they stay on the table until the next run, as everybody saw which ways its bots went.
    """
    v.viewer = seat + 1
    v.seats = s.seats
    v.reason = s.reason
    v.level = s.level
    v.phase = s.phase
    v.first = s.first
    v.turn = s.turn
    v.done = s.done
    v.day = s.day
    v.completed = s.completed
    v.marked = s.marked
    v.pending = s.pending
    v.making = s.making
    v.step = s.step
    v.announced = s.announced
    v.spun = s.spun
    for k in range(4):
        v.received[k] = s.received[k]
    for k in range(SPOTS):
        v.shop[k] = s.shop[k]
    for k in range(2):
        v.turned[k] = s.turned[k]
    for kind in range(FORK):
        v.recycler[kind] = s.recycler[kind]
        v.robot[kind] = s.robot[kind]
    for other in range(MOST_SEATS):
        v.wallet[other] = s.wallet[other]
        v.vault[other] = s.vault[other]
        for k in range(PLACES):
            v.tiles[other][k] = s.tiles[other][k]
        for k in range(HOLES):
            v.holes[other][k] = s.holes[other][k]
    for other in range(s.seats):
        if other == seat or s.phase != Phase.RUN:
            v.answered[other] = s.answered[other]
            for k in range(s.answered[other]):
                v.answers[other][k] = s.answers[other][k]
    if seat >= 0:
        for k in range(5):
            v.asking[seat][k] = s.asking[seat][k]
    view_sealed(s, seat, v)
    mine = SPECTATOR_BIT if seat < 0 else 1 << seat
    for zone in range(ZONES):
        view_zone(s, zone, mine, v, BACK_OF, zone != SEEN)
    renumber(v, mine, KIND_OF)
    lay_out(v, ROOM)


@rule
def guess(v: Any, seat: int, seed: Any) -> int:
    """A record that could be true: stacks and Extras dealt as they would lie, what others may have answered, fresh chance."""
    seed_chance(v, seed)
    dice = np.zeros(4, np.int64)
    dice_from(dice, seed)
    v.viewer = 0
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
