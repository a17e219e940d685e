"""Check two things in the files of a game: each file has a name that this package reads, and no rule calls itself.

A file such as `texts.py` must define at least one of the names that this package expects there. Numba compiles a rule
that calls itself. But when the rule's machine code is loaded from the cache, the rule misbehaves silently. So the
conformance kit looks for such rules.
"""

from __future__ import annotations

import importlib
from pathlib import Path
from types import FunctionType
from typing import Any

from enginehouse.conformance.cases import Report, check
from enginehouse.core.compiler.compiled_rules import list_named
from enginehouse.core.registry.files import FILES
from enginehouse.core.registry.game import Game
from enginehouse.core.verbs import find_rule

Key = tuple[str, str]


def _is_rule(value: object) -> bool:
    return isinstance(value, FunctionType) and getattr(value, "__rule__", None) is not None


def map_calls(game: Game) -> dict[Key, set[Key]]:
    """Return a dict that maps each rule to the set of rules that it calls.

    The dict has the rules in the files of the game's folder, and all rules that these call, directly or through other
    rules. A rule is a pair of module and name. A verb is a name for which each game can have its own rule: a call of a
    verb counts as a call of the game's rule.
    """
    waiting: list[Any] = []
    for file in sorted(Path(game.folder).glob("*.py")):
        if "@rule" in file.read_text(encoding="utf-8"):
            module = importlib.import_module(f"{game.package}.{file.stem}")
            waiting += [value for value in vars(module).values() if _is_rule(value)]
    found: dict[Key, set[Key]] = {}
    while waiting:
        function = waiting.pop()
        key = (function.__module__, function.__qualname__)
        if key in found:
            continue
        called = list_named(function)
        rules = [find_rule(game, r.__verb__) if hasattr(r, "__verb__") else r for r in called if _is_rule(r)]
        found[key] = {(r.__module__, r.__qualname__) for r in rules}
        waiting += rules
    return found


def circle(calls: dict[Key, set[Key]]) -> list[Key]:
    """Return a list of rules that call each other in a circle, so that a rule would call itself.

    The first rule is repeated at the end. The list is empty if there is no circle. `calls` maps each rule to the rules
    that it calls. A rule is a pair of module and name.
    """
    done: set[Key] = set()
    for start in calls:
        way: list[Key] = []
        ahead = [[start]]
        while ahead:
            if not ahead[-1]:
                ahead.pop()
                if way:
                    done.add(way.pop())
                continue
            key = ahead[-1].pop()
            if key in way:
                return [*way[way.index(key) :], key]
            if key not in done:
                way.append(key)
                ahead.append(sorted(calls.get(key, ())))
    return []


@check(1, 2, whole_game=True)
def no_rule_calls_itself(game: Game, _: int) -> Report:
    """A rule never calls itself, neither directly nor through other rules."""
    calls = map_calls(game)
    found = circle(calls)
    assert not found, " calls ".join(name for _, name in found)
    return f"{game.name}: {len(calls)} rules, none calls itself"


@check(1, 2, whole_game=True)
def every_file_has_a_name_that_is_read(game: Game, _: int) -> None:
    """If a game has a file such as `texts.py`, the file defines at least one of the names that are expected there.

    `FILES` lists the possible files of a game, and the names that this package reads from each file.
    """
    for file in FILES:
        name, offers = file.name.removesuffix(".py"), file.offers.split()
        if offers and game.has(name):
            module = game.module(name)
            found = [one for one in offers if hasattr(module, one)]
            assert found, (
                f"{game.folder.name}/{file.name} has no name that is read from it; there are: {', '.join(offers)}"
            )
