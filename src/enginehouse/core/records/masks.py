"""Read masks: integers whose bit k stands for seat k, or for another thing counted from 0."""

from __future__ import annotations

from enginehouse.core.records.chance import pick
from enginehouse.core.records.fields import Numbers
from enginehouse.core.rule import rule


@rule
def has(mask: int, k: int) -> bool:
    """Return whether bit k of a mask is set, with k counted from 0."""
    return (mask >> k) & 1 != 0


@rule
def seats_in(mask: int) -> int:
    """Return the number of set bits in a mask, such as the number of seats."""
    many = 0
    while mask:
        mask &= mask - 1
        many += 1
    return many


@rule
def mask_of(numbers: Numbers) -> int:
    """Return the mask in which bit k is set if `numbers[k]` is positive."""
    mask = 0
    for k in range(len(numbers)):
        mask |= (1 if numbers[k] > 0 else 0) << k
    return mask


def seats_of(mask: int) -> list[int]:
    """Return a list of the numbers of the bits that are set in a mask, in ascending order.

    Compiled rules cannot call this function.
    """
    return [k for k in range(mask.bit_length()) if mask >> k & 1]


@rule
def lowest(mask: int) -> int:
    """Return the number of the lowest set bit of a mask. The mask must not be 0."""
    bit = 0
    while not (mask >> bit) & 1:
        bit += 1
    return bit


@rule
def nth_of(mask: int, nth: int) -> int:
    """Return the number of a set bit of a mask: the lowest one if `nth` is 0, the next if it is 1, and so on."""
    for _ in range(nth):
        mask &= mask - 1
    return lowest(mask)


@rule
def one_of(mask: int, dice: Numbers) -> int:
    """Return the number of a random set bit of a mask, each equally likely. The mask must not be 0.

    `dice` is the state of the random number generator (four numbers), and is changed.
    """
    return nth_of(mask, pick(dice, seats_in(mask)))
