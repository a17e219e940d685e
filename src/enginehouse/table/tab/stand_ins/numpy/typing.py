"""The names of `numpy.typing` that declarations use."""

from __future__ import annotations

from typing import Any

ArrayLike = Any


class NDArray:
    """The type of an array, for type declarations only."""

    def __class_getitem__(cls, key: object) -> type:
        return cls
