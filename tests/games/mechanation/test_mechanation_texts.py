"""Mechanation's answers to questions of newcomers."""

from __future__ import annotations

import pytest

from enginehouse.core.play.match import Match
from enginehouse.core.registry import game as games
from enginehouse.core.words.texts import text_of
from enginehouse.games.mechanation.parts import MECHS
from enginehouse.games.mechanation.state import MechPlace, Phase

pytestmark = pytest.mark.beside_plain

GAME = games.get("mechanation")


def test_a_place_in_the_hangar_says_when_the_mech_comes_back() -> None:
    """MN-4.2: each stage has a card of its own."""
    view = Match.new("mechanation", 2, {}, 5).view(0)
    for place, name in (
        (MechPlace.STAND_BY, "On Stand-By"),
        (MechPlace.DISABLED, "Disabled"),
        (MechPlace.MALFUNCTIONED, "Malfunctioned"),
    ):
        view.place[0][1] = place
        text = text_of(GAME, view, "bench-1")
        assert text is not None and text.name == name
    view.place[0][1] = MechPlace.POST
    text = text_of(GAME, view, "bench-1")
    assert text is not None and text.name == "Your hangar"


def test_bonuses_of_attackers_and_defenders_are_said_not_to_count_in_the_arena() -> None:
    """MN-8.2: on the card of every mech that has one, and of no other."""
    for mech in MECHS:
        if mech.tier >= 0:
            bonus = "defend" in mech.ability.lower() or ("attack" in mech.ability.lower() and mech.title != "Burrower")
            assert ("not in the Arena" in GAME.texts.TEXTS[mech.title].says) == bonus, mech


def test_two_pilots_learn_that_they_deploy_twice() -> None:
    """MN-5.7."""
    for seats, told in ((2, True), (3, False)):
        match = Match.new("mechanation", seats, {}, 5)
        while match.state.phase != Phase.DEPLOY:
            match.act(match.state.active, match.legal_names(match.state.active)[0])
        seat = match.state.active
        assert ("twice" in GAME.words.prompt(match.view(seat), seat)) == told
