"""Keep the former names of modules in `core` and `bots`. They work until version 0.3.0, with a `DeprecationWarning`.

`import enginehouse.core.match` gives `enginehouse.core.play.match`, the same module and not a copy, so that classes and
registries stay the same.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

CORE, BOTS = "enginehouse.core", "enginehouse.bots"
MOVED = {
    "judging": "judgement learned",
    "pictures": "covers drawing font palette pixels reel",
    "play": "arena checksums entries json_texts log_claims logs match outcomes position receipts redealing returns scratch shortcuts "
    "upgrading compiler.warmup",
    "records": "actions blocks chance dealing events fields header hidden kinds listing masks mixing record sealed state",
    "registry": "elsewhere game overlays proofreading",
    "sources": "compiler.cache compiler.sealed compiler.sources",
    "teaching": "guides lessons puzzles",
    "words": "endings estimates naming reasons standings tally telling texts",
    "": "compiler.flags",
}
"""The modules that moved into each package of `core`, by their former names."""
MOVED_BOTS = {
    "players": "deciding further:lookahead giving_up greedy imagining levels paths plans playouts random runs search seer tree "
    "whole:compiled_games",
    "training": "beliefs learning",
    "analysis": "exploitability luck luck_told:luck_report puzzling:puzzle_search ratings reasons retold:review_report review",
}
"""The modules that moved into each package of `bots`, by their former names. A new name follows a colon."""


def list_former(home: str, moved: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the former and the present full name of each moved module, as pairs.

    The modules moved from the package `home` (a full name) into packages inside it. `moved` maps the name of each such
    package to the former names of its modules, separated by spaces. If a module was renamed too, a colon and its new
    name follow.
    """
    for package, names in moved.items():
        for name in names.split():
            former, _, present = name.partition(":")
            present = present or former.rpartition(".")[2]
            yield f"{home}.{former}", ".".join(part for part in (home, package, present) if part)


FORMER = dict((*list_former(CORE, MOVED), *list_former(BOTS, MOVED_BOTS)))
"""The present name of each module that moved, by its former name."""


class FormerModules(MetaPathFinder, Loader):
    """A finder and loader for imports, by which a module can also be imported under its former name."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return a spec if `fullname` is the former name of a module, and None for any other name.

        Ignore the other arguments.
        """
        return ModuleSpec(fullname, self) if fullname in FORMER else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Import the module under its present name and return it."""
        found = import_module(FORMER[spec.name])
        spec.loader_state = found.__spec__
        return found

    def exec_module(self, module: ModuleType) -> None:
        """Restore the import spec of a module that was imported under its former name, and warn about this name.

        The former name is deprecated. A spec is Python's note about the origin of a module. The import under the former
        name has just replaced the module's spec by another, with the former name. The function puts the original spec
        back.
        """
        spec = module.__spec__
        assert spec is not None
        module.__spec__ = spec.loader_state
        present = FORMER[spec.name]
        warnings.warn(
            f"{spec.name} is now {present}; the old name goes with version 0.3.0", DeprecationWarning, stacklevel=2
        )


def forward(module: str, names: Mapping[str, str]) -> Callable[[str], Any]:
    """Return a `__getattr__` for the module `module` that finds its functions by their former names.

    `names` maps a former name to the present one. Each use of a former name still works, and warns with a
    `DeprecationWarning`.
    """

    def find(name: str) -> Any:
        if name not in names:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        warnings.warn(
            f"{module}.{name} is now {names[name]}; the old name goes with version 0.3.0",
            DeprecationWarning,
            stacklevel=2,
        )
        return getattr(sys.modules[module], names[name])

    return find


class FormerMethod:
    """A method or property of a class under its former name, which still works, with a `DeprecationWarning`."""

    def __init__(self, former: str, present: str) -> None:
        """Store the former and the present name of the method."""
        self._former, self._present = former, present

    def __get__(self, found: object | None, owner: type) -> Any:
        """Return the method or property under its present name, and warn that the former name is deprecated.

        `found` is the object whose attribute is read. If the attribute is read from the class `owner` itself, there is
        no such object.
        """
        warnings.warn(
            f"{owner.__name__}.{self._former} is now {self._present}; the old name goes with version 0.3.0",
            DeprecationWarning,
            stacklevel=2,
        )
        return getattr(owner if found is None else found, self._present)


def install() -> None:
    """Add a finder for former names of modules to Python's imports, after all other finders.

    A second call does nothing.
    """
    if not any(isinstance(one, FormerModules) for one in sys.meta_path):
        sys.meta_path.append(FormerModules())
