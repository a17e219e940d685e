"""Variants of a game share one compiled form, and each is played by its own numbers, as in plain Python."""

from __future__ import annotations

import sys
import textwrap
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from small_game import TINY

from enginehouse.core.compiler import compiled_rules, numba_patches, shared_code
from enginehouse.core.compiler.compiled_rules import SHARED, compiled
from enginehouse.core.compiler.shared_code import share_code
from enginehouse.core.flags import jit_possible
from enginehouse.core.play.arena import Bench, play_many, random_game_plain
from enginehouse.core.registry import game as games
from enginehouse.core.registry import overlays
from enginehouse.core.registry.folders import open_game
from enginehouse.core.registry.game import Game

pytestmark = [
    pytest.mark.untraced,
    pytest.mark.timeout(600),
    pytest.mark.beside_compiled,
    pytest.mark.skipif(not jit_possible(), reason="compiled rules are off"),
]
PARTS = """
    import numpy as np

    POINTS, BONUS = [1, 10], 0
    PRICES = np.array([POINTS, [2, 20]])
    NAMES = ("none", "one")
    BOUNDS = {"POINTS.*": (1, 99), "BONUS": (0, 9), "SIZE": (1, 4)}
    SIZE = 2
    LIMITS = (3, SIZE)
"""
COUNTING = """
    from enginehouse.core.rule import entry
    from shared_tiny.parts import BONUS, LIMITS, PRICES

    @entry
    def worth(many):
        return PRICES[0, 0] * many + BONUS + LIMITS[0]
"""
BY_MODULE = """
    from enginehouse.core.rule import entry
    from shared_tiny import parts

    @entry
    def worth(many):
        return parts.PRICES[0, 0] * many + parts.BONUS + parts.LIMITS[0]
"""
"""The same rule, which names the module."""
in_both_forms = pytest.mark.parametrize("tiny", [COUNTING, BY_MODULE], ids=["names", "module"], indirect=True)


@pytest.fixture
def shared(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No variant is shared before the test, and none after it."""
    monkeypatch.setattr(shared_code, "_FORMS", {})
    monkeypatch.setattr(games, "_CHANGED", {})
    SHARED.clear()
    yield
    SHARED.clear()


def play_plain(game: Game, seats: int, many: int) -> list[tuple[Any, int]]:
    """Return points and length of random games in plain Python."""
    found = []
    for k in range(many):
        s, actions = random_game_plain(game, game.option_numbers(seats, None), 3, k)
        points = [0] * 16
        game.rules.scores(s, points)
        found.append((points, actions))
    return found


def play_shared(game: Game, seats: int, many: int) -> list[tuple[Any, int]]:
    results = Bench(game).play(game.option_numbers(seats, None), 3, 0, many)
    return [(one["points"].tolist(), int(one["actions"])) for one in results]


@pytest.mark.parametrize(
    ("base", "changes"),
    [
        ("mechanation", ["SET_TO_WIN=3", "MECHS.Titan.power=2+LAST_ROUND=5", "CHANGES.Spark.attacking=9"]),
        ("mechanica", ["STARTING_MONEY=9", "TILES.duplicator.price=3", "COPIES.duplicator=1"]),
    ],
)
def test_variants_are_played_as_in_plain_python_and_compiled_once(
    base: str, changes: list[str], shared: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = [games.find_or_create(f"{base}+{change}") for change in changes]
    for game in made:
        share_code(game)
    alone: list[str] = []
    of = compiled_rules.CompiledRules.__init__
    monkeypatch.setattr(
        compiled_rules.CompiledRules,
        "__init__",
        lambda self, game, *more: (alone.append(game.name), of(self, game, *more))[1],
    )
    for game in [*made, made[0]]:
        if SHARED[game.name].bind(play_many, game, {}) is not None:
            assert play_shared(game, game.facts.seats[0], 8) == play_plain(game, game.facts.seats[0], 8), game.name
    assert set(alone) == {base}, "no variant is compiled for itself"
    assert play_plain(made[0], game.facts.seats[0], 8) != play_plain(made[1], game.facts.seats[0], 8)


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shared: None, request: pytest.FixtureRequest) -> Game:
    """A small game of another package. A parameter is the text of its `counting.py`."""
    counting = getattr(request, "param", COUNTING)
    folder = tmp_path / "shared_tiny"
    folder.mkdir()
    for name, text in {**TINY, "parts.py": PARTS, "counting.py": counting}.items():
        made = (
            textwrap.dedent(text).replace('name="tiny"', 'name="shared-tiny"').replace("from tiny", "from shared_tiny")
        )
        (folder / name).write_text(made, encoding="utf-8")
    for name in [name for name in sys.modules if name.startswith("shared_tiny")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(overlays, "_LAID", {})
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(games, "_REGISTERED", dict(games._REGISTERED))
    return open_game(str(folder))


def worth(game: Game) -> int:
    """Return the result of a compiled rule of the small game."""
    return int(compiled(game.module("counting").worth, game)(7))


@in_both_forms
def test_numbers_and_rows_of_a_game_of_another_package_are_read_from_memory(tiny: Game) -> None:
    names = ["shared-tiny+POINTS.0=2", "shared-tiny+BONUS=5", "shared-tiny+BONUS=6+POINTS.0=3"]
    made = [games.find_or_create(name) for name in names]
    for game in made:
        share_code(game)
    assert [worth(game) for game in [*made, *made]] == 2 * [2 * 7 + 3, 7 + 5 + 3, 3 * 7 + 6 + 3]
    live = shared_code._FORMS["shared-tiny"].live
    for name in ("BONUS", "PRICES"):
        assert (".counting", name) in live or (".parts", name) in live
    assert not {(".counting", "LIMITS"), (".parts", "LIMITS")} & live.keys()


@in_both_forms
def test_a_variant_that_differs_in_more_than_numbers_is_compiled_for_itself(tiny: Game) -> None:
    """Its rules read a tuple that is other than that of the original."""
    changed = games.find_or_create("shared-tiny+SIZE=3")
    share_code(changed)
    assert SHARED["shared-tiny+SIZE=3"].bind(changed.module("counting").worth, changed, {}) is None
    assert worth(changed) == 7 + 3


def test_threads_that_play_two_variants_do_not_mix_their_numbers(tiny: Game) -> None:
    made = [games.find_or_create(f"shared-tiny+BONUS={bonus}") for bonus in (1, 9)]
    found: list[set[int]] = [set(), set()]
    for game in made:
        share_code(game)
        worth(game)

    def play(k: int) -> None:
        rule = compiled(made[k].module("counting").worth, made[k])
        found[k] = {int(rule(0)) for _ in range(3_000)}

    threads = [threading.Thread(target=play, args=(k,)) for k in (0, 1)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert found == [{4}, {12}]


def test_a_game_with_its_own_numbers_is_not_shared(tiny: Game) -> None:
    share_code(tiny)
    assert SHARED == {}
    assert np.array_equal(tiny.module("parts").PRICES, [[1, 10], [2, 20]]) and worth(tiny) == 7 + 3


def test_no_other_array_comes_to_lie_where_a_shared_one_was(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its address names a symbol, so another array there would be read by that symbol, also in stored code."""
    monkeypatch.setattr(numba_patches, "_LIVE", {})
    for k in range(100):
        numba_patches.keep_alive(f"enginehouse.live.test.{k}", np.full(4, k))
    later = [np.full(4, k) for k in range(100)]
    assert not {one.ctypes.data for one in later} & set(numba_patches._LIVE)
    numba_patches.keep_alive("enginehouse.live.test.empty", np.zeros(0, np.int64))
    assert len(numba_patches._LIVE) == 100
