"""Compute hashes of 62 bits over a series of numbers. They are used as keys of histories and of views."""

from __future__ import annotations

from enginehouse.core.rule import rule

MASK = (1 << 62) - 1
TIMES = 0x2545F4914F6CDD1D
"""The odd factor of the hash.

Only the lowest 62 bits of a product are kept, because they are the same in wider integers.
"""


@rule
def mixed(key: int, number: int) -> int:
    """Return the hash of a series of numbers with one more `number` (-1 or more).

    `key` is the hash of the series so far.
    """
    product = ((key + number + 1) * TIMES) & MASK
    return product ^ (product >> 31)
