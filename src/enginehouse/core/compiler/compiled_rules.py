"""Compile rules: a rule is an ordinary Python function, and `compiled` returns its machine-code twin.

A function marked `@rule` stays as it is: called from Python it runs as plain Python on plain records. Its compiled
form, the twin, has the same code object, but a copy of its module's globals. In this copy every other rule is replaced
by its own twin. Numba compiles the result.

Each game has twins of its own. If a rule of `core` calls a verb of `core.verbs`, its twin for a game calls the game's
rule for this verb. So rules need no closures and no functions as arguments, which Numba could not cache. A caller may
also replace some rules by others (`parts`). For example, `core.play.arena` has a loop that plays many games. Bots
replace the rule of this loop that chooses an action.

If `ENGINEHOUSE_JIT` is 0 or Numba is not installed, there are no twins, and rules run as plain Python.
"""

from __future__ import annotations

import dis
import hashlib
import importlib
import importlib.util
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise
from types import CodeType, FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, Protocol

from enginehouse.core.compiler.ready import find_ready, name_rule
from enginehouse.core.errors import BrokenGame, EnginehouseError
from enginehouse.core.flags import bounds_checked, jit_possible, uses_stock_numba
from enginehouse.core.records.blocks import Actions, Block
from enginehouse.core.registry import overlays
from enginehouse.core.rule import Constants
from enginehouse.core.verbs import find_rule

if TYPE_CHECKING:
    from enginehouse.core.registry.game import Game

Parts = Mapping[Callable[..., Any], Callable[..., Any]]
"""A mapping from each replaced rule to its replacement."""


class SharedForm(Protocol):
    """A compiled form of a game's rules for several variants of the game (see `shared_code`).

    Variants differ in numbers of the rules, such as prices.
    """

    def bind(self, function: Callable[..., Any], game: Game, parts: Parts) -> Callable[..., Any] | None:
        """Return the compiled form of the rule `function` for a variant of a game, as a function.

        The variant `game` has other numbers, such as prices, than the original game. The compiled code reads these
        numbers from memory. `parts` maps rules to their replacements. Return None if the variant also differs in
        something that the compiled code does not read from memory. Such a variant must be compiled for itself.
        """


class NotCompiled(EnginehouseError):
    """The error raised if compiled code is requested, but rules are not compiled on this machine."""


def compiled(function: Callable[..., Any], game: Game, parts: Parts | None = None) -> Any:
    """Return the compiled twin (the machine code) of a rule for one game. Raise `NotCompiled` if compiling is off.

    `function` is the rule. `parts` maps rules to their replacements, in this rule and in all that it calls. Without
    `parts`, the result may come from a library of machine code that was compiled in advance (see `ready`). The call is
    then fast, because Numba need not compile the rule.
    """
    if not parts and (found := find_ready(function, game)) is not None:
        return found
    if game.name in SHARED and (bound := SHARED[game.name].bind(function, game, parts or {})) is not None:
        return bound
    if not jit_possible():
        raise NotCompiled("compiled rules are off: ENGINEHOUSE_JIT is 0 or Numba is not installed")
    for one in (function, *(parts or {}).values()):
        if getattr(one, "__rule__", None) is None:
            raise TypeError(f"{one.__module__}.{one.__qualname__} is not marked as a rule")
    key = (game.name, *sorted((name_rule(one), name_rule(other)) for one, other in (parts or {}).items()))
    twins = _COMPILED.get(key)
    if twins is None or twins.game is not game:
        twins = _COMPILED[key] = CompiledRules(game, parts or {})
    return twins.of(function)


def clear_compiled() -> None:
    """Remove all compiled rules of this process from memory. `compiled` then creates them again.

    A test that edits a rule calls this function.
    """
    _COMPILED.clear()


class CompiledRules:
    """The compiled forms (twins) of all rules that one game reaches.

    `parts` maps rules to the rules that replace them. `live` has the constants that differ between variants of the
    game. Its keys are pairs of a module and a constant's name. Its values are arrays or `LiveNumber`s, from whose
    memory the twins read the constants. All other constants are part of the machine code (see `shared_code`).
    """

    def __init__(self, game: Game, parts: Parts, live: Mapping[tuple[str, str], Any] | None = None) -> None:
        from enginehouse.core.sources import cache

        self.game = game
        self.parts = {name_rule(one): other for one, other in parts.items()}
        said = " ".join(f"{name} {name_rule(other)}" for name, other in sorted(self.parts.items()))
        name = game.name if overlays.SIGN in game.name else ""
        self.live = live or {}
        if live:
            name = f"{game.name} {' '.join(f'{module}.{constant}' for module, constant in sorted(live))}"
        self.mark = f":{hashlib.sha256(f'{name} {said}'.strip().encode()).hexdigest()[:12]}" if parts or name else ""
        """A part of the names of twins, which differs for other `parts` and for changed numbers.

        The types of such twins are equal, so without the mark the cache and the linker would confuse them.
        """
        self.globals: dict[str, dict[str, Any]] = {}
        self.modules: dict[str, ModuleType] = {}
        """The copies of modules that rules name, by the names of the modules."""
        self.twins: dict[tuple[str, str], Any] = {}
        # It is unknown whether the rules of another package are still those of the cache.
        ours = all(other.__module__.startswith("enginehouse.") for other in parts.values())
        self.folder = cache.folder_for(game) if ours else None

    def of(self, function: Callable[..., Any]) -> Any:
        function = self.parts.get(name_rule(function), function)
        if hasattr(function, "__verb__"):
            function = find_rule(self.game, function.__verb__)
            if getattr(function, "__rule__", None) is None:
                from enginehouse.core.registry.proofreading import explain_unmarked

                raise BrokenGame(self.game.facts.title, [explain_unmarked(function)])
        key = (function.__module__, function.__qualname__)
        if key not in self.twins:
            self.twins[key] = self._twin(function)
            self._fill(function)
        return self.twins[key]

    def _twin(self, function: Any) -> Any:
        from enginehouse.core.compiler import numba_patches
        from enginehouse.core.compiler.code_cache import CodeCache

        numba: Any = importlib.import_module("numba")

        stock = uses_stock_numba()
        if not stock:
            numba_patches.install()
        inner = function.__rule__ == "inner"
        scope = self.globals.setdefault(function.__module__, {})
        copy = FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
        copy.__module__ = function.__module__
        copy.__qualname__ = (numba_patches.INNER if inner else numba_patches.ENTRY) + function.__qualname__ + self.mark
        copy.__enginehouse_title__ = self.game.facts.title  # type: ignore[attr-defined]
        copy.__kind__ = getattr(function, "__kind__", None)  # type: ignore[attr-defined]
        jit = numba.njit(
            nogil=True,
            boundscheck=bounds_checked(),
            no_cpython_wrapper=inner,
            no_cfunc_wrapper=True,
            **({} if stock else {"pipeline_class": numba_patches.pipeline()}),
        )
        twin = jit(copy)
        if self.folder is not None and not inner:
            twin._cache = CodeCache(self.folder, copy)
        return twin if stock else numba_patches.widen(twin)

    def _make_module(self, name: str, constants: Mapping[str, Any]) -> ModuleType:
        """Create the module from which compiled rules read these constants, and return it.

        Numba cannot read a class of constants, a block of actions or the list of all actions, but it can read a module.
        `name` is the name of the module. Its attributes are `constants`: numbers, arrays, and rules, which are
        replaced by their compiled forms.
        """
        module = ModuleType(name)
        for key, constant in constants.items():
            if isinstance(constant, FunctionType):
                vars(module)[key] = self.of(constant)
            else:
                vars(module)[key] = int(constant) if isinstance(constant, int) else constant
        return module

    def _fill(self, function: Any) -> None:
        """Define all global names that the code of the rule `function` uses, for the compiled form of this rule.

        The names and values come from the module of the rule. Rules are replaced by their compiled forms. A module of
        this project is replaced by a copy that has only the names which rules read from it.
        """
        scope, given = self.globals[function.__module__], function.__globals__
        for name in {"__builtins__", "__name__", *find_globals(function.__code__)} & given.keys():
            if is_project_module(module := given[name], function.__module__):
                scope[name] = self._copy_module(module, find_attributes(function.__code__, name))
            elif name not in scope:
                scope[name] = self._convert(function.__module__, name, given[name])

    def _copy_module(self, module: ModuleType, names: Iterable[str]) -> ModuleType:
        """Return the copy of `module` that compiled rules use in its place. Create the copy if it does not exist yet.

        `names` are the attributes that the rules read from the module. Those that the copy does not have yet are
        converted for compiled rules and added to the copy. All calls for the same module return the same copy.
        """
        copy = self.modules.setdefault(module.__name__, ModuleType(module.__name__))
        for name in names:
            if name not in vars(copy) and hasattr(module, name):
                setattr(copy, name, self._convert(module.__name__, name, getattr(module, name)))
        return copy

    def list_globals(self) -> Iterator[tuple[str, str]]:
        """Yield a pair for each global that the compiled rules read: the name of its module, and its own name."""
        for module, scope in (*self.globals.items(), *((name, vars(copy)) for name, copy in self.modules.items())):
            yield from ((module, name) for name in scope)

    def _convert(self, module: str, name: str, value: Any) -> Any:
        """Return the object that compiled rules read as the global `name` of a module, in place of `value`.

        - If the constant differs between variants of the game, this object is its entry in `self.live`.
        - For a rule, it is the compiled form of the rule.
        - For a class of constants, a block of actions or the list of all actions, it is a module with the same
          constants as attributes. If a class has rules, such as those that write events, these are attributes, too.
        - For a module of this project that another module has imported, it is `None`, so that Numba refuses a rule
          which uses it.
        - Any other value is returned unchanged.
        """
        value = self.live.get((module, name), value)
        if _is_rule(value):
            return self.of(value)
        if _is_constants(value):
            read = {key: one for key, one in vars(value).items() if isinstance(one, int) or _is_rule(one)}
            return self._make_module(name, read)
        if isinstance(value, Block | Actions):
            return self._make_module(name, value.constants())
        # A module inside a module would bring rules that are not compiled, and numbers of another variant.
        return None if is_project_module(value, module) else value


def is_project_module(value: Any, home: str) -> bool:
    """Return whether `value` is a module that may have rules: of this project, or of the package of the module `home`.

    `home` is the name of the module whose rules read `value`.
    """
    return isinstance(value, ModuleType) and value.__name__.partition(".")[0] in ("enginehouse", home.partition(".")[0])


def list_named(function: Any) -> list[Any]:
    """Return a list with the values of all globals that the code of a function names.

    For a global that is a module (see `is_project_module`) or a class of constants, add the values of its attributes
    that the code reads.
    """
    found = []
    for name in find_globals(function.__code__) & function.__globals__.keys():
        value = function.__globals__[name]
        found.append(value)
        if is_project_module(value, function.__module__) or _is_constants(value):
            found += [getattr(value, part, None) for part in find_attributes(function.__code__, name)]
    return found


def find_globals(code: CodeType) -> set[str]:
    """Return the names of the globals that a function's code uses, also inside its comprehensions."""
    found = {str(one.argval) for one in dis.get_instructions(code) if one.opname == "LOAD_GLOBAL"}
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            found |= find_globals(constant)
    return found


def find_attributes(code: CodeType, name: str) -> set[str]:
    """Return the attributes of the global `name` that a function's code reads: `COLUMNS` for `parts.COLUMNS`."""
    ahead = pairwise(dis.get_instructions(code))
    found = {str(two.argval) for one, two in ahead if (one.opname, one.argval) == ("LOAD_GLOBAL", name)}
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            found |= find_attributes(constant, name)
    return found


def _is_rule(value: Any) -> bool:
    return isinstance(value, FunctionType) and getattr(value, "__rule__", None) is not None


def _is_constants(value: Any) -> bool:
    """Return whether `value` is a class of constants, such as a game's phases or kinds of events."""
    return isinstance(value, type) and issubclass(value, Constants) and value is not Constants


_COMPILED: dict[tuple[Any, ...], CompiledRules] = {}
SHARED: dict[str, SharedForm] = {}
"""The shared form of the rules of a game, by the name of each variant that this process plays by it."""
