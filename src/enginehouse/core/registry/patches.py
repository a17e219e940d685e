"""Change rules: a variant of a game, in which some functions of the rules are replaced by those of a Python file.

    patch = patches.read_patch(Path("cheap_forks.py"))
    patches.admit(patch)
    games.find_or_create(patches.name_patched("mechanica", patch))

The file defines functions with the names of functions in the game's rules, which they replace. It may also have
imports, constants and functions of its own. The name of the game contains the name and the hash of the file, so a log
names the rules that it was played by. A game's name alone never runs code: `admit` has to be called in this process
first, for a file that the user of this machine has named.
"""

from __future__ import annotations

import ast
import builtins
import dis
import hashlib
import re
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from enginehouse.core.errors import Unreadable, quote

WORD = "rules."
"""The beginning of a patch in the name of a game, after the sign for changes."""
LONGEST = 200_000
"""The maximum number of characters of a file of changed rules."""
_ADMITTED: dict[str, RulesPatch] = {}
"""The changed rules that this process may run, by their labels."""


class _Source(NamedTuple):
    stem: str
    text: str
    path: str


class RulesPatch(_Source):
    """A file of changed rules: the name of the file without its ending, its text, and its path for messages."""

    @property
    def label(self) -> str:
        """Return the name and the hash of the patch, as a game's name has them: `cheap_forks=1a2b3c4d5e6f`."""
        lines = "\n".join(self.text.splitlines())
        return f"{self.stem}={hashlib.sha256(lines.encode()).hexdigest()[:12]}"

    @cached_property
    def tree(self) -> ast.Module:
        """Return the syntax tree of the file of changed rules. Raise `Unreadable` with the line of a fault."""
        try:
            return ast.parse(self.text, self.path)
        except SyntaxError as error:
            raise Unreadable(f"{self.path}:{error.lineno}: {error.msg}") from None

    @property
    def functions(self) -> list[str]:
        """Return a list of the names of all functions that the file of changed rules defines."""
        return [one.name for one in self.tree.body if isinstance(one, ast.FunctionDef)]


def read_patch(path: Path) -> RulesPatch:
    """Return the changed rules in a file. Raise `Unreadable` if it cannot be read or has no function."""
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Unreadable(f"{path} cannot be read: {error}") from None
    return make_patch(path.stem, text, str(path))


def make_patch(stem: str, text: str, path: str) -> RulesPatch:
    """Return the changed rules that the text of a file defines.

    Raise `Unreadable` if the text has a fault or no function. `stem` is the name of the file without its ending. `path`
    names the file in messages, and is not read.
    """
    if not re.fullmatch(r"[A-Za-z_]\w{0,60}", stem, re.ASCII):
        raise Unreadable(f"{quote(stem)} cannot name changed rules: use letters, digits and underscores")
    if len(text) > LONGEST:
        raise Unreadable(f"{path} is longer than {LONGEST} characters")
    patch = RulesPatch(stem, text, path)
    if not patch.functions:
        raise Unreadable(f"{path} has no function: write the functions of the game that you change, by their names")
    return patch


def admit(patch: RulesPatch) -> RulesPatch:
    """Allow this process to run the changed rules `patch`. Return `patch`.

    Call it only for a file that the user of this machine has named. A log may also name changed rules, but that is no
    reason to call it.
    """
    _ADMITTED[patch.label] = patch
    return patch


def name_patched(name: str, patch: RulesPatch) -> str:
    """Return the name of a game whose rules a patch changes. `name` is its name without the patch."""
    return f"{name}+{WORD}{patch.label}"


def split_patch(name: str) -> tuple[str, str]:
    """Return the name of a game without its changed rules, and the label of these rules.

    The label is "" if the rules are not changed.
    """
    base, sign, label = name.partition(f"+{WORD}")
    return (base, label) if sign else (name, "")


def find_admitted(name: str, label: str) -> RulesPatch:
    """Return the changed rules with this label, if the user has allowed their file by the option `--rules`.

    The label contains the name of the file and a hash of its text. Raise `Unreadable` if the user has not named this
    file. `name` is the name of the game, for the error.
    """
    if label in _ADMITTED:
        return _ADMITTED[label]
    stem, _, digest = label.partition("=")
    other = next((one for one in _ADMITTED.values() if one.stem == stem), None)
    if other is not None:
        raise Unreadable(
            f"{quote(name)} has other rules than {other.path}: the hash of its file was {digest}, that of this file is "
            f"{other.label.partition('=')[2]}"
        )
    raise Unreadable(
        f"{quote(name)} was played by the changed rules of {stem}.py; if you trust that file, name it: --rules {stem}.py"
    )


# -- the changed modules -----------------------------------------------------------------------------------------------


def find_homes(patch: RulesPatch, folder: Path) -> dict[str, str]:
    """Return a dict that says in which module of a game each function of a patch has to be replaced.

    The keys are names of functions, and the values names of modules in `folder`, the folder of the game. Functions that
    the game does not have are left out. Raise `Unreadable` if the game has no function of the patch, or has one of them
    in two modules.
    """
    homes: dict[str, list[str]] = {}
    for file in sorted(folder.glob("*.py")):
        for one in ast.parse(file.read_bytes(), str(file)).body:
            if isinstance(one, ast.FunctionDef):
                homes.setdefault(one.name, []).append(file.stem)
    found: dict[str, str] = {}
    for name in patch.functions:
        modules = homes.get(name, [])
        if len(modules) > 1:
            raise Unreadable(f"{patch.path}: {name} is in {' and '.join(modules)}; copy the game to change one of them")
        if modules:
            found[name] = modules[0]
    if not found:
        near = ", ".join(sorted(homes)[:12])
        raise Unreadable(
            f"{patch.path}: the game has none of its functions ({', '.join(patch.functions)}); it has: {near}, ..."
        )
    return found


def split_module(patch: RulesPatch, homes: Mapping[str, str], module: str) -> ast.Module:
    """Return the part of a patch that is executed in the game's module `module`.

    It has the functions that replace functions of this module, and everything in the patch that does not replace a
    function: imports, constants, and functions of its own. Functions for other modules are left out. `homes` maps each
    function of the patch to the module in which it replaces a function (see `find_homes`). If the patch does not change
    the module, return an empty syntax tree.
    """
    if module not in homes.values():
        return ast.Module([], [])
    body: list[ast.stmt] = []
    for one in patch.tree.body:
        if isinstance(one, ast.FunctionDef) and homes.get(one.name, module) != module:
            continue
        if isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant):
            continue  # skip the docstring of the file
        if isinstance(one, ast.ImportFrom) and one.module == "__future__":
            continue
        body.append(one)
    return ast.Module(body, [])


def place_patch(module: ast.Module, names: set[str]) -> ast.Module:
    """Return the syntax tree of a game's module, changed so that it runs a patch in place of the replaced functions.

    `names` has the names of these functions, which are removed from the tree. In the place of the first of them, the
    module calls `__patch__` with its globals.
    """
    replaced = [one for one in module.body if isinstance(one, ast.FunctionDef) and one.name in names]
    body: list[ast.stmt] = [one for one in module.body if one not in replaced]
    if replaced:
        call = ast.copy_location(ast.parse("__patch__(globals())").body[0], replaced[0])
        body.insert(module.body.index(replaced[0]), call)
    module.body = body
    return module


def check_names(patch: RulesPatch, room: Mapping[str, Any]) -> None:
    """Raise `Unreadable` with the line if a function of a patch uses a global name that its module does not have.

    `room` has the globals of the module after the patch was executed.
    """
    for name in patch.functions:
        code = getattr(getattr(room.get(name), "py_func", room.get(name)), "__code__", None)
        if code is None or code.co_filename != patch.path:
            continue
        for one in dis.get_instructions(code):
            if one.opname == "LOAD_GLOBAL" and one.argval not in room and not hasattr(builtins, one.argval):
                line = one.positions.lineno if one.positions is not None else code.co_firstlineno
                raise Unreadable(f"{patch.path}:{line}: {name}: there is no name {quote(one.argval)}")
