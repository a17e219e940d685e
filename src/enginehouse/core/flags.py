"""Whether rules are compiled here, and how: asked of the environment each time."""

from __future__ import annotations

import importlib.util
import os
import time

from enginehouse.core.errors import EnginehouseError

LOADED = time.time()
"""When this process began to load rules: every rule imports this module first."""


def jit_wanted() -> bool:
    """Whether the environment allows compiling: `ENGINEHOUSE_JIT` is not 0."""
    return os.environ.get("ENGINEHOUSE_JIT", "1") != "0"


def jit_possible() -> bool:
    """Whether rules can be compiled here: wanted, and Numba is installed."""
    return jit_wanted() and importlib.util.find_spec("numba") is not None


def bounds_checked() -> bool:
    """Compiled rules check every index unless `ENGINEHOUSE_BOUNDS=0`, which is for measuring only."""
    return os.environ.get("ENGINEHOUSE_BOUNDS", "1") != "0"


def stock_numba() -> bool:
    """Return whether Numba compiles the rules without our patches, and slowly: `ENGINEHOUSE_NUMBA` is `stock`.

    Raise `EnginehouseError` for any other value.
    """
    named = os.environ.get("ENGINEHOUSE_NUMBA", "")
    if named not in ("", "stock"):
        raise EnginehouseError(f"ENGINEHOUSE_NUMBA is {named!r}. It can only be `stock`, or not be set.")
    return named == "stock"
