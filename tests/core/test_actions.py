"""The vocabulary: names and codes, and what it refuses."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from enginehouse.core.actions import MOST, Vocabulary
from enginehouse.core.errors import Unreadable


def test_names_and_codes_are_a_pair() -> None:
    words = Vocabulary(["pass", "play super-pellet on 3", "tilt 1 3 6"])
    assert len(words) == 3
    assert [words.code(words.name(code)) for code in range(3)] == [0, 1, 2]


def test_a_wrong_name_offers_the_nearest() -> None:
    words = Vocabulary(["pass", "play super-pellet on 3", "play super-pellet on 2"])
    with pytest.raises(Unreadable, match=r"no action 'play superpellet on 3'.*'play super-pellet on 3'"):
        words.code("play superpellet on 3")
    with pytest.raises(Unreadable, match=r"no action 'zzz'$"):
        words.code("zzz")


@pytest.mark.parametrize("wrong", ["Pass", "", " pass", "pass ", "two  spaces", "naïve", "a_b", "a--b", "-a", "a\n"])
def test_names_are_ascii_words(wrong: str) -> None:
    with pytest.raises(ValueError, match="lower-case ASCII"):
        Vocabulary(["fine", wrong])


def test_names_are_unique_and_at_most_4096() -> None:
    with pytest.raises(ValueError, match="named twice: a"):
        Vocabulary(["a", "b", "a"])
    assert len(Vocabulary([f"a{k}" for k in range(MOST)])) == 4096
    with pytest.raises(ValueError, match="at most 4096"):
        Vocabulary([f"a{k}" for k in range(MOST + 1)])


@given(st.text())
def test_any_text_is_a_name_or_unreadable(text: str) -> None:
    with pytest.raises(Unreadable):
        Vocabulary(["drop 1"]).code(text + "!")
