"""Read the settings of the compiler from the environment, at each call."""

from __future__ import annotations

import importlib.util
import os
import time

from enginehouse.core.errors import EnginehouseError

LOADED = time.time()
"""The time at which this process began to load rules. Every rule imports this module first."""


def jit_wanted() -> bool:
    """Return whether compiling is allowed. It is, unless the environment variable `ENGINEHOUSE_JIT` is 0."""
    return os.environ.get("ENGINEHOUSE_JIT", "1") != "0"


def jit_possible() -> bool:
    """Return whether rules can be compiled. They can if Numba is installed and `ENGINEHOUSE_JIT` is not 0.

    This is an environment variable. If it is not set, it allows compiling.
    """
    return jit_wanted() and importlib.util.find_spec("numba") is not None


def bounds_checked() -> bool:
    """Return whether compiled rules check every index. They do, unless `ENGINEHOUSE_BOUNDS` is 0.

    This is an environment variable. Turn the check off for measurements only.
    """
    return os.environ.get("ENGINEHOUSE_BOUNDS", "1") != "0"


def uses_stock_numba() -> bool:
    """Return whether Numba compiles the rules without the patches that this package makes to it.

    It does if the environment variable `ENGINEHOUSE_NUMBA` is `stock`. Compiling is slower then. Raise
    `EnginehouseError` if the variable has any other value, unless it is empty.
    """
    named = os.environ.get("ENGINEHOUSE_NUMBA", "")
    if named not in ("", "stock"):
        raise EnginehouseError(f"ENGINEHOUSE_NUMBA is {named!r}. It can only be `stock`, or not be set.")
    return named == "stock"
