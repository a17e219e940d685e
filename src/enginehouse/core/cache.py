"""Where compiled rules are kept, so that nobody waits for the compiler twice.

Numba's own cache sees edits only in the file of the function itself; a rule that calls an edited helper would go on
running old code. So each game has a folder of its own, named after a hash of every source file that its compiled code
can reach, of the versions of Python, NumPy and Numba, and of the flags. An edit, an upgrade or a flag makes another
folder; folders that nobody used for 30 days are removed. The folder belongs to its user alone.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import time
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from enginehouse.core.game import Game

KEPT_SECONDS = 30 * 24 * 3600
NOT_COMPILED = {"words.py", "drawing.py"}
_installed = False


def root() -> Path:
    """The folder of all compiled rules: `ENGINEHOUSE_CACHE`, else the user's cache folder."""
    named = os.environ.get("ENGINEHOUSE_CACHE")
    if named:
        return Path(named)
    from platformdirs import user_cache_path

    return user_cache_path("enginehouse") / "compiled"


def reachable(game: Game) -> list[Path]:
    """The source files that the game's compiled code can come from: `core`, `bots` and the game's own folder."""
    package = Path(__file__).resolve().parents[1]
    own = Path(game.folder).resolve()
    files = [*(package / "core").glob("*.py"), *(package / "bots").glob("*.py"), *own.glob("*.py")]
    return sorted(f for f in files if f.name not in NOT_COMPILED)


def stamp(game: Game) -> str:
    """A hash of all that decides what compiled code does: sources, versions, flags."""
    from enginehouse.core.compiling import bounds_checked

    digest = hashlib.sha256()
    facts = [sys.version, version("numpy"), version("numba"), version("llvmlite"), str(bounds_checked())]
    facts += [os.environ.get(name, "") for name in ("NUMBA_OPT", "NUMBA_DEBUGINFO", "NUMBA_CPU_NAME")]
    digest.update("\0".join(facts).encode())
    for file in reachable(game):
        digest.update(f"\0{file.name}\0".encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()[:24]


def folder_for(game: Game) -> Path | None:
    """The game's folder, made and installed as Numba's; None where nothing can be written (then nothing is kept)."""
    folder = root() / f"{game.name}-{stamp(game)}"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        root().chmod(0o700)
        os.utime(folder)
        _remove_unused()
        probe = folder / f".probe-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except OSError:
        return None
    _install()
    return folder


def _remove_unused() -> None:
    limit = time.time() - KEPT_SECONDS
    for old in root().iterdir():
        if old.is_dir() and old.stat().st_mtime < limit:
            shutil.rmtree(old, ignore_errors=True)


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

    caching.CacheImpl._locator_classes.insert(0, Locator)
    _installed = True
