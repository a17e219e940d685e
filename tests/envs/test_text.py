"""Games in words: everything that is told is known to the seat, and what it may do can be answered."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from samples import toys

from enginehouse.core.errors import Unreadable
from enginehouse.core.play.match import Match
from enginehouse.core.registry import game as games
from enginehouse.core.words.naming import fill_plain
from enginehouse.core.words.telling import describe_event
from enginehouse.envs.text import TextGame, in_words

pytestmark = [pytest.mark.untraced, pytest.mark.beside_plain]
TOYS = {game.name: game for game in toys()}
ALL = [*games.names(), "auction", "rummage", "kuhn"]


@pytest.fixture(autouse=True)
def _known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENGINEHOUSE_JIT", "0")
    for name, game in TOYS.items():
        monkeypatch.setitem(games._REGISTERED, name, game)
        monkeypatch.setattr(game.shape.Plain, "game", game)


def list_offered(text: str) -> list[str]:
    """The names of the actions that a text offers."""
    _, mark, below = text.partition("the words before the colon:\n")
    return [line[2:].split(": ")[0] for line in below.splitlines()] if mark else []


@pytest.mark.parametrize("name", ALL)
def test_answering_every_offer_plays_a_whole_game(name: str) -> None:
    table, dice = TextGame(name, seed=5), random.Random(2)
    done, steps = False, 0
    while not done:
        seat, text = table.get_observation()
        match = table.match
        assert seat == match.actors()[0] and list_offered(text) == match.legal_names(seat)
        assert (
            text.startswith(f"You are Seat {seat} in a game of {match.game.facts.title}.") and match.text(seat) in text
        )
        assert not re.search(r"\{\d", text)
        done, info = table.step(f" {dice.choice(list_offered(text))}\n")
        assert info == {}
        steps += 1
    seat, text = table.get_observation()
    assert seat == -1 and "The game is over." in text and table.close() == table.match.returns()
    assert steps == len(table.match.entries) and table.step("anything") == (True, {})


@pytest.mark.parametrize("name", ["mechanation", "great-machine", "auction", "rummage"])
def test_hidden_information_does_not_change_a_seat_s_text(name: str) -> None:
    """In another world that looks the same for the seat every word is the same."""
    dice, other = random.Random(4), 0
    table = TextGame(name, seed=1)
    for k in range(40):
        seat, text = table.get_observation()
        if seat < 0:
            break
        for one in range(table.match.seats):
            twin = table.match.guess(one, k)
            assert twin.view(one) == table.match.view(one)
            other += twin.state != table.match.state
            assert in_words(twin, one) == in_words(table.match, one)
        table.step(dice.choice(list_offered(text)))
    assert other > 10


def test_news_are_those_since_one_acted_and_nobody_hears_of_a_sealed_answer() -> None:
    table = TextGame("auction", seats=3, seed=2)
    _, text = table.get_observation()
    table.step(list_offered(text)[0])
    before = [table.describe(k) for k in range(3)]
    assert "Events:" in before[1]
    table.step("bid 0")
    after = [table.describe(k) for k in range(3)]
    assert after[1:] == before[1:] and after[0] != before[0]
    table.step("bid 0")
    table.step("bid 0")
    assert "bids" in table.describe(0) or "bid" in table.describe(0)
    assert table.describe(1).count("Events:") == 1


@pytest.mark.parametrize("name", ["mechanation", "great-machine", "rummage"])
def test_news_are_all_that_a_seat_noticed_since_it_acted(name: str) -> None:
    table, dice, told = TextGame(name, seats=2, seed=4), random.Random(3), 0
    for _ in range(8 if name == "rummage" else 25):
        table.step(dice.choice(list_offered(table.get_observation()[1])))
    match = table.match
    for seat in range(2):
        last = max(k for k, entry in enumerate(match.entries) if entry.seat == seat)
        expected = []
        for k, position in enumerate(match.positions(), start=-1):
            if k >= last:
                view = position.view(seat)
                said = [describe_event(match.game, view, event) for event in match.standing[k].list_events(seat)]
                expected += [fill_plain(one, ["Seat 0", "Seat 1"]) for one in said if one]
        _, mark, news = table.describe(seat).partition("Events:\n")
        assert [line[2:] for line in news.split("\n\n")[0].splitlines()] == expected and bool(mark) == bool(expected)
        told += len(expected)
    assert told > 2


def test_an_unknown_action_is_refused_and_changes_nothing() -> None:
    table = TextGame("mechanation", seed=1)
    before = table.get_observation()
    done, info = table.step("dance")
    assert not done and "'dance' is no action" in info["refused"] and table.get_observation() == before
    illegal = next(name for name in table.match.game.vocabulary.names if name not in list_offered(before[1]))
    done, info = table.step(illegal)
    assert not done and info["refused"] and table.get_observation() == before


def test_names_are_those_that_are_given() -> None:
    table = TextGame("mechanation", 2, names=["Ann", "Bob"], seed=1)
    assert table.get_observation()[1].startswith("You are Ann in a game of Mechanation.")
    with pytest.raises(Unreadable, match="1 names are given for 2 seats"):
        TextGame("mechanation", 2, names=["Ann"])


def test_words_of_a_match_are_those_of_the_table() -> None:
    match: Any = Match.new("mechanation", 2, seed=3)
    assert in_words(match, 0) == TextGame("mechanation", 2, seed=3).describe(0)
