"""Replace `numpy.typing` in a browser tab: define the names that occur in the program's type annotations."""

from __future__ import annotations

from typing import Any

ArrayLike = Any


class NDArray:
    """The type of an array, for type annotations only."""

    def __class_getitem__(cls, key: object) -> type:
        return cls
