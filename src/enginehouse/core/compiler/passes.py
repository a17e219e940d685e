"""Make passes of the Numba compiler, which change the intermediate representation of a rule."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any


def make_pass(name: str, rewrite: Callable[[Any, Any], list[Any]]) -> Any:
    """Return the class of a pass of the Numba compiler that replaces the statements of each block of a rule.

    `name` is the name of the pass. `rewrite(function, block)` returns the new statements of a block. `function` is the
    whole rule. Both are in Numba's intermediate representation.
    """
    machinery: Any = importlib.import_module("numba.core.compiler_machinery")

    def run_pass(self: Any, state: Any) -> bool:
        for block in state.func_ir.blocks.values():
            block.body = rewrite(state.func_ir, block)
        return True

    passed = type(
        name.title().replace("_", ""),
        (machinery.FunctionPass,),
        {"_name": name, "__init__": lambda self: None, "run_pass": run_pass},
    )
    return machinery.register_pass(mutates_CFG=False, analysis_only=False)(passed)
