"""Where compiled rules are kept, so that nobody waits for the compiler twice.

Numba's own cache sees edits only in the file of the function itself; a rule that calls an edited helper would go on
running old code. So each game has a folder of its own, named after a hash of the code in every source file that its
compiled rules can reach, of the versions of Python, NumPy and Numba, and of the flags. An edit, an upgrade or a flag makes
another folder; folders that nobody used for 30 days are removed. The folder belongs to its user alone.

An edit of comments, docstrings or layout changes no code and compiles nothing (see `sources`); in what compiled code
raises the lines are then those of the day it was compiled.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import shutil
import sys
import time
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from enginehouse.core.judging.learned import BELIEFS, FILE
from enginehouse.core.sources.sealed import remove_damaged, remove_leftovers
from enginehouse.core.sources.sources import GameFiles, Notes

KEPT_SECONDS = 30 * 24 * 3600
COMPILED = ("rules", "policy", "judgement")
"""The modules of a game in which compiled code begins."""
_OURS = re.compile(r".+-[0-9a-f]{24}")


def root() -> Path:
    """The folder of all compiled rules: `ENGINEHOUSE_CACHE`, else the user's cache folder."""
    named = os.environ.get("ENGINEHOUSE_CACHE")
    if named:
        return Path(named)
    from platformdirs import user_cache_path

    return user_cache_path("enginehouse") / "compiled"


def notes() -> Notes:
    """What is known of source files; whoever has asked it for something calls its `keep` afterwards."""
    return Notes(root())


def reachable(game: GameFiles, known: Notes | None = None) -> list[Path]:
    """The source files that the game's compiled code can come from: `core`, `bots`, and what its rules and policy import.

    Of the conformance checks only their loops compile, of the environments theirs.
    """
    package = Path(__file__).resolve().parents[2]
    loops = {*(package / "conformance").rglob("*loops.py"), *(package / "envs").rglob("*loop.py")}
    files = {*(package / "core").rglob("*.py"), *(package / "bots").rglob("*.py"), *loops}
    weights = {file for name in (FILE, BELIEFS) if (file := Path(game.folder) / name).is_file()}
    return sorted(files | behind(game, COMPILED, known) | weights)


def behind(game: GameFiles, modules: Iterable[str], known: Notes | None = None) -> set[Path]:
    """The files of these modules of a game, as far as it has them, and of all modules that they import.

    Left out are those of Python, of NumPy and of `core` and `bots`; of an installed package its imports are not followed.
    """
    known = known or notes()
    own = Path(game.folder).resolve()
    found: set[Path] = set()
    waiting = [own / f"{name}.py" for name in modules]
    while waiting:
        file = waiting.pop()
        if file in found or not file.is_file():
            continue
        found.add(file)
        if file.is_relative_to(own) or not {"site-packages", "dist-packages"} & set(file.parts):
            for level, module, names in known.of(file).imports:
                for name in {module, *(f"{module}.{name}".strip(".") for name in names)}:
                    waiting += _at(file.parents[level - 1], name) if level else _file_of(name, game, own)
    return found


_FOLLOWED = re.compile(r"enginehouse\.(games|conformance\.samples)\.")


def _file_of(name: str, game: GameFiles, own: Path) -> list[Path]:
    """Where the source of a module lies, if it is one that rules can come from."""
    if name.startswith(f"{game.package}."):
        return _at(own, name.removeprefix(f"{game.package}."))
    top = name.partition(".")[0]
    if top in ("numpy", "typing_extensions") or top in sys.stdlib_module_names:
        return []
    if top == "enginehouse" and not _FOLLOWED.match(name):
        return []
    try:
        spec = importlib.util.find_spec(name)
    except (ImportError, ValueError, AttributeError):  # a name in a module, not a module
        return []
    return [Path(spec.origin).resolve()] if spec is not None and spec.has_location and spec.origin else []


def _at(folder: Path, name: str) -> list[Path]:
    """Where the source of a module may lie, by its name from a folder on."""
    path = folder.joinpath(*name.split("."))
    return [path.with_name(f"{path.name}.py"), path / "__init__.py"] if name else []


def edited_since_loaded(game: GameFiles) -> bool:
    """Whether a source was changed after this process began to load them: its rules may be older than their files."""
    from enginehouse.core.flags import LOADED

    return any(LOADED < file.stat().st_mtime <= time.time() for file in reachable(game))


def _version(package: str) -> str:
    """Return the version of a package, or "" if it is not installed: plain rules need no compiler."""
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def stamp(game: GameFiles) -> str:
    """A hash of all that decides what compiled code does: sources, versions, flags."""
    from enginehouse.core.flags import bounds_checked, stock_numba

    digest = hashlib.sha256()
    facts = [sys.version, *map(_version, ("numpy", "numba", "llvmlite")), str(bounds_checked())]
    facts += ["stock"] if stock_numba() else []
    facts += [os.environ.get(name, "") for name in ("NUMBA_OPT", "NUMBA_DEBUGINFO", "NUMBA_CPU_NAME")]
    digest.update("\0".join(facts).encode())
    known = notes()
    for file in reachable(game, known):
        digest.update(f"\0{file.parent.name}/{file.name}\0{known.of(file).code}".encode())
    known.keep()
    return digest.hexdigest()[:24]


def folder_for(game: GameFiles) -> Path | None:
    """Return the folder for the compiled code of a game, and make it if needed. Return None if no code can be kept.

    That is so if the folder cannot be written, if it belongs to another user (compiled code is run as it is found), or if a
    source was edited while this process ran.
    """
    folder = root() / f"{game.name}-{stamp(game)}"
    try:
        if edited_since_loaded(game):
            return None
        root().mkdir(parents=True, exist_ok=True, mode=0o700)
        if folder.is_file():
            remove_damaged(folder)
        folder.mkdir(exist_ok=True, mode=0o700)
        if not _is_own(folder):
            return None
        os.utime(folder)
        _remove_unused()
        remove_leftovers(folder)
        probe = folder / f".probe-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except OSError:
        return None
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
