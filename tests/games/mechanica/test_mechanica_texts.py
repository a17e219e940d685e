"""Mechanica's answers to questions of newcomers."""

from __future__ import annotations

import re

import pytest

from enginehouse.core.play.match import Match
from enginehouse.core.registry import game as games
from enginehouse.core.teaching.guides import guide_of
from enginehouse.core.words.texts import texts_of
from enginehouse.games.mechanica.telling import LEGEND

pytestmark = pytest.mark.beside_plain

GAME = games.get("mechanica")


def test_how_far_it_is_to_the_end_stands_above_the_board() -> None:
    """MC-3.3: the days that are left are counted down, and the last day is announced."""
    match, told = Match.new("mechanica", 2, {}, 5), []
    while not match.over:
        goal = GAME.standing.goal(match.view(0))
        if not told or told[-1] != goal:
            told.append(goal)
        seat = next(seat for seat in range(2) if match.legal(seat))
        names = match.legal_names(seat)
        match.act(seat, "end" if "end" in names else names[0])
    assert told[0] == "Be worth most at the end. At most 12 days left. Left to buy: 19 in the stack, 2 in the shop."
    assert told[-1] == "Be worth most at the end. This is the last day. Left to buy: 0 in the stack, 0 in the shop."
    days = [int(found[1]) for one in told if (found := re.search(r"At most (\d+) days", one))]
    assert days == sorted(days, reverse=True) and len(set(days)) >= 6


def test_the_text_of_a_position_names_the_first_player() -> None:
    """MC-3.3: the day ends with the turn of the player before the first one, so a reader needs the name."""
    for seed in range(4):
        match = Match.new("mechanica", 3, {}, seed)
        first = "ABC"[match.state.first]
        assert match.text(0, "ABC").startswith(f"Workday 1. {first} is the first player. ")
    assert "first player" not in Match.new("mechanica", 1, {"level": "normal"}, 1).text(0, "A")


def test_the_last_day_is_announced_on_the_last_day_only() -> None:
    """MC-3.3: no day follows one that was called the last one, and one day at least was called so or "may be" so."""
    for seats in range(1, 5):
        match, announced = Match.new("mechanica", seats, {}, 3), 0
        while not match.over:
            goal = GAME.standing.goal(match.view(0))
            if announced:
                assert match.state.day == announced, goal
            if "This is the last day." in goal:
                announced = match.state.day
            seat = next(seat for seat in range(seats) if match.legal(seat))
            names = match.legal_names(seat)
            match.act(seat, "end" if "end" in names else names[0])
        assert announced or seats == 1, "alone, the game ends at once when nothing is left (MC-11.3)"


def test_each_sign_of_the_forecast_is_explained_in_how_to_play() -> None:
    """Ways, what is lost, coins, questions: on the card of the forecast too."""
    guide = guide_of(GAME)
    assert guide is not None
    signs = set(guide.signs.values())
    assert {"lost", "coin", "question"} <= signs and len(LEGEND) == 4
    says = GAME.texts.SAME["ahead"].says
    assert all(word in says for word in ("burst", "+1", "?"))


def test_a_blueprint_says_that_both_are_replaced() -> None:
    """MC-6.3, MC-6.4."""
    assert "both are replaced when the day ends" in GAME.texts.SAME["blueprint"].says


def test_a_solo_game_has_words_of_its_own() -> None:
    """MC-3.3, MC-4.3, MC-11.2, MC-11.3: when it ends, who gets something for an Overactive Fabricator, what has to be beaten."""
    for seats in range(1, 5):
        view = Match.new("mechanica", seats, {}, 5).view(0)
        texts, guide, solo = texts_of(GAME, view), guide_of(GAME, view), seats == 1
        assert guide is not None
        for said in (texts["stack"].says, guide.end):
            assert ("at once" in said, "day" in said) == (solo, not solo), said
        gift = texts["overactive-fabricator"].says
        assert ("ARMAND-0" in gift, "other player" in gift) == (solo, not solo)
        for said in (guide.goal, guide.end, GAME.standing.goal(view)):
            assert ("ARMAND-0" in said) == solo, said
