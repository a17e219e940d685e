"""Where compiled rules are kept, so that nobody waits for the compiler twice.

Numba's own cache sees edits only in the file of the function itself; a rule that calls an edited helper would go on
running old code. So each game has a folder of its own, named after a hash of every source file that its compiled code
can reach, of the versions of Python, NumPy and Numba, and of the flags. An edit, an upgrade or a flag makes another
folder; folders that nobody used for 30 days are removed. The folder belongs to its user alone.
"""

from __future__ import annotations

import ast
import hashlib
import os
import re
import shutil
import sys
import time
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from enginehouse.core.game import Game

KEPT_SECONDS = 30 * 24 * 3600
COMPILED = ("rules", "policy")
"""The modules of a game in which compiled code begins."""
_OURS = re.compile(r".+-[0-9a-f]{24}")
_installed = False


def root() -> Path:
    """The folder of all compiled rules: `ENGINEHOUSE_CACHE`, else the user's cache folder."""
    named = os.environ.get("ENGINEHOUSE_CACHE")
    if named:
        return Path(named)
    from platformdirs import user_cache_path

    return user_cache_path("enginehouse") / "compiled"


def reachable(game: Game) -> list[Path]:
    """The source files that the game's compiled code can come from: `core`, `bots`, and what its rules and policy import.

    Of the conformance checks only their loops compile.
    """
    package = Path(__file__).resolve().parents[2]
    files = {*(package / "core").rglob("*.py"), *(package / "bots").glob("*.py"), package / "conformance" / "loops.py"}
    return sorted(files | behind(game, COMPILED))


def behind(game: Game, modules: Iterable[str]) -> set[Path]:
    """The files of these modules of a game, as far as it has them, and of all its modules that they import."""
    own = Path(game.folder).resolve()
    found: set[Path] = set()
    waiting = [own / f"{name}.py" for name in modules]
    while waiting:
        file = waiting.pop()
        if file in found or not file.is_file():
            continue
        found.add(file)
        for node in ast.parse(file.read_bytes()).body:
            if isinstance(node, ast.ImportFrom) and node.module == game.package:
                waiting += [own / f"{name.name}.py" for name in node.names]
            elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith(f"{game.package}."):
                waiting.append(own / f"{str(node.module).rpartition('.')[2]}.py")
    return found


def edited_since_loaded(game: Game) -> bool:
    """Whether a source was changed after this process began to load them: its rules may be older than their files."""
    from enginehouse.core.compiler.flags import LOADED

    return any(LOADED < file.stat().st_mtime <= time.time() for file in reachable(game))


def stamp(game: Game) -> str:
    """A hash of all that decides what compiled code does: sources, versions, flags."""
    from enginehouse.core.compiler.flags import bounds_checked

    digest = hashlib.sha256()
    facts = [sys.version, version("numpy"), version("numba"), version("llvmlite"), str(bounds_checked())]
    facts += [os.environ.get(name, "") for name in ("NUMBA_OPT", "NUMBA_DEBUGINFO", "NUMBA_CPU_NAME")]
    digest.update("\0".join(facts).encode())
    for file in reachable(game):
        digest.update(f"\0{file.parent.name}/{file.name}\0".encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()[:24]


def folder_for(game: Game) -> Path | None:
    """The game's folder, made and installed as Numba's; None where nothing can be kept.

    That is where nothing can be written, where the folder is somebody else's (compiled code is run as it is found), and
    when a source was edited while this process ran.
    """
    folder = root() / f"{game.name}-{stamp(game)}"
    try:
        if edited_since_loaded(game):
            return None
        root().mkdir(parents=True, exist_ok=True, mode=0o700)
        folder.mkdir(exist_ok=True, mode=0o700)
        if not _is_own(folder):
            return None
        os.utime(folder)
        _remove_unused()
        probe = folder / f".probe-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except OSError:
        return None
    _install()
    return folder


def _is_own(folder: Path) -> bool:
    """Whether a folder belongs to this user, and nobody else may write into it."""
    found = folder.stat()
    return not hasattr(os, "getuid") or (found.st_uid == os.getuid() and found.st_mode & 0o022 == 0)


def _remove_unused() -> None:
    """Remove folders of ours that nobody used for a while; the root may be a folder that holds other things too."""
    limit = time.time() - KEPT_SECONDS
    for old in root().iterdir():
        try:
            if _OURS.fullmatch(old.name) and old.is_dir() and old.stat().st_mtime < limit:
                shutil.rmtree(old, ignore_errors=True)
        except OSError:  # another process was faster
            continue


def _install() -> None:
    """Put our locator first in Numba's list. A private door of Numba's: its minor version is pinned and tested."""
    global _installed
    if _installed:
        return
    from numba.core import caching

    class Locator(caching._CacheLocator):  # type: ignore[misc,unused-ignore]
        def __init__(self, py_func: Any) -> None:
            self._folder = str(py_func.__enginehouse_cache__)
            self._line = py_func.__code__.co_firstlineno
            self._module = py_func.__module__

        def get_cache_path(self) -> str:
            return self._folder

        def get_source_stamp(self) -> str:
            return "by folder"

        def get_disambiguator(self) -> str:
            return f"{hashlib.sha256(self._module.encode()).hexdigest()[:8]}-{self._line}"

        @classmethod
        def from_function(cls, py_func: Any, py_file: str) -> Any:
            return cls(py_func) if getattr(py_func, "__enginehouse_cache__", None) is not None else None

    locators: list[Any] = caching.CacheImpl._locator_classes
    locators.insert(0, Locator)
    _installed = True
