"""Find misspelled names and wrong arguments in a game's files, before anything is compiled or played.

`faults(game, "rules", files)` reads the source of every rule that the game's verbs can reach, as a syntax tree (`ast`).
It looks up the names in the imported module. Each fault is one line with file, line, rule and the nearest word:

    connect_four/rules.py:83, `apply`: no field `mvoes`; perhaps `moves`

For each verb it is known which arguments are records. If a verb or rule passes a record to another rule, the argument
of that rule is checked as a record too.
"""

from __future__ import annotations

import ast
import builtins
import re
import sys
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from pathlib import Path
from traceback import walk_tb
from types import FunctionType, ModuleType
from typing import Any, NamedTuple, Protocol

from enginehouse.core import verbs
from enginehouse.core.errors import BrokenGame
from enginehouse.core.former import forward
from enginehouse.core.records.events import Events
from enginehouse.core.records.kinds import Kind
from enginehouse.core.sources import cache
from enginehouse.core.sources.sources import GameFiles, tree_of

NOT_NEEDED = ("judge", "gives_up")
"""Verbs that a policy may leave out."""
RECORD, EVENTS = "field", "part of an event list"
_WHAT = {"s": RECORD, "v": RECORD, "before": RECORD, "after": RECORD, "e": EVENTS}
"""The kind of each argument of verbs (a record, or a list of events) by the name that it has in `core.verbs`."""
NOTHING = object()
"""The value that stands for a name that is not defined."""


class GameRead(GameFiles, Protocol):
    """The attributes of a game that this module uses, such as the shape of its record. `game.Game` has them."""

    facts: Any

    @property
    def shape(self) -> Any: ...


class Rule(NamedTuple):
    """One rule of the game: its module, its file, its syntax tree, and its arguments that are records or events."""

    module: ModuleType
    file: Path
    node: ast.FunctionDef
    what: dict[str, str]
    """The arguments of the rule that are records or event lists, as far as that is known."""

    def at(self, node: ast.AST, said: str) -> str:
        """Return a message about a syntax node: the file, the line and the name of the rule, followed by `said`."""
        line = getattr(node, "lineno", self.node.lineno)
        return f"{self.file.parent.name}/{self.file.name}:{line}, `{self.node.name}`: {said}"

    @property
    def arguments(self) -> list[str]:
        return [one.arg for one in (*self.node.args.posonlyargs, *self.node.args.args)]


def proofread(game: GameRead, module: str) -> None:
    """Raise `BrokenGame` with all misspelled names and wrong arguments in a module's rules, if there are any.

    Rules that these rules call are read, too. `module` is `rules` or `policy`, and is imported already.
    """
    known = cache.notes()
    what = f"{Path(game.folder).resolve()}\n{module}"
    files = sorted(cache.behind(game, [module], known))
    seen = [Path(__file__), *files]
    if known.is_checked(what, seen):
        return
    found = faults(game, module, files)
    if found:
        raise BrokenGame(game.facts.title, found)
    known.note_good(what, seen)
    known.keep()


def faults(game: GameRead, module: str, files: list[Path]) -> list[str]:
    """Return the misspelled names and wrong arguments in the rules of a game's module, a line for each.

    Rules that these rules call are read, too. `module` is `rules` or `policy`, and is imported already. `files` are its
    file and those of all modules that it imports (see `cache.behind`). Only files in the game's folder are read.
    """
    home = sys.modules[f"{game.package}.{module}"]
    names = verbs.list_verbs("policy" if module == "policy" else "rules")
    rules = _list_rules(game, files)
    found = list(_wrong_verbs(home, Path(game.folder) / f"{module}.py", names))
    _spread(rules, [home.__dict__.get(name) for name in (*names, "at_random")])
    fields = {RECORD: {*game.shape.fields, *game.shape.dtype.names}, EVENTS: set(Events.__slots__)}
    for rule in rules.values():
        found += _Reader(rule, fields).read()
    return found


def nearest(word: str, words: Iterable[str]) -> str:
    """Return `; perhaps ...` with the word of `words` that is most similar to `word`, or "" if no word is similar."""
    found = get_close_matches(word, sorted(set(words)), 1, 0.6)
    return f"; perhaps `{found[0]}`" if found else ""


def failed_import(title: str, folder: Path, error: Exception) -> BrokenGame | None:
    """Return the error of a failed import as a `BrokenGame` that names the place in the game's file.

    `title` is the title of the game, and `folder` its folder. Return None if the error does not come from a file in the
    folder.
    """
    folder = folder.resolve()
    if isinstance(error, SyntaxError) and error.filename and Path(error.filename).resolve().is_relative_to(folder):
        where = f"{folder.name}/{Path(error.filename).name}:{error.lineno}"
        return BrokenGame(title, [f"{where}: no Python: {error.msg}"])
    own = [
        (f, line)
        for f, line in walk_tb(error.__traceback__)
        if Path(f.f_code.co_filename).resolve().is_relative_to(folder)
    ]
    if not own:
        return None
    frame, line = own[-1]
    said = f"{error}{_find_nearest(error, frame)}" if str(error) else ""
    if not isinstance(error, NameError | ImportError | AttributeError):
        said = f"{type(error).__name__}: {said}" if said else type(error).__name__
    return BrokenGame(title, [f"{folder.name}/{Path(frame.f_code.co_filename).name}:{line}: {said}"])


def _find_nearest(error: Exception, frame: Any) -> str:
    """Return `; perhaps ...` with the existing name that is most like the unknown name in `error`, or "".

    `frame` is the frame in which the error was raised.
    """
    if isinstance(error, ImportError):
        wanted = re.search(r"cannot import name '(\w+)'", str(error))
        owner = sys.modules.get(error.name or "")
        return nearest(wanted[1], dir(owner)) if wanted and owner else ""
    if isinstance(error, AttributeError):
        return nearest(error.name, dir(error.obj)) if error.name else ""
    if isinstance(error, NameError) and error.name:
        return nearest(error.name, {*frame.f_locals, *frame.f_globals, *dir(builtins)})
    return ""


# -- the rules of a game -----------------------------------------------------------------------------------------------


def _list_rules(game: GameRead, files: list[Path]) -> dict[Any, Rule]:
    """Return the rules of a game as a dict by the code object of their function.

    Rules are read from the files in `files`. Files outside the game's folder are left out.
    """
    own = Path(game.folder).resolve()
    found: dict[Any, Rule] = {}
    for file in files:
        if not file.is_relative_to(own):
            continue
        parts = file.relative_to(own).with_suffix("").parts
        loaded = sys.modules.get(".".join([game.package, *(part for part in parts if part != "__init__")]))
        for node in tree_of(file.read_bytes()).body:
            if loaded is not None and isinstance(node, ast.FunctionDef):
                function = vars(loaded).get(node.name)
                if getattr(function, "__rule__", None) is not None and isinstance(function, FunctionType):
                    found[function.__code__] = Rule(loaded, file, node, _list_declared(node, loaded))
    return found


def _list_declared(node: ast.FunctionDef, module: ModuleType) -> dict[str, str]:
    """Return a dict with the value `RECORD` for each argument of a function that is annotated as a record (`s: State`).

    The keys are the names of the arguments. `node` is the function's syntax tree, and `module` the module that defines
    it.
    """
    found = {}
    for one in (*node.args.posonlyargs, *node.args.args):
        if isinstance(one.annotation, ast.Name) and hasattr(vars(module).get(one.annotation.id), "SHAPE"):
            found[one.arg] = RECORD
    return found


def _wrong_verbs(home: ModuleType, file: Path, names: Iterable[str]) -> Iterator[str]:
    """Yield a message for each verb of `names` that a module lacks, defines without `@rule`, or gives wrong arguments.

    `home` is the module with the game's rules, and `file` its source file.
    """
    where = f"{file.parent.name}/{file.name}"
    functions = {name: value for name, value in vars(home).items() if isinstance(value, FunctionType)}
    # If no verb is marked as a rule, the game is not meant to be compiled.
    plain = not any(hasattr(functions.get(name), "__rule__") for name in names)
    for name in names:
        takes = _arguments(getattr(verbs, name))
        function = vars(home).get(name)
        if function is None:
            if name not in NOT_NEEDED:
                near = nearest(name, set(functions) - set(verbs.list_verbs("rules")))
                yield f"{where}: there is no verb `{name}({', '.join(takes)})`{near}"
        elif getattr(function, "__rule__", None) is None and not plain:
            yield explain_unmarked(function)
        elif len(_arguments(function)) != len(takes):
            line = function.__code__.co_firstlineno
            yield f"{where}:{line}, `{name}`: the verb is given {_many(len(takes))}: {', '.join(takes)}"


def explain_unmarked(function: Any) -> str:
    """Return the error message about a verb's function that is not marked as a rule."""
    code = function.__code__
    file = Path(code.co_filename)
    said = "a verb is marked with `@rule`, and this one is not"
    return f"{file.parent.name}/{file.name}:{code.co_firstlineno}, `{function.__name__}`: {said}"


def _arguments(function: Any) -> tuple[str, ...]:
    code = getattr(function, "__wrapped__", function).__code__
    return tuple(code.co_varnames[: code.co_argcount])


def _many(number: int) -> str:
    return "1 argument" if number == 1 else f"{number} arguments"


def _spread(rules: dict[Any, Rule], starts: list[Any]) -> None:
    """Find out which arguments of the game's rules are records, and store this in the rules of the dict `rules`.

    The dict has the rules by their code object. `starts` lists the functions of the game's verbs, whose arguments are
    known. From there, records are followed through the calls between rules.
    """
    waiting: list[Rule] = []
    for function in starts:
        rule = rules.get(getattr(function, "__code__", None))
        if rule is not None:
            stub = _arguments(getattr(verbs, rule.node.name))
            rule.what.update({name: _WHAT[of] for name, of in zip(rule.arguments, stub, strict=False) if of in _WHAT})
    waiting = [rule for rule in rules.values() if rule.what]
    while waiting:
        rule = waiting.pop()
        for call in (node for node in ast.walk(rule.node) if isinstance(node, ast.Call)):
            called = rules.get(getattr(_find_meaning(call.func, rule.module), "__code__", None))
            if called is None:
                continue
            for name, given in zip(called.arguments, call.args, strict=False):
                what = rule.what.get(given.id) if isinstance(given, ast.Name) else None
                if what is not None and name not in called.what:
                    called.what[name] = what
                    waiting.append(called)


def _find_meaning(node: ast.AST, module: ModuleType) -> Any:
    """Return the value that a name has in a module, such as the function `worth` or the number `Told.DREW`.

    `node` is the name, with attributes if it has some, as a syntax node. Return `NOTHING` if it is not defined.
    """
    if isinstance(node, ast.Name):
        return vars(module).get(node.id, getattr(builtins, node.id, NOTHING))
    if isinstance(node, ast.Attribute):
        owner = _find_meaning(node.value, module)
        return NOTHING if owner is NOTHING else getattr(owner, node.attr, NOTHING)
    return NOTHING


# -- one rule ----------------------------------------------------------------------------------------------------------


class _Reader(ast.NodeVisitor):
    """A reader that checks the source of one rule and collects its faults.

    `fields` has the names of the fields that records and event lists have.
    """

    def __init__(self, rule: Rule, fields: dict[str, set[str]]) -> None:
        self.rule = rule
        self.fields = fields
        self.found: list[str] = []
        self.own = _own_names(rule.node)
        self.known = {*self.own, *vars(rule.module), *dir(builtins)}

    def read(self) -> list[str]:
        """Check the source of the rule for which this reader was made, and return a message for each fault.

        The messages are in the order of the lines.
        """
        for statement in self.rule.node.body:
            self.visit(statement)
        return self.found

    def wrong(self, node: ast.AST, said: str) -> None:
        self.found.append(self.rule.at(node, said))

    def outside(self, node: ast.AST) -> Any:
        """Return the value of a name that is defined outside the rule, such as `worth` or `Phase.OVER`.

        `node` is the name as a syntax node. Return `NOTHING` if the name is not defined, or if it begins with a name
        that the rule itself assigns, such as a variable or an argument.
        """
        start = node
        while isinstance(start, ast.Attribute):
            start = start.value
        if not isinstance(start, ast.Name) or start.id in self.own:
            return NOTHING
        return _find_meaning(node, self.rule.module)

    def visit_Name(self, node: ast.Name) -> None:
        if node.id not in self.known:
            self.wrong(node, f"no name `{node.id}`{nearest(node.id, self.known)}")

    def visit_Attribute(self, node: ast.Attribute) -> None:
        self.visit(node.value)
        if isinstance(node.value, ast.Name) and node.value.id in self.own:
            what = self.rule.what.get(node.value.id, "")
            if what and node.attr not in self.fields[what]:
                self.wrong(node, f"no {what} `{node.attr}`{nearest(node.attr, self.fields[what])}")
            return
        owner = self.outside(node.value)
        if owner is NOTHING:
            return
        if not hasattr(owner, node.attr):
            said = f"nothing called `{node.attr}` in `{ast.unparse(node.value)}`"
            self.wrong(node, said + nearest(node.attr, [*dir(owner), *getattr(owner, "arguments", ())]))
        elif isinstance(inner := getattr(owner, node.attr), ModuleType) and inner.__name__.startswith("enginehouse."):
            package, _, name = inner.__name__.rpartition(".")
            self.wrong(node, f"rules read no module inside another one: write `from {package} import {name}`")

    def visit_Call(self, node: ast.Call) -> None:
        self.generic_visit(node)
        called = self.outside(node.func)
        if not isinstance(called, FunctionType) or called.__module__.partition(".")[0] in ("numpy", "numba"):
            return
        name = ast.unparse(node.func)
        if getattr(called, "__rule__", None) is None:
            self.wrong(node, f"`{name}` is called in a rule and has no `@rule`")
        else:
            self.compare(node, called, name)

    def compare(self, node: ast.Call, called: FunctionType, name: str) -> None:
        """Check the arguments of a call to another rule. If they do not fit, add a message to `self.found`.

        `node` is the call, and `called` is the other rule. `name` is the text of its name in the call, for the message.
        A call with `*` or `**` before an argument is not checked.
        """
        if any(isinstance(one, ast.Starred) for one in node.args) or any(one.arg is None for one in node.keywords):
            return
        takes, free = _arguments(called), len(called.__defaults__ or ())
        named = [str(one.arg) for one in node.keywords]
        if isinstance(getattr(called, "__kind__", None), Kind):
            self.compare_event(node, takes, name)
            return
        for word in named:
            if word not in takes:
                self.wrong(node, f"`{name}` has no argument `{word}`{nearest(word, takes)}")
                return
        given = len(node.args) + len(named)
        if not len(takes) - free <= given <= len(takes):
            few = "" if not free else f"{len(takes) - free} to "
            said = ", ".join(takes) or "none"
            self.wrong(node, f"`{name}` takes {few}{_many(len(takes))} ({said}), here are {given}")

    def compare_event(self, node: ast.Call, takes: tuple[str, ...], name: str) -> None:
        """Note a fault if the call `node` does not give all values of an event by name.

        The called rule writes this event. `takes` has the names of the rule's arguments: the list of events, then the
        values. The last, `notice`, may be left out of the call. `name` is the rule's name as the call spells it, for
        the message.
        """
        named = [str(one.arg) for one in node.keywords]
        wrong = [word for word in named if word not in takes[1:]]
        missing = [word for word in takes[1:-1] if word not in named]
        said = ", ".join(f"{word}=" for word in takes[1:-1])
        if len(node.args) != 1:
            self.wrong(node, f"`{name}` takes the event list, then its values by name: {said or 'none'}")
        elif wrong:
            self.wrong(node, f"`{name}` has no value `{wrong[0]}`{nearest(wrong[0], takes[1:])}")
        elif missing:
            self.wrong(node, f"`{name}` needs a value for `{missing[0]}`; it takes {said}")


def _own_names(node: ast.FunctionDef) -> set[str]:
    """Return the set of all names that are defined inside a rule: its arguments, variables, functions and imports."""
    found = set()
    for one in ast.walk(node):
        if isinstance(one, ast.arg):
            found.add(one.arg)
        elif isinstance(one, ast.Name) and not isinstance(one.ctx, ast.Load):
            found.add(one.id)
        elif isinstance(one, ast.FunctionDef | ast.ClassDef | ast.ExceptHandler) and one is not node:
            found.add(one.name or "")
        elif isinstance(one, ast.alias):
            found.add((one.asname or one.name).partition(".")[0])
    return found


__getattr__ = forward(__name__, {"unmarked": "explain_unmarked"})
