"""The stubs for code that serves every game: each is the game's own verb, plain and compiled."""

from __future__ import annotations

import ast
import inspect
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from enginehouse.core import verbs
from enginehouse.core.compiler import compiled_rules
from enginehouse.core.registry import game as games
from enginehouse.core.registry.game import game_of
from enginehouse.core.rule import entry
from enginehouse.core.verbs import actors, at_random, legal, list_verbs, setup

POLICY, JUDGEMENT = list_verbs("policy"), list_verbs("judgement")


def test_every_verb_is_a_stub_that_calls_the_game_of_its_record(toy: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("bluff", "auction", "rummage"):
        game = game_of(toy(name).new_record())  # the record's own: a package may have been read as a game twice
        called: list[tuple[str, int]] = []

        def recorder(verb: str, called: list[tuple[str, int]] = called) -> Any:
            return lambda *arguments: called.append((verb, len(arguments))) or 7

        rules = SimpleNamespace(**{verb: recorder(verb) for verb in verbs.NAMES})
        policy = SimpleNamespace(**{verb: recorder(verb) for verb in POLICY})
        monkeypatch.setitem(vars(game), "rules", rules)
        monkeypatch.setitem(vars(game), "policy", policy)
        monkeypatch.setitem(vars(game), "has", lambda name: True)
        judgement = SimpleNamespace(**{verb: recorder(verb) for verb in JUDGEMENT})
        monkeypatch.setitem(vars(game), "judgement", judgement)
        for verb in (*verbs.NAMES, *POLICY, *JUDGEMENT):
            stub = getattr(verbs, verb)
            arity = len(inspect.signature(stub).parameters)
            stub(game.new_record(), *[0] * (arity - 1))
            assert called[-1] == (verb, arity)


def test_a_verb_has_a_home_and_a_default_unless_every_game_has_it() -> None:
    assert verbs.NAMES == ("setup", "actors", "legal", "refusal", "apply", "view", "guess", "scores")
    assert all(getattr(verbs, name).__verb__ is one for name, one in verbs.VERBS.items())
    for one in verbs.VERBS.values():
        assert (one.default is None) == (one.home == "rules"), one
        if one.default is not None:
            takes = inspect.signature(getattr(verbs, one.name)).parameters
            assert list(inspect.signature(one.default).parameters) == list(takes), one


def test_a_game_without_judgement_is_searched_all_the_same(toy: Any) -> None:
    s, out = toy("auction").new_record(), [0] * 16
    s.seats = 3
    verbs.shares(s, out)
    assert out[:4] == [333_333] * 3 + [0]
    assert not verbs.together(s) and verbs.features(s, 0, out) == verbs.bank(s) == verbs.turn_of(s, 0) == 0
    assert verbs.stake(s) == verbs.signs(s, 0, out) == verbs.habits(s, 0, out) == verbs.belief(s, 0, 1) == 0
    assert verbs.sight(s, 0, True) == 0
    assert verbs.prior(s, s, 0, 0) == 0, "it has no policy either"


def test_games_have_the_verbs_in_the_order_of_the_stubs(toy: Any) -> None:
    house = [game for game in map(games.get, games.names()) if game.package.startswith(games.HOME)]
    for game in [*map(toy, ("bluff", "auction", "rummage")), *house]:
        for verb in verbs.NAMES:
            rule = getattr(game.rules, verb)
            assert rule.__rule__ == "inner", f"{game.name}.{verb} is not marked as a rule"
            assert list(inspect.signature(rule).parameters) == list(inspect.signature(getattr(verbs, verb)).parameters)


def verbs_in(source: str) -> list[str]:
    """The verbs that a file defines itself, in their order."""
    return [
        node.name for node in ast.parse(source).body if isinstance(node, ast.FunctionDef) and node.name in verbs.NAMES
    ]


def test_the_eight_verbs_stand_in_one_file_in_one_order(toy: Any) -> None:
    house = [game for game in map(games.get, games.names()) if game.package.startswith(games.HOME)]
    found = {game.name: (game.folder / "rules.py").read_text("utf-8") for game in house}
    found |= {
        name: (toy(name).folder / "rules.py").read_text("utf-8") for name in ("bluff", "auction", "rummage", "heap")
    }
    docs = Path(__file__).parents[2] / "docs"
    for page in docs.glob("*.md"):
        for k, source in enumerate(
            re.findall(r"\*\*`\w+/rules.py`\*\*\n\n```python\n(.*?)```", page.read_text("utf-8"), re.S)
        ):
            found[f"{page.name} {k}"] = source
    assert len(found) >= 4 + 3 + 1
    for name, source in found.items():
        assert verbs_in(source) == list(verbs.NAMES), name


@entry
def begin(states: Any, i: int, options: Any, seed: Any, out: Any) -> int:
    setup(states[i], options, seed)
    return 1000 * actors(states[i]) + legal(states[i], 0, out)


def test_one_generic_function_is_compiled_for_each_game(compiled: Any, toy: Any) -> None:
    found = []
    for name in ("bluff", "auction", "rummage"):
        game = toy(name)
        out, seed = np.zeros(64, np.int64), np.arange(8)
        compiled_result = compiled(begin, game)(game.shape.array(1), 0, np.array([2, 0]), seed, out)
        plain = begin([game.new_record()], 0, [2, 0], list(range(8)), [0] * 64)
        assert compiled_result == plain
        found.append(plain)
    assert len(set(found)) == 3
    assert sorted(compiled_rules._COMPILED) == [("auction",), ("bluff",), ("rummage",)]


def test_random_play_chooses_among_all_that_is_not_left_to_people(compiled: Any, toy: Any) -> None:
    auction, beast = game_of(toy("auction").new_record()), games.get("mechanical-beast")
    end = beast.vocabulary.code("end")
    assert (auction.unasked, beast.unasked) == (frozenset(), frozenset({"end"}))
    assert verbs.at_random(auction.new_record(), 0, [1, 2, end], 3) == 3
    for codes, some in (([1, 2, end], 2), ([1, 2, 3], 3), ([1, end], 1), ([end], 1)):
        assert verbs.at_random(beast.new_record(), 0, codes, len(codes)) == some
        assert compiled(left, beast)(beast.shape.array(1), np.array(codes), len(codes)) == some


@entry
def left(states: Any, codes: Any, many: int) -> int:
    return at_random(states[0], 0, codes, many)
