"""Ranks of the seats, plain and compiled, compared with the same ranks from a sorted list."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from enginehouse.core.records.fields import Numbers
from enginehouse.core.records.ranking import rank_seats, rank_winners
from enginehouse.core.rule import entry

POINTS = st.lists(st.integers(-3, 3), min_size=1, max_size=8)
DIRTY = 9
"""A number that is in `out` before the ranks."""


def expected_ranks(points: list[int]) -> list[int]:
    """Return the ranks by seat: the place of each number in the descending list, from 1 on."""
    best_first = sorted(points, reverse=True)
    return [1 + best_first.index(one) for one in points]


@given(POINTS)
def test_more_points_rank_first_and_equal_points_share_a_rank(points: list[int]) -> None:
    out = [DIRTY] * 16
    rank_seats(out, points)
    empty = [0] * (8 - len(points))
    assert out == [DIRTY] * len(points) + empty + expected_ranks(points) + empty


@given(POINTS)
def test_scores_rank_themselves(points: list[int]) -> None:
    out = points + [0] * (16 - len(points))
    rank_seats(out, out[: len(points)])
    assert out[8 : 8 + len(points)] == expected_ranks(points)
    assert out[: len(points)] == points


@given(st.integers(1, 8), st.integers(0, 255))
def test_winners_have_rank_1_and_all_others_rank_2(seats: int, winners: int) -> None:
    out = [DIRTY] * 16
    rank_winners(out, seats, winners)
    ranks = [1 if winners >> seat & 1 else 2 for seat in range(seats)]
    empty = [0] * (8 - seats)
    assert out == [DIRTY] * seats + empty + ranks + empty


@entry
def rank_twice(by_score: Numbers, by_winner: Numbers, seats: int, winners: int) -> None:
    rank_seats(by_score, by_score[:seats])
    rank_winners(by_winner, seats, winners)


def test_compiled_they_are_the_same(compiled: Any, toy: Any) -> None:
    run = compiled(rank_twice, toy("bluff"))
    for points in ([5], [3, 3], [1, 4, 4, -2], [0, 7, 0, 7, 9]):
        by_score, by_winner = np.full(16, DIRTY, np.int64), np.full(16, DIRTY, np.int64)
        by_score[: len(points)] = points
        run(by_score, by_winner, len(points), 0b01010)
        plain_score, plain_winner = points + [DIRTY] * (16 - len(points)), [DIRTY] * 16
        rank_twice(plain_score, plain_winner, len(points), 0b01010)
        assert (by_score.tolist(), by_winner.tolist()) == (plain_score, plain_winner)
