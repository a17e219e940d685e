"""Lists of legal actions: an array `out`, and how many codes have been written into it."""

from __future__ import annotations

from enginehouse.core.records.fields import Numbers
from enginehouse.core.rule import rule


@rule
def add(out: Numbers, many: int, code: int) -> int:
    """Write a code behind so many others; how many there are then."""
    out[many] = code
    return many + 1


@rule
def add_bits(out: Numbers, many: int, first: int, mask: int) -> int:
    """Write `first` + k for every bit k of a mask, ascending; how many codes there are then."""
    while mask:
        if mask & 1:
            out[many] = first
            many += 1
        first += 1
        mask >>= 1
    return many
