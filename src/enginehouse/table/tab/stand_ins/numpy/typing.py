"""The names of `numpy.typing` that declarations use."""

from __future__ import annotations

from typing import Any

ArrayLike = Any


class NDArray:
    """The type of an array in a declaration."""

    def __class_getitem__(cls, key: object) -> type:
        return cls
