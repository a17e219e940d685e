"""Open games that the user of this machine names: by name, by folder or by package."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterable
from pathlib import Path

from enginehouse.core.errors import Unreadable, quote
from enginehouse.core.registry import game as games
from enginehouse.core.registry import overlays, patches
from enginehouse.core.registry.game import Game


def open_game(text: str) -> Game:
    """Return the game that `text` names: by its name, its folder or its package.

    The text may also change numbers in the rules of the game: `mechanation+MECHS.Harvester.power=8` (see `overlays`). A
    folder (`docs/examples/connect_four`) or a package (`connect_four`, if it lies in the current folder) is imported
    and registered, which runs its code. So pass only text that the user of this machine has typed, and never text from
    a log or a page. Raise `Unreadable` if there is no such game, and `BrokenGame` if its facts are wrong.
    """
    base, sign, changes = text.partition(overlays.SIGN)
    if base not in games.names():
        base = _import_game(base).name
    return games.find_or_create(base + sign + changes)


def admit_rules(paths: Iterable[str]) -> None:
    """Allow this process to use the files at these paths: files of changed rules (`patches`), and folders of games.

    Pass only paths that the user of this machine has typed. Raise `Unreadable` if a file has no rules.
    """
    for path in paths:
        if Path(path).is_dir():
            open_game(path)
        else:
            patches.admit(patches.read_patch(Path(path)))


def _import_game(text: str) -> Game:
    """Import the game from a folder or a package that `text` names, and register it. Return the game."""
    folder = Path(text)
    if folder.is_dir():
        return _register(_find_package(folder), folder.resolve())
    if "/" in text or "\\" in text:
        raise Unreadable(f"there is no folder {quote(text)}")
    if (
        not all(part.isidentifier() for part in text.split("."))
        or importlib.util.find_spec(text.partition(".")[0]) is None
    ):
        return games.get(text)  # raises an error with the names of all games
    return _register(text, None)


def _find_package(folder: Path) -> str:
    """Return the full name of the package in a folder, and add the folder above it to Python's import path.

    Raise `Unreadable` if the folder is not a game, or if its name cannot be imported.
    """
    if not (folder / "facts.py").is_file():
        raise Unreadable(f"the folder {quote(str(folder))} is no game: it has no facts.py")
    root = folder.resolve()
    parts: list[str] = []
    while not parts or (root / "__init__.py").is_file():
        parts.insert(0, root.name)
        root = root.parent
    if wrong := next((part for part in parts if not part.isidentifier()), None):
        raise Unreadable(f"the folder {quote(wrong)} cannot be imported: name it with letters, digits and underscores")
    if str(root) not in sys.path:
        sys.path.insert(0, str(root))
        importlib.invalidate_caches()
    return ".".join(parts)


def _register(package: str, folder: Path | None) -> Game:
    """Return the game of a package, and register it if it is not registered yet.

    Raise `Unreadable` if another game has its name. `folder` is the folder in which the package has to be, or None if
    it may be anywhere.
    """
    spec = importlib.util.find_spec(package)
    where = Path(spec.origin).resolve().parent if spec is not None and spec.origin else None
    if folder is not None and where is not None and where != folder:
        raise Unreadable(f"the folder {quote(str(folder))} needs another name: {package!r} is a package in {where}")
    known = next((one for one in map(games.get, games.names()) if one.package == package), None)
    if known is not None:
        return known
    game = Game(package)
    if game.name in games.names():
        raise Unreadable(f"there is a game {game.name!r} already: change `name` in the facts.py of {package}")
    return games.register(game)
