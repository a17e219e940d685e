"""Ready libraries are used without Numba if they fit, and rules are compiled if they do not."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from enginehouse.bots.players import giving_up, greedy, levels
from enginehouse.bots.players.portable import list_prepared
from enginehouse.core.compiler import compiled_rules, lowering, ready
from enginehouse.core.compiler.targets import host
from enginehouse.core.flags import jit_possible
from enginehouse.core.play import arena, warmup
from enginehouse.core.registry import game as games
from enginehouse.core.registry.overlays import SIGN

from .proofs import EXAMPLES, Row, find_game, has_linker, play_row, read_proof

pytestmark = [
    pytest.mark.timeout(600),
    pytest.mark.beside_compiled,
    pytest.mark.skipif(not jit_possible(), reason="compiled rules are off"),
    pytest.mark.skipif(not has_linker(), reason="no linker is installed (Debian: lld or binutils)"),
]


@pytest.fixture(scope="module")
def ready_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a ready library of connect four that has the random games."""
    folder, game = tmp_path_factory.mktemp("ready"), find_game("connect-four")
    entries = list_prepared(game)[:1]
    lowered = lowering.lower(game, entries, host.make_prefix(game))
    libraries = {name: (f"c4.{name}.so", host.finish(lowered, name)) for name in ready.list_targets()[-1:]}
    for file, content in libraries.values():
        (folder / file).write_bytes(content)
    about = {game.name: ready.describe_ready(Path(game.folder), entries, libraries)}
    (folder / ready.LIST).write_text(json.dumps(about))
    return folder


@pytest.fixture
def use_folder(ready_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The same folder in use, as if the example were a game of the house."""
    monkeypatch.setattr(ready, "_HOME", "connect_four")
    monkeypatch.setattr(ready, "FOLDER", ready_folder)
    ready._load.cache_clear()
    yield ready_folder
    ready._load.cache_clear()


def find(game: Any) -> Any:
    return ready.find_ready(arena.play_many, game)


def test_a_ready_library_plays_the_games_of_the_proof(use_folder: Path) -> None:
    game = find_game("connect-four")
    play_many = compiled_rules.compiled(arena.play_many, game)
    assert play_many is find(game) is not None
    run = read_proof("connect-four")[0]
    assert play_row(game, Row(run["seats"], run["options"], run["games"]), play_many).items() <= run.items()
    other = compiled_rules.compiled(arena.play_many, game, {arena.observe: arena.observe})
    assert other is not play_many, "replaced rules are compiled"
    with pytest.raises(Exception, match="not an array of the right type"):
        play_many(*(np.zeros(1, np.int8) for _ in range(5)))


def test_it_needs_no_numba(use_folder: Path) -> None:
    code = f"""
import importlib.util, sys
sys.path.insert(0, {str(EXAMPLES)!r})
sys.modules["numba"] = None
found = importlib.util.find_spec
importlib.util.find_spec = lambda name, *more: None if name == "numba" else found(name, *more)
from pathlib import Path
from enginehouse.core.compiler import ready
from enginehouse.core.flags import jit_possible
from enginehouse.core.play import arena
from enginehouse.core.registry.game import Game
assert not jit_possible()
game = Game("connect_four")
def play(): return arena.random_games(game, 2, None, 50, 7).lengths.tolist()
plain = play()
ready._HOME, ready.FOLDER = "connect_four", Path({str(use_folder)!r})
ready._load.cache_clear()
calls, find = [], ready.find_ready
assert ready.can_compile(arena.play_many, game)
arena.random_game_plain = None
assert play() == plain
print("alike")
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "alike", done.stderr


def test_only_libraries_of_these_very_sources_and_flags_are_used(
    use_folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    game = find_game("connect-four")
    assert find(game) is not None
    for name, value in (("ENGINEHOUSE_JIT", "0"), ("ENGINEHOUSE_BOUNDS", "0"), ("ENGINEHOUSE_NUMBA", "stock")):
        with monkeypatch.context() as changed:
            changed.setenv(name, value)
            assert find(game) is None, name
    with monkeypatch.context() as changed:
        changed.setattr(ready, "stamp_sources", lambda folder: "another")
        ready._load.cache_clear()
        assert find(game) is None
    for file in use_folder.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    (library,) = tmp_path.glob("*.so")
    library.write_bytes(library.read_bytes()[:-1] + b"!")
    monkeypatch.setattr(ready, "FOLDER", tmp_path)
    ready._load.cache_clear()
    assert find(game) is None and "is damaged or missing" in caplog.text
    assert compiled_rules.compiled(arena.play_many, game) is not None, "Numba compiles it then"


def test_games_with_changed_numbers_and_games_from_elsewhere_are_compiled(use_folder: Path) -> None:
    game = find_game("connect-four")

    class Changed:
        name, package, folder = game.name + SIGN + "x=1", game.package, game.folder

    class Elsewhere:
        name, package, folder = game.name, "somebody.connect_four", game.folder

    assert find(game) is not None and find(Changed) is None and find(Elsewhere) is None


def test_the_stamp_sees_every_source(tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text("A = 1\n")
    (tmp_path / "weights.json").write_text("{}")
    seen = {ready.stamp_sources(tmp_path)}
    for file, text in (("rules.py", "A = 2\n"), ("weights.json", "[]"), ("more.py", "")):
        (tmp_path / file).write_text(text)
        seen.add(ready.stamp_sources(tmp_path))
    assert len(seen) == 4


@pytest.mark.parametrize("name", games.names())
def test_the_libraries_have_all_that_prepare_compiles(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, asked = games.get(name), set()

    def note(function: Any, game: Any, parts: Any = None) -> Any:
        asked.add(ready.name_rule(function))

        return lambda *given: -1

    for module in (arena, greedy, levels, giving_up):
        monkeypatch.setattr(module, "compiled", note)
    monkeypatch.setattr(levels, "_grow_compiled", lambda *given: None)
    for module in (greedy, levels, giving_up):
        monkeypatch.setattr(module, "READY", {})
    steps: list[tuple[str, Callable[[], None]]] = [
        ("greedy", partial(greedy.prepare, game)),
        ("search", partial(levels.prepare, game)),
    ]
    assert len(list(warmup.prepare(game, steps))) == 3
    assert asked == {ready.name_rule(one.rule) for one in list_prepared(game)}
