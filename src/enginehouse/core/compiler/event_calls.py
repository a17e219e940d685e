"""Replace calls of the rules that write events by calls of `emit`, so that Numba has fewer rules to compile.

For each kind of event, a class of `Kinds` has a small rule that only calls `emit`. If Numba compiled all these rules,
compiling a game would take about 6 % longer. So a pass of the compiler replaces the call of such a rule by the call of
`emit` inside it. If it cannot replace a call, Numba compiles the rule like any other.
"""

from __future__ import annotations

import importlib
from contextlib import suppress
from types import ModuleType
from typing import Any

from enginehouse.core.compiler import passes
from enginehouse.core.records.events import EVERYBODY
from enginehouse.core.records.kinds import PLACES


def make_pass() -> Any:
    """Return the class of a pass of the Numba compiler that simplifies calls of rules that write events.

    The pass replaces the call of such a rule by the call of the rule `emit` inside it. So Numba does not have to
    compile a rule for each kind of event.
    """
    return passes.make_pass(
        "write_events",
        lambda function, block: [one for done in block.body for one in _replace(function, block, done)],
    )


def _replace(function: Any, block: Any, done: Any) -> list[Any]:
    """Return the statements in Numba's intermediate representation that replace the statement `done` of a rule.

    They are `done` alone if it is not a call that writes an event. `function` is the whole rule, and `block` the block
    of statements in which `done` is.
    """
    ir: Any = importlib.import_module("numba.core.ir")
    names: Any = importlib.import_module("numba.core.ir_utils")
    call = done.value if isinstance(done, ir.Assign) else None
    if not (isinstance(call, ir.Expr) and call.op == "call" and len(call.args) == 1):
        return [done]
    twin = _find_attribute(function, call.func)
    kind, given = getattr(getattr(twin, "py_func", None), "__kind__", None), dict(call.kws)
    masks = {"notice"} if kind is None or not kind.secret else {"notice", "learn"}
    if kind is None or not {*kind.places, *masks} - {"notice"} <= given.keys() <= {*kind.places, *masks}:
        return [done]
    added: list[Any] = []

    def assign(value: Any) -> Any:
        added.append(ir.Assign(value, ir.Var(block.scope, names.mk_unique_var("$event"), done.loc), done.loc))
        return added[-1].target

    by_place = {place: given[name] for name, place in kind.places.items()}
    numbers = [by_place.get(place) or assign(ir.Const(0, done.loc)) for place in PLACES]
    notice = given.get("notice") or assign(ir.Const(EVERYBODY, done.loc))
    arguments = (call.args[0], assign(ir.Const(int(kind), done.loc)), *numbers, notice, given.get("learn", notice))
    emit = assign(ir.Global("emit", twin.py_func.__globals__["emit"], done.loc))
    return [*added, ir.Assign(ir.Expr.call(emit, arguments, (), done.loc), done.target, done.loc)]


def _find_attribute(function: Any, variable: Any) -> Any:
    """Return the value of a variable in a rule if it was read from a module, as in `x = module.name`, or else `None`.

    `function` is the rule in Numba's internal form, and `variable` is a variable in it. The value is the attribute
    `name` of the module, such as the compiled form of another rule. If several statements assign to the variable, no
    value is found.
    """
    with suppress(KeyError):
        read = function.get_definition(variable)
        if getattr(read, "op", "") == "getattr":
            module = getattr(function.get_definition(read.value), "value", None)
            return vars(module).get(read.attr) if isinstance(module, ModuleType) else None
    return None
