"""Load a shared library, and call its functions from Python with arrays, as compiled rules are called."""

from __future__ import annotations

import builtins
import ctypes
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from enginehouse.core.compiler.entries import STATUSES, Argument, LibraryFunction
from enginehouse.core.errors import EnginehouseError


class WrongCall(EnginehouseError):
    """The error raised if a library function is called with arguments of the wrong types."""


def load_library(path: Path, entries: Sequence[LibraryFunction], prefix: str) -> dict[str, Callable[..., int]]:
    """Return the functions of the shared library at `path`, as a dict by their names.

    `entries` lists the functions with their names and arguments. In the library, `prefix` stands before each name. A
    returned function runs a compiled rule of a game. It takes the arguments that `entries` lists, except arrays that
    the library itself provides, and returns a whole number. If the rule fails, the function raises an exception of the
    same type as the rule. If an array has the wrong type or size, the function raises `WrongCall`.
    """
    library = ctypes.CDLL(str(path))
    return {one.name: _bind(library[prefix + one.name], one) for one in entries}


def _bind(function: Any, entry: LibraryFunction) -> Callable[..., int]:
    arguments = [one for one in entry.arguments if not one.is_empty_record]
    function.restype = ctypes.c_int32
    function.argtypes = [
        ctypes.c_void_p,
        *(kind for one in arguments for kind in ([ctypes.c_int64] if one.dtype is None else _kinds(one))),
    ]

    def call(*given: Any) -> int:
        result = ctypes.c_int64()
        passed = [part for one, value in zip(arguments, given, strict=True) for part in _pass(one, value)]
        status = function(ctypes.byref(result), *passed)
        if status != 0:
            raise make_error(status)
        return result.value

    return call


def _kinds(one: Argument) -> list[Any]:
    return [ctypes.c_void_p] if one.shape[0] else [ctypes.c_void_p, ctypes.c_int64]


def _pass(one: Argument, value: Any) -> tuple[Any, ...]:
    """Return a tuple of the C values for one argument of a library function.

    A number is one C value. An array is its address, followed by its length if the caller chooses the length. Raise
    `WrongCall` if the array has another type or size.
    """
    if one.dtype is None:
        return (int(value),)
    if value.dtype.itemsize != one.dtype.itemsize or not value.flags.c_contiguous or value.shape[1:] != one.shape[1:]:
        raise WrongCall(f"{one.name} is not an array of the right type")
    if one.shape[0]:
        if len(value) < one.shape[0]:
            raise WrongCall(f"{one.name} has {len(value)} elements, and {one.shape[0]} are needed")
        return (value.ctypes.data,)
    return value.ctypes.data, len(value)


def make_error(status: int) -> Exception:
    """Return the exception for a status, a number other than 0 that a library function has returned."""
    name = STATUSES[status] if 0 <= status < len(STATUSES) else STATUSES[1]
    kind = getattr(builtins, name, RuntimeError)
    said = {"IndexError": "index is out of bounds", "MemoryError": "the heap of the library is full"}
    return kind(said.get(name, f"the rule raised {name}"))
