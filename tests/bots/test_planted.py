"""Positions in which any player knows what to do (`planted/`, found by `planting.py`): the hard bot does it, and says why a player would."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

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
SILENT: tuple[str, ...] = ()
"""Rules of thumb whose point is no plan of the game."""
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


def list_cases(name: str) -> Iterator[Any]:
    """Yield the cases of a game: a few run in plain Python, all run compiled with `--deep`."""
    for k in range(MANY):
        in_plain = name in PLAIN and k % (MANY // FEW) == 0 and not jit_possible()
        yield pytest.param(name, k, id=f"{name}-{k}", marks=[] if in_plain else [pytest.mark.deep])


CASES = [case for name in RULES for case in list_cases(name)]


@pytest.mark.parametrize("name", RULES)
def test_there_are_enough_and_not_all_alike(name: str) -> None:
    found = planted(name)
    assert len(found) == MANY and len({one.why for one in found}) >= 3
    assert {one.why for one in found} <= {why for _, why, _ in RULES[name]}
    for one in found:
        match = at(one)
        legal = {match.game.vocabulary.name(code) for code in match.legal(one.seat)}
        assert set(one.best) < legal and 2 * len(one.best) <= len(legal)


@pytest.mark.parametrize(("name", "k"), CASES)
def test_the_hard_bot_does_it_and_says_so(name: str, k: int, deep: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if deep and not jit_possible():
        pytest.skip("the very same, compiled, with --deep")
    one, game = planted(name)[k], games.get(name)
    match = at(one)
    view, legal = match.view(one.seat), match.legal(one.seat)
    if deep:
        levels.prepare(game)
    choice = Search("hard").choose(view, one.seat, legal, 60.0, 11)
    chosen = game.vocabulary.name(choice.action)
    assert chosen in one.best, f"{one.why}: it played {chosen}"
    others = [code for code in legal if game.vocabulary.name(code) not in one.best]
    if one.counts:
        # Beside any action that is not right, a plan is given that the right one serves.
        found = reasons.explain_move(view, one.seat, choice.action, others[:1], 5)
        assert found is not None or one.why in SILENT, one.why
