"""Mechanation drawn: an attacker lies clear of the battles of its round."""

from __future__ import annotations

import pytest

from enginehouse.conformance.shelf import shelf
from enginehouse.core.pictures.drawing import Marks
from enginehouse.core.play import logs
from enginehouse.core.play.match import replay
from enginehouse.core.registry import game as games
from enginehouse.games.mechanation.drawing import draw
from enginehouse.games.mechanation.state import ATTACK_POST, Phase

pytestmark = pytest.mark.beside_plain

TALLY, MECH = (50, 42), (33, 43)
"""Half the width and height of a battle that is over and of a mech."""


def test_an_attacker_is_not_hidden_under_a_battle() -> None:
    seen = 0
    for position in shelf(games.get("mechanation")):
        if position.s.phase != Phase.DEFEND or not position.s.fought:
            continue
        match = replay(logs.parse(position.log)).match
        for seat in range(position.s.seats):
            pieces = {one.id: one for one in draw(match.view(seat), Marks())}
            attacker = pieces.get("side-0") or pieces[f"post-{ATTACK_POST}"]
            for fight in (one for name, one in pieces.items() if name.startswith("fight-")):
                apart = (abs(attacker.x - fight.x), abs(attacker.y - fight.y))
                least = [TALLY[k] * fight.scale + MECH[k] * attacker.scale for k in range(2)]
                assert apart[0] >= least[0] or apart[1] >= least[1], (seat, str(position), apart, least)
                seen += 1
    assert seen >= 4
