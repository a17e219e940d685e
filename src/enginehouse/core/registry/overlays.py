"""Create overlays: variants of a game with other numbers in the tables of its module `parts.py`.

    games.find_or_create("mechanation+MECHS.Harvester.power=8")

The game's package is executed again under another name, with the tables of `parts.py` changed as soon as they are made.
So everything that is computed from them changes too: other tables, zones, the layout of the record. The name of the
game contains all changes. So a log, which names its game, is only replayed with the same changes. `BOUNDS` in
`parts.py` declares which numbers may be changed, and their limits.
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
from contextlib import contextmanager
from fnmatch import fnmatchcase
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from enginehouse.core.errors import Unreadable, quote
from enginehouse.core.former import forward
from enginehouse.core.judging.learned import LearnedWeights, use_weights
from enginehouse.core.patterns import CHANGED_NUMBER, CHANGED_PATH
from enginehouse.core.registry import patches
from enginehouse.core.registry.patches import RulesPatch

TABLES = "parts"
"""The module of a game whose tables can be changed."""
SIGN = "+"
JUDGED = "+judged="
"""The beginning of the hash of weights in the name of a game whose judgement was learned anew."""
ROW_NAMES = ("slug", "title", "name")
"""The fields of a table's row that may have its name."""
Changes = tuple[tuple[str, int], ...]
"""The changed numbers by their paths, such as (`MECHS.Harvester.power`, 8), in the order of the paths."""


def parse(name: str) -> tuple[str, Changes]:
    """Return the name of a game and its changes as (path, number) pairs, from a name as `name_changed` writes it.

    Raise `Unreadable` if a change cannot be read.
    """
    base, *changes = name.split(SIGN)
    found: dict[str, int] = {}
    for change in changes:
        path, sign, number = change.rpartition("=")
        if not sign or not CHANGED_NUMBER.fullmatch(number) or not _is_path(path) or path in found:
            raise Unreadable(
                f"{quote(name)}: a change is written {SIGN}TABLE.row.column=number, not like {quote(change)}"
            )
        found[path] = int(number)
    return base, tuple(sorted(found.items()))


def _is_path(path: str) -> bool:
    return CHANGED_PATH.fullmatch(path) is not None


def name_changed(base: str, changes: Mapping[str, int]) -> str:
    """Return the name of a game with changed numbers, as a log has it: `mechanation+MECHS.Harvester.power=8`.

    `base` is the name of the original game. `changes` maps the path of each changed number to its new value.
    """
    return base + "".join(f"{SIGN}{path}={number}" for path, number in sorted(changes.items()))


def split_judged(name: str) -> tuple[str, str]:
    """Return the two parts of a game's name: the name without its learned weights, and the hash of these weights.

    The hash is "" if the name has no weights.
    """
    base, _, label = name.partition(JUDGED)
    return base, label


def make_suffix(name: str) -> str:
    """Return the end of the package name of a variant with changed numbers: a hash of the variant's name `name`.

    The package of the variant has the name of the original package, followed by this end.
    """
    return f"__{hashlib.sha256(name.encode()).hexdigest()[:12]}"


def make_package(
    package: str,
    base: str,
    changes: Changes,
    patch: RulesPatch | None = None,
    weights: LearnedWeights | None = None,
) -> str:
    """Create a package with changed numbers, rules or weights of a game, and return its name, which can be imported.

    `package` is the package of the original game and `base` the game's name. `changes` has pairs of a path and a new
    number. The path leads to a number in the game's file `parts.py`: `MECHS.Harvester.power` names a constant and,
    inside it, a row and a column. `patch` has the changed rules, and `weights` the learned weights by which positions
    are judged. Raise `Unreadable` if no integer is found at a path, or if a new number is out of bounds.
    """
    mark = make_suffix(_name_all(base, changes, patch, weights))
    _install_finder()
    laid = _LAID.get(package + mark)
    if laid is None:
        laid = _LAID[package + mark] = _Laid(package, mark, base, changes, patch, weights)
        try:
            laid.check()
        except BaseException:
            del _LAID[package + mark]
            laid.forget()
            raise
    return laid.package


@contextmanager
def try_package(package: str, base: str, changes: Changes, weights: LearnedWeights | None = None) -> Iterator[str]:
    """Provide the name of a package with changed numbers or weights, until the `with` block ends.

    The arguments and the name are those of `make_package`. When the block ends, the package is removed from this
    process, unless it existed before the block.
    """
    known = package + make_suffix(_name_all(base, changes, None, weights)) in _LAID
    made = make_package(package, base, changes, None, weights)
    try:
        yield made
    finally:
        if not known:
            _LAID.pop(made).forget()


def _name_all(base: str, changes: Changes, patch: RulesPatch | None, weights: LearnedWeights | None) -> str:
    name = name_changed(base, dict(changes))
    name = name if patch is None else patches.name_patched(name, patch)
    return name if weights is None else f"{name}{JUDGED}{weights.label}"


class _Laid:
    """An overlay: a copy of a game's package under another name, in which numbers, rules or weights are changed.

    The copy has no files of its own: Python loads its modules from the files of the original. While they are loaded,
    the loader `_Loader` calls the methods of the overlay, which change their content.
    """

    def __init__(
        self,
        original: str,
        mark: str,
        base: str,
        changes: Changes,
        patch: RulesPatch | None,
        weights: LearnedWeights | None,
    ) -> None:
        self.original, self.package, self.mark = original, original + mark, mark
        self.base, self.name, self.changes = base, _name_all(base, changes, patch, weights), changes
        self.weights = weights
        self.left = set(dict(changes))
        self.patch = patch
        origin = importlib.util.find_spec(original)
        folder = Path(str(origin.origin)).parent if origin is not None else Path()
        self.homes = {} if patch is None else patches.find_homes(patch, folder)

    def check(self) -> None:
        """Check the changes of this variant of a game, and try them by importing its modules `parts` and `rules`.

        Raise `Unreadable` if a change is not allowed, if the number that it changes does not exist, or if the import
        fails.
        """
        bounds: Mapping[str, tuple[int, int]] = _bounds(self.original)
        for path, number in self.changes:
            held = _find_bounds(bounds, path)
            if held is None:
                said = ", ".join(bounds) or "nothing"
                raise Unreadable(
                    f"{self.base}: {path} cannot be changed; you can change: {said}{near(self.original, path)}"
                )
            low, high = held
            if not low <= number <= high:
                raise Unreadable(f"{self.base}: {path} is from {low} to {high}, not {number}")
        try:
            if importlib.util.find_spec(f"{self.original}.{TABLES}") is not None:
                importlib.import_module(f"{self.package}.{TABLES}")
            importlib.import_module(f"{self.package}.rules")
            for module in set(self.homes.values()):
                assert self.patch is not None
                patches.check_names(self.patch, vars(importlib.import_module(f"{self.package}.{module}")))
        except Unreadable as error:
            if self.patch is not None and self.patch.path in str(error):
                raise
            paths = (*self.left, *dict(self.changes))
            wrong = next((path for path in paths if path in str(error) or path in self.left), "")
            raise Unreadable(f"{error}{near(self.original, wrong)}") from None
        except Exception as error:
            raise Unreadable(f"{self.name} does not work: {type(error).__name__}: {error}") from error
        if self.left:
            raise Unreadable(f"{self.base} has no table {sorted(self.left)[0].partition('.')[0]} in {TABLES}.py")

    def forget(self) -> None:
        """Remove all modules of this changed copy of a game's package from `sys.modules`."""
        for name in [name for name in sys.modules if f"{name}.".startswith(f"{self.package}.")]:
            del sys.modules[name]

    def lay(self, name: str, value: Any) -> Any:
        """Return a constant of the original game's file `parts.py` with the changes of numbers applied to it.

        `name` is the name of the constant, such as `MECHS`, and `value` its original value, such as a tuple with a row
        for each mech.
        """
        for path, number in self.changes:
            table, *rest = path.split(".")
            if table == name:
                value = _replace_end(value, rest, number, path)
                self.left.discard(path)
        return value

    def run_patch(self, module: str, room: dict[str, Any]) -> None:
        """Define the patch's functions for one module of the game, in place of the original functions.

        `module` is the name of the module, and `room` the dict of its globals, in which the functions are defined.
        """
        assert self.patch is not None
        tree = patches.split_module(self.patch, self.homes, module)
        led = ast.fix_missing_locations(_Led(self, set()).visit(tree))
        exec(compile(led, self.patch.path, "exec", dont_inherit=True), room)  # noqa: S102 - the user has named the file

    @property
    def tables(self) -> set[str]:
        """Return the names of the tables in the game's `parts.py` that the overlay changes."""
        return {path.partition(".")[0] for path, _ in self.changes}


def _bounds(package: str) -> Mapping[str, tuple[int, int]]:
    """Return the minimum and the maximum of each number that may be changed in a game.

    The keys of the dict are patterns of paths. A path such as `MECHS.Harvester.power` leads to a number in a table of
    the game's `parts.py`, and `*` in a pattern stands for any text. The dict is empty if the game declares no such
    numbers.
    """
    if importlib.util.find_spec(f"{package}.{TABLES}") is None:
        return {}
    return getattr(importlib.import_module(f"{package}.{TABLES}"), "BOUNDS", {})


def _find_bounds(bounds: Mapping[str, tuple[int, int]], path: str) -> tuple[int, int] | None:
    """Return the allowed minimum and maximum of the number at `path`, or None if this number may not be changed.

    `bounds` has such pairs by the pattern of the path (see `_bounds`), in which `*` stands for any text. If several
    patterns fit the path, return the largest minimum and the smallest maximum.
    """
    held = [pair for pattern, pair in bounds.items() if fnmatchcase(path, pattern)]
    return (max(low for low, _ in held), min(high for _, high in held)) if held else None


# -- changeable numbers ------------------------------------------------------------------------------------------------


class Number(NamedTuple):
    """A number of the rules that may be changed: its path, its value, its minimum and maximum, and its meaning.

    The path, such as `MECHS.Harvester.power`, leads to the number: it begins with the name of a variable in the game's
    file `parts.py`. The meaning is a text, or "" if the dict `MEANINGS` in this file has no text for the number.
    """

    path: str
    now: int
    least: int
    most: int
    meaning: str = ""


def numbers(package: str) -> list[Number]:
    """Return all changeable numbers of the game's package `package`, in the order of its `BOUNDS`."""
    bounds, found = _bounds(package), {}
    tables = importlib.import_module(f"{package}.{TABLES}") if bounds else None
    meanings: Mapping[str, str] = getattr(tables, "MEANINGS", {})
    for table in dict.fromkeys(pattern.partition(".")[0] for pattern in bounds):
        for path, now in _leaves(table, getattr(tables, table)):
            held = _find_bounds(bounds, path)
            if held is not None and held[0] < held[1]:
                found[path] = Number(path, now, *held, _explain(meanings, path))
    return list(found.values())


def _explain(meanings: Mapping[str, str], path: str) -> str:
    """Return the meaning of the number at `path`, or an empty string if it is not given.

    `meanings` maps paths to meanings. In such a path, `*` may stand for any word. The first path that fits is used.
    """
    return next((said for pattern, said in meanings.items() if fnmatchcase(path, pattern)), "")


def _leaves(path: str, value: Any) -> Iterator[tuple[str, int]]:
    """Yield the path and the value of each integer in a constant of a game's file `parts.py`, at any depth.

    `value` is the constant or a part of it. `path` leads to `value`: it is the name of the constant, followed by the
    name of each further part, as in `MECHS.Harvester`. A row is named by its title, or by its index if it has no title.
    """
    if isinstance(value, int | np.integer) and not isinstance(value, bool):
        yield path, int(value)
    elif isinstance(value, tuple) and hasattr(value, "_fields"):
        for name in value._fields:
            yield from _leaves(f"{path}.{name}", getattr(value, name))
    elif isinstance(value, Mapping):
        for key, one in value.items():
            yield from _leaves(f"{path}.{_hyphenate(str(key))}", one)
    elif isinstance(value, list | tuple | np.ndarray):
        for k, row in enumerate(value):
            title = next(
                (str(getattr(row, name)) for name in ROW_NAMES if isinstance(getattr(row, name, None), str)), None
            )
            if title != "":  # a row without a title stands for no part
                yield from _leaves(f"{path}.{k if title is None else _hyphenate(title)}", row)


def _hyphenate(title: str) -> str:
    """Return the title of a card or other part in the form that it has in a path: `Big Fork!` becomes `Big-Fork`.

    A path such as `PARTS.Big-Fork.price` leads to a number in a game's file `parts.py`. Capitals stay as they are.
    """
    return re.sub(r"[^\w]+", "-", title).strip("-")


def near(package: str, path: str) -> str:
    """Return the end of an error message about a wrong path: a list of up to three similar paths that are right.

    A path such as `MECHS.Harvester.power` leads to a number that may be changed, in a table of the game's package
    `package`. If there is no path similar to `path`, return "".
    """
    listed = {one.path.lower(): one.path for one in numbers(package)}
    found = difflib.get_close_matches(path.lower(), listed, 3, 0.7)
    return f"; near it: {', '.join(listed[one] for one in found)}" if found else ""


# -- tables ------------------------------------------------------------------------------------------------------------


def _replace_end(value: Any, rest: list[str], number: int, path: str) -> Any:
    """Return a copy of `value` in which one integer is replaced by `number`.

    `value` is a constant of a game's file `parts.py`, or a part of it: an array, dict, tuple or list. `rest` lists the
    words of the path from `value` to the integer, such as `Harvester` and `power`. The function calls itself for each
    word. `path` is the whole path, such as `MECHS.Harvester.power`, for messages. Raise `Unreadable` if the path does
    not lead to an integer.
    """
    if not rest:
        if isinstance(value, bool) or not isinstance(value, int | np.integer):
            raise Unreadable(f"{path} is not an integer")
        return number
    key, found = _find_meaning(value, rest[0], path)
    inner = _replace_end(found, rest[1:], number, path)
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


def _find_meaning(value: Any, word: str, path: str) -> tuple[Any, Any]:
    """Return the part of `value` that a word of a path names, as a pair: its key in `value`, and the part itself.

    `value` is a constant of a game's file `parts.py`, or a part of it. The key is the name of a field, a key of a dict,
    or the index of a row. For a row, the word is its index or its title. Raise `Unreadable` if there is no such part.
    `path` is the whole path, such as `MECHS.Harvester.power`, for messages.
    """
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
        raise Unreadable(f"{path}: there is no value below {word!r}")
    if word.isdigit() and int(word) < len(value):
        return int(word), value[int(word)]
    for k, row in enumerate(value):
        if _slug(word) in {_slug(getattr(row, name, "")) for name in ROW_NAMES}:
            return k, row
    raise Unreadable(f"{path}: there is no row {word!r}")


def _slug(title: Any) -> str:
    """Return a title in lower case, with hyphens for spaces and signs: `Big Fork!` becomes `big-fork`.

    A path such as `PARTS.Big-Fork.price` names a number in the rules of a game. To find this number, the words of the
    path are compared with the titles of cards in this form.
    """
    return re.sub(r"[^a-z0-9]+", "-", str(title).lower()).strip("-")


# -- the package under another name ------------------------------------------------------------------------------------


class _Finder(importlib.abc.MetaPathFinder):
    """A finder that Python's import system asks for the modules of packages with changed numbers.

    For a module of such a package, it finds the file of the same module in the original package.
    """

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
    """A loader for the modules of a variant: a copy of a game's package in which some numbers are changed.

    It executes the files of the original game with two differences. Imports lead to the modules of the variant. After a
    table of `parts.py` is assigned, the changed numbers are written into it.
    """

    def __init__(self, laid: _Laid, fullname: str, path: str) -> None:
        super().__init__(fullname, path)
        self._laid = laid

    def get_code(self, fullname: str) -> Any:
        path = self.get_filename(fullname)
        changes = self._laid.tables if fullname == f"{self._laid.package}.{TABLES}" else set()
        tree = _Led(self._laid, changes).visit(ast.parse(Path(path).read_bytes(), path))
        module = fullname.removeprefix(f"{self._laid.package}.")
        if replaced := {name for name, home in self._laid.homes.items() if home == module}:
            tree = patches.place_patch(tree, replaced)
        return compile(ast.fix_missing_locations(tree), path, "exec", dont_inherit=True)

    def exec_module(self, module: ModuleType) -> None:
        vars(module)["__laid__"] = self._laid.lay
        own = module.__name__.removeprefix(f"{self._laid.package}.")
        vars(module)["__patch__"] = lambda room: self._laid.run_patch(own, room)
        with use_weights(self._laid.weights):
            super().exec_module(module)
        if module.__name__ == f"{self._laid.package}.facts":
            facts, said = vars(module)["FACTS"], ", ".join(f"{path} = {number}" for path, number in self._laid.changes)
            if self._laid.patch is not None:
                said = ", ".join(filter(None, [said, f"rules of {self._laid.patch.stem}.py"]))
            vars(module)["FACTS"] = dataclasses.replace(
                facts, name=self._laid.name, title=f"{facts.title} ({said})" if said else facts.title, in_lobby=False
            )


class _Led(ast.NodeTransformer):
    """A transformer of syntax trees, used to make a copy of a game with changed numbers.

    It turns the syntax tree of a file of the game into that of the same file in the copy. In the new tree, imports lead
    to the package of the copy, and the game's records are declared with another name. If a statement assigns a
    collection in which numbers have to change, such as `MECHS`, another statement is added after it, which changes
    these numbers.
    """

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
                raise Unreadable(
                    f"{self._laid.base}: `import {alias.name}` is not possible in a game with changed numbers; write `from ... import`"
                )
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
"""The overlays of this process by the name of their package."""
_FINDER = _Finder()
"""The finder of their modules, which is in Python's import system."""


def _install_finder() -> None:
    if _FINDER not in sys.meta_path:
        sys.meta_path.insert(0, _FINDER)


__getattr__ = forward(__name__, {"named": "name_changed", "mark_of": "make_suffix", "package_of": "make_package"})
