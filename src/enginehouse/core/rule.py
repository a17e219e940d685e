"""How a rule is marked: an ordinary function, of which the compiler can make machine code.

A function marked `@rule` stays what it is; called from Python it runs as plain Python on plain records. What is made of
it for the compiled games is in `compiler/`, which an author of rules need not open.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from enginehouse.core import flags as flags  # first of all: it notes when rules began to be loaded

F = TypeVar("F", bound=Callable[..., Any])


class Constants:
    """A family of named whole numbers (`class Phase(Constants): DRAW, PLAY = range(2)`) that rules use as `Phase.DRAW`.

    Numba knows no classes, but reads the attributes of modules as constants; a twin sees the family as a module.
    """

    __slots__ = ()

    def __init__(self) -> None:
        raise TypeError(f"{type(self).__name__} is a family of numbers, not something to make")


def rule(function: F) -> F:
    """Mark a function as one that compiles: ints, records and arrays only, other rules called by their plain names."""
    function.__rule__ = "inner"  # type: ignore[attr-defined]
    return function


def entry(function: F) -> F:
    """Mark a rule that Python code may call too, once it is compiled; what is marked `rule` only other rules may call."""
    function.__rule__ = "entry"  # type: ignore[attr-defined]
    return function
