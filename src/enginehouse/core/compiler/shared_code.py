"""Share code: compile a game's rules once for all variants of the game with other numbers.

    share_code(games.find_or_create("mechanation+MECHS.Harvester.power=8"))

Usually each variant is compiled for itself, with its numbers as constants, which takes some fifteen seconds. The shared
form reads the numbers that can differ from memory instead. Before each call, `SharedCode` writes the variant's numbers
into that memory. So every variant is played exactly as if it were compiled for itself, but only the first variant has
to be compiled.

The constants that have to be read from memory are found by trial. `_find_changeable` changes the numbers that a variant
may change, and compares the constants of all rules before and after. Learned weights (`core.judging.learned`) are among
these numbers. If a variant differs from the original in anything else, such as the size of a record, it is compiled for
itself.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from enginehouse.core.compiler import numba_patches
from enginehouse.core.compiler.compiled_rules import SHARED, CompiledRules, Parts
from enginehouse.core.compiler.numba_patches import LiveNumber
from enginehouse.core.compiler.ready import name_rule
from enginehouse.core.errors import Unreadable
from enginehouse.core.flags import jit_possible, uses_stock_numba
from enginehouse.core.judging.learned import FILE, LearnedWeights
from enginehouse.core.records.blocks import Actions, Block
from enginehouse.core.registry import game as games
from enginehouse.core.registry import overlays, patches
from enginehouse.core.registry.game import Game
from enginehouse.core.rule import Constants
from enginehouse.core.sources.cache import COMPILED

Place = tuple[str, str]
"""The place of a constant: its module, as a name below the game's package such as `.battle`, and its name there."""


def share_code(game: Game) -> None:
    """Let this process play `game`, a variant of a game, by rules that are compiled only once for all variants.

    A variant is a game with other numbers or learned weights, which the compiled rules read from memory. The call has
    no effect if the variant has changed rules, or if this machine does not compile rules. A variant that differs in
    anything else, such as the size of a record, is still compiled for itself.
    """
    base, _, changes = game.name.partition(overlays.SIGN)
    if not changes or f"+{patches.WORD}" in game.name or not jit_possible() or uses_stock_numba():
        return
    original = games.get(base)
    if base not in _FORMS or _FORMS[base].base is not original:
        _FORMS[base] = SharedCode(original)
    SHARED[game.name] = _FORMS[base]


class SharedCode:
    """The compiled rules that a game shares with its variants, which differ in the values of constants."""

    def __init__(self, base: Game) -> None:
        self.base = base
        self._rules: dict[tuple[Any, ...], CompiledRules] = {}
        self._lock = threading.RLock()

    @cached_property
    def live(self) -> dict[Place, Any]:
        """Return the memory of the constants that variants can change: a dict by place, which is a module and a name.

        Compiled rules read these constants from that memory: a copy of an array, or a `LiveNumber` for an integer.
        """
        found: dict[Place, Any] = {}
        for place, value in _find_changeable(self.base):
            found[place] = value.copy() if isinstance(value, np.ndarray) else LiveNumber(np.array([value], np.int64))
            numba_patches.keep_alive(
                f"enginehouse.live.{self.base.package}{'.'.join(place)}", _find_array(found[place])
            )
        return found

    def bind(self, function: Callable[..., Any], game: Game, parts: Parts) -> Callable[..., Any] | None:
        """Return a function that runs a compiled rule with the numbers of the variant `game`.

        Before each call, it writes these numbers into the memory from which the compiled rule reads them (`live`).
        `parts` maps rules to their replacements, as in `compiled_rules.compiled`. Return None if the variant does not
        fit: its records have another layout, or it differs in a constant that is not in `live`.
        """
        if _describe_layout(game) != _describe_layout(self.base):
            return None
        key = tuple(sorted((name_rule(one), name_rule(other)) for one, other in parts.items()))
        if key not in self._rules:
            replaced = {(self.base.package + module, name): one for (module, name), one in self.live.items()}
            self._rules[key] = CompiledRules(self.base, parts, replaced)
        rules = self._rules[key]
        if function.__module__.startswith(f"{game.package}."):
            module_of_base = self.base.package + function.__module__.removeprefix(game.package)
            function = vars(importlib.import_module(module_of_base))[function.__qualname__]
        twin, own, base = rules.of(function), _list_constants(game.package), _list_constants(self.base.package)
        values = []
        for module, name in rules.list_globals():
            place = (module.removeprefix(self.base.package), name)
            if not module.startswith(self.base.package) or place not in base:
                continue
            if place in self.live and place in own and _can_replace(base[place], own[place]):
                values.append((_find_array(self.live[place]), own[place]))
            elif place not in own or not _are_alike(base[place], own[place]):
                return None

        records, of_base = game.shape.dtype, self.base.shape.dtype

        def run(*arguments: Any) -> Any:
            given = [one.view(of_base) if getattr(one, "dtype", None) == records else one for one in arguments]
            with self._lock:  # Another thread may play another variant.
                for array, value in values:
                    array[...] = value
                return twin(*given)

        return run


_FORMS: dict[str, SharedCode] = {}
"""The shared form of each game, by the name of the original game."""


def _describe_layout(game: Game) -> list[Any]:
    """Return a flat list: the size of a game's record in bytes, then a pair for each field.

    A pair has the field's name, and a tuple of the field's type and its offset in bytes. The last field of a record is
    left out. It only shows to which game the record belongs: its name is made from the game's name (`is_...`).
    """
    fields: Any = game.shape.dtype.fields
    return [game.shape.dtype.itemsize, *(one for one in fields.items() if not one[0].startswith("is_"))]


def _find_array(live: Any) -> Any:
    return live.array if isinstance(live, LiveNumber) else live


def _find_changeable(base: Game) -> Iterator[tuple[Place, Any]]:
    """Yield the constants that can differ between the game `base` and its variants.

    A variant is the game with other numbers in its rules, or with other learned weights. Each constant is yielded as a
    pair: its place (module and name), and its value, which is an integer or an array. Leave out constants that are part
    of the compiled code, because only constants that compiled rules read from memory can be changed without compiling.
    The constants are found by trial. For each collection of numbers in the game's file `parts.py`, such as `MECHS`, the
    function changes all numbers in it and checks which constants of the game differ then. After that, it does the same
    with the learned weights.
    """
    own, found = _list_constants(base.package), set()
    numbers = overlays.numbers(base.package)
    for table in dict.fromkeys(one.path.partition(".")[0] for one in numbers):
        moved = sorted((one.path, _move(one)) for one in numbers if one.path.partition(".")[0] == table)
        found |= _find_differences(base, own, tuple(moved))
    found |= _find_differences(base, own, (), _move_weights(base))
    yield from ((place, value) for place, value in own.items() if place in found)


def _move(number: overlays.Number) -> int:
    """Return another value for a number of the rules, which serves to find the constants that depend on this number.

    The result is the present value plus 1. If the present value is the maximum, the result is the present value minus
    1.
    """
    return number.now + 1 if number.now < number.most else number.now - 1


def _move_weights(base: Game) -> LearnedWeights | None:
    """Return learned weights that all differ from those of the game `base`, or None if it has no learned weights."""
    file = Path(base.folder) / FILE
    if not file.is_file():
        return None
    banks = json.loads(file.read_text("utf-8"))["banks"]
    return LearnedWeights(tuple(tuple(int(weight) + 1 for weight in bank) for bank in banks))


def _find_differences(
    base: Game, own: Mapping[Place, Any], changes: overlays.Changes, weights: LearnedWeights | None = None
) -> set[Place]:
    """Return the constants that have other values in a variant of a game, as a set of places (module and name).

    The variant has the changed numbers `changes` and the learned weights `weights`. `base` is the original game, and
    `own` has its constants by place. Leave out constants that compiled rules cannot read from memory. If the variant
    cannot be created, for example because the numbers contradict each other, return an empty set.
    """
    try:
        with overlays.try_package(base.package, base.name, changes, weights) as package:
            other = _list_constants(package)
    except (Unreadable, AssertionError):
        return set()
    return {
        place
        for place, value in own.items()
        if place in other and not _are_alike(value, other[place]) and _can_replace(value, other[place])
    }


def _list_constants(package: str) -> dict[Place, Any]:
    """Return a dict of all constants that the rules of a package may read. A key is the pair of module and name.

    They are the constants in `rules`, `policy`, `judgement` and all modules of the package that these import. Functions
    are left out. A class is included only if it is a class of constants.
    """
    for name in COMPILED:
        if importlib.util.find_spec(f"{package}.{name}") is not None:
            importlib.import_module(f"{package}.{name}")
    return {
        (module.removeprefix(package), name): value
        for module in sorted(name for name in sys.modules if name.startswith(f"{package}."))
        for name, value in vars(sys.modules[module]).items()
        if isinstance(value, int | float | np.ndarray | tuple | Block | Actions)
        or (isinstance(value, type) and issubclass(value, Constants))
    }


def _are_alike(one: Any, other: Any) -> bool:
    """Return whether a constant has equal values in two variants of a game. `one` and `other` are these values.

    Values of different types are not equal. Arrays must have the same element type, shape and elements. Two classes of
    constants are equal if they have the same names with equal integers.
    """
    if type(one) is not type(other) and not isinstance(one, type):
        return False
    if isinstance(one, np.ndarray):
        return _can_replace(one, other) and bool(np.array_equal(one, other))
    if isinstance(one, Block | Actions):
        return _are_alike_by_name(one.constants(), other.constants())
    if isinstance(one, type):
        return _are_alike_by_name(_list_integers(one), _list_integers(other))
    return bool(one == other)


def _are_alike_by_name(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    return one.keys() == other.keys() and all(
        callable(value) or _are_alike(value, other[name]) for name, value in one.items()
    )


def _list_integers(constants: type) -> dict[str, Any]:
    return {name: value for name, value in vars(constants).items() if isinstance(value, int)}


def _can_replace(one: Any, other: Any) -> bool:
    """Return whether compiled rules can read the values `one` and `other` from the same place in memory.

    They are values of the same constant in two variants of a game. Both must be integers, or arrays of the same type
    and shape.
    """
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        return one.dtype == other.dtype and one.shape == other.shape and one.flags.c_contiguous and one.ndim > 0
    return all(isinstance(value, int) and not isinstance(value, bool) for value in (one, other))
