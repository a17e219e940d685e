"""An edit of any module that compiled code reaches makes another stamp, so that no old machine code is run.

The modules are found here by reading the sources, not by `cache.reachable`: all rules, and where the names come from that they use.
"""

from __future__ import annotations

import ast
import importlib.util
from collections.abc import Iterator
from functools import cache as once
from pathlib import Path

import pytest

import enginehouse
from enginehouse.core.registry import game as games
from enginehouse.core.sources import cache, sources

pytestmark = [
    pytest.mark.beside_compiled,
    pytest.mark.skipif(importlib.util.find_spec("numba") is None, reason="a stamp names the version of Numba"),
]
PACKAGE = Path(enginehouse.__file__).resolve().parent
Tree = tuple[list[ast.stmt], dict[str, tuple[str, str]]]


def find_file(module: str) -> Path | None:
    """Return the file of a module of this package, or `None` if there is none."""
    path = PACKAGE.joinpath(*module.split(".")[1:])
    return next((one for one in (path.with_suffix(".py"), path / "__init__.py") if one.is_file()), None)


def name_module(file: Path) -> str:
    """Return the name of a module by its file."""
    return ".".join(["enginehouse", *file.relative_to(PACKAGE).with_suffix("").parts]).removesuffix(".__init__")


@once
def tree_of(module: str) -> Tree:
    """Return the statements of a module, and for each imported name its module and its name there."""
    file = find_file(module)
    assert file is not None
    body, names = ast.parse(file.read_bytes()).body, dict[str, tuple[str, str]]()
    for node in body:
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for alias in node.names:
                names[alias.asname or alias.name] = (node.module, alias.name)
    return body, names


def is_rule(node: ast.stmt) -> bool:
    """Return whether a statement defines a rule."""
    marks = node.decorator_list if isinstance(node, ast.FunctionDef) else []
    return any(isinstance(one, ast.Name) and one.id in ("rule", "entry") for one in marks)


def list_used(module: str) -> Iterator[str]:
    """Yield the modules of this package from which a module's rules and constants take a name."""
    body, names = tree_of(module)
    for node in body:
        if is_rule(node) or isinstance(node, ast.Assign | ast.AnnAssign | ast.ClassDef):
            for one in ast.walk(node):
                if isinstance(one, ast.Name) and one.id in names:
                    home, name = names[one.id]
                    if home.startswith("enginehouse"):
                        yield f"{home}.{name}" if find_file(f"{home}.{name}") else home


def closure(modules: set[str]) -> set[str]:
    """Return these modules and all that they use."""
    found, waiting = set[str](), list(modules)
    while waiting:
        module = waiting.pop()
        if module not in found:
            found.add(module)
            waiting += list_used(module)
    return found


@once
def modules_with_rules() -> frozenset[str]:
    """Return the names of all modules that define a rule."""
    marked = [
        file for file in PACKAGE.rglob("*.py") if "@rule" in (text := file.read_text("utf-8")) or "@entry" in text
    ]
    return frozenset(module for module in map(name_module, marked) if any(map(is_rule, tree_of(module)[0])))


def list_shared() -> set[str]:
    """Return the modules that the compiled code of every game reaches."""
    return closure({one for one in modules_with_rules() if not one.startswith(("enginehouse.games.", SAMPLES))})


SAMPLES = "enginehouse.conformance.samples."


def with_edited_constant(text: bytes) -> bytes:
    """Return a source with its first whole number changed, or with a new constant if it has none."""
    numbers = [
        node
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Constant) and type(node.value) is int and node.lineno == node.end_lineno
    ]
    if not numbers:
        return text + b"\nEDITED = 1\n"
    first = min(numbers, key=lambda node: (node.lineno, node.col_offset))
    lines = text.splitlines(keepends=True)
    line, number = lines[first.lineno - 1], int(first.value)  # type: ignore[arg-type]
    lines[first.lineno - 1] = line[: first.col_offset] + str(number + 1).encode() + line[first.end_col_offset :]
    return b"".join(lines)


READ: dict[Path, sources.Source] = {}


class Sources:
    """The cache's record of source files, read once, with one of them edited."""

    def __init__(self) -> None:
        self._read = READ
        self.edited: tuple[Path, sources.Source] | None = None

    def of(self, path: Path) -> sources.Source:
        if self.edited is not None and path == self.edited[0]:
            return self.edited[1]
        if path not in self._read:
            self._read[path] = sources.Notes(path).of(path)
        return self._read[path]

    def edit(self, path: Path) -> None:
        self.edited = (path, sources.read(with_edited_constant(path.read_bytes())))

    def keep(self) -> None:
        """Keep nothing."""


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> Sources:
    """What the cache knows in this test. Which files it watches is asked once: no edit here changes an import."""
    known = Sources()
    monkeypatch.setattr(cache, "notes", lambda: known)
    watched = once(cache.reachable)
    monkeypatch.setattr(cache, "reachable", lambda game, known=None: watched(game))
    return known


def list_unnoticed(game: games.Game, modules: set[str], known: Sources) -> list[str]:
    """Return the modules of which an edited constant leaves the stamp of a game, or gives it the stamp of another edit."""
    known.edited = None
    seen, missed = {cache.stamp(game)}, []
    for module in sorted(modules):
        file = find_file(module)
        assert file is not None
        known.edit(file)
        stamp = cache.stamp(game)
        if stamp in seen:
            missed.append(module)
        seen.add(stamp)
    return missed


def test_an_edit_of_shared_code_is_noticed(known: Sources) -> None:
    modules = list_shared()
    assert {"enginehouse.core.records.chance", "enginehouse.core.records.events"} <= modules
    assert any(one.startswith("enginehouse.bots.") for one in modules)
    assert list_unnoticed(games.get("mechanica"), modules, known) == []


@pytest.mark.parametrize("name", games.names())
def test_an_edit_in_a_game_is_noticed(name: str, known: Sources) -> None:
    game = games.get(name)
    own = {one for one in modules_with_rules() if one.startswith(f"{game.package}.")}
    modules = {one for one in closure(own) if one.startswith(f"{game.package}.")}
    assert {f"{game.package}.rules", f"{game.package}.parts"} <= modules
    assert list_unnoticed(game, modules, known) == []


def test_an_edit_that_is_not_noticed_is_found(known: Sources) -> None:
    """The sentences of a game are not compiled, and the stamp has nothing of them."""
    game = games.get("mechanica")
    assert list_unnoticed(game, {f"{game.package}.words"}, known) == [f"{game.package}.words"]
