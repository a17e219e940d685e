"""Mark rules: ordinary functions that the compiler can turn into machine code.

A function marked `@rule` stays as it is: called from Python it runs as plain Python, on records that are Python
objects. The package `compiler` makes its compiled form. Authors of rules need not open that package.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from enginehouse.core import flags as flags  # import this first, because it notes when the loading of rules began

F = TypeVar("F", bound=Callable[..., Any])


class Constants:
    """A family of named integers (`class Phase(Constants): DRAW, PLAY = range(2)`) that rules use as `Phase.DRAW`.

    Numba cannot read classes, but it reads the attributes of modules as constants. So the compiler replaces the class
    by a module.
    """

    __slots__ = ()

    @classmethod
    def list_names(cls) -> tuple[str, ...]:
        """Return the names of the constants in the order of their numbers, in lower case and with spaces.

        Only names in capitals count: newer versions of Python add numbers of their own to a class.
        """
        numbers = {name: number for name, number in vars(cls).items() if name.isupper()}
        return tuple(name.lower().replace("_", " ") for name in sorted(numbers, key=numbers.__getitem__))

    def __init__(self) -> None:
        raise TypeError(f"{type(self).__name__} is a family of constants and has no instances")


def rule(function: F) -> F:
    """Mark a function as a rule, which can be compiled, and return it.

    A rule uses only ints, records and arrays, and calls other rules by their plain names.
    """
    function.__rule__ = "inner"  # type: ignore[attr-defined]
    return function


def entry(function: F) -> F:
    """Mark a rule that Python code may also call in its compiled form, and return it.

    The compiled form of a function marked with `rule` can only be called by other rules.
    """
    function.__rule__ = "entry"  # type: ignore[attr-defined]
    return function
