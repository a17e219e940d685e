"""Define a game: its facts, rules, sentences and drawing under one name. Keep the registry of all games.

A game is a folder (a package) with `facts.py`, which is data and imports no rules. Its other files are declared in
`files.py` and read when they are first needed. The games of this package are the packages in `enginehouse.games` that
have a `facts.py`. Other packages bring games by the entry point `enginehouse.games`, whose value is the game's package.
`register` adds a game for this process alone, such as a small game that is made for a test.
"""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
import weakref
from pathlib import Path
from typing import Any

from enginehouse.core.errors import Unreadable, quote
from enginehouse.core.former import forward
from enginehouse.core.judging.learned import LearnedWeights
from enginehouse.core.records.fields import Record
from enginehouse.core.registry import elsewhere, overlays, patches
from enginehouse.core.registry.declared import DeclaredState, Rulebook, Setups
from enginehouse.core.registry.facts import Choice as Choice
from enginehouse.core.registry.facts import Facts as Facts
from enginehouse.core.registry.facts import Option as Option

HOME = "enginehouse.games"
"""The package that contains the games of this package."""
GROUP = "enginehouse.games"
"""The group of entry points by which other packages offer games."""


class Game(DeclaredState, Rulebook, Setups):
    """A game: its data, such as title and options, and its rules, sentences and drawing, read from its Python package.

    The file `facts.py`, which has the data, is imported when the object is created. Each other file is imported when it
    is first used.
    """

    def __init__(self, package: str, folder: Path | None = None) -> None:
        """Import the file `facts.py` of a game, which has data such as its title, its numbers of seats and its options.

        `package` is the name of the game's Python package, such as `enginehouse.games.mechanica`. `folder` is the
        folder of this package. By default, Python finds it. Raise `Unreadable` if there is no such package, and
        `BrokenGame` if `facts.py` is missing or has a fault.
        """
        super().__init__(package, folder)
        _BY_PACKAGE[package] = self

    def __repr__(self) -> str:
        return f"Game({self.name!r})"

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: Any) -> Game:
        return self  # the object stands for the modules of a package, of which there is only one

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore_game, (self.address, self.facts.rules_version)

    @property
    def address(self) -> str:
        """Return a text by which another process finds the same game (see `at`).

        The text is the name of the game's package. If the game is a variant in which numbers of the rules were changed,
        the changes follow: `PACKAGE+MECHS.Harvester.power=8`.
        """
        _, sign, changes = self.name.partition(overlays.SIGN)
        return self.package.removesuffix(overlays.make_suffix(self.name)) + sign + changes if sign else self.package


def game_of(s: Record) -> Game:
    """Return the game to which a record belongs. The record must be a Python object, not an element of an array."""
    return type(s).game  # type: ignore[no-any-return]


_BY_PACKAGE: weakref.WeakValueDictionary[str, Game] = weakref.WeakValueDictionary()
"""The latest game object of each package."""
_REGISTERED: dict[str, Game] = {}
"""The games that were registered in this process alone, by name."""
_FOUND: dict[str, Game] = {}
"""The games of this package by name. It is empty before they are first asked for."""
_ELSEWHERE: dict[str, Game] | None = None
"""The games of other packages by name, or None before they are first asked for."""


def register(game: Game) -> Game:
    """Add a game to the games of this process, under its name. Return the game."""
    _REGISTERED[game.name] = game
    return game


def _house() -> dict[str, Game]:
    if not _FOUND:
        package = importlib.import_module(HOME)
        for info in pkgutil.iter_modules(package.__path__):
            if info.ispkg and importlib.util.find_spec(f"{HOME}.{info.name}.facts"):
                game = Game(f"{HOME}.{info.name}")
                _FOUND[game.name] = game
    return _FOUND


def _from_elsewhere() -> dict[str, Game]:
    global _ELSEWHERE
    if _ELSEWHERE is None:
        _ELSEWHERE = elsewhere.list_offered(GROUP, "game", _take_entry)
    return _ELSEWHERE


def _take_entry(name: str, package: str) -> tuple[str, Game]:
    """Return the name and the game that an installed package offers by an entry point.

    `name` is the name of the entry point, and `package` its value: the game's package. The game's own name is used, and
    not the name of the entry point. Raise `Unreadable` if Enginehouse itself has a game of that name.
    """
    game = Game(package)
    if game.name in _house():
        raise Unreadable(f"Enginehouse has a game {game.name!r} of its own")
    return game.name, game


def names() -> list[str]:
    """Return the names of all games.

    The games of this package are first, followed by those of other packages and registered ones.
    """
    return [*sorted(_house()), *sorted({*_from_elsewhere(), *_REGISTERED} - set(_house()))]


def get(name: str) -> Game:
    """Return the game of this name. If it does not exist, raise `Unreadable` with the list of names."""
    found = _REGISTERED.get(name) or _house().get(name) or _from_elsewhere().get(name) or _CHANGED.get(name)
    if found is None:
        raise Unreadable(f"there is no game {quote(name)}; there are: {', '.join(names())}")
    return found


_CHANGED: dict[str, Game] = {}
"""The created games with changed numbers, rules or weights, by name."""


def at(address: str) -> Game:
    """Return the game with an address: the name of its package, such as `enginehouse.games.mechanica`.

    For a variant with other numbers in its rules, the changes follow: `PACKAGE+MECHS.Harvester.power=8`. Such a text
    (`Game.address`) may come from another process. Create the game if this process does not have it yet.
    """
    package, changes = overlays.parse(address)
    game = _find(package) or Game(package)
    if changes:
        changed = overlays.make_package(package, game.name, changes)
        return _find(changed) or Game(changed, game.folder)
    return game


def _find(package: str) -> Game | None:
    """Return the game of a package if this process has it, else None.

    Search four groups in this order: games registered in this process, the project's own games, games of other
    packages, and variants with changed numbers, rules or weights. If the package is in no group, return its latest
    `Game` object that is still in use.
    """
    for known in (_REGISTERED, _FOUND, _ELSEWHERE or {}, _CHANGED):
        for game in known.values():
            if game.package == package:
                return game
    return _BY_PACKAGE.get(package)


def _restore_game(address: str, rules: str) -> Game:
    """Return the game with this address (see `Game.address`), for an object that is read from a pickle.

    `rules` is the version of the game's rules under which the pickle was made. Raise `Unreadable` if the game now has
    another version.
    """
    game = at(address)
    if game.facts.rules_version != rules:
        raise Unreadable(
            f"this pickle was made under version {rules} of the rules of {game.facts.title}, and here is version "
            f"{game.facts.rules_version}: to keep a game for longer, keep its log"
        )
    return game


def find_or_create(name: str) -> Game:
    """Return the game of this name. If the name describes a variant that does not exist yet, create the variant.

    Such a name is that of a game, followed by the numbers or rules that the variant changes, as in
    `mechanation+MECHS.Harvester.power=8` (see `overlays` and `patches`). The user must have allowed this process to run
    changed rules (`patches.admit`). Raise `Unreadable` if that is not so, or if there is no such game. A created game
    takes memory until the process ends. So `get`, which also serves requests from the web, does not create games.
    """
    if name in _CHANGED or overlays.SIGN not in name:
        return get(name)
    by_rules, judged = overlays.split_judged(name)
    if judged and judged not in _LEARNED:
        raise Unreadable(f"{quote(name)}: this process does not have the weights of its judgement")
    weights = _LEARNED.get(judged)
    without, label = patches.split_patch(by_rules)
    base, changes = overlays.parse(without)
    original = get(base)
    patch = patches.find_admitted(name, label) if label else None
    written = overlays.name_changed(base, dict(changes))
    if patch is not None:
        written = patches.name_patched(written, patch)
    if weights is not None:
        written = f"{written}{overlays.JUDGED}{weights.label}"
    if written not in _CHANGED:
        package = overlays.make_package(original.package, base, changes, patch, weights)
        _CHANGED[written] = Game(package, original.folder)
    return _CHANGED[written]


_LEARNED: dict[str, LearnedWeights] = {}
"""The learned weights that were kept for games with changed weights, by their labels."""


def name_judged(name: str, weights: LearnedWeights) -> str:
    """Return the name of a game that judges positions by these weights instead of its own.

    `name` is the name of the game with its own weights. The weights are stored in this process, so that
    `find_or_create` can create the game from the returned name.
    """
    _LEARNED[weights.label] = weights
    return f"{name}{overlays.JUDGED}{weights.label}"


__getattr__ = forward(__name__, {"made": "find_or_create"})
