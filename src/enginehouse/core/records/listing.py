"""Write lists of legal actions and features. A list is an array `out`, and the number of elements in it."""

from __future__ import annotations

from enginehouse.core.records.fields import Numbers
from enginehouse.core.rule import rule


@rule
def clear(out: Numbers, first: int, end: int) -> None:
    """Set the numbers of `out` from index `first` up to, but without, index `end` to 0."""
    for k in range(first, end):
        out[k] = 0


@rule
def add(out: Numbers, many: int, code: int) -> int:
    """Write an action code into the list `out` after its first `many` codes. Return the new number of codes."""
    out[many] = code
    return many + 1


@rule
def add_bits(out: Numbers, many: int, first: int, mask: int) -> int:
    """Write codes into the list `out`, after its first `many` codes: `first` + k for every set bit k of `mask`.

    The codes are ascending. Return the new number of codes.
    """
    while mask:
        if mask & 1:
            out[many] = first
            many += 1
        first += 1
        mask >>= 1
    return many
