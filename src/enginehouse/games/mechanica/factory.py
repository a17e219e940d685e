"""Run a factory (MC-5): bots move and collide, and improvements work, until the run ends or the owner must answer."""

from __future__ import annotations

from enginehouse.core.records.events import Events, tell
from enginehouse.core.records.fields import Numbers
from enginehouse.core.records.masks import lowest, mask_of
from enginehouse.core.rule import rule
from enginehouse.core.terms import Seat
from enginehouse.games.mechanica import building, parts, riding
from enginehouse.games.mechanica.parts import Place, Question
from enginehouse.games.mechanica.riding import BenchPlace, Trace
from enginehouse.games.mechanica.state import State, Told


@rule
def run_factory(tiles: Numbers, holes: Numbers, answers: Numbers, many: int, w: Numbers) -> int:
    """Run a factory with the first `many` answers of its owner to questions in the run.

    Return the kind of the question at which the run stops, or NONE (0) if it has ended. The result is in the work array
    `w` of the run (see `riding`). `tiles` (the tile of each place) and `holes` (the model of the bot in each hole) are
    not changed.
    """
    for k in range(BenchPlace.WAYS):
        w[k] = 0
    w[BenchPlace.GIVEN] = many
    for place in parts.TRUCKS:
        for k in range(3):
            model = int(holes[building.number_hole(place, k)])
            if model != 0:
                w[BenchPlace.ARRIVED + 4 * place + model] += 1
    if all_ride(tiles, holes, answers, w) and all_collide(tiles, answers, w):
        all_work(tiles, answers, w)
    return int(w[BenchPlace.KIND])


@rule
def all_ride(tiles: Numbers, holes: Numbers, answers: Numbers, w: Numbers) -> bool:
    """Move every bot of a factory out of its hole, in column 4 first and in column 0 last (MC-5.1, MC-5.8, MC-8.1).

    Return False if the owner must answer a question first. `tiles` has the tile of each place, `holes` the model of the
    bot in each hole, and `answers` the owner's answers so far. These three arrays are not changed. The results are in
    the work array `w` of the factory run.
    """
    for place in parts.BACKWARDS:
        if has_bots(holes, place) and not all_leave(tiles, place, holes, answers, w):
            return False
    return True


@rule
def has_bots(holes: Numbers, place: Place) -> bool:
    """Return whether a place has a bot in one of its holes.

    `holes` has the model of the bot in each hole of the factory, or 0.
    """
    first = 3 * place
    return bool(holes[first] != 0 or holes[first + 1] != 0 or holes[first + 2] != 0)


@rule
def all_leave(tiles: Numbers, place: Place, holes: Numbers, answers: Numbers, w: Numbers) -> bool:
    """Move the bots of one tile or slot out of their holes, in the order of the exits N, E, S, W (MC-5.1, MC-5.8).

    A bot in an input hole stays. Return False if the owner must answer a question first. `tiles` has the tile of each
    place, `holes` the model of the bot in each hole, and `answers` the owner's answers so far. The results are in the
    work array `w` of the factory run.
    """
    tile, first = int(tiles[place]), 3 * place
    if tile & parts.KIND_BITS == parts.REPURPOSER and holes[first + parts.WAITING] != 0:
        w[BenchPlace.ARRIVED + 4 * place + int(holes[first + parts.WAITING])] += 1
    for side in range(4):
        for k in range(3):
            if holes[first + k] != 0 and riding.find_exit_side(tile, k) == side:
                if not riding.ride(tiles, first + k, int(holes[first + k]), side, answers, w):
                    return False
    return True


@rule
def all_collide(tiles: Numbers, answers: Numbers, w: Numbers) -> bool:
    """Resolve collisions: on the trucks, in the order of the rows a to c, then on the cells (MC-5.4, MC-5.8).

    Return False if the owner must answer a question first. `tiles` has the tile of each place, and `answers` the
    owner's answers. The bots that have arrived are in the work array `w` of the run, which is changed.
    """
    for place in parts.TRUCKS:
        if not collide(place, int(tiles[place]), True, answers, w):
            return False
        load_truck(place, w)
    for place in parts.FLOOR_BACKWARDS:
        kind = int(tiles[place]) & parts.KIND_BITS
        if not collide(place, int(parts.STOPS[kind]), kind != parts.REPURPOSER, answers, w):
            return False
    return True


@rule
def collide(place: Place, room: int, asks: bool, answers: Numbers, w: Numbers) -> bool:
    """Destroy bots that have collided at a place, until the others fit into its `room` holes.

    The owner is asked for the model to give up, one bot at a time. If `asks` is false, or if all bots are of one model,
    destroy the cheapest without asking (MC-5.6). Return False if the owner must answer a question first. `answers` are
    the owner's answers. The bots are in the work array `w` of the run, which is changed.
    """
    at = BenchPlace.ARRIVED + 4 * place
    while int(w[at + parts.BASIC]) + int(w[at + parts.PLUS]) + int(w[at + parts.DELUXE]) > room:
        mask = mask_of(w[at : at + parts.DELUXE + 1])
        given = lowest(mask)
        if asks and mask & (mask - 1) != 0:
            given = riding.read_next_answer(Question.CRASH, place, mask, answers, w)
            if given < 0:
                return False
        w[at + given] -= 1
        w[BenchPlace.DESTROYED] += 1
        riding.note(w, Trace.CRASHED, place, given)
    return True


@rule
def load_truck(place: Place, w: Numbers) -> None:
    """Put the bots that have arrived at a truck into its holes, the most expensive bots first.

    The arrived bots and the holes are in the work array `w` of the run.
    """
    k = 3 * place
    for back in range(parts.DELUXE):
        for _ in range(int(w[BenchPlace.ARRIVED + 4 * place + parts.DELUXE - back])):
            w[k] = parts.DELUXE - back
            k += 1
            w[BenchPlace.LOADED] += 1


@rule
def all_work(tiles: Numbers, answers: Numbers, w: Numbers) -> None:
    """Let improvements with full input holes fill their output holes (MC-5.5, MC-5.8).

    `tiles` has the tile of each place, and `answers` the owner's answers so far. The holes are in the work array `w` of
    the factory run, which is changed. If the owner must answer another question, store the question in `w` and stop.
    """
    for place in parts.FLOOR_BACKWARDS:
        if not work(int(tiles[place]), place, answers, w):
            return


@rule
def work(tile: int, place: Place, answers: Numbers, w: Numbers) -> bool:
    """Let one improvement work, as section 8 of the rulebook says (MC-5.5, MC-8.5).

    The improvement uses up the bots that have arrived at it. It puts the bots that it makes into its holes, which are
    in the work array `w` of the factory run. Return False if the owner must answer a question first, else True. `tile`
    is the improvement at the place. `answers` has the owner's answers.
    """
    kind = tile & parts.KIND_BITS
    hole = 3 * place
    if kind == parts.CHARGER:
        for k in range(min(2, int(w[BenchPlace.PASSED + place]))):
            w[hole + k] = parts.BASIC
        return True
    at = BenchPlace.ARRIVED + 4 * place
    there = int(w[at + parts.BASIC]) + int(w[at + parts.PLUS]) + int(w[at + parts.DELUXE])
    if there == 0:
        return True
    model = parts.BASIC
    while int(w[at + model]) == 0:
        model += 1
    w[BenchPlace.MODEL] = model
    w[BenchPlace.HOLE] = hole
    if kind == parts.UPGRADER:
        w[hole] = min(parts.DELUXE, model + 1)
    elif kind == parts.DUPLICATOR:
        w[hole] = model
        w[hole + 1] = model
    elif kind == parts.DOWNGRADER:
        return downgrade(tile, place, model, answers, w)
    elif kind == parts.REPURPOSER:
        if there < 2:
            w[hole + parts.WAITING] = model
            return True
        made = riding.read_next_answer(Question.MODEL, place, 14, answers, w)
        if made < 0:
            return False
        w[hole] = made
    riding.note(w, Trace.ACTIVATED, place, int(w[hole]))
    return True


@rule
def downgrade(tile: int, place: Place, model: int, answers: Numbers, w: Numbers) -> bool:
    """Put the bots that a Downgrader makes from a bot of `model` into its three holes (MC-8, Downgrader).

    Each of the three new bots is of the next cheaper model than `model`. A Basic Bot is not replaced: it goes into the
    hole of an exit that the factory's owner chooses. Return False if the owner must choose first, else True. `tile` is
    the tile of the Downgrader and `place` its place. `answers` has the owner's answers so far in this factory run. The
    holes are the first numbers of `w`, the work array of the factory run.
    """
    hole = 3 * place
    if model > parts.BASIC:
        for k in range(3):
            w[hole + k] = model - 1
    else:
        mask = 0
        for k in range(3):
            mask |= 1 << riding.find_exit_side(tile, k)
        side = riding.read_next_answer(Question.EXIT, place, mask, answers, w)
        if side < 0:
            return False
        for k in range(3):
            if riding.find_exit_side(tile, k) == side:
                w[hole + k] = parts.BASIC
    riding.note(w, Trace.ACTIVATED, place, max(parts.BASIC, model - 1))
    return True


# -- results of a run in the record -----------------------------------------------------------------------------------


@rule
def run_with_answers(s: State, seat: Seat, w: Numbers) -> bool:
    """Run the factory of `seat` with the stored answers of its owner. The result is in the work array `w` of the run.

    Return whether the owner must answer another question (MC-5.6).
    """
    kind = run_factory(s.tiles[seat], s.holes[seat], s.answers[seat], int(s.answered[seat]), w)
    for k in range(5):
        s.asking[seat][k] = int(w[BenchPlace.KIND + k]) if kind != Question.NONE else 0
    return kind != Question.NONE


@rule
def end_run(s: State, seat: Seat, w: Numbers, e: Events) -> None:
    """Copy the result of a finished run of the factory of `seat` to the record, and write events (MC-8.3).

    The result is the bots in the holes and the coins that the run has earned. It is read from `w`, the run's work
    array.
    """
    for k in range(parts.HOLES):
        s.holes[seat][k] = int(w[k])
    s.wallet[seat] += int(w[BenchPlace.WALLET])
    s.vault[seat] += int(w[BenchPlace.VAULT])
    if e.on != 0:
        tell_run(s.day, seat, w, e)


@rule
def tell_run(day: int, seat: Seat, w: Numbers, e: Events) -> None:
    """Write the events of a factory run of `seat` on this `day`.

    The events are copied from the trace, a list of events in the work array `w` of the run.
    """
    Told.runs(e, seat=seat, day=day)
    for k in range(int(w[BenchPlace.TRACED])):
        kind, a, b = riding.read_event(w, k)
        tell(e, Told.CHARGED if kind == Trace.CHARGED else Told.LEFT + kind, seat, a, b, 0)
    coins = int(w[BenchPlace.WALLET]) + 100 * int(w[BenchPlace.VAULT])
    Told.ran(e, seat=seat, bots=int(w[BenchPlace.LOADED]), coins=coins, destroyed=int(w[BenchPlace.DESTROYED]))
