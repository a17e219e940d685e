"""Follies (`games/*/follies.py`) in positions that `finding_follies.py` found: no bot from `steady` up does one."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import msgspec
import pytest
from finding_follies import EACH, SEATS, PlantedFolly

from enginehouse import bots
from enginehouse.bots.analysis.foolish import GUESSES, find_declared, list_declared
from enginehouse.bots.players import levels
from enginehouse.core.flags import jit_possible
from enginehouse.core.play.match import Match
from enginehouse.core.registry import game as games

FOLDER = Path(__file__).parent / "follies"
LEAST = 8
"""The minimum number of follies of a game with a planted position."""
LEVELS = ("steady", "hard")
SLOW_LEVELS = ("expert",)
SEEDS = (11,)
MORE_SEEDS = (12, 13, 14, 15)


@lru_cache(maxsize=4)
def planted(name: str) -> list[PlantedFolly]:
    """Return the planted positions of a game."""
    lines = (FOLDER / f"{name}.jsonl").read_bytes().splitlines()
    return [msgspec.json.decode(line, type=PlantedFolly) for line in lines]


def replay(one: PlantedFolly) -> Match:
    """Return the game at a planted position."""
    match = Match.new(one.log.game, one.log.seats, one.log.options, one.log.seed_words())
    for entry in one.log.entries:
        match.act(entry.seat, entry.act)
    return match


def list_foolish(name: str, level: str, seeds: tuple[int, ...]) -> list[str]:
    """Return what a bot does wrong in the planted positions of a game, one line for each foolish action."""
    bot, found = bots.get(level), []
    for one in planted(name):
        match = replay(one)
        for seed in seeds:
            choice = bot.choose(match.view(one.seat), one.seat, match.legal(one.seat), 60.0, seed)
            if (act := match.game.vocabulary.name(choice.action)) in one.foolish:
                found.append(f"{level}, {one.folly}: {act}")
    return found


@pytest.mark.parametrize("name", SEATS)
def test_the_planted_positions_have_many_follies(name: str) -> None:
    follies = {folly.name: folly for folly in games.get(name).follies.FOLLIES}
    found = planted(name)
    assert len({one.folly for one in found}) >= LEAST and {one.folly for one in found} <= set(follies)
    assert all(sum(one.folly == folly for one in found) <= EACH for folly in follies)
    assert all(
        folly.sentence.startswith(("It ", "Its ", "A ")) and folly.sentence.endswith(".") for folly in follies.values()
    )


@pytest.mark.parametrize("name", SEATS)
def test_the_foolish_actions_are_legal_and_found_by_the_declaration(name: str) -> None:
    for one in planted(name):
        match = replay(one)
        view, legal, vocabulary = match.view(one.seat), match.legal(one.seat), match.game.vocabulary
        codes = [vocabulary.code(act) for act in one.foolish]
        assert set(codes) < set(legal)
        found = find_declared(view, one.seat, legal, codes[0], 2)
        assert found is not None
        assert one.folly == found.name or codes[0] in list_declared(view, one.seat, legal, GUESSES)[one.folly]


@pytest.mark.parametrize("name", SEATS)
def test_no_bot_from_steady_up_does_one(name: str, deep: bool) -> None:
    compiles = jit_possible()
    if compiles:
        levels.prepare(games.get(name))
    # In plain Python a search has a fortieth of its budget, and knows no plans: only the level without a search is itself.
    chosen = (LEVELS if compiles else LEVELS[:1]) + (SLOW_LEVELS if deep and compiles else ())
    seeds = SEEDS + MORE_SEEDS if deep else SEEDS
    assert not [line for level in chosen for line in list_foolish(name, level, seeds)]


@pytest.mark.deep
@pytest.mark.parametrize("name", SEATS)
def test_no_named_opponent_does_one(name: str) -> None:
    game = games.get(name)
    levels.prepare(game)
    assert not [line for bot in bots.names(game)[6:] for line in list_foolish(name, bot, SEEDS)]
