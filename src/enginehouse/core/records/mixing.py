"""Numbers of 62 bits that tell of many things, one after the other: names by which what happened, or is seen, is found again."""

from __future__ import annotations

from enginehouse.core.rule import rule

MASK = (1 << 62) - 1
TIMES = 0x2545F4914F6CDD1D
"""An odd factor; of a product the lowest 62 bits are kept, which are the same in numbers of any width."""


@rule
def mixed(key: int, number: int) -> int:
    """The number that tells what `key` tells, and then another whole number (from -1 on)."""
    product = ((key + number + 1) * TIMES) & MASK
    return product ^ (product >> 31)
