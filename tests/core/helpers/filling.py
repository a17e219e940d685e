"""A rule that makes arrays, for tests of libraries: it fills the heap if it is asked to."""

from __future__ import annotations

import numpy as np

from enginehouse.core.compiler.entries import Argument, LibraryFunction
from enginehouse.core.rule import entry


@entry
def fill_two_arrays(many: int, place: int) -> int:
    """Return the sum of two elements of two arrays with so many elements each."""
    one, other = np.zeros(many, np.int64), np.zeros(many, np.int64)
    for k in range(many):
        one[k] = 1
        other[k] = 20
    return int(one[place] + other[place])


FILL = [LibraryFunction("fill", fill_two_arrays, (Argument("many"), Argument("place")))]
