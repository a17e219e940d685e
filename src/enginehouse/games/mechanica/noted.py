"""Cache the results of simulated factory runs while a bot plans its turn.

Most plans differ in only a few tiles. Therefore many of the simulated factories are equal and have equal runs. The
result of a run depends only on the factory's tiles and holes (`policy.run_well`). The cache is at the end of the work
array of a run, after the memory that the run itself needs. A slot of the cache has eight numbers: the tiles and holes
before the run (four numbers, which no other factory has), the coins, the holes after the run (two numbers), and an
unused number.
"""

from __future__ import annotations

from enginehouse.core.records.fields import Numbers
from enginehouse.core.records.mixing import mixed
from enginehouse.core.rule import rule
from enginehouse.games.mechanica import parts, policy
from enginehouse.games.mechanica.riding import BenchPlace

SLOTS = 1 << 13
WIDTH = 8
NOTED = BenchPlace.SIZE + SLOTS * WIDTH
"""The number of elements of the work array of a run with all slots of the cache behind it.

An empty slot has only zeros. A slot with a factory never has only zeros, because each factory has trucks.
"""
HALF, HALF_HOLES = parts.PLACES // 2, parts.HOLES // 2
"""Half the number of places and half the number of holes, which one packed number has."""
TILE_BITS, HOLE_BITS = 7, 2
"""The number of bits of a tile and of the model in a hole, in a packed number."""


@rule
def pack_numbers(numbers: Numbers, first: int, many: int, bits: int) -> int:
    """Return `many` numbers from index `first` on, packed into one number with `bits` bits for each."""
    whole = 0
    for k in range(first, first + many):
        whole = (whole << bits) | int(numbers[k])
    return whole


@rule
def packed_holes(holes: Numbers, first: int) -> int:
    """Return half of the holes of a factory (the model in each), packed into one number.

    The half begins at index `first` of `holes`.
    """
    return pack_numbers(holes, first, HALF_HOLES, HOLE_BITS)


@rule
def unpack_holes(whole: int, first: int, holes: Numbers) -> None:
    """Write half of the holes of a factory into `holes`, from index `first` on.

    `whole` has the models in these holes, packed into one number by `packed_holes`.
    """
    for k in range(first + HALF_HOLES - 1, first - 1, -1):
        holes[k] = whole & ((1 << HOLE_BITS) - 1)
        whole >>= HOLE_BITS


@rule
def run_noted(tiles: Numbers, holes: Numbers, answers: Numbers, w: Numbers) -> int:
    """Return the coins that a whole factory run earns, from the cache if they are there, else from `run_well`.

    `tiles` has the tile of each place. `holes` has the model of the bot in each hole, and is overwritten with the holes
    after the run. `answers` is working memory. `w` has `NOTED` numbers: the work array of a run, then the cache.
    """
    one, two = pack_numbers(tiles, 0, HALF, TILE_BITS), pack_numbers(tiles, HALF, HALF, TILE_BITS)
    three, four = packed_holes(holes, 0), packed_holes(holes, HALF_HOLES)
    at = BenchPlace.SIZE + WIDTH * (mixed(mixed(mixed(mixed(0, one), two), three), four) & (SLOTS - 1))
    if w[at] == one and w[at + 1] == two and w[at + 2] == three and w[at + 3] == four:
        unpack_holes(int(w[at + 5]), 0, holes)
        unpack_holes(int(w[at + 6]), HALF_HOLES, holes)
        return int(w[at + 4])
    coins = policy.run_well(tiles, holes, answers, 0, w)
    w[at], w[at + 1], w[at + 2], w[at + 3], w[at + 4] = one, two, three, four, coins
    w[at + 5], w[at + 6] = packed_holes(holes, 0), packed_holes(holes, HALF_HOLES)
    return coins
