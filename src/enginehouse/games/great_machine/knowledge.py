"""Who knows what (GM-9): a seat's view of the game, and guesses that agree with it."""

from __future__ import annotations

from typing import Any

import numpy as np

from enginehouse.core.chance import dice_from, pick, seed_chance
from enginehouse.core.events import EVERYBODY, SPECTATOR_BIT
from enginehouse.core.hidden import at, count, deal_unknown, renumber, sort_zone, view_zone
from enginehouse.core.rule import rule
from enginehouse.core.sealed import view_sealed
from enginehouse.games.great_machine.decks import INTERVENED, PASSED, may_intervene
from enginehouse.games.great_machine.parts import BACK_OF, DISCARD, HAND, IN_PLAY, KIND_OF, MOST_SEATS
from enginehouse.games.great_machine.state import Phase


@rule
def view(s: Any, seat: int, v: Any) -> None:
    """GM-9.1: what is open to all; GM-9.2: the seat's own cards, its answer, and what it saw of others and of decks."""
    view_turn(s, v)
    view_machine(s, v)
    view_rats(s, v)
    view_sealed(s, seat, v)
    mine = SPECTATOR_BIT if seat < 0 else 1 << seat
    for zone in range(HAND + MOST_SEATS):
        view_zone(s, zone, mine, v, BACK_OF, zone < HAND)
    renumber(v, mine, KIND_OF)


@rule
def view_turn(s: Any, v: Any) -> None:
    """The turn, the track, and the card being played."""
    v.seats = s.seats
    v.reason = s.reason
    v.phase = s.phase
    v.active = s.active
    v.turn_at = s.turn_at
    v.placed = s.placed
    v.track = s.track
    v.round = s.round
    v.turns = s.turns
    v.now = s.now
    v.supers = s.supers
    v.extras = s.extras
    v.shocked = s.shocked
    v.skip = s.skip
    v.straight = s.straight
    v.played = s.played
    v.player = s.player
    v.deck = s.deck
    v.to_draw = s.to_draw
    for k in range(MOST_SEATS):
        v.order[k] = s.order[k]
        v.waiting[k] = s.waiting[k]
        v.waiting_supers[k] = s.waiting_supers[k]
        v.waiting_extras[k] = s.waiting_extras[k]
        v.extra_turns[k] = s.extra_turns[k]
        v.waiting_turns[k] = s.waiting_turns[k]
        v.lost_turns[k] = s.lost_turns[k]


@rule
def view_machine(s: Any, v: Any) -> None:
    """Toggles, motor, locks, and what sticks in the pipes."""
    v.toggles = s.toggles
    v.cages = s.cages
    v.tilt = s.tilt
    v.motor = s.motor
    v.direction = s.direction
    v.blockage = s.blockage
    v.fitness = s.fitness
    v.union = s.union
    v.ethics = s.ethics
    for toggle in range(1, s.toggles + 1):
        v.locks[toggle] = s.locks[toggle]
        v.stuck_runs[toggle] = s.stuck_runs[toggle]
        for k in range(s.stuck_runs[toggle]):
            v.stuck_mark[toggle][k] = s.stuck_mark[toggle][k]
            v.stuck_many[toggle][k] = s.stuck_many[toggle][k]


@rule
def view_rats(s: Any, v: Any) -> None:
    """Rats with their pellets and lasting effects."""
    v.alive = s.alive
    v.escaped = s.escaped
    v.mellow = s.mellow
    v.boots = s.boots
    v.cower = s.cower
    v.salivate = s.salivate
    v.drooled = s.drooled
    v.distraught = s.distraught
    v.distraught_turns = s.distraught_turns
    v.pipe_count = s.pipe_count
    for k in range(MOST_SEATS):
        v.cage[k] = s.cage[k]
        v.real[k] = s.real[k]
        v.phantom[k] = s.phantom[k]
        v.pipe[k] = s.pipe[k]
        v.pipe_since[k] = s.pipe_since[k]
        v.partners[k] = s.partners[k]
        v.psycho[k] = s.psycho[k]
        v.theories[k] = s.theories[k]


@rule
def guess(v: Any, seat: int, seed: Any) -> int:
    """A record that could be true: unknown cards dealt as they would fall, sealed answers chosen, fresh chance."""
    seed_chance(v, seed)
    dice = np.zeros(4, np.int64)
    dice_from(dice, seed)
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
