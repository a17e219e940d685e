"""Rules compiled: the same as plain, found again in the cache, and compiled anew when anything that they reach changes."""

from __future__ import annotations

import ast
import importlib
import os
import pkgutil
import subprocess
import sys
import textwrap
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from samples import PACKAGES
from small_game import RUN, TINY, edit, play

import enginehouse
from enginehouse.core.compiler import compiled_rules
from enginehouse.core.compiler.compiled_rules import NotCompiled
from enginehouse.core.flags import jit_possible
from enginehouse.core.registry import game as games
from enginehouse.core.rule import entry, rule
from enginehouse.core.sources import cache, sealed, sources

needs_numba = pytest.mark.skipif(not jit_possible(), reason="compiled rules are off")
has_numba = pytest.mark.skipif(find_spec("numba") is None, reason="Numba is not installed")
PACKAGE = Path(enginehouse.__file__).parent


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    """A small game in a folder of its own: rules, a helper in another file, a table in a third."""
    folder = tmp_path / "games" / "tiny"
    folder.mkdir(parents=True)
    for name, text in TINY.items():
        (folder / name).write_text(textwrap.dedent(text), encoding="utf-8")
    return folder


@needs_numba
@pytest.mark.parametrize("by_module", [False, True], ids=["names", "modules"])
def test_the_cache_notices_every_edit_and_compiles_nothing_twice(tiny: Path, by_module: bool) -> None:
    """Rules of another package that import names, and rules that import modules."""
    if by_module:
        edit(tiny / "counting.py", "from tiny.parts import POINTS", "from tiny import parts")
        edit(tiny / "counting.py", "POINTS[0]", "parts.POINTS[0]")
        edit(tiny / "rules.py", "from tiny.counting import worth", "from tiny import counting")
        edit(tiny / "rules.py", "worth(7)", "counting.worth(7)")
    kept = tiny.parents[1] / "kept"
    score, hits, misses = play(tiny)
    assert (score, hits) == (7, 0)
    assert misses > 0
    files = {file: file.stat().st_mtime_ns for file in kept.rglob("*.nbc")}
    assert files

    found = (1, 0)  # the entry is found, with all inner rules inside it
    assert play(tiny) == (7, *found), "an unchanged second process compiles nothing"
    assert {file: file.stat().st_mtime_ns for file in kept.rglob("*.nbc")} == files

    edit(tiny / "counting.py", "POINTS[0] * many", "POINTS[0] * many + 1")
    assert play(tiny) == (8, 0, misses), "a helper in another file"
    edit(tiny / "parts.py", "(1, 10)", "(2, 10)")
    assert play(tiny) == (15, 0, misses), "a table in a third file"
    edit(tiny / "rules.py", "worth(7)", "worth(8)")
    assert play(tiny) == (17, 0, misses), "a rule"
    assert play(tiny) == (17, *found)
    assert play(tiny, ENGINEHOUSE_BOUNDS="0") == (17, 0, misses), "a flag"
    assert play(tiny, ENGINEHOUSE_JIT="0") == (17, 0, 0)
    assert all(folder.stat().st_mode & 0o077 == 0 for folder in kept.iterdir())


@has_numba
def test_an_edit_that_is_no_code_compiles_nothing(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The stamp names the folder of the compiled code, so an equal stamp compiles nothing."""
    (tiny / "words.py").write_text("HELLO = 1\n", encoding="utf-8")
    for name in [name for name in sys.modules if name.partition(".")[0] == "tiny"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.syspath_prepend(str(tiny.parent))
    game = games.Game("tiny")
    first = cache.stamp(game)
    edit(tiny / "counting.py", "@rule", "# what a thing is worth\n\n\n@rule")
    assert cache.stamp(game) == first, "a comment, and lines that move"
    edit(tiny / "rules.py", "def apply(s, seat, action, e):\n", 'def apply(s, seat, action, e):\n    """Add."""\n\n')
    assert cache.stamp(game) == first, "a docstring"
    edit(tiny / "rules.py", '"""Add."""', '"""Add what it is worth."""')
    edit(tiny / "rules.py", "s.sum += worth(7)", "s.sum += worth(\n        7\n    )")
    assert cache.stamp(game) == first, "another docstring, and layout"
    (tiny / "words.py").write_text("HELLO = 2\n", encoding="utf-8")
    assert cache.stamp(game) == first, "words"
    edit(tiny / "rules.py", "        7\n", "        9\n")
    second = cache.stamp(game)
    assert second != first, "a number, after edits that were none"
    edit(tiny / "parts.py", "(1, 10)", '(int("3"), 10)')
    assert cache.stamp(game) not in (first, second), "a text that is code"


@has_numba
@pytest.mark.parametrize(
    "line",
    [
        "from .parts import POINTS",
        "from . import parts\nPOINTS = parts.POINTS",
        "import tiny.parts as parts\nPOINTS = parts.POINTS",
        "if True:\n    from tiny.parts import POINTS",
        "from cards.costs import POINTS",
        "import cards.costs\nPOINTS = cards.costs.POINTS",
        "from cards import POINTS",
    ],
)
def test_a_table_is_noticed_however_it_is_imported(tiny: Path, line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    cards = tiny.parent / "cards"
    cards.mkdir()
    (cards / "costs.py").write_text("POINTS = (1, 10)\n", encoding="utf-8")
    (cards / "__init__.py").write_text("from .costs import POINTS\n", encoding="utf-8")
    edit(tiny / "counting.py", "from tiny.parts import POINTS", line)
    for name in [name for name in sys.modules if name.partition(".")[0] in ("tiny", "cards")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.syspath_prepend(str(tiny.parent))
    game = games.Game("tiny")
    before = cache.stamp(game)
    assert cache.stamp(game) == before
    edit(cards / "costs.py" if "cards" in line else tiny / "parts.py", "(1, 10)", "(2, 10)")
    assert cache.stamp(game) != before


def test_notes_on_a_file_are_dropped_when_it_changes(tmp_path: Path) -> None:
    file, long_ago = tmp_path / "rules.py", time.time() - 60
    file.write_text("A = 1  # one\n", encoding="utf-8")
    os.utime(file, (long_ago, long_ago))
    first = sources.Notes(tmp_path)
    one = first.of(file)
    first.keep()
    assert not (tmp_path / "source-notes.json").exists(), "a file written just now may change again within its time"
    known = sources.Notes(tmp_path)
    known._files[str(file)] = [sources.marks_of(file), "noted", []]
    assert known.of(file).code == "noted"
    file.write_text("A = 2  # two\n", encoding="utf-8")
    os.utime(file, (long_ago, long_ago))
    assert known.of(file).code not in ("noted", one.code), "of the same time and size, and another one"


def test_notes_that_others_can_write_are_not_read(tmp_path: Path) -> None:
    file = tmp_path / "source-notes.json"
    sealed.write_sealed(file, b'{"form": 1, "files": {"x": []}, "checked": {}}')
    assert sources.Notes(tmp_path)._files
    file.chmod(0o666)
    assert not sources.Notes(tmp_path)._files
    file.chmod(0o600)
    file.write_text("nonsense", encoding="utf-8")
    assert not sources.Notes(tmp_path)._files


@needs_numba
def test_a_source_edited_while_its_process_runs_is_never_kept(tiny: Path) -> None:
    code = RUN.replace(
        "run = random_games",
        """
    import pathlib, time
    game = Game("tiny")
    game.rules
    time.sleep(0.05)
    file = pathlib.Path(sys.argv[1]) / "tiny" / "counting.py"
    file.write_text(file.read_text() + "# edited")
    run = random_games""",
    )
    environment = {**os.environ, "ENGINEHOUSE_CACHE": str(tiny.parents[1] / "kept")}
    command = [sys.executable, "-c", textwrap.dedent(code), str(tiny.parent)]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    assert not list((tiny.parents[1] / "kept").rglob("*.nbc"))


@needs_numba
def test_where_nothing_can_be_kept_it_is_compiled_all_the_same(tiny: Path) -> None:
    (tiny.parents[1] / "kept").write_text("a file in the way", encoding="utf-8")
    score, hits, _ = play(tiny)
    assert (score, hits) == (7, 0)


# -- what compiled code can reach --------------------------------------------------------------------------------------


def every_module() -> list[str]:
    """All modules of the package that can be imported without a web, a picture or an extra."""
    found = ["enginehouse"]
    for info in pkgutil.walk_packages([str(PACKAGE)], "enginehouse."):
        if not info.name.startswith(
            (
                "enginehouse.table",
                "enginehouse.lab",
                "enginehouse.mcp",
                "enginehouse.envs.openspiel",
                "enginehouse.__main__",
                "enginehouse.commands.main",
            )
        ):
            found.append(info.name)
    return found


def rules_of(module: str) -> list[Any]:
    values = vars(importlib.import_module(module)).values()
    return [v for v in values if getattr(v, "__rule__", None) and getattr(v, "__module__", None) == module]


def test_every_rule_lies_in_a_file_that_the_cache_watches(toy: Any) -> None:
    all_games = [games.get(name) for name in games.names()] + [toy(name) for name in PACKAGES]
    reached = {game.name: set(cache.reachable(game)) for game in all_games}
    watched = set().union(*reached.values())
    assert all(file.exists() for file in watched)
    own = {file.name for game in all_games for file in cache.behind(game, cache.COMPILED)}
    assert {"rules.py", "policy.py", "turns.py", "riding.py"} <= own
    drawn = own & {"words.py", "drawing.py", "art.py", "invariants.py", "facts.py"}
    assert not drawn, "nobody compiles anew because a picture or a sentence has changed"
    seen = 0
    for module in every_module():
        for function in rules_of(module):
            file = Path(function.__code__.co_filename).resolve()
            seen += 1
            assert file in watched, f"{module}.{function.__qualname__} lies in {file}, which no game's stamp covers"
            home = [game for game in all_games if module.startswith(game.package + ".")]
            for game in home or all_games:
                assert file in reached[game.name], (
                    f"{module}.{function.__qualname__} is not in the stamp of {game.name}"
                )
    assert seen > 100


def test_rules_are_marked_nowhere_that_is_not_imported_above() -> None:
    """By the text of the sources: the table and the lab mark no rules, and no file of the package is overlooked."""
    imported = {Path(sys.modules[m].__file__ or "") for m in every_module() if importlib.import_module(m)}
    for file in PACKAGE.rglob("*.py"):
        decorated = [
            node
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
            if isinstance(node, ast.FunctionDef)
            and any(isinstance(d, ast.Name) and d.id in ("rule", "entry") for d in node.decorator_list)
        ]
        assert not decorated or file in imported, f"{file} marks rules and is not looked at"


@needs_numba
def test_every_compiled_function_comes_from_a_watched_file(toy: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from enginehouse.bots.players.compiled_games import WholeGames
    from enginehouse.bots.players.random import Random
    from enginehouse.conformance import loops
    from enginehouse.core.play.arena import random_games

    game = toy("auction")
    monkeypatch.setattr(compiled_rules, "_COMPILED", {})
    random_games(game, 2, None, 1, 1)
    WholeGames(game, {"random": Random()}).play([2, 0], 1, 1, ["random", "random"])
    loops.make_watching_bench(game).play([2, 0], 1, 1)
    assert len(compiled_rules._COMPILED) == 3
    twins = [twin for all_of in compiled_rules._COMPILED.values() for twin in all_of.twins.values()]
    files = {Path(twin.py_func.__code__.co_filename).resolve() for twin in twins}
    assert len(files) > 3
    # From the declared fields, actions and events, which lie in watched files themselves.
    written = {
        file for file in files if file.name.startswith(("<open half of ", "<enginehouse.blocks.", "<events of "))
    }
    assert sum(file.name.startswith("<open half of ") for file in written) == 1
    assert files - written <= set(cache.reachable(game))


# -- the folder --------------------------------------------------------------------------------------------------------


@has_numba
def test_folders_not_used_for_a_month_are_removed_and_others_never(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, toy: Any
) -> None:
    monkeypatch.setenv("ENGINEHOUSE_CACHE", str(tmp_path))
    old, young, strange = (tmp_path / name for name in ("bluff-" + "0" * 24, "bluff-" + "1" * 24, "holiday-pictures"))
    long_ago = time.time() - cache.KEPT_SECONDS - 60
    for folder in (old, young, strange):
        folder.mkdir()
        (folder / "file").write_text("x", encoding="utf-8")
    for folder in (old, strange):
        os.utime(folder, (long_ago, long_ago))
    mode = tmp_path.stat().st_mode
    made = cache.folder_for(toy("bluff"))
    assert made is None or made.parent == tmp_path
    if made is None:
        pytest.skip("a source was edited while the tests run")
    assert [folder.exists() for folder in (old, young, strange)] == [False, True, True]
    assert tmp_path.stat().st_mode == mode, "the folder that was named is not ours to change"
    assert made.stat().st_mode & 0o777 == 0o700


@has_numba
def test_a_folder_that_others_can_write_into_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, toy: Any
) -> None:
    monkeypatch.setenv("ENGINEHOUSE_CACHE", str(tmp_path))
    planted = tmp_path / f"bluff-{cache.stamp(toy('bluff'))}"
    planted.mkdir()
    planted.chmod(0o777)
    assert cache.folder_for(toy("bluff")) is None


def test_where_the_cache_lies(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ENGINEHOUSE_CACHE", str(tmp_path))
    assert cache.root() == tmp_path
    monkeypatch.delenv("ENGINEHOUSE_CACHE")
    assert cache.root().name == "compiled"
    assert not str(cache.root()).startswith(str(PACKAGE))


# -- switches ----------------------------------------------------------------------------------------------------------


@rule
def inner(x: int) -> int:
    return x + 1


@entry
def outer(x: int) -> int:
    return inner(x) * 2


def unmarked(x: int) -> int:
    return x


def test_a_rule_stays_a_python_function(toy: Any) -> None:
    assert outer(3) == 8
    assert (inner.__rule__, outer.__rule__) == ("inner", "entry")  # type: ignore[attr-defined]


def test_compiling_can_be_switched_off(monkeypatch: pytest.MonkeyPatch, toy: Any) -> None:
    monkeypatch.setenv("ENGINEHOUSE_JIT", "0")
    assert not jit_possible()
    with pytest.raises(NotCompiled, match="ENGINEHOUSE_JIT is 0"):
        compiled_rules.compiled(outer, toy("bluff"))


def test_compiling_is_off_where_numba_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENGINEHOUSE_JIT", "1")
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert not jit_possible()


def test_only_rules_compile_and_they_compile_once(compiled: Any, toy: Any) -> None:
    with pytest.raises(TypeError, match="unmarked is not marked as a rule"):
        compiled(unmarked, toy("bluff"))
    twin = compiled(outer, toy("bluff"))
    assert twin(3) == 8
    assert compiled(outer, toy("bluff")) is twin
    compiled_rules.clear_compiled()
    assert compiled(outer, toy("bluff")) is not twin


def test_compiled_rules_check_their_indices(compiled: Any, toy: Any) -> None:
    import numpy as np

    run = compiled(last_of, toy("bluff"))
    assert run(np.arange(4), 3) == 3
    with pytest.raises(IndexError):
        run(np.arange(4), 4)


@entry
def last_of(numbers: Any, at: int) -> Any:
    return numbers[at]
