"""Overlays: a game with some numbers of its source tables changed, as another game beside it.

    games.made("mechanation+MECHS.Harvester.power=8")

The game's package is executed once more under another name, with the tables of `parts.py` changed as soon as they are
made; so whatever is derived from them follows: other tables, zones, the layout of the record. The name says all that is
changed, so a log names it and replays under it alone. `BOUNDS` in `parts.py` says what may be changed, and how far.
"""

from __future__ import annotations

import ast
import dataclasses
import difflib
import hashlib
import importlib.abc
import importlib.machinery
import importlib.util
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from enginehouse.core.errors import Unreadable, quoted
from enginehouse.core.patterns import CHANGED_NUMBER, CHANGED_PATH

TABLES = "parts"
"""The module of a game whose tables can be changed."""
SIGN = "+"
ROW_NAMES = ("slug", "title", "name")
"""The fields by which a row of a table is called."""
Changes = tuple[tuple[str, int], ...]
"""Paths with their numbers, in the order of the paths: `MECHS.Harvester.power`, 8."""


def parse(name: str) -> tuple[str, Changes]:
    """The name of a game and its changes, as `named` writes them; `Unreadable` for a change that is none."""
    base, *changes = name.split(SIGN)
    found: dict[str, int] = {}
    for change in changes:
        path, sign, number = change.rpartition("=")
        if not sign or not CHANGED_NUMBER.fullmatch(number) or not _is_path(path) or path in found:
            raise Unreadable(
                f"{quoted(name)}: a change is written {SIGN}TABLE.row.column=number, and this is none: {quoted(change)}"
            )
        found[path] = int(number)
    return base, tuple(sorted(found.items()))


def _is_path(path: str) -> bool:
    return CHANGED_PATH.fullmatch(path) is not None


def named(base: str, changes: Mapping[str, int]) -> str:
    """What a game with changes is called, in logs too."""
    return base + "".join(f"{SIGN}{path}={number}" for path, number in sorted(changes.items()))


def mark_of(name: str) -> str:
    """What the package of a game with changes, of this name, has at its end."""
    return f"__{hashlib.sha256(name.encode()).hexdigest()[:12]}"


def package_of(package: str, base: str, changes: Changes) -> str:
    """The package of a game once more with changes, ready to be imported; nothing of it is executed yet.

    `Unreadable` where a table, a row or a column is not there, where no number stands, or a number is out of bounds.
    """
    mark = mark_of(named(base, dict(changes)))
    _installed()
    laid = _LAID.get(package + mark)
    if laid is None:
        laid = _LAID[package + mark] = _Laid(package, mark, base, changes)
        try:
            laid.check()
        except BaseException:
            del _LAID[package + mark]
            laid.forget()
            raise
    return laid.package


class _Laid:
    """A package under another name, with changes."""

    def __init__(self, original: str, mark: str, base: str, changes: Changes) -> None:
        self.original, self.package, self.mark = original, original + mark, mark
        self.base, self.name, self.changes = base, named(base, dict(changes)), changes
        self.left = set(dict(changes))

    def check(self) -> None:
        """Make the tables, and see that each change has found its place."""
        bounds: Mapping[str, tuple[int, int]] = _bounds(self.original)
        for path, number in self.changes:
            held = _held(bounds, path)
            if held is None:
                said = ", ".join(bounds) or "nothing"
                raise Unreadable(
                    f"{self.base}: {path} cannot be changed; what can be: {said}{near(self.original, path)}"
                )
            low, high = held
            if not low <= number <= high:
                raise Unreadable(f"{self.base}: {path} is from {low} to {high}, not {number}")
        try:
            importlib.import_module(f"{self.package}.{TABLES}")
            importlib.import_module(f"{self.package}.rules")
        except Unreadable as error:
            wrong = next(path for path in (*self.left, *dict(self.changes)) if path in str(error) or path in self.left)
            raise Unreadable(f"{error}{near(self.original, wrong)}") from None
        except Exception as error:
            raise Unreadable(f"{self.name} does not work: {type(error).__name__}: {error}") from error
        if self.left:
            raise Unreadable(f"{self.base} has no table {sorted(self.left)[0].partition('.')[0]} in {TABLES}.py")

    def forget(self) -> None:
        """Leave no module of it behind."""
        for name in [name for name in sys.modules if f"{name}.".startswith(f"{self.package}.")]:
            del sys.modules[name]

    def lay(self, name: str, value: Any) -> Any:
        """A table with its changes."""
        for path, number in self.changes:
            table, *rest = path.split(".")
            if table == name:
                value = _replaced(value, rest, number, path)
                self.left.discard(path)
        return value

    @property
    def tables(self) -> set[str]:
        """The names of the tables that are changed."""
        return {path.partition(".")[0] for path, _ in self.changes}


def _bounds(package: str) -> Mapping[str, tuple[int, int]]:
    """What may be changed in a game, with the least and the most; nothing where it does not say so."""
    if importlib.util.find_spec(f"{package}.{TABLES}") is None:
        return {}
    return getattr(importlib.import_module(f"{package}.{TABLES}"), "BOUNDS", {})


def _held(bounds: Mapping[str, tuple[int, int]], path: str) -> tuple[int, int] | None:
    """The least and the most that a path may be; None where it may not be changed."""
    held = [pair for pattern, pair in bounds.items() if fnmatchcase(path, pattern)]
    return (max(low for low, _ in held), min(high for _, high in held)) if held else None


# -- what there is -----------------------------------------------------------------------------------------------------


class Number(NamedTuple):
    """A number that may be changed: its path, what it is now, the least and the most."""

    path: str
    now: int
    least: int
    most: int


def numbers(package: str) -> list[Number]:
    """All numbers of a game's package that may be changed, in the order of its `BOUNDS`."""
    bounds, found = _bounds(package), {}
    tables = importlib.import_module(f"{package}.{TABLES}") if bounds else None
    for table in dict.fromkeys(pattern.partition(".")[0] for pattern in bounds):
        for path, now in _leaves(table, getattr(tables, table)):
            held = _held(bounds, path)
            if held is not None and held[0] < held[1]:
                found[path] = Number(path, now, *held)
    return list(found.values())


def _leaves(path: str, value: Any) -> Iterator[tuple[str, int]]:
    """The whole numbers of a table, each with its path; rows by their titles, where they have such."""
    if isinstance(value, int | np.integer) and not isinstance(value, bool):
        yield path, int(value)
    elif isinstance(value, tuple) and hasattr(value, "_fields"):
        for name in value._fields:
            yield from _leaves(f"{path}.{name}", getattr(value, name))
    elif isinstance(value, Mapping):
        for key, one in value.items():
            yield from _leaves(f"{path}.{_written(str(key))}", one)
    elif isinstance(value, list | tuple | np.ndarray):
        for k, row in enumerate(value):
            title = next(
                (str(getattr(row, name)) for name in ROW_NAMES if isinstance(getattr(row, name, None), str)), None
            )
            if title != "":  # a row that stands for nothing
                yield from _leaves(f"{path}.{k if title is None else _written(title)}", row)


def _written(title: str) -> str:
    """A title as it is told in a path: with hyphens, and as it is otherwise."""
    return re.sub(r"[^\w]+", "-", title).strip("-")


def near(package: str, path: str) -> str:
    """The paths that may be changed and look like this one, as the end of a sentence; nothing where none does."""
    listed = {one.path.lower(): one.path for one in numbers(package)}
    found = difflib.get_close_matches(path.lower(), listed, 3, 0.7)
    return f"; near it: {', '.join(listed[one] for one in found)}" if found else ""


# -- tables ------------------------------------------------------------------------------------------------------------


def _replaced(value: Any, rest: list[str], number: int, path: str) -> Any:
    """A value with what lies at the end of a path replaced; everything on the way is copied."""
    if not rest:
        if isinstance(value, bool) or not isinstance(value, int | np.integer):
            raise Unreadable(f"{path} is no whole number")
        return number
    key, found = _found(value, rest[0], path)
    inner = _replaced(found, rest[1:], number, path)
    if isinstance(value, np.ndarray):
        value = value.copy()
        value[key] = inner
        return value
    if isinstance(value, Mapping):
        return {**value, key: inner}
    if isinstance(value, tuple) and hasattr(value, "_replace"):
        return value._replace(**{key: inner})
    listed = [*value]
    listed[key] = inner
    return type(value)(listed)


def _found(value: Any, word: str, path: str) -> tuple[Any, Any]:
    """What a word of a path means in a table: a field, a key, or the row of this number or title."""
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        if word in value._fields:
            return word, getattr(value, word)
        raise Unreadable(f"{path}: there is no {word!r}; there are: {', '.join(value._fields)}")
    if isinstance(value, Mapping):
        for key in value:
            if _slug(key) == _slug(word):
                return key, value[key]
        raise Unreadable(f"{path}: there is no {word!r}; there are: {', '.join(map(str, value))}")
    if not isinstance(value, list | tuple | np.ndarray):
        raise Unreadable(f"{path}: nothing lies below {word!r}")
    if word.isdigit() and int(word) < len(value):
        return int(word), value[int(word)]
    for k, row in enumerate(value):
        if _slug(word) in {_slug(getattr(row, name, "")) for name in ROW_NAMES}:
            return k, row
    raise Unreadable(f"{path}: there is no row {word!r}")


def _slug(title: Any) -> str:
    """A title as it is written in a path: lower case, with hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", str(title).lower()).strip("-")


# -- the package under another name ------------------------------------------------------------------------------------


class _Finder(importlib.abc.MetaPathFinder):
    """Finds the modules of packages with changes: the same files, under other names."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        for package, laid in _LAID.items():
            if fullname == package or fullname.startswith(f"{package}."):
                return _spec(laid, fullname)
        return None


def _spec(laid: _Laid, fullname: str) -> importlib.machinery.ModuleSpec | None:
    found = importlib.util.find_spec(laid.original + fullname.removeprefix(laid.package))
    if found is None or found.origin is None:
        return None
    return importlib.util.spec_from_file_location(
        fullname,
        found.origin,
        loader=_Loader(laid, fullname, found.origin),
        submodule_search_locations=found.submodule_search_locations,
    )


class _Loader(importlib.machinery.SourceFileLoader):
    """Executes a file of a game with its imports led to the other package, and its tables changed."""

    def __init__(self, laid: _Laid, fullname: str, path: str) -> None:
        super().__init__(fullname, path)
        self._laid = laid

    def get_code(self, fullname: str) -> Any:
        path = self.get_filename(fullname)
        changes = self._laid.tables if fullname == f"{self._laid.package}.{TABLES}" else set()
        tree = _Led(self._laid, changes).visit(ast.parse(Path(path).read_bytes(), path))
        return compile(ast.fix_missing_locations(tree), path, "exec", dont_inherit=True)

    def exec_module(self, module: ModuleType) -> None:
        vars(module)["__laid__"] = self._laid.lay
        super().exec_module(module)
        if module.__name__ == f"{self._laid.package}.facts":
            facts, said = vars(module)["FACTS"], ", ".join(f"{path} = {number}" for path, number in self._laid.changes)
            vars(module)["FACTS"] = dataclasses.replace(
                facts, name=self._laid.name, title=f"{facts.title} ({said})", in_lobby=False
            )


class _Led(ast.NodeTransformer):
    """Leads a file to the other package: imports, the name of the record; and changes tables once they are made."""

    def __init__(self, laid: _Laid, tables: set[str]) -> None:
        self._laid, self._tables = laid, tables

    def _name(self, module: str) -> str:
        inside = module == self._laid.original or module.startswith(f"{self._laid.original}.")
        return self._laid.package + module.removeprefix(self._laid.original) if inside else module

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST:
        if not node.level and node.module:
            node.module = self._name(node.module)
        return node

    def visit_Import(self, node: ast.Import) -> ast.AST:
        for alias in node.names:
            if (name := self._name(alias.name)) != alias.name and alias.asname is None:
                raise Unreadable(f"{self._laid.base}: `import {alias.name}` cannot be led elsewhere; import from it")
            alias.name = name
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        for word in node.keywords:
            if word.arg == "name" and isinstance(word.value, ast.Constant) and word.value.value == self._laid.base:
                word.value = ast.Constant(self._laid.base + self._laid.mark)
        return self.generic_visit(node)

    def visit_Module(self, node: ast.Module) -> ast.AST:
        self.generic_visit(node)
        body: list[ast.stmt] = []
        for one in node.body:
            body.append(one)
            targets = (
                one.targets if isinstance(one, ast.Assign) else [one.target] if isinstance(one, ast.AnnAssign) else []
            )
            for name in (part.id for target in targets for part in ast.walk(target) if isinstance(part, ast.Name)):
                if name in self._tables:
                    again = ast.parse(f"{name} = __laid__({name!r}, {name})").body[0]
                    body.append(ast.copy_location(again, one))
        node.body = body
        return node


_LAID: dict[str, _Laid] = {}
_FINDER = _Finder()


def _installed() -> None:
    if _FINDER not in sys.meta_path:
        sys.meta_path.insert(0, _FINDER)
