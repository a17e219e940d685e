"""The vocabulary: names and codes, and what it refuses."""

from __future__ import annotations

import difflib
import random
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from enginehouse.core.errors import Unreadable
from enginehouse.core.records.actions import MOST, Vocabulary
from enginehouse.core.registry import game as games


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


@pytest.mark.parametrize("game", games.names())
def test_a_near_miss_is_shown_as_a_moment(game: str) -> None:
    """As near as a comparison with all names would find; milliseconds instead of a tenth of a second. CPU time: other
    programs do not count."""
    words = games.get(game).vocabulary
    dice = random.Random(1)
    words.code(words.names[0])
    found = 0
    seconds = []
    for _ in range(12):
        name = dice.choice(words.names)
        at = dice.randrange(len(name))
        wrong = name[:at] + dice.choice("xyz") + name[at + 1 :]
        if wrong in words.names:
            continue
        begun = time.thread_time()
        with pytest.raises(Unreadable) as caught:
            words.code(wrong)
        seconds.append(time.thread_time() - begun)
        best = difflib.get_close_matches(wrong, words.names, 1)
        ratio = difflib.SequenceMatcher(None, best[0], wrong).ratio() if best else 0.0
        said = str(caught.value).partition("perhaps ")[2]
        found += not best or any(
            difflib.SequenceMatcher(None, n, wrong).ratio() >= ratio for n in said.split("'")[1::2]
        )
    assert found >= 0.9 * len(seconds)
    assert sorted(seconds)[len(seconds) // 2] < 0.02


def test_an_endless_name_is_not_said_back() -> None:
    words = Vocabulary(["pass", "play super-pellet on 3"])
    with pytest.raises(Unreadable, match="there is no action 'pass") as caught:
        words.code("pass" * 10_000)
    assert len(str(caught.value)) < 200
