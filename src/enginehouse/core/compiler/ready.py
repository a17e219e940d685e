"""Use ready libraries: machine code of this package's own games that comes with a release and need not be compiled.

`enginehouse build ready` writes the libraries into a folder with a list of them (`ready.json`), and the folder becomes
part of a release. A library is used only if its hash is right, and if it was built from the same source files that its
game and the packages `core` and `bots` have now. Otherwise Numba compiles the rules, as it does for games with changed
numbers or replaced rules.
"""

from __future__ import annotations

import functools
import hashlib
import json
import logging
import platform
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from enginehouse.core.flags import bounds_checked, jit_possible, jit_wanted, uses_stock_numba
from enginehouse.core.registry import overlays

if TYPE_CHECKING:
    from enginehouse.core.compiler.entries import LibraryFunction
    from enginehouse.core.registry.game import Game

LOG = logging.getLogger(__name__)
PACKAGE = Path(__file__).parents[2]
FOLDER = PACKAGE / "ready"
"""The folder of the libraries."""
LIST = "ready.json"
_HOME = "enginehouse.games."
_MODERN = {"avx2", "bmi1", "bmi2", "f16c", "fma", "movbe"}
"""The features of an x86-64-v3 processor that Linux lists, as far as they are checked."""


def find_ready(function: Callable[..., Any], game: Game) -> Callable[..., int] | None:
    """Return the function of a ready library for the rule `function` of a game, or `None` if there is no such function.

    A ready library is machine code that comes with a release of this package. There are no libraries for games of other
    packages, nor for variants of a game with changed rules or other learned weights. No library is used if an
    environment variable (see `core.flags`) turns compiling off, turns the check of indices off, or asks for Numba as it
    is, without the patches that this package makes to it.
    """
    if not jit_wanted() or uses_stock_numba() or not bounds_checked():
        return None
    if not game.package.startswith(_HOME) or overlays.SIGN in game.name:
        return None
    return _load(FOLDER, game.name, Path(game.folder)).get(name_rule(function))


def can_compile(function: Callable[..., Any], game: Game) -> bool:
    """Return whether the rule `function` runs as machine code here: compiled by Numba, or from a ready library."""
    return jit_possible() or find_ready(function, game) is not None


def name_rule(function: Callable[..., Any]) -> str:
    """Return the full name of the rule `function`, with its module."""
    return f"{function.__module__}.{function.__qualname__}"


def stamp_sources(folder: Path) -> str:
    """Return the hash of all source files that may influence the machine code of a game.

    These are the files of `core` and `bots`, and the game's own files in `folder`.
    """
    digest = hashlib.sha256()
    files = {
        *(PACKAGE / "core").rglob("*.py"),
        *(PACKAGE / "bots").rglob("*.py"),
        *folder.rglob("*.py"),
        *folder.glob("*.json"),
    }
    for file in sorted(files):
        digest.update(f"{file.parent.name}/{file.name}\0".encode())
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def describe_ready(
    folder: Path, entries: Sequence[LibraryFunction], libraries: Mapping[str, tuple[str, bytes]]
) -> dict[str, Any]:
    """Return the description of a game's ready libraries, as a dict for JSON.

    A ready library is machine code of a game that comes with a release of this package and need not be compiled.
    `folder` is the game's folder. `entries` are the functions of the libraries. `libraries` maps each target (a kind of
    machine) to a pair, the name and the content of its file. The result has three keys:

    - `stamp` is the hash of the sources.
    - `functions` maps the full name of each rule of `entries` to a dict. In this dict, `name` is the function's name in
      the library. `arguments` has a list for each argument: its name and, for an array, also the bytes of an element
      and the shape.
    - `libraries` maps each target to a dict with `file` (a name) and `sha256`.
    """
    return {
        "stamp": stamp_sources(folder),
        "functions": {
            name_rule(one.rule): {
                "name": one.name,
                "arguments": [
                    [argument.name]
                    if argument.dtype is None
                    else [argument.name, argument.dtype.itemsize, argument.shape]
                    for argument in one.arguments
                ],
            }
            for one in entries
        },
        "libraries": {
            target: {"file": file, "sha256": hashlib.sha256(content).hexdigest()}
            for target, (file, content) in libraries.items()
        },
    }


@functools.cache
def _load(folder: Path, name: str, sources: Path) -> Mapping[str, Callable[..., int]]:
    """Return the functions of a game's ready library, as a dict by the full names of their rules.

    A ready library was compiled before this version of the program was released. `name` is the name of the game,
    `folder` has the ready libraries, and `sources` is the game's folder. Return an empty mapping if there is no library
    for this machine and these sources of the game. If there is a library, but its file is damaged or missing, write a
    warning to the program's log and return an empty mapping.
    """
    try:
        about = json.loads((folder / LIST).read_text("utf-8")).get(name)
    except OSError:
        return {}
    if about is None or about["stamp"] != stamp_sources(sources):
        return {}
    for target in list_targets():
        if target not in about["libraries"]:
            continue
        library = about["libraries"][target]
        content = (folder / library["file"]).read_bytes() if (folder / library["file"]).is_file() else b""
        if hashlib.sha256(content).hexdigest() != library["sha256"]:
            LOG.warning("The ready library %s is damaged or missing. Rules are compiled instead.", library["file"])
            return {}
        return _bind(folder / library["file"], name, about["functions"])
    return {}


def _bind(file: Path, game: str, functions: Mapping[str, Any]) -> Mapping[str, Callable[..., int]]:
    """Load the library of the game `game` from its file, and return its functions by the full names of their rules.

    `functions` maps the full name of each rule to a dict with two keys. `name` is the name of the rule's function in
    the library. `arguments` has a list for each argument: its name and, for an array, also the bytes of an element and
    the shape.
    """
    import numpy as np

    from enginehouse.core.compiler.entries import Argument, LibraryFunction
    from enginehouse.core.compiler.targets.loading import load_library

    entries, rules = [], {}
    for rule, one in functions.items():
        arguments = tuple(
            Argument(name) if not more else Argument(name, np.dtype((np.void, more[0])), tuple(more[1]))
            for name, *more in one["arguments"]
        )
        entries.append(LibraryFunction(one["name"], functools.partial(int), arguments))
        rules[rule] = one["name"]
    found = load_library(file, entries, f"{game.replace('-', '_')}_")
    return {rule: found[name] for rule, name in rules.items()}


def list_targets() -> list[str]:
    """Return a list of the targets (kinds of machines) whose machine code this machine can run, the fastest first."""
    if not sys.platform.startswith("linux"):
        return []
    machine = platform.machine().lower()
    if machine in ("aarch64", "arm64"):
        return ["aarch64"]
    if machine not in ("x86_64", "amd64"):
        return []
    return ["x86-64-v3", "x86-64"] if _is_modern() else ["x86-64"]


def _is_modern() -> bool:
    """Return whether this processor has the instructions of the level x86-64-v3."""
    try:
        text = Path("/proc/cpuinfo").read_text("utf-8")
    except OSError:
        return False
    flags = next((line.split(":", 1)[1].split() for line in text.splitlines() if line.startswith("flags")), [])
    return set(flags) >= _MODERN
