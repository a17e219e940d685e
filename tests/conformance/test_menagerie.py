"""The rules of menagerie, clause by clause, in positions made by hand."""

from __future__ import annotations

from typing import Any

import pytest

from enginehouse.conformance.scenes import place
from enginehouse.core.errors import NotAllowed, Unreadable
from enginehouse.core.play.match import Match
from enginehouse.core.registry import game as games
from enginehouse.core.registry.game import Game


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Any:
    """`table(("elk", "fox"), ("hen",), deck=["ape"])`: hands by seat, what is drawn next; the rest lies in the deck."""
    game = Game("menagerie")
    monkeypatch.setattr(game.shape.Plain, "game", game)
    monkeypatch.setitem(games._REGISTERED, game.name, game)

    def lay(*hands: tuple[str, ...], deck: tuple[str, ...] = ()) -> Match:
        match = Match.new(game, len(hands), seed="by hand")
        s = match.state
        for zone in range(1, 9):
            place(s, "deck", *s.row[s.start[zone] :][: s.size[zone]])
        for seat, hand in enumerate(hands):
            place(s, f"hand {seat}", *hand, known=[seat])
        place(s, "deck", *reversed(deck))
        return match

    return lay


def test_a_card_that_is_there_makes_a_pair_and_another_turn_me_2_2(table: Any) -> None:
    match = table(("elk", "fox"), ("elk", "hen"))
    match.act(0, "ask 1 elk")
    assert match.state.size[1:3] == [2, 0] and match.state.size[5:7] == [1, 1]
    assert match.actors() == (0,) and match.scores()[0] == [1, 0]


def test_a_card_that_is_not_there_costs_the_turn_and_is_remembered_me_2_3(table: Any) -> None:
    match = table(("elk", "fox"), ("ape", "hen"), deck=("gnu", "cat"))
    match.act(0, "ask 1 elk")
    assert match.actors() == (1,) and match.state.size[5] == 3 and match.state.has_none[1][5] == 1
    match.act(1, "ask 0 hen")
    assert match.state.has_none[1] == [0] * 9, "seat 1 has drawn a card since"
    assert match.state.has_none[0][8] == 1
    assert "ask 1 elk" in match.legal_names(0)


def test_who_said_no_is_not_asked_again_before_it_has_drawn_me_2_3_me_2_4(table: Any) -> None:
    match = table(("elk",), ("ape",), ("hen",))
    match.state.has_none[1][5] = 1
    with pytest.raises(NotAllowed, match=r"Seat 1 has said that it has no elk") as error:
        match.act(0, "ask 1 elk")
    assert error.value.clause == 203
    with pytest.raises(NotAllowed, match="There is somebody whom you may ask") as error:
        match.act(0, "draw")
    assert error.value.clause == 204
    match.state.has_none[2][5] = 1
    assert match.legal_names(0) == ["draw"]


@pytest.mark.parametrize("name", ["ask 0 elk", "ask 1 fox", "ask 3 elk"])
def test_a_player_asks_for_cards_that_they_hold_me_2_2(table: Any, name: str) -> None:
    match = table(("elk",), ("fox",))
    with pytest.raises(NotAllowed) as error:
        match.act(0, name)
    assert error.value.clause == 202


def test_what_one_draws_nobody_else_learns_but_that_it_makes_no_pair_me_1_2(table: Any) -> None:
    match = table(("elk",), ("ape",), deck=("gnu",))
    match.act(0, "ask 1 elk")
    assert "Seat 0 draws the gnu." in match.describe_latest(0) and "Seat 0 draws a card." in match.describe_latest(1)
    held = {
        frozenset((piece + 1) // 2 for piece in guess.row[guess.start[5] :][: guess.size[5]])
        for guess in (match.guess(1, seed).state for seed in range(200))
    }
    assert {min(hand | {5}) for hand in held} and all(5 in hand and len(hand) == 2 for hand in held)
    assert {kind for hand in held for kind in hand} == {1, 2, 3, 4, 5, 6, 7, 8}


def test_a_pair_that_is_drawn_is_laid_down_me_1_2(table: Any) -> None:
    match = table(("elk", "fox"), ("ape",), deck=("fox",))
    match.act(0, "ask 1 elk")
    assert match.state.size[1] == 2 and match.state.size[5] == 1 and match.actors() == (1,)
    with pytest.raises(Unreadable, match="seat 1 holds a pair"):
        place(match.state, "hand 1", "ape", known=[1])


def test_who_has_nothing_left_is_left_out_and_most_pairs_win_me_2_1_me_3_1(table: Any) -> None:
    match = table(("elk",), ("elk", "fox"), ("fox",))
    place(match.state, "laid 2", *(name for name in ("ape", "bee", "cat", "dog", "gnu", "hen") for _ in range(2)))
    match.act(0, "ask 1 elk")
    assert match.actors() == (1,), "seat 0 has no card, and the deck is empty"
    match.act(1, "ask 2 fox")
    assert match.over and match.reason == 301
    assert match.scores() == ([1, 1, 6], [2, 2, 1])
