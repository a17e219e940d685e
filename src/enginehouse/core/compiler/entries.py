"""Describe the functions of a library as data: a name, the rule that each runs, and the types of its arguments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

STATUSES = (
    "",
    "another exception",
    "IndexError",
    "MemoryError",
    "OverflowError",
    "ValueError",
    "ZeroDivisionError",
)
"""The exception for each status of a library function: 0 is success. The numbers never change."""


class Argument(NamedTuple):
    """An argument of a library function: an array, or a whole number if `dtype` is None.

    `dtype` is the NumPy type of the array's elements, and `shape` has the lengths of its dimensions. If the first
    length is 0, the caller chooses it, and passes it as the next argument. If the elements are records, `type` is the
    name of the record type; otherwise it is empty. If `is_empty_record` is true, callers do not pass the argument: the
    library itself passes an array with one record, in which all numbers are 0.
    """

    name: str
    dtype: Any = None
    shape: tuple[int, ...] = (0,)
    """The shape of the array.

    If the first number is 0, the caller passes the number of elements as the next argument.
    """
    type: str = ""
    """The name of the record type, if the elements are records."""
    is_empty_record: bool = False
    """Whether the library itself provides the array, one record that is all 0, so that callers do not pass it."""

    def example(self) -> Any:
        """Return a value of the argument's type, so that Numba can find out the type."""
        return 0 if self.dtype is None else np.zeros((1,) * len(self.shape), self.dtype)


class LibraryFunction(NamedTuple):
    """A function of a library: its name, the rule that it runs, and the arguments of the rule.

    A library is machine code of a game's rules, which other programs can call. The rule has the mark `entry`, which
    says that code other than rules may call it.
    """

    name: str
    rule: Callable[..., Any]
    arguments: tuple[Argument, ...]
    says: str = ""
    """A sentence about the function for the header file."""
