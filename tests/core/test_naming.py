"""Lists of seats in sentences."""

from __future__ import annotations

import pytest

from enginehouse.core.words.naming import fill_plain, list_seats


@pytest.mark.parametrize(
    ("seats", "sentence"),
    [([], ""), ([1], "Bellows"), ([1, 0], "Bellows and Crank"), ([2, 0, 1], "Wick, Crank and Bellows")],
)
def test_seats_are_listed_by_their_names(seats: list[int], sentence: str) -> None:
    assert fill_plain(list_seats(seats), ["Crank", "Bellows", "Wick"]) == sentence


def test_seats_with_their_verb() -> None:
    assert list_seats([0], "wins", "win") == "{0} wins" and list_seats([0, 2], "wins", "win") == "{0} and {2} win"
    assert list_seats([], "wins", "win") == ""
