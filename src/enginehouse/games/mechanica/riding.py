"""How a bot rides through a factory (MC-5.2, 5.3, 5.7, 8.4), one bot at a time, on a bench of numbers.

The bench `w` is an array to work on: what the run has come to so far, where the bots arrive, and a trace of what happened.
"""

from __future__ import annotations

from typing import Any

from enginehouse.core.compiling import Constants, rule
from enginehouse.games.mechanica.parts import (
    ACROSS,
    CHARGER,
    COLUMNS,
    DOCK,
    DOWN,
    EAST,
    ENTRANCE,
    EXITS,
    FORK,
    HOLES,
    KIND_BITS,
    OUT_SIDE,
    PLACES,
    ROWS,
    STOPS,
    TESTER,
    WEST,
    WRAPPER,
    Question,
)

NOWHERE = -1
"""Where a bot is that is destroyed."""


class Bench(Constants):
    """Where things lie on the bench: first the factory's holes after the run, then these."""

    ARRIVED = HOLES  # by place and model: bots that come together there
    PASSED = HOLES + 4 * PLACES  # by place: bots that passed a Static Charger
    WALLET = HOLES + 5 * PLACES  # coins of this run
    VAULT = WALLET + 1
    USED = WALLET + 2  # answers used so far
    GIVEN = WALLET + 3  # answers there are
    KIND = WALLET + 4  # the question: its kind, place, mask of answers, model and hole of the bot
    WHERE = WALLET + 5
    MASK = WALLET + 6
    MODEL = WALLET + 7
    HOLE = WALLET + 8
    LOADED = WALLET + 9  # bots that got onto trucks
    DESTROYED = WALLET + 10
    TRACED = WALLET + 11  # entries of the trace
    BRANCH = WALLET + 12  # ways still to be tried, in `divided`
    TRACE = BRANCH + 64
    SIZE = TRACE + 1024


class Trace(Constants):
    """Kinds of entries of the trace: an entry is its kind + 16 * (a + 1024 * b)."""

    LEFT, RODE, COIN, THROWN, ARRIVED, LOST, CRASHED, ACTIVATED, CHARGED = range(9)


@rule
def note(w: Any, kind: int, a: int, b: int) -> None:
    """Write down what happens."""
    at = int(w[Bench.TRACED])
    w[Bench.TRACE + at] = kind + 16 * (a + 1024 * b)
    w[Bench.TRACED] = at + 1


@rule
def beyond(place: int, side: int) -> int:
    """The place on a side of another; NOWHERE off the board."""
    row = place // COLUMNS + DOWN[side]
    column = place % COLUMNS + ACROSS[side]
    if row < 0 or row >= ROWS or column < 0 or column > DOCK:
        return NOWHERE
    return row * COLUMNS + column


@rule
def reached(tiles: Any, place: int, side: int) -> int:
    """MC-5.3: the tile or truck that a bot reaches that leaves a place through a side; NOWHERE if it is destroyed."""
    while True:
        place = beyond(place, side)
        if place < 0 or place % COLUMNS == 0:
            return NOWHERE
        if place % COLUMNS == DOCK:
            return place
        tile = int(tiles[place])
        if tile != 0:
            return place if int(ENTRANCE[tile]) == (side + 2) & 3 else NOWHERE
        if side == WEST:
            return NOWHERE
        side = EAST


@rule
def trace_way(tiles: Any, place: int, side: int, w: Any) -> None:
    """Write down the cells that a bot rides over until it reaches a tile or truck, or is destroyed."""
    while True:
        there = beyond(place, side)
        if there < 0 or there % COLUMNS == 0:
            note(w, Trace.LOST, 4 * place + side, 0)
            return
        tile = int(tiles[there]) if there % COLUMNS != DOCK else 0
        if tile != 0 and int(ENTRANCE[tile]) != (side + 2) & 3:
            note(w, Trace.LOST, 4 * place + side, 0)
            return
        note(w, Trace.RODE, there, 0)
        if tile != 0 or there % COLUMNS == DOCK:
            return
        if side == WEST:
            note(w, Trace.LOST, 4 * place + side, 1)
            return
        place = there
        side = EAST


@rule
def landings(tiles: Any, place: int) -> int:
    """MC-8.4: mask of the places where a Flight Tester's throw can land: tiles in its line, east also the row's truck."""
    side = (int(ENTRANCE[int(tiles[place])]) + 2) & 3
    mask = 0
    while True:
        place = beyond(place, side)
        if place < 0 or place % COLUMNS == 0:
            return mask
        if place % COLUMNS == DOCK or tiles[place] != 0:
            mask |= 1 << place
        if place % COLUMNS == DOCK:
            return mask


@rule
def flown_over(tiles: Any, place: int, landing: int) -> int:
    """MC-8.4: 1 if at least one floor tile lies strictly between a Flight Tester and a landing place in its line."""
    side = (int(ENTRANCE[int(tiles[place])]) + 2) & 3
    place = beyond(place, side)
    while place != landing:
        if tiles[place] != 0:
            return 1
        place = beyond(place, side)
    return 0


@rule
def stays(tiles: Any, place: int) -> bool:
    """Whether a bot that comes to a place stays there: on a truck, or in an input hole (MC-5.2)."""
    return place % COLUMNS == DOCK or int(STOPS[int(tiles[place]) & KIND_BITS]) > 0


# A way that is still to be tried, as one number: the place entered + 1 (5 bits), tiles passed (18), Static Chargers
# passed (18), coins for the Vault (5) and for the Wallet.
SEEN, CHARGERS, COINS, THROWS = 5, 23, 41, 46
ENTERED = 31
RESULT = ~(((1 << 18) - 1) << SEEN)
"""What of a finished way is its outcome: all but the tiles passed."""


@rule
def moved(way: int, place: int) -> int:
    """The same way, entering another place."""
    return (way & ~ENTERED) | (place + 1)


@rule
def followed(tiles: Any, way: int, w: Any, many: int) -> int:
    """Follow a way to its end: its outcome. The ways that branch off are laid on the bench, their number in its last place."""
    while True:
        place = (way & ENTERED) - 1
        if place < 0 or stays(tiles, place):
            w[Bench.BRANCH + 63] = many
            return way & RESULT
        bit = 1 << (SEEN + place)
        if way & bit:
            w[Bench.BRANCH + 63] = many
            return moved(way, NOWHERE) & RESULT
        way |= bit
        tile = int(tiles[place])
        kind = tile & KIND_BITS
        if kind == TESTER:
            options = landings(tiles, place)
            way = moved(way, NOWHERE)
            for landing in range(PLACES):
                if (options >> landing) & 1:
                    w[Bench.BRANCH + many] = moved(way, landing) + (flown_over(tiles, place, landing) << THROWS)
                    many += 1
            if options != 0:
                many -= 1
                way = int(w[Bench.BRANCH + many])
        else:
            if kind == WRAPPER:
                way += 1 << COINS
            elif kind == CHARGER:
                way |= 1 << (CHARGERS + place)
            first = True
            entered = way
            for side in range(4):
                if (int(EXITS[tile]) >> side) & 1:
                    if first:
                        way = moved(entered, reached(tiles, place, side))
                        first = False
                    else:
                        w[Bench.BRANCH + many] = moved(entered, reached(tiles, place, side))
                        many += 1


@rule
def divided(tiles: Any, place: int, seen: int, w: Any) -> bool:
    """MC-5.6: whether the answers at the tile just entered, with all that follow, can give this bot different outcomes."""
    outcome = followed(tiles, (place + 1) | (seen << SEEN), w, 0)
    many = int(w[Bench.BRANCH + 63])
    while many > 0:
        many -= 1
        if followed(tiles, int(w[Bench.BRANCH + many]), w, many) != outcome:
            return True
        many = int(w[Bench.BRANCH + 63])
    return False


@rule
def lowest(mask: int) -> int:
    """The first bit of a mask."""
    bit = 0
    while not (mask >> bit) & 1:
        bit += 1
    return bit


@rule
def answer_to(kind: int, place: int, mask: int, answers: Any, w: Any) -> int:
    """The next answer of the run's owner; -1 when it is still to be given: then the question lies on the bench."""
    used = int(w[Bench.USED])
    if used < int(w[Bench.GIVEN]):
        w[Bench.USED] = used + 1
        return int(answers[used])
    w[Bench.KIND] = kind
    w[Bench.WHERE] = place
    w[Bench.MASK] = mask
    return -1


@rule
def ride(tiles: Any, hole: int, model: int, side: int, answers: Any, w: Any) -> bool:
    """MC-5.1: a bot leaves its hole and rides to its end; False when an answer of its owner is missing.

    MC-5.7: entering a passed tile again destroys it; where its ride began does not count as entered.
    """
    w[Bench.MODEL] = model
    w[Bench.HOLE] = hole
    note(w, Trace.LEFT, hole, model)
    trace_way(tiles, hole // 3, side, w)
    place = reached(tiles, hole // 3, side)
    seen = 0
    settled = False
    while place >= 0 and not stays(tiles, place):
        if (seen >> place) & 1:
            note(w, Trace.LOST, 4 * place, 2)
            place = NOWHERE
        else:
            tile = int(tiles[place])
            kind = tile & KIND_BITS
            options = landings(tiles, place) if kind == TESTER else int(EXITS[tile])
            if options == 0:
                note(w, Trace.LOST, 4 * place, 1)
                place = NOWHERE
            else:
                chosen = lowest(options)
                if (options & (options - 1)) != 0 and not settled:
                    settled = not divided(tiles, place, seen, w)
                    if not settled:
                        chosen = answer_to(
                            Question.FORK if kind == FORK else Question.THROW, place, options, answers, w
                        )
                        if chosen < 0:
                            return False
                seen |= 1 << place
                place = passed(tiles, place, chosen, w)
    arrive(place, model, w)
    return True


@rule
def passed(tiles: Any, place: int, chosen: int, w: Any) -> int:
    """MC-8.3: a bot passes a tile, to the side or landing place chosen; where it comes next."""
    tile = int(tiles[place])
    kind = tile & KIND_BITS
    if kind == TESTER:
        coin = flown_over(tiles, place, chosen)
        w[Bench.WALLET] += coin
        note(w, Trace.THROWN, chosen, coin)
        return chosen
    if kind == WRAPPER:
        w[Bench.VAULT] += 1
        note(w, Trace.COIN, place, 0)
    elif kind == CHARGER:
        w[Bench.PASSED + place] += 1
        note(w, Trace.CHARGED, place, 0)
    trace_way(tiles, place, chosen, w)
    return reached(tiles, place, chosen)


@rule
def arrive(place: int, model: int, w: Any) -> None:
    """A bot has come to its end: it stays at a place, or is destroyed."""
    if place < 0:
        w[Bench.DESTROYED] += 1
    else:
        w[Bench.ARRIVED + 4 * place + model] += 1
        note(w, Trace.ARRIVED, place, model)


@rule
def leaves_by(tile: int, hole: int) -> int:
    """The side by which an output hole of a tile leaves; -1 for a hole that is none."""
    return int(OUT_SIDE[tile][hole])
