"""Runs of factories that are remembered while a turn is planned: most plans differ in a few tiles, and their factories run alike on many days.

A run depends on tiles and holes alone (`policy.run_well`). What it came to lies behind the bench, in slots of eight numbers: tiles
and holes before it, packed into four numbers, so that no two are taken for one; the coins; the holes after it, packed into two.
"""

from __future__ import annotations

from enginehouse.core.fields import Numbers
from enginehouse.core.rule import rule
from enginehouse.games.mechanica.parts import HOLES, PLACES
from enginehouse.games.mechanica.policy import run_well
from enginehouse.games.mechanica.riding import Bench

SLOTS = 1 << 13
WIDTH = 8
NOTED = Bench.SIZE + SLOTS * WIDTH
"""So many numbers are the bench and all slots. An empty slot holds zeros: a factory has trucks."""
LOW = (1 << 31) - 1
SPREAD = 1_540_483_477
HALF, HALF_HOLES = PLACES // 2, HOLES // 2


@rule
def packed_tiles(tiles: Numbers, first: int) -> int:
    """Half of all tiles, seven bits each."""
    whole = 0
    for k in range(first, first + HALF):
        whole = (whole << 7) | int(tiles[k])
    return whole


@rule
def packed_holes(holes: Numbers, first: int) -> int:
    """Half of all holes, two bits each."""
    whole = 0
    for k in range(first, first + HALF_HOLES):
        whole = (whole << 2) | int(holes[k])
    return whole


@rule
def unpack_holes(whole: int, first: int, holes: Numbers) -> None:
    """The same backwards."""
    for k in range(first + HALF_HOLES - 1, first - 1, -1):
        holes[k] = whole & 3
        whole >>= 2


@rule
def spread(mixed: int, whole: int) -> int:
    """Mix a packed number into what is below 2**31."""
    mixed = ((mixed ^ whole ^ (whole >> 31)) & LOW) * SPREAD
    return (mixed ^ (mixed >> 29)) & LOW


@rule
def run_noted(tiles: Numbers, holes: Numbers, answers: Numbers, w: Numbers) -> int:
    """`run_well` from the beginning: the coins, and `holes` as they are after the run. `w` has room for `NOTED` numbers."""
    one, two = packed_tiles(tiles, 0), packed_tiles(tiles, HALF)
    three, four = packed_holes(holes, 0), packed_holes(holes, HALF_HOLES)
    at = Bench.SIZE + WIDTH * (spread(spread(spread(spread(0, one), two), three), four) & (SLOTS - 1))
    if w[at] == one and w[at + 1] == two and w[at + 2] == three and w[at + 3] == four:
        unpack_holes(int(w[at + 5]), 0, holes)
        unpack_holes(int(w[at + 6]), HALF_HOLES, holes)
        return int(w[at + 4])
    coins = run_well(tiles, holes, answers, 0, w)
    w[at], w[at + 1], w[at + 2], w[at + 3], w[at + 4] = one, two, three, four, coins
    w[at + 5], w[at + 6] = packed_holes(holes, 0), packed_holes(holes, HALF_HOLES)
    return coins
