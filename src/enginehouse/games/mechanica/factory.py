"""A factory's run (MC-5): all bots move, collide, and the improvements work; until it is over or its owner is asked."""

from __future__ import annotations

from enginehouse.core.records.events import Events, tell
from enginehouse.core.records.fields import Numbers
from enginehouse.core.records.masks import lowest, mask_of
from enginehouse.core.rule import rule
from enginehouse.core.terms import Seat
from enginehouse.games.mechanica.building import hole_of
from enginehouse.games.mechanica.parts import (
    BACKWARDS,
    BASIC,
    CHARGER,
    DELUXE,
    DOWNGRADER,
    DUPLICATOR,
    FLOOR_BACKWARDS,
    HOLES,
    KIND_BITS,
    PLUS,
    REPURPOSER,
    STOPS,
    TRUCKS,
    UPGRADER,
    WAITING,
    Place,
    Question,
)
from enginehouse.games.mechanica.riding import Bench, Trace, answer_to, leaves_by, note, ride
from enginehouse.games.mechanica.state import State, Told


@rule
def run_factory(tiles: Numbers, holes: Numbers, answers: Numbers, many: int, w: Numbers) -> int:
    """Run a factory with the answers given so far: the kind of the question it stops at, NONE (0) when it is over.

    What it has come to is on the bench `w`; the factory itself is not changed.
    """
    for k in range(Bench.WAYS):
        w[k] = 0
    w[Bench.GIVEN] = many
    for place in TRUCKS:
        for k in range(3):
            model = int(holes[hole_of(place, k)])
            if model != 0:
                w[Bench.ARRIVED + 4 * place + model] += 1
    if all_ride(tiles, holes, answers, w) and all_collide(tiles, answers, w):
        all_work(tiles, answers, w)
    return int(w[Bench.KIND])


@rule
def all_ride(tiles: Numbers, holes: Numbers, answers: Numbers, w: Numbers) -> bool:
    """MC-5.1, MC-5.8, MC-8.1: every bot leaves its hole, column 4 first and column 0 last; False where an answer is missing."""
    for place in BACKWARDS:
        if has_bots(holes, place) and not all_leave(tiles, place, holes, answers, w):
            return False
    return True


@rule
def has_bots(holes: Numbers, place: Place) -> bool:
    """Whether any hole of a place holds a bot."""
    first = 3 * place
    return bool(holes[first] != 0 or holes[first + 1] != 0 or holes[first + 2] != 0)


@rule
def all_leave(tiles: Numbers, place: Place, holes: Numbers, answers: Numbers, w: Numbers) -> bool:
    """MC-5.1, MC-5.8: the bots of one tile or slot leave by exit N, E, S, W; one in an input hole is still there.

    False where an answer is missing.
    """
    tile, first = int(tiles[place]), 3 * place
    if tile & KIND_BITS == REPURPOSER and holes[first + WAITING] != 0:
        w[Bench.ARRIVED + 4 * place + int(holes[first + WAITING])] += 1
    for side in range(4):
        for k in range(3):
            if holes[first + k] != 0 and leaves_by(tile, k) == side:
                if not ride(tiles, first + k, int(holes[first + k]), side, answers, w):
                    return False
    return True


@rule
def all_collide(tiles: Numbers, answers: Numbers, w: Numbers) -> bool:
    """MC-5.4, MC-5.8: too many in one place: trucks from row a, then cells; False where an answer is missing."""
    for place in TRUCKS:
        if not collide(place, int(tiles[place]), True, answers, w):
            return False
        load_truck(place, w)
    for place in FLOOR_BACKWARDS:
        kind = int(tiles[place]) & KIND_BITS
        if not collide(place, int(STOPS[kind]), kind != REPURPOSER, answers, w):
            return False
    return True


@rule
def collide(place: Place, room: int, asks: bool, answers: Numbers, w: Numbers) -> bool:
    """MC-5.4, MC-5.6: the owner gives up a model, one at a time until the rest fits; not asked where only one is there."""
    at = Bench.ARRIVED + 4 * place
    while int(w[at + BASIC]) + int(w[at + PLUS]) + int(w[at + DELUXE]) > room:
        mask = mask_of(w[at : at + DELUXE + 1])
        given = lowest(mask)
        if asks and mask & (mask - 1) != 0:
            given = answer_to(Question.CRASH, place, mask, answers, w)
            if given < 0:
                return False
        w[at + given] -= 1
        w[Bench.DESTROYED] += 1
        note(w, Trace.CRASHED, place, given)
    return True


@rule
def load_truck(place: Place, w: Numbers) -> None:
    """What a truck holds, the dearest first."""
    k = 3 * place
    for back in range(DELUXE):
        for _ in range(int(w[Bench.ARRIVED + 4 * place + DELUXE - back])):
            w[k] = DELUXE - back
            k += 1
            w[Bench.LOADED] += 1


@rule
def all_work(tiles: Numbers, answers: Numbers, w: Numbers) -> None:
    """MC-5.5, MC-5.8: improvements whose input holes are full fill their output holes, until an answer is missing."""
    for place in FLOOR_BACKWARDS:
        if not work(int(tiles[place]), place, answers, w):
            return


@rule
def work(tile: int, place: Place, answers: Numbers, w: Numbers) -> bool:
    """MC-5.5, MC-8.5: one improvement does its work, as in the table of section 8; False where an answer is missing."""
    kind = tile & KIND_BITS
    hole = 3 * place
    if kind == CHARGER:
        for k in range(min(2, int(w[Bench.PASSED + place]))):
            w[hole + k] = BASIC
        return True
    at = Bench.ARRIVED + 4 * place
    there = int(w[at + BASIC]) + int(w[at + PLUS]) + int(w[at + DELUXE])
    if there == 0:
        return True
    model = BASIC
    while int(w[at + model]) == 0:
        model += 1
    w[Bench.MODEL] = model
    w[Bench.HOLE] = hole
    if kind == UPGRADER:
        w[hole] = min(DELUXE, model + 1)
    elif kind == DUPLICATOR:
        w[hole] = model
        w[hole + 1] = model
    elif kind == DOWNGRADER:
        return downgrade(tile, place, model, answers, w)
    elif kind == REPURPOSER:
        if there < 2:
            w[hole + WAITING] = model
            return True
        made = answer_to(Question.MODEL, place, 14, answers, w)
        if made < 0:
            return False
        w[hole] = made
    note(w, Trace.ACTIVATED, place, int(w[hole]))
    return True


@rule
def downgrade(tile: int, place: Place, model: int, answers: Numbers, w: Numbers) -> bool:
    """MC-8, Downgrader: three of the next model down, one per exit; a Basic goes unchanged to an exit of choice."""
    hole = 3 * place
    if model > BASIC:
        for k in range(3):
            w[hole + k] = model - 1
    else:
        mask = 0
        for k in range(3):
            mask |= 1 << leaves_by(tile, k)
        side = answer_to(Question.EXIT, place, mask, answers, w)
        if side < 0:
            return False
        for k in range(3):
            if leaves_by(tile, k) == side:
                w[hole + k] = BASIC
    note(w, Trace.ACTIVATED, place, max(BASIC, model - 1))
    return True


# -- what a run does to the record -------------------------------------------------------------------------------------


@rule
def run_on(s: State, seat: Seat, w: Numbers) -> bool:
    """Run a factory with the answers its owner has given: True when there is another question (MC-5.6)."""
    kind = run_factory(s.tiles[seat], s.holes[seat], s.answers[seat], int(s.answered[seat]), w)
    for k in range(5):
        s.asking[seat][k] = int(w[Bench.KIND + k]) if kind != Question.NONE else 0
    return kind != Question.NONE


@rule
def end_run(s: State, seat: Seat, w: Numbers, e: Events) -> None:
    """MC-8.3: the run on the bench is what happened: holes and coins are as there; and everybody is told."""
    for k in range(HOLES):
        s.holes[seat][k] = int(w[k])
    s.wallet[seat] += int(w[Bench.WALLET])
    s.vault[seat] += int(w[Bench.VAULT])
    if e.on != 0:
        tell_run(s.day, seat, w, e)


@rule
def tell_run(day: int, seat: Seat, w: Numbers, e: Events) -> None:
    """Tell what the trace has written down; its kinds are in the order of those told."""
    tell(e, Told.RUNS, seat, day, 0, 0)
    for k in range(int(w[Bench.TRACED])):
        entry = int(w[Bench.TRACE + k])
        kind = entry & 15
        a = (entry >> 4) & 1023
        b = entry >> 14
        tell(e, Told.CHARGED if kind == Trace.CHARGED else Told.LEFT + kind, seat, a, b, 0)
    coins = int(w[Bench.WALLET]) + 100 * int(w[Bench.VAULT])
    tell(e, Told.RAN, seat, int(w[Bench.LOADED]), coins, int(w[Bench.DESTROYED]))
