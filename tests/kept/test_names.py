"""The names that others rely on are all still there: old scripts, notebooks, dashboards, bots and games of other packages use them."""

from __future__ import annotations

import json
import warnings
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from .names import collect

KEPT: dict[str, list[str]] = json.loads((Path(__file__).parent / "names.json").read_text("utf-8"))
DEFAULTS = (
    *("at_random", "bank", "belief", "features", "gives_up", "habits", "judge", "outlook", "prior", "shares", "sight"),
    *("signs", "stake", "together", "turn_of"),
)
GONE: dict[str, str] = {
    "enginehouse.core.upgrading:VERSION": "a pattern for internal use, which moved to `core.patterns`",
    "enginehouse.core.game:Game.at_random": "for internal use: `core.verbs.find_rule` finds the rule of a verb",
    "enginehouse.core.proofreading:OF_POLICY": "for internal use: `core.verbs.list_verbs` lists the verbs of a file",
    **dict.fromkeys(
        [
            *(
                f"enginehouse.core.compiler.compiled_rules:{name}"
                for name in ("DEFAULT_VERBS", "JUDGEMENT", "NO_POLICY", "POLICY", "VERBS")
            ),
            *(f"enginehouse.core.defaults.{name}:{name}" for name in DEFAULTS),
            *(f"enginehouse.core.defaults.no_policy:{name}" for name in ("evaluate", "judge")),
            "enginehouse.core.defaults.shares:WHOLE",
        ],
        "for internal use: each verb is declared once in `core.verbs`, with its home and its default",
    ),
}
"""Names that were removed on purpose, each with the reason. Users read about such a removal in `changes/` as `breaking`."""


NEEDED = {"enginehouse.lab": "polars", "enginehouse.envs.openspiel": "pyspiel"}
"""Modules that need an extra, each with a package of it. Without the extra, their names are not looked for."""


def lacks_extra(name: str) -> bool:
    """Return whether a name is in a module whose extra is not installed."""
    return any(name.startswith(f"{module}:") and find_spec(package) is None for module, package in NEEDED.items())


def is_importable(name: str) -> bool:
    """Return whether `module:Class.name` can be reached, also by an alias that warns of its end."""
    module, _, path = name.partition(":")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        try:
            found: Any = import_module(module)
            for part in path.split("."):
                fields = {
                    field for one in getattr(found, "__mro__", ()) for field in vars(one).get("__annotations__", ())
                }
                found = None if part in fields and not hasattr(found, part) else getattr(found, part)
        except (ImportError, AttributeError):
            return False
    return True


def missing(kept: dict[str, list[str]], found: dict[str, list[str]]) -> list[str]:
    """Return the kept names that are not among the present ones, as `group: name`."""
    return [
        f"{group}: {name}"
        for group, names in kept.items()
        for name in sorted(set(names) - set(found.get(group, ())))
        if not (group == "library" and (lacks_extra(name) or is_importable(name)))
    ]


@pytest.fixture(scope="module")
def present() -> dict[str, list[str]]:
    return collect()


@pytest.mark.beside_plain
def test_every_name_of_then_is_there(present: dict[str, list[str]]) -> None:
    gone = [one for one in missing(KEPT, present) if one.partition(": ")[2] not in GONE]
    assert gone == [], "old names must keep working; add an alias, or give the reason in GONE"


@pytest.mark.beside_plain
def test_no_reason_is_left_for_a_name_that_is_there(present: dict[str, list[str]]) -> None:
    assert set(GONE) == {one.partition(": ")[2] for one in missing(KEPT, present)}


@pytest.mark.beside_plain
def test_every_group_is_found_and_a_lost_name_is_seen(present: dict[str, list[str]]) -> None:
    """A group that cannot be read any more would be empty, and a test on nothing would pass."""
    assert KEPT.keys() == present.keys()
    for group, names in KEPT.items():
        lost = {**present, group: [name for name in present[group] if name != names[0]]}
        seen = f"{group}: {names[0]}" in missing(KEPT, lost)
        assert seen or group == "library"
    assert not is_importable("enginehouse.core.match:Match.forget") and is_importable(
        "enginehouse.core.match:Match.act"
    )
