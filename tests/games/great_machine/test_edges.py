"""The Great Machine at its edges: seats other than the first, the same thing twice, what is just out of reach.

Mutation testing (`scripts/mutate great-machine`) asked for these; each says what the clause that it cites demands.
"""

from __future__ import annotations

import pytest

from enginehouse.core import game as games
from enginehouse.games.great_machine.state import Now

GAME = games.get("great-machine")


def turn_of(game, seat: int):
    """The same position, with this seat about to play."""
    game.s.active = game.s.turn_at = seat
    return game


# -- 6 Cards -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("card", "field"), [("cower", "cower"), ("salivate", "salivate")])
def test_gm_6_8_pavlov_of_two_rats(scene, card: str, field: str) -> None:
    """GM-6 Pavlovian Response (cower), Pavlovian Response (salivate), GM-6.8: a second rat does so besides the first,
    from this turn on, and it is no matter of this turn alone."""
    game = turn_of(scene(4), 2).give(2, f"pavlovian-{card}").quiet()
    setattr(game.s, field, 0b0001)
    game.act(2, f"play pavlovian-{card} on 2")
    assert getattr(game.s, field) == 0b0101 and game.s.now == 0


def test_gm_6_2_what_outlasts_the_turn_is_not_of_this_turn(scene) -> None:
    """GM-6.2: "from this turn until your next" is kept with the rat; what holds in this turn holds besides."""
    game = scene(4).give(0, "pavlovian-cower", *["maze"] * 4, "deal", "leftovers").quiet()
    before = game.s.now
    game.play("pavlovian-cower on 0")
    assert game.s.now == before and game.s.cower == 1, "the hand is cut down while the turn's effects still hold"


@pytest.mark.parametrize(
    ("card", "field"), [("fitness-meme", "fitness"), ("union-action", "union"), ("ethics-committee", "ethics")]
)
def test_gm_6_8_tables_effects_of_two_players(scene, card: str, field: str) -> None:
    """GM-6 Fitness Meme, Union Action, Ethics Committee, GM-6.8: of two players, each ends at its own time."""
    game = turn_of(scene(4), 1).give(1, card).quiet()
    setattr(game.s, field, 0b0001)
    game.play(card)
    assert getattr(game.s, field) == 0b0011
    for left in (0b0011, 0b0010, 0):
        game.skip_turn()
        assert getattr(game.s, field) == left


def test_gm_6_private_theories_are_counted(scene) -> None:
    """GM-6 Proved a Private Theory!: each is noted."""
    game = scene(4).give(0, "proved-a-private-theory").quiet()
    game.s.theories[0] = 1
    assert game.play("proved-a-private-theory").s.theories[:4] == [2, 0, 0, 0]


def test_gm_6_liberation_passes_the_mellow(scene) -> None:
    """GM-6 Animal Liberationists, GM-6.9: every rat but the mellow one."""
    game = scene(4).give(0, "animal-liberationists").quiet()
    game.s.mellow = 2
    assert game.play("animal-liberationists").real() == [7, 5, 7, 7]


def test_gm_5_1_a_lock_is_kept_for_each_player(scene) -> None:
    """GM-6 Super Glue, GM-6.8: one toggle locked by two players is free when both have had their next turns."""
    game = turn_of(scene(4), 1).give(1, "super-glue").quiet()
    game.s.locks[2] = 0b0001
    game.play("super-glue 2")
    assert list(game.s.locks) == [0, 0, 0b0011, 0, 0, 0, 0, 0]
