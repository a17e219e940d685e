"""Fixtures of the tests of core: the toys, and rules of a test that are compiled without storing them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from samples import toys

from enginehouse.core import flags
from enginehouse.core.compiler import compiled_rules
from enginehouse.core.registry import game as games
from enginehouse.core.registry.game import Game
from enginehouse.core.sources import cache

TOYS = {game.name: game for game in toys()}


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Game]:
    """A toy by its name; while the test runs, logs find it, too."""
    for name, game in TOYS.items():
        monkeypatch.setitem(games._REGISTERED, name, game)
        monkeypatch.setattr(game.shape.Plain, "game", game)  # other tests make toys of their own
    return TOYS.__getitem__


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """`compiled(rule, game)` for a rule of the test itself: the cache does not know test files, so nothing is kept."""
    if not flags.jit_possible():
        pytest.skip("compiled rules are off")
    monkeypatch.setattr(cache, "folder_for", lambda game: None)
    monkeypatch.setattr(compiled_rules, "_COMPILED", {})
    return compiled_rules.compiled
