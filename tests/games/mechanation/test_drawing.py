"""Mechanation drawn: an attacker lies clear of the battles of its round."""

from __future__ import annotations

import re

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


DIGIT, SIGN = 13.2, 6.5
"""The width of a digit of a power below a battle, and half the width of a seat's sign."""


def test_a_sign_lies_on_no_power_of_two_digits() -> None:
    """Below a battle stand the powers, each with the sign of its seat on the outside."""
    seen = 0
    for position in shelf(games.get("mechanation")):
        if not position.s.fought:
            continue
        match = replay(logs.parse(position.log)).match
        for piece in draw(match.view(0), Marks()):
            if not piece.id.startswith("fight-"):
                continue
            svg = str(piece.svg)
            powers = re.findall(r'<text x="([-\d.]+)" y="37" class="mn-(?:lost|tally)">(\d+)</text>', svg)
            signs = [float(x) for x in re.findall(r"translate\(([-\d.]+) 30\)", svg)]
            assert len(powers) == len(signs) == 2
            for (x, power), sign in zip(powers, signs, strict=True):
                assert abs(float(x) - sign) >= DIGIT * len(power) / 2 + SIGN, (power, x, sign)
                seen += len(power) == 2
    assert seen >= 1
