"""Keep the folders of compiled rules, so that rules are compiled only once.

Numba's own cache notices an edit only in the file of the function itself. A rule that calls an edited helper would
still run old code. So each game has a folder, whose name contains a hash. The hash covers the code in every source file
that its compiled rules can reach, the versions of Python, NumPy and Numba, and the environment variables that change
how rules are compiled. If any of these changes, another folder is used. Folders that were unused for 30 days are
removed. Each user of the machine has folders of their own, which other users cannot change.

After an edit of comments, docstrings or layout alone, the compiled code stays in use (see `sources`). Line numbers in
its errors are then those before the edit.
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
"""The modules of a game in which compiled code starts."""
_OURS = re.compile(r".+-[0-9a-f]{24}")
"""The form of the name of a folder that this module has made."""


def root() -> Path:
    """Return the folder of all compiled rules: `ENGINEHOUSE_CACHE` if it is set, else the user's cache folder."""
    named = os.environ.get("ENGINEHOUSE_CACHE")
    if named:
        return Path(named)
    from platformdirs import user_cache_path

    return user_cache_path("enginehouse") / "compiled"


def notes() -> Notes:
    """Return the stored notes about source files: the hash and the imports of each.

    Call `keep` on the result after use, so that new notes are stored.
    """
    return Notes(root())


def reachable(game: GameFiles, known: Notes | None = None) -> list[Path]:
    """Return a list of all source files that can change the compiled code of a game, with its files of learned weights.

    These are the files of `core` and `bots`, all files that the game's rules, policy and judgement import, and the
    files with compiled loops in `conformance` and `envs`. `known` has stored notes about source files.
    """
    package = Path(__file__).resolve().parents[2]
    loops = {*(package / "conformance").rglob("*loops.py"), *(package / "envs").rglob("*loop.py")}
    files = {*(package / "core").rglob("*.py"), *(package / "bots").rglob("*.py"), *loops}
    weights = {file for name in (FILE, BELIEFS) if (file := Path(game.folder) / name).is_file()}
    return sorted(files | behind(game, COMPILED, known) | weights)


def behind(game: GameFiles, modules: Iterable[str], known: Notes | None = None) -> set[Path]:
    """Return the existing source files of these modules of a game, and of all modules that these import.

    Modules of Python, of NumPy and of `core` and `bots` are left out. The imports of an installed package are not
    followed. `known` has notes about the imports of files, so that unchanged files need not be read again. By default,
    the stored notes are used.
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
                    waiting += _at(file.parents[level - 1], name) if level else _find_file(name, game, own)
    return found


_FOLLOWED = re.compile(r"enginehouse\.(games|conformance\.samples)\.")
"""The modules of this package whose imports are followed. All files of `core` and `bots` count anyway."""


def _find_file(name: str, game: GameFiles, own: Path) -> list[Path]:
    """Return a list of the paths at which the source of the module `name` may be.

    The list is empty if the module is part of Python or NumPy, or cannot contain compiled rules. `own` is the folder of
    the game's package.
    """
    if name.startswith(f"{game.package}."):
        return _at(own, name.removeprefix(f"{game.package}."))
    top = name.partition(".")[0]
    if top in ("numpy", "typing_extensions") or top in sys.stdlib_module_names:
        return []
    if top == "enginehouse" and not _FOLLOWED.match(name):
        return []
    try:
        spec = importlib.util.find_spec(name)
    except (ImportError, ValueError, AttributeError):  # the name is that of an attribute, not of a module
        return []
    return [Path(spec.origin).resolve()] if spec is not None and spec.has_location and spec.origin else []


def _at(folder: Path, name: str) -> list[Path]:
    """Return the two paths below `folder` at which the source of the module `name` may be.

    The paths are `NAME.py` and `NAME/__init__.py`.
    """
    path = folder.joinpath(*name.split("."))
    return [path.with_name(f"{path.name}.py"), path / "__init__.py"] if name else []


def edited_since_loaded(game: GameFiles) -> bool:
    """Return whether a source file of a game was changed after this process began to load sources.

    The rules in memory may then be older than the files.
    """
    from enginehouse.core.flags import LOADED

    return any(LOADED < file.stat().st_mtime <= time.time() for file in reachable(game))


def _version(package: str) -> str:
    """Return the version of a package, or "" if the package is not installed."""
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def stamp(game: GameFiles) -> str:
    """Return a hash of everything that determines the compiled code of a game: sources, versions, flags."""
    from enginehouse.core.flags import bounds_checked, uses_stock_numba

    digest = hashlib.sha256()
    facts = [sys.version, *map(_version, ("numpy", "numba", "llvmlite")), str(bounds_checked())]
    facts += ["stock"] if uses_stock_numba() else []
    facts += [os.environ.get(name, "") for name in ("NUMBA_OPT", "NUMBA_DEBUGINFO", "NUMBA_CPU_NAME")]
    digest.update("\0".join(facts).encode())
    known = notes()
    for file in reachable(game, known):
        digest.update(f"\0{file.parent.name}/{file.name}\0{known.of(file).code}".encode())
    known.keep()
    return digest.hexdigest()[:24]


def folder_for(game: GameFiles) -> Path | None:
    """Return the folder for the compiled code of a game, and make it if needed.

    Return None if no code can be stored: the folder cannot be written, other users may write into it, or a source was
    edited while this process ran. The checksums of the files show damage, but not a change on purpose. So other users
    must not be able to write code into the folder, which this process would then run.
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
    """Return whether a folder belongs to this user, and no other user may write into it."""
    found = folder.stat()
    return not hasattr(os, "getuid") or (found.st_uid == os.getuid() and found.st_mode & 0o022 == 0)


def _remove_unused() -> None:
    """Remove the folders of compiled rules that were unused for 30 days.

    Other contents of the cache folder stay, because it may have been chosen by the user.
    """
    limit = time.time() - KEPT_SECONDS
    for old in root().iterdir():
        try:
            if _OURS.fullmatch(old.name) and old.is_dir() and old.stat().st_mtime < limit:
                shutil.rmtree(old, ignore_errors=True)
        except OSError:  # another process has removed it already
            continue
