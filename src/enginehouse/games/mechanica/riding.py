"""Move one bot at a time through a factory, from its hole to the end of its way (MC-5.2, 5.3, 5.7, 8.4).

The work array `w` of a factory run (`new_bench`) has the result so far, the places where bots arrive, and the trace, a
list of events.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from enginehouse.core.records.fields import Numbers
from enginehouse.core.records.masks import has, lowest
from enginehouse.core.rule import Constants, rule
from enginehouse.games.mechanica import parts
from enginehouse.games.mechanica.parts import Place, Question

NOWHERE = 0
"""The place of a destroyed bot, because no bot ever rides to a0."""


class BenchPlace(Constants):
    """The indices of elements in the work array `w` of a factory run.

    The first elements are the holes of the factory after the run. The constants name the elements behind them.
    """

    ARRIVED = parts.HOLES  # by place and model: bots that come together there
    PASSED = parts.HOLES + 4 * parts.PLACES  # by place: bots that passed a Static Charger
    FIRST = parts.HOLES + 5 * parts.PLACES
    WALLET, VAULT, LOADED, DESTROYED = range(FIRST, FIRST + 4)
    """The coins of this run for Wallet and Vault, the bots that reached trucks, and the bots that were destroyed."""
    USED, GIVEN = FIRST + 4, FIRST + 5
    """The number of answers that were used so far, and the number of given answers."""
    KIND, WHERE, MASK, MODEL, HOLE = range(FIRST + 6, FIRST + 11)
    """The question: its kind, place, mask of answers, model and hole of the bot."""
    TRACED, MANY_WAYS = FIRST + 11, FIRST + 12
    """The number of entries in the trace, and the number of paths that are still to be followed."""
    WAYS = FIRST + 13  # five numbers each, as in `lay_way`; there are never more than 20 of them
    TRACE = WAYS + 5 * 24
    SIZE = TRACE + 1024


class Trace(Constants):
    """The kinds of events in the trace, the list of events of a factory run.

    An event is stored as one number, which `read_event` reads. For each kind, the numbers a and b are

    - `LEFT`: the hole that a bot leaves, and its model
    - `ARRIVED`: the place where a bot stays, and its model
    - `RODE`: the place that a bot enters, and 0
    - `THROWN`: the place to which a bot is thrown, and the coins that this brings
    - `COIN`: the place that brings a coin, and 0
    - `CHARGED`: the place that counts a charge, and 0
    - `LOST`, if a bot is lost outside the factory: 4 * its last place + the side by which it leaves, and 0
    - `LOST`, if a bot is lost inside the factory: 4 * its last place, and 1
    - `CRASHED`: the place of a collision, and the destroyed model
    - `ACTIVATED`: the place of a machine, and the model of the bots that it makes or lets out
    """

    LEFT, RODE, COIN, THROWN, ARRIVED, LOST, CRASHED, ACTIVATED, CHARGED = range(9)


KIND_BITS, NUMBER_BITS = 4, 10
"""The number of bits of an event's kind and of its number a, in the single number that stores the event."""


@rule
def new_bench() -> Any:
    """Return a new work array for a factory run: `BenchPlace.SIZE` zeros."""
    return np.zeros(BenchPlace.SIZE, np.int64)


@rule
def note(w: Numbers, kind: int, a: int, b: int) -> None:
    """Add an event to the trace, the list of events in the work array `w` of a run.

    `kind` is a constant of `Trace`. The docstring of `Trace` explains the numbers `a` and `b` for each kind.
    """
    at = int(w[BenchPlace.TRACED])
    w[BenchPlace.TRACE + at] = kind | (a | b << NUMBER_BITS) << KIND_BITS
    w[BenchPlace.TRACED] = at + 1


@rule
def read_event(w: Numbers, k: int) -> tuple[int, int, int]:
    """Return event `k` of the trace in the work array `w`: its kind (a constant of `Trace`) and its two numbers.

    The two numbers depend on the kind. For a bot that leaves a hole, for example, they are the hole and the model of
    the bot.
    """
    event = int(w[BenchPlace.TRACE + k])
    numbers = event >> KIND_BITS
    return event & ((1 << KIND_BITS) - 1), numbers & ((1 << NUMBER_BITS) - 1), numbers >> NUMBER_BITS


def list_trace(w: Numbers) -> list[tuple[int, int, int]]:
    """Return a list of the events of a factory run (see `read_event`). `w` is the work array of the run."""
    return [read_event(w, k) for k in range(int(w[BenchPlace.TRACED]))]


@rule
def beyond(place: Place, side: int) -> int:
    """Return the place that is next to `place` on a side, or -1 beyond the north or south edge of the factory.

    `side` is 0 for north, 1 east, 2 south, 3 west. The function does not check for the west and the east edge, so the
    caller must not ask for a place beyond them.
    """
    there = place + parts.COLUMNS * parts.DOWN[side] + parts.ACROSS[side]
    return there if 0 <= there < parts.PLACES else -1


@rule
def enters(tiles: Numbers, there: int, side: int) -> bool:
    """Return whether a bot that moves towards `side` (0 north, then clockwise) can enter the place `there` (MC-5.3).

    A bot can enter an empty cell, a truck, or a tile by its entrance. `tiles` has the tile of each place. In `tiles`, a
    truck counts as a tile with its entrance in the west.
    """
    if there < 0 or there % parts.COLUMNS == 0:
        return False
    tile = int(tiles[there])
    return tile == 0 or int(parts.ENTRANCE[tile]) == side ^ 2


@rule
def find_reached(tiles: Numbers, place: Place, side: int, told: bool, w: Numbers) -> int:
    """Return the place of the tile or truck that a bot reaches through a side of a place, or NOWHERE (MC-5.3).

    NOWHERE means that the bot is destroyed. `side` is 0 for north, then clockwise. `tiles` has the tile of each place.
    If `told` is true, record the cells that the bot moves over: add them to the trace, the list of events in the work
    array `w` of the factory run.
    """
    while True:
        there = beyond(place, side)
        if not enters(tiles, there, side):
            if told:
                note(w, Trace.LOST, 4 * place + side, 0)
            return NOWHERE
        if told:
            note(w, Trace.RODE, there, 0)
        if tiles[there] != 0:
            return there
        if side == parts.WEST:
            if told:
                note(w, Trace.LOST, 4 * there, 1)
            return NOWHERE
        place = there
        side = parts.EAST


@rule
def landings(tiles: Numbers, place: Place) -> int:
    """Return the mask of the places where a throw of the Flight Tester at `place` can land (MC-8.4).

    Bit k is set for the place number k of the factory. Throws fly straight away from the side of the Flight Tester's
    entrance. They can land on each floor tile in this direction. If they fly east, they can also land on the truck at
    the end of the row. `tiles` has the tile of each place.
    """
    side = int(parts.ENTRANCE[int(tiles[place])]) ^ 2
    mask = 0
    while True:
        place = beyond(place, side)
        if place < 0 or place % parts.COLUMNS == 0:
            return mask
        if tiles[place] != 0:
            mask |= 1 << place
        if place % parts.COLUMNS == parts.DOCK:
            return mask


@rule
def flown_over(tiles: Numbers, place: Place, landing: int) -> int:
    """Return 1 if a floor tile lies between a Flight Tester and the place where its thrown bot lands, else 0.

    The Flight Tester lies at `place` and throws in a straight line. `landing` is a place in this line. Only the places
    strictly between the two count. `tiles` has the tile of each place (MC-8.4).
    """
    side = int(parts.ENTRANCE[int(tiles[place])]) ^ 2
    place = beyond(place, side)
    while place != landing:
        if tiles[place] != 0:
            return 1
        place = beyond(place, side)
    return 0


@rule
def stays(tiles: Numbers, place: Place) -> bool:
    """Return whether a bot that arrives at a place stays there (MC-5.2).

    It stays if the place is a truck's or if the tile there has an input hole. `tiles` has the tile of each place of the
    factory.
    """
    return place % parts.COLUMNS == parts.DOCK or int(parts.STOPS[int(tiles[place]) & parts.KIND_BITS]) > 0


@rule
def find_options(tiles: Numbers, place: Place, seen: int) -> int:
    """Return the choices of a bot that enters a tile, as a mask (MC-5.6).

    Bit k stands for side k (0 north, then clockwise), or for place k as a landing place of a Flight Tester. `tiles` has
    the tile of each place. The mask is 0 if the bot stays or is destroyed. The mask is also 0 at a tile that the bot
    has passed before (one of the mask `seen`, MC-5.7).
    """
    if place == NOWHERE or stays(tiles, place) or has(seen, place):
        return 0
    tile = int(tiles[place])
    return landings(tiles, place) if tile & parts.KIND_BITS == parts.TESTER else int(parts.EXITS[tile])


# -- paths to be followed: a stack in the work array of a run, for bots whose way may divide ---------------------------
#
# A path is five numbers: the place that it enters now, and its past: the tiles passed and the Static
# Chargers among them, as masks, and coins for Vault and Wallet. One way is followed at a time, the one laid last.


@rule
def lay_way(w: Numbers, place: Place, seen: int, chargers: int, vault: int, wallet: int) -> None:
    """Push a path of a bot onto the stack of paths in the work array `w` of a factory run.

    `place` is the place that the bot enters now. `seen` and `chargers` are masks of the places of the tiles and of the
    Static Chargers that the bot has passed: bit k stands for place k. `vault` and `wallet` are the coins that the bot
    has brought so far.
    """
    at = BenchPlace.WAYS + 5 * int(w[BenchPlace.MANY_WAYS])
    w[at], w[at + 1], w[at + 2], w[at + 3], w[at + 4] = place, seen, chargers, vault, wallet
    w[BenchPlace.MANY_WAYS] += 1


@rule
def take_way(w: Numbers) -> None:
    """Pop the last path from the stack of paths in the work array `w` of a run.

    Its numbers stay in the array, so that the function `way` returns them until the next path is pushed.
    """
    w[BenchPlace.MANY_WAYS] -= 1


@rule
def way(w: Numbers) -> tuple[int, int, int, int, int]:
    """Return the path that was popped last from the stack of paths in the work array `w` of a run.

    The five numbers are the place, the masks of the places of passed tiles and of passed Static Chargers, and the coins
    for Vault and Wallet.
    """
    at = BenchPlace.WAYS + 5 * int(w[BenchPlace.MANY_WAYS])
    return int(w[at]), int(w[at + 1]), int(w[at + 2]), int(w[at + 3]), int(w[at + 4])


@rule
def branch(tiles: Numbers, options: int, w: Numbers) -> None:
    """Push a path for each choice that a bot has at a tile, in place of the path that was popped last (MC-5.6).

    A choice is an exit of a Fork, or a place to which a Flight Tester can throw the bot. `options` is the mask of the
    choices, as from `find_options`. All new paths get the coins that the bot earns by passing the tile (MC-8.3). A path
    by a throw also gets a coin if the throw goes over a tile (MC-8.4). The stack of paths is in the work array `w` of
    the run. `tiles` has the tile of each place.
    """
    place, seen, chargers, vault, wallet = way(w)
    kind = int(tiles[place]) & parts.KIND_BITS
    seen |= 1 << place
    chargers |= 1 << place if kind == parts.CHARGER else 0
    vault += 1 if kind == parts.WRAPPER else 0
    for option in range(parts.PLACES):
        if has(options, option):
            if kind == parts.TESTER:
                lay_way(w, option, seen, chargers, vault, wallet + flown_over(tiles, place, option))
            else:
                lay_way(w, find_reached(tiles, place, option, False, w), seen, chargers, vault, wallet)


@rule
def next_outcome(tiles: Numbers, w: Numbers) -> tuple[int, int, int, int]:
    """Follow the last path on the stack of paths to one of its outcomes (MC-5.6).

    The other branches of this path stay on the stack, which is in the work array `w` of the run. `tiles` has the tile
    of each place. Return the outcome: the place where the bot stays (or NOWHERE), the mask of the places of passed
    Static Chargers, and the coins for Vault and Wallet.
    """
    take_way(w)
    place, seen, chargers, vault, wallet = way(w)
    options = find_options(tiles, place, seen)
    while options != 0:
        branch(tiles, options, w)
        take_way(w)
        place, seen, chargers, vault, wallet = way(w)
        options = find_options(tiles, place, seen)
    end = place if place != NOWHERE and stays(tiles, place) else NOWHERE
    return end, chargers, vault, wallet


@rule
def is_divided(tiles: Numbers, place: Place, seen: int, w: Numbers) -> bool:
    """Return whether a bot's choices at the tile at `place` and after it can lead to different outcomes (MC-5.6).

    `tiles` has the tile of each place, and `seen` is the mask of the places of tiles that the bot has passed. The stack
    of paths in the work array `w` is overwritten.
    """
    w[BenchPlace.MANY_WAYS] = 0
    lay_way(w, place, seen, 0, 0, 0)
    outcome = next_outcome(tiles, w)
    while w[BenchPlace.MANY_WAYS] > 0:
        if next_outcome(tiles, w) != outcome:
            return True
    return False


@rule
def read_next_answer(kind: int, place: Place, mask: int, answers: Numbers, w: Numbers) -> int:
    """Return the next answer of a factory's owner to a question in a factory run, such as which way a bot takes.

    `answers` has the answers that the owner has given so far in this run. If all of them are used, store the question
    in the work array `w` of the run and return -1. The question has a kind (`Question`), a place and a mask of the
    possible answers.
    """
    used = int(w[BenchPlace.USED])
    if used < int(w[BenchPlace.GIVEN]):
        w[BenchPlace.USED] = used + 1
        return int(answers[used])
    w[BenchPlace.KIND] = kind
    w[BenchPlace.WHERE] = place
    w[BenchPlace.MASK] = mask
    return -1


@rule
def choose(tiles: Numbers, place: Place, seen: int, options: int, answers: Numbers, w: Numbers) -> int:
    """Return the side or landing place by which a bot goes on from a tile, or -1 if an answer is missing (MC-5.6).

    The owner is asked only if the choice makes a difference. `options` is the mask of the choices, `seen` the mask of
    the places of passed tiles. `tiles` has the tile of each place, `answers` the owner's answers. `w` is the work array
    of the run.
    """
    if options & (options - 1) == 0 or not is_divided(tiles, place, seen, w):
        return lowest(options)
    kind = Question.THROW if int(tiles[place]) & parts.KIND_BITS == parts.TESTER else Question.FORK
    return read_next_answer(kind, place, options, answers, w)


@rule
def ride(tiles: Numbers, hole: int, model: int, side: int, answers: Numbers, w: Numbers) -> bool:
    """Move a bot out of its hole, through a side (0 north, then clockwise), to the end of its ride (MC-5.1).

    `model` is the bot's model. Return False if an answer of its owner is missing. The place where the ride starts does
    not count as entered (MC-5.7). `tiles` has the tile of each place, `answers` the owner's answers. The result is in
    the work array `w` of the run.
    """
    w[BenchPlace.MODEL] = model
    w[BenchPlace.HOLE] = hole
    note(w, Trace.LEFT, hole, model)
    place, seen = find_reached(tiles, hole // 3, side, True, w), 0
    options = find_options(tiles, place, seen)
    while options != 0:
        chosen = choose(tiles, place, seen, options, answers, w)
        if chosen < 0:
            return False
        seen |= 1 << place
        place = pass_tile(tiles, place, chosen, w)
        options = find_options(tiles, place, seen)
    arrive(tiles, place, model, w)
    return True


@rule
def pass_tile(tiles: Numbers, place: Place, chosen: int, w: Numbers) -> int:
    """Move a bot through the tile at a place towards the chosen side or landing place (MC-8.3). Return the next place.

    `tiles` has the tile of each place. Coins and the trace (the list of events) in the work array `w` of the run are
    changed.
    """
    tile = int(tiles[place])
    kind = tile & parts.KIND_BITS
    if kind == parts.TESTER:
        coin = flown_over(tiles, place, chosen)
        w[BenchPlace.WALLET] += coin
        note(w, Trace.THROWN, chosen, coin)
        return chosen
    if kind == parts.WRAPPER:
        w[BenchPlace.VAULT] += 1
        note(w, Trace.COIN, place, 0)
    elif kind == parts.CHARGER:
        w[BenchPlace.PASSED + place] += 1
        note(w, Trace.CHARGED, place, 0)
    return find_reached(tiles, place, chosen, True, w)


@rule
def arrive(tiles: Numbers, place: Place, model: int, w: Numbers) -> None:
    """End the ride of a bot at `place` (MC-5.7): the bot stays there, or it is destroyed.

    A bot is destroyed at NOWHERE, and inside a tile that it enters for the second time. `model` is the bot's model, and
    `tiles` has the tile of each place. The result is in the work array `w` of the run.
    """
    if place != NOWHERE and stays(tiles, place):
        w[BenchPlace.ARRIVED + 4 * place + model] += 1
        note(w, Trace.ARRIVED, place, model)
        return
    w[BenchPlace.DESTROYED] += 1
    if place != NOWHERE:
        note(w, Trace.LOST, 4 * place, 1)


@rule
def find_exit_side(tile: int, hole: int) -> int:
    """Return the side (0 north, then clockwise) to which an output hole of a tile leads, or -1 without such a hole.

    `tile` is the tile's number with its orientation, and `hole` is 0 to 2.
    """
    return int(parts.OUT_SIDE[tile][hole])
