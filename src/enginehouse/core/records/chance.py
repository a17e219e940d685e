"""Draw random numbers: ChaCha8 inside the record for the game itself, xoshiro128++ beside it for all other purposes.

The other purposes are policies, playouts and guesses of hidden information. A player who has observed a part of a
ChaCha8 stream cannot compute the rest. Because the stream's state lies in the record, a log replays exactly. Both
generators compute on int64 with 32-bit masks, so that compiled and plain code give the same numbers. ChaCha8 is RFC
8439's function with 8 rounds instead of 20, a 64-bit block counter and nonce 0. xoshiro128++ is by Blackman and Vigna.
"""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

from enginehouse.core.errors import Unreadable
from enginehouse.core.records.fields import INT64, Field, Numbers, Record
from enginehouse.core.rule import rule

MASK = 0xFFFFFFFF
"""The mask of 32 bits, because words are computed as int64."""


def chance_fields() -> list[Field]:
    """Return the fields of a record for its own random numbers. They are never visible in a view."""
    return [
        Field("chance_key", INT64, (8,)),
        Field("chance_block", INT64, (16,)),
        Field("chance_count", INT64),
        Field("chance_left", INT64),
    ]


def seed_words(seed: int | str | bytes | tuple[int, ...] | list[int]) -> tuple[int, ...]:
    """Return a seed as eight 32-bit words.

    If `seed` already is eight words, return them unchanged. Anything else is hashed by SHA-256.
    """
    if isinstance(seed, (tuple, list)):
        words = tuple(int(w) for w in seed)
        if len(words) != 8 or any(not 0 <= w <= MASK for w in words):
            raise Unreadable("a seed in words is eight whole numbers from 0 to 4294967295")
        return words
    data = seed if isinstance(seed, bytes) else str(seed).encode()
    digest = hashlib.sha256(data).digest()
    return tuple(int.from_bytes(digest[4 * k : 4 * k + 4], "little") for k in range(8))


@rule
def seed_chance(s: Record, seed: Numbers) -> None:
    """Start the random numbers of the record `s` from `seed`, eight 32-bit words."""
    for k in range(8):
        s.chance_key[k] = int(seed[k]) & MASK
    s.chance_count = 0
    s.chance_left = 0


@rule
def quarter(a: int, b: int, c: int, d: int) -> tuple[int, int, int, int]:
    """Return the four 32-bit words that ChaCha's quarter round computes from the words `a`, `b`, `c` and `d`."""
    a = (a + b) & MASK
    d ^= a
    d = ((d << 16) & MASK) | (d >> 16)
    c = (c + d) & MASK
    b ^= c
    b = ((b << 12) & MASK) | (b >> 20)
    a = (a + b) & MASK
    d ^= a
    d = ((d << 8) & MASK) | (d >> 24)
    c = (c + d) & MASK
    b ^= c
    b = ((b << 7) & MASK) | (b >> 25)
    return a, b, c, d


@rule
def refill(s: Record) -> None:
    """Compute the next 16 random words of the record `s`, and store them in it."""
    k = s.chance_key
    k0, k1, k2, k3 = int(k[0]), int(k[1]), int(k[2]), int(k[3])
    k4, k5, k6, k7 = int(k[4]), int(k[5]), int(k[6]), int(k[7])
    low, high = s.chance_count & MASK, (s.chance_count >> 32) & MASK
    a0, a1, a2, a3 = 0x61707865, 0x3320646E, 0x79622D32, 0x6B206574
    b0, b1, b2, b3, c0, c1, c2, c3 = k0, k1, k2, k3, k4, k5, k6, k7
    d0, d1, d2, d3 = low, high, 0, 0
    for _ in range(4):
        a0, b0, c0, d0 = quarter(a0, b0, c0, d0)
        a1, b1, c1, d1 = quarter(a1, b1, c1, d1)
        a2, b2, c2, d2 = quarter(a2, b2, c2, d2)
        a3, b3, c3, d3 = quarter(a3, b3, c3, d3)
        a0, b1, c2, d3 = quarter(a0, b1, c2, d3)
        a1, b2, c3, d0 = quarter(a1, b2, c3, d0)
        a2, b3, c0, d1 = quarter(a2, b3, c0, d1)
        a3, b0, c1, d2 = quarter(a3, b0, c1, d2)
    w = s.chance_block
    w[0], w[1], w[2], w[3] = a0 + 0x61707865, a1 + 0x3320646E, a2 + 0x79622D32, a3 + 0x6B206574
    w[4], w[5], w[6], w[7] = b0 + k0, b1 + k1, b2 + k2, b3 + k3
    w[8], w[9], w[10], w[11] = c0 + k4, c1 + k5, c2 + k6, c3 + k7
    w[12], w[13], w[14], w[15] = d0 + low, d1 + high, d2, d3
    s.chance_count += 1
    s.chance_left = 16


@rule
def word(s: Record) -> int:
    """Draw the next random word (32 bits) from the record `s`, which is changed, and return it.

    A random number counts as information that was revealed: undo cannot go back beyond this call.
    """
    if s.chance_left == 0:
        refill(s)
    s.chance_left -= 1
    s.revealed += 1
    return int(s.chance_block[15 - s.chance_left]) & MASK


@rule
def below(s: Record, n: int) -> int:
    """Draw a random integer from 0 to n - 1 from the record `s`, each equally likely (n at least 1 and under 2**31).

    This is Lemire's method (arXiv 1805.10941). A random number of 32 bits is multiplied by n, and the result is the
    upper half of the product (64 bits). A few values of the lower half would make some results likelier. If the lower
    half is such a value, another random number is drawn. A division is needed only if the lower half is under n.
    """
    product = word(s) * n
    if product & MASK < n:
        unfair = (MASK + 1 - n) % n
        while product & MASK < unfair:
            product = word(s) * n
    return int(product >> 32)


@rule
def shuffle_row(s: Record, row: Any, begin: int, many: int) -> None:
    """Put `many` numbers of the list `row`, from index `begin` on, in random order, every order equally likely.

    The random numbers come from the record `s`.
    """
    for k in range(many - 1, 0, -1):
        other = begin + below(s, k + 1)
        one = int(row[begin + k])
        row[begin + k] = int(row[other])
        row[other] = one


@rule
def coin(s: Record) -> int:
    """Return 1 for heads or 0 for tails, each equally likely, drawn with the random numbers of the record `s`.

    The draw changes the state of these random numbers in the record.
    """
    return word(s) & 1


# -- policies, playouts, guesses ---------------------------------------------------------------------------------------


@rule
def seed_dice(dice: Numbers, seed: int, stream: int) -> None:
    """Start a random number generator from `seed` and `stream`: write its first state into `dice`.

    The state is four 32-bit words, which are computed by splitmix32 steps. Policies and playouts use this generator, so
    that they do not change the random numbers of the game. Use another number as `stream` to get other random numbers
    from the same seed.
    """
    x = (seed ^ (stream * 0x9E3779B9)) & MASK
    y = (seed >> 32) & MASK
    for k in range(4):
        x = (x + 0x9E3779B9) & MASK
        z = x ^ y
        z = ((z ^ (z >> 16)) * 0x21F0AAAD) & MASK
        z = ((z ^ (z >> 15)) * 0x735A2D97) & MASK
        y = (y + z + stream) & MASK
        dice[k] = z ^ (z >> 15)
    if dice[0] == 0 and dice[1] == 0 and dice[2] == 0 and dice[3] == 0:
        dice[0] = 1


@rule
def dice_from(dice: Numbers, seed: Numbers) -> None:
    """Start `dice` (the state of random numbers, four 32-bit words) from `seed`, eight words."""
    for k in range(4):
        dice[k] = (int(seed[k]) ^ ((int(seed[4 + k]) << 7) | (int(seed[4 + k]) >> 25))) & MASK
    if dice[0] == 0 and dice[1] == 0 and dice[2] == 0 and dice[3] == 0:
        dice[0] = 1


@rule
def throw(dice: Numbers) -> int:
    """Return the next random integer of 32 bits (xoshiro128++). Change `dice`, the state of the generator."""
    d0, d1, d2, d3 = int(dice[0]), int(dice[1]), int(dice[2]), int(dice[3])
    total = (d0 + d3) & MASK
    out = ((((total << 7) & MASK) | (total >> 25)) + d0) & MASK
    t = (d1 << 9) & MASK
    d2 ^= d0
    d3 ^= d1
    d1 ^= d2
    d0 ^= d3
    d2 ^= t
    d3 = ((d3 << 11) & MASK) | (d3 >> 21)
    dice[0], dice[1], dice[2], dice[3] = d0, d1, d2, d3
    return out


@rule
def pick(dice: Numbers, n: int) -> int:
    """Return a random integer from 0 to n - 1.

    `dice` is the state of the random number generator (four numbers), and is changed. The probabilities of the integers
    differ by less than n / 2**32.
    """
    return (throw(dice) * n) >> 32


@rule
def begin_guess(v: Record, seed: Numbers) -> Any:
    """Prepare the view `v` for a guess of its hidden information, and return the dice for this guess.

    The dice are the state of a random number generator (four words), with which the game draws the hidden facts. `v` is
    changed: other random numbers from `seed` (eight words) become its future chance, and its field `viewer` becomes 0,
    because a full record has no viewer.
    """
    v.viewer = 0
    seed_chance(v, seed)
    dice = np.zeros(4, np.int64)
    dice_from(dice, seed)
    return dice
