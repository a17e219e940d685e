"""Positions in which any player knows what to do (`planted/`, found by `planting.py`): the hard bot does it, and says why a player would."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import msgspec
import pytest
from planting import MANY, RULES, Planted

from enginehouse.bots.analysis import reasons
from enginehouse.bots.players import levels
from enginehouse.bots.players.levels import Search
from enginehouse.core.flags import jit_possible
from enginehouse.core.play.match import Match
from enginehouse.core.registry import game as games

pytestmark = pytest.mark.untraced
FOLDER = Path(__file__).parent / "planted"
FEW = 4
"""So many of a game are asked in plain Python, every fifth,"""
EXCEPTIONS = {"great-machine": {19}, "mechanica": {15}, "mechanical-beast": {2, 12, 15}}
"""The positions of a game, by number, that are exceptions to their rule of thumb."""
PLAIN = ("great-machine", "mechanation")
"""in these games: in plain Python there is time for a fortieth of the search, and for no plans."""


@lru_cache(maxsize=4)
def planted(name: str) -> list[Planted]:
    """The planted positions of a game."""
    lines = (FOLDER / f"{name}.jsonl").read_bytes().splitlines()
    return [msgspec.json.decode(line, type=Planted) for line in lines]


def at(one: Planted) -> Match:
    """The game at a position."""
    match = Match.new(one.log.game, one.log.seats, one.log.options, one.log.seed_words())
    for entry in one.log.entries:
        match.act(entry.seat, entry.act)
    return match


@pytest.mark.parametrize("name", RULES)
def test_there_are_enough_and_not_all_alike(name: str) -> None:
    found = planted(name)
    assert len(found) == MANY and len({one.why for one in found}) >= 3
    assert {one.why for one in found} <= {why for _, why, _ in RULES[name]}
    for one in found:
        match = at(one)
        legal = {match.game.vocabulary.name(code) for code in match.legal(one.seat)}
        assert set(one.best) < legal and 2 * len(one.best) <= len(legal)


def find_fault(one: Planted) -> str:
    """Return "" if the hard bot plays as any player would and a reason is found, else the fault."""
    game = games.get(one.log.game)
    match = at(one)
    view, legal = match.view(one.seat), match.legal(one.seat)
    choice = Search("hard").choose(view, one.seat, legal, 60.0, 11)
    chosen = game.vocabulary.name(choice.action)
    if chosen not in one.best:
        return f"{one.why}: it played {chosen}"
    others = [code for code in legal if game.vocabulary.name(code) not in one.best]
    # Beside any action that is not right, a plan is given that the right one serves.
    explained = not one.counts or reasons.explain_move(view, one.seat, choice.action, others[:1], 5) is not None
    return "" if explained else f"{one.why}: no reason is found"


@pytest.mark.parametrize("name", PLAIN)
def test_the_hard_bot_does_it_in_plain_python(name: str) -> None:
    if jit_possible():
        pytest.skip("the same, compiled, with --deep")
    found = [(k, find_fault(planted(name)[k])) for k in range(0, MANY, MANY // FEW)]
    assert all(fault == "" for _, fault in found), found


@pytest.mark.deep
@pytest.mark.parametrize("name", RULES)
def test_the_hard_bot_does_it_and_says_so(name: str) -> None:
    if not jit_possible():
        pytest.skip("plain Python has no time for this search")
    levels.prepare(games.get(name))
    found = [(k, find_fault(one)) for k, one in enumerate(planted(name))]
    wrong = [(k, fault) for k, fault in found if fault and k not in EXCEPTIONS.get(name, ())]
    assert wrong == [], wrong
