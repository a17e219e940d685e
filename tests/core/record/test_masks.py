"""Masks, lists of codes, and fields that are over: each compared with the same said otherwise."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from enginehouse.core.records import listing, masks
from enginehouse.core.records.chance import seed_chance, seed_dice, shuffle_row
from enginehouse.core.records.fields import Field
from enginehouse.core.records.header import header_fields
from enginehouse.core.records.record import Shape
from enginehouse.core.records.sealed import ask, open_again
from enginehouse.core.rule import entry

SHAPE = Shape(
    "test-masks",
    [*header_fields(), Field("mask", np.int64), Field("row_of", np.int8, (3,)), Field("grid", np.int8, (2, 3))],
)
cleared = SHAPE.cleared("mask", "row_of", "grid")
ended = SHAPE.ended("mask", "row_of")


def bits(mask: int) -> list[int]:
    return [k for k in range(20) if mask >> k & 1]


@given(st.integers(0, (1 << 18) - 1))
def test_a_mask_is_a_set(mask: int) -> None:
    inside = bits(mask)
    assert masks.seats_in(mask) == len(inside)
    assert [k for k in range(20) if masks.has(mask, k)] == inside
    assert [masks.nth_of(mask, nth) for nth in range(len(inside))] == inside
    if mask:
        assert masks.lowest(mask) == inside[0]
    out = [9] * 30
    many = listing.add_bits(out, 2, 100, mask)
    assert out[:many] == [9, 9, *(100 + k for k in inside)]
    assert listing.add(out, many, 7) == many + 1
    assert out[many] == 7


def test_any_bit_of_a_mask_comes_as_often() -> None:
    dice = [0] * 4
    seed_dice(dice, 5, 1)
    counts = Counter(masks.one_of(0b101100, dice) for _ in range(3000))
    assert set(counts) == {2, 3, 5}
    assert min(counts.values()) > 900


def make_record() -> Any:
    s = SHAPE.new()
    s.mask, s.row_of, s.grid, s.reason = 7, [4, 5, 6], [[1, 2, 3], [4, 5, 6]], 9
    return s


def test_fields_that_are_over() -> None:
    s = make_record()
    ended(s, 1)
    assert (s.mask, s.row_of, s.grid, s.reason) == (5, [4, 0, 6], [[1, 2, 3], [4, 5, 6]], 9)
    cleared(s)
    assert (s.mask, s.row_of, s.grid, s.reason) == (0, [0, 0, 0], [[0, 0, 0], [0, 0, 0]], 9)
    with pytest.raises(ValueError, match="test-masks has no field 'masks'"):
        SHAPE.cleared("masks")


@entry
def over(states: Any, seat: int) -> None:
    ended(states[0], seat)
    cleared(states[1])


def test_compiled_they_are_the_same(compiled: Any, toy: Any) -> None:
    states = SHAPE.array(2)
    for k in range(2):
        SHAPE.store(states, k, make_record())
    compiled(over, toy("bluff"))(states, 1)
    assert [int(x) for x in (states[0]["mask"], *states[0]["row_of"])] == [5, 4, 0, 6]
    assert not states[1]["grid"].any()
    assert int(states[1]["reason"]) == 9


def test_a_row_is_shuffled_where_it_is_said_and_every_order_comes() -> None:
    s = SHAPE.new()
    seed_chance(s, list(range(8)))
    orders: Counter[tuple[int, ...]] = Counter()
    for _ in range(1200):
        row = [9, 1, 2, 3, 9]
        shuffle_row(s, row, 1, 3)
        assert row[0] == row[4] == 9
        orders[tuple(row[1:4])] += 1
    assert len(orders) == 6
    assert min(orders.values()) > 130


def test_a_guess_leaves_a_window_open() -> None:
    dice = [1, 2, 3, 4]
    v = SHAPE.new()
    ask(v, 0b1110)
    v.laid, v.answer[1] = 0b0110, 4
    assert open_again(v, 0b0010, dice) == -1
    assert v.laid == 0b0110
    taken: Counter[int] = Counter()
    for _ in range(300):
        v.laid, v.answer[:4] = 0b1110, [0, 4, 5, 6]
        other = open_again(v, 0b0010, dice)
        taken[other] += 1
        assert v.laid == 0b1110 & ~(1 << other)
        assert (v.answer[1], v.answer[other]) == (4, 0)
    assert set(taken) == {2, 3}
