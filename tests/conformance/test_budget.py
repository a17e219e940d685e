"""The kit's budget for plain rules: a count of calls, which is the same on a busy machine."""

from __future__ import annotations

import sys

import pytest

from enginehouse.conformance import budget
from enginehouse.conformance.cases import cases_of
from enginehouse.core.play.match import Match
from enginehouse.core.registry import game as games
from enginehouse.games.mechanical_beast.hopeless import is_beyond_hope

pytestmark = pytest.mark.beside_plain


def call_often(many: int) -> int:
    return sum(abs(k) for k in range(many))


def test_calls_are_counted_and_a_long_function_ends_early() -> None:
    budget.call_within(call_often, 100_000)
    with pytest.raises(budget.TooLong):
        budget.call_within(call_often, 10**12)
    assert sys.getprofile() is None


def test_an_act_over_the_budget_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    (case, *_) = cases_of(games.at("connect_four"))
    budget.plain_acts_are_short(case, 3)
    monkeypatch.setattr(budget, "CALLS", 1)
    with pytest.raises(AssertionError, match=r"the view of seat \d takes more than 1 calls") as error:
        budget.plain_acts_are_short(case, 3)
    assert "random game" in str(error.value)


def test_the_proof_of_the_beast_that_ends_at_its_limit_is_within_the_budget() -> None:
    """MB-7.8: the proof tries thousands of moves in such a position, and its limit ends it in time."""
    game = games.get("mechanical-beast")
    match, number = Match.new(game, 2, None, 3), 0
    while not match.over and number < 178:
        seat = match.actors()[0]
        legal = [code for code in match.legal(seat) if game.vocabulary.name(code) not in game.unasked]
        match.act_unchecked(seat, legal[(number * 7 + seat) % len(legal)])
        number += 1
        if number % 25 == 0:
            budget.call_within(is_beyond_hope, game.shape.copy(match.state))
    assert number > 100
