# ruff: noqa: N801  # the names are those of NumPy
"""Replace NumPy in a browser tab by a small module with integer arrays, structured records and their data types.

Rules that are not compiled need little of NumPy, and the whole package is too large for a first visit. An array here is
a list of Python numbers with a shape. A missing function raises an error. A test compares the results with those of
NumPy. Unlike in NumPy, numbers do not overflow. This makes no difference, because rules never let numbers overflow.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Any

__version__ = "2.4.0"


class generic:
    """The base class of all types of numbers and records."""

    code, kind, size = "", "", 0

    def __class_getitem__(cls, key: object) -> type:
        return cls


class number(generic):
    """The base class of the types of integers and floats."""


class integer(number):
    """The base class of the types of integers."""


class signedinteger(integer):
    """The base class of the types of integers with a sign."""


class floating(number):
    """The base class of the types of floats."""


class void(generic):
    """The base class of the types of records."""

    kind = "V"


def _make_type(name: str, base: type, code: str, kind: str, size: int) -> Any:
    """Return a new type of numbers with this name and base class, to replace a type of NumPy such as `int8`.

    A call of the new type returns an `int`, `float` or `bool` of Python. `code` is the letter of the new type in the
    module `struct`, `kind` is its kind in NumPy ("i", "u", "f" or "b"), and `size` is its size in bytes.
    """

    def new(cls: type, value: Any = 0) -> Any:
        return {"f": float, "b": bool}.get(kind, int)(value)

    return type(name, (base,), {"__new__": new, "code": code, "kind": kind, "size": size})


int8 = _make_type("int8", signedinteger, "b", "i", 1)
int16 = _make_type("int16", signedinteger, "h", "i", 2)
int32 = _make_type("int32", signedinteger, "i", "i", 4)
int64 = _make_type("int64", signedinteger, "q", "i", 8)
uint8 = _make_type("uint8", integer, "B", "u", 1)
uint16 = _make_type("uint16", integer, "H", "u", 2)
uint32 = _make_type("uint32", integer, "I", "u", 4)
uint64 = _make_type("uint64", integer, "Q", "u", 8)
float32 = _make_type("float32", floating, "f", "f", 4)
float64 = _make_type("float64", floating, "d", "f", 8)
bool_ = _make_type("bool", generic, "?", "b", 1)
intp = int64
_OF_PYTHON = {int: int64, float: float64, bool: bool_}
"""The type of array elements for each type of Python's numbers."""


class dtype:
    """The type of the elements of an array: a type of numbers, or the fields of a record with their offsets."""

    type: Any
    code: str
    kind: str
    itemsize: int
    alignment: int
    names: tuple[str, ...] | None = None
    fields: dict[str, tuple[dtype, int]] | None = None
    shapes: dict[str, tuple[int, ...]]
    """By field of a record, its shape."""

    def __init__(self, given: Any, align: bool = False) -> None:
        """Create the type of array elements from a type of numbers, or from a list of fields.

        A field is a tuple of its name, its type, and its shape if it has several numbers. If `align` is true, fields
        have the offsets that a C compiler would choose.
        """
        if isinstance(given, dtype):
            self.__dict__.update(given.__dict__)
        elif isinstance(given, list):
            self._set_fields(given, align)
        elif isinstance(given, tuple):
            self.type, self.kind, self.itemsize, self.alignment = void, "V", int(given[1]), 1
        else:
            self.type = _OF_PYTHON.get(given, given)
            self.code, self.kind, self.itemsize = self.type.code, self.type.kind, self.type.size
            self.alignment = self.itemsize

    def __class_getitem__(cls, key: object) -> type:
        return cls

    def _set_fields(self, given: list[Any], align: bool) -> None:
        at, most, fields, self.shapes = 0, 1, {}, {}
        for name, kind, *more in given:
            one = dtype(kind)
            shape = more[0] if more else ()
            self.shapes[name] = (shape,) if isinstance(shape, int) else tuple(shape)
            if align:
                at, most = _round_up(at, one.alignment), max(most, one.alignment)
            fields[name] = (one, at)
            at += one.itemsize * math.prod(self.shapes[name])
        self.fields, self.names, self.type, self.kind = fields, tuple(fields), void, "V"
        self.itemsize, self.alignment = _round_up(at, most) if align else at, most

    def __eq__(self, other: object) -> bool:
        try:
            other = dtype(other)
        except (AttributeError, TypeError, ValueError):
            return False
        mine, its = (self.names, self.type, self.itemsize, self.fields), (other.names, other.type, other.itemsize)
        return mine == (*its, other.fields)

    def __hash__(self) -> int:
        return hash((self.names, self.type, self.itemsize))


def _round_up(number: int, step: int) -> int:
    return -(-number // step) * step


class iinfo:
    """The bounds of a type of integers."""

    def __init__(self, given: Any) -> None:
        kind = dtype(given)
        self.bits = 8 * kind.itemsize
        has_sign = kind.kind == "i"
        self.min = -(1 << self.bits - 1) if has_sign else 0
        self.max = (1 << self.bits - (1 if has_sign else 0)) - 1


class ndarray:
    """An array: a list of numbers, an offset (`start`) in the list, and a shape.

    A slice of the array uses the same list.
    """

    __slots__ = ("dtype", "numbers", "shape", "start")

    def __init__(self, numbers: list[Any], start: int, shape: tuple[int, ...], kind: dtype) -> None:
        self.numbers, self.start, self.shape, self.dtype = numbers, start, shape, kind

    def __class_getitem__(cls, key: object) -> type:
        return cls

    @property
    def ndim(self) -> int:
        """Return the number of dimensions."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """Return the number of elements."""
        return math.prod(self.shape)

    @property
    def nbytes(self) -> int:
        """Return the size of all elements in bytes."""
        return self.size * self.dtype.itemsize

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        return (self[k] for k in range(self.shape[0]))

    def __getitem__(self, key: Any) -> Any:
        if type(key) is tuple:
            return self._get_many(key)
        if isinstance(key, slice):
            return self._get_slice(key)
        at = self._find(key)
        if len(self.shape) == 1:
            return self.numbers[self.start + at]
        return ndarray(self.numbers, self.start + at * math.prod(self.shape[1:]), self.shape[1:], self.dtype)

    def _find(self, key: Any) -> int:
        at = int(key)
        if at < 0:
            at += self.shape[0]
        if not 0 <= at < self.shape[0]:
            raise IndexError(f"index {key} is out of bounds for axis 0 with size {self.shape[0]}")
        return at

    def _get_many(self, keys: tuple[Any, ...]) -> Any:
        """Return an element or a part of the array by the indices `keys`, one for each dimension.

        If an index is a slice, the indices after it are used in each row of that slice.
        """
        found: Any = self
        for k, key in enumerate(keys):
            rest = keys[k + 1 :]
            if isinstance(key, slice) and rest:
                return array([row[rest if len(rest) > 1 else rest[0]] for row in found[key]], self.dtype)
            found = found[key]
        return found

    def _get_slice(self, key: slice) -> ndarray:
        first, end, step = key.indices(self.shape[0])
        if step != 1:
            return array([self[k] for k in range(first, end, step)], self.dtype)
        row = math.prod(self.shape[1:])
        return ndarray(self.numbers, self.start + first * row, (max(0, end - first), *self.shape[1:]), self.dtype)

    def __setitem__(self, key: Any, value: Any) -> None:
        if isinstance(key, list):
            for one, number in zip(key, value, strict=True):
                self[one] = number
        elif type(key) is tuple and len(key) > 1:
            self[key[0]][key[1:]] = value
        elif type(key) is tuple:
            self[key[0]] = value
        elif isinstance(key, slice) or len(self.shape) > 1:
            self[key].fill(value)
        else:
            self.numbers[self.start + self._find(key)] = self._convert(value)

    def fill(self, value: Any) -> None:
        """Set all elements to a number, or to the numbers of a sequence, which is repeated until the array is full.

        Raise ValueError if the last repetition does not fit.
        """
        flat = _flatten(value) if hasattr(value, "__len__") else [value]
        many = self.size // len(flat) if flat else 0
        if many * len(flat) != self.size:
            raise ValueError(f"could not broadcast {len(flat)} elements into shape {self.shape}")
        self.numbers[self.start : self.start + self.size] = [self._convert(one) for one in flat] * many

    def _convert(self, value: Any) -> Any:
        return self.dtype.type(value)

    def list_numbers(self) -> list[Any]:
        """Return all elements in one list."""
        return self.numbers[self.start : self.start + self.size]

    def tolist(self) -> list[Any]:
        """Return the elements as a list, or as a list of lists."""
        return self.list_numbers() if len(self.shape) == 1 else [self[k].tolist() for k in range(self.shape[0])]

    def copy(self) -> ndarray:
        """Return a copy of the array with elements of its own, so that changes of the copy do not change the array."""
        return ndarray(self.list_numbers(), 0, self.shape, self.dtype)

    def astype(self, kind: Any) -> ndarray:
        """Return a copy of the array with the elements in another type."""
        return _make(self.list_numbers(), self.shape, dtype(kind))

    def reshape(self, *shape: Any) -> ndarray:
        """Return a copy of the array with the same elements in another shape.

        A length of -1 is computed from the others.
        """
        wanted = tuple(shape[0]) if len(shape) == 1 and not isinstance(shape[0], int) else shape
        known = math.prod(one for one in wanted if one >= 0)
        return ndarray(
            self.list_numbers(), 0, tuple(self.size // known if one < 0 else one for one in wanted), self.dtype
        )

    def min(self) -> Any:
        """Return the smallest element."""
        return min(self.list_numbers())

    def max(self) -> Any:
        """Return the largest element."""
        return max(self.list_numbers())

    def sum(self) -> Any:
        """Return the sum of all elements."""
        return sum(self.list_numbers())

    def tobytes(self) -> bytes:
        """Return the bytes of all elements."""
        return struct.pack(f"<{self.size}{self.dtype.code}", *self.list_numbers())


class _Record:
    """A record: its fields by name, each of which is a number or an array."""

    __slots__ = ("dtype", "values")

    def __init__(self, kind: dtype) -> None:
        self.dtype, self.values = kind, {}
        for name, (one, _) in (kind.fields or {}).items():
            shape = kind.shapes[name]
            self.values[name] = zeros(shape, one) if shape else zeros(1, one)[0]

    def __getitem__(self, name: str) -> Any:
        return self.values[name]

    def __setitem__(self, name: str, value: Any) -> None:
        if isinstance(self.values[name], ndarray):
            self.values[name][:] = value
        else:
            self.values[name] = (self.dtype.fields or {})[name][0].type(value)

    def tobytes(self) -> bytes:
        """Return the record as bytes, with each field at the place that the type of the record declares."""
        data = bytearray(self.dtype.itemsize)
        for name, (kind, at) in (self.dtype.fields or {}).items():
            value = self.values[name]
            field = struct.pack(f"<{kind.code}", value) if isinstance(value, int | float) else value.tobytes()
            data[at : at + len(field)] = field
        return bytes(data)


class _Records(list[_Record]):
    """An array of records, as a list of `_Record` objects."""

    def __init__(self, kind: dtype, many: int) -> None:
        super().__init__(_Record(kind) for _ in range(many))
        self.dtype, self.shape = kind, (many,)

    def tobytes(self) -> bytes:
        """Return the bytes of all records."""
        return b"".join(one.tobytes() for one in self)


# -- functions ---------------------------------------------------------------------------------------------------------


def _flatten(value: Any) -> list[Any]:
    if isinstance(value, ndarray):
        return value.list_numbers()
    if not hasattr(value, "__len__"):
        return [value]
    return [number for one in value for number in _flatten(one)]


def _find_shape(value: Any) -> tuple[int, ...]:
    if isinstance(value, ndarray):
        return value.shape
    if not hasattr(value, "__len__"):
        return ()
    return (len(value), *_find_shape(value[0])) if len(value) else (0,)


def _make(numbers: Iterable[Any], shape: tuple[int, ...], kind: dtype) -> ndarray:
    return ndarray([kind.type(one) for one in numbers], 0, shape, kind)


def _find_type(numbers: Sequence[Any]) -> dtype:
    if any(isinstance(one, float) for one in numbers):
        return dtype(float64)
    is_bool = bool(numbers) and all(isinstance(one, bool) for one in numbers)
    return dtype(bool_ if is_bool else int64 if numbers else float64)


def array(value: Any, dtype: Any = None) -> ndarray:
    """Return an array of the numbers in a sequence, or in a sequence of sequences of one length.

    Without `dtype`, the type is that of the numbers.
    """
    flat, kind = _flatten(value), globals()["dtype"]
    return _make(flat, _find_shape(value), _find_type(flat) if dtype is None else kind(dtype))


asarray = ascontiguousarray = array


def full(shape: Any, value: Any, dtype: Any = None) -> ndarray:
    """Return an array of this shape (a length or a tuple of lengths) in which all numbers are `value`."""
    wanted = (shape,) if isinstance(shape, int) else tuple(shape)
    kind = _find_type([value]) if dtype is None else globals()["dtype"](dtype)
    return _make([value] * math.prod(wanted), wanted, kind)


def zeros(shape: Any, dtype: Any = float64) -> Any:
    """Return an array of this shape in which all numbers, or all fields of records, are zero."""
    kind = globals()["dtype"](dtype)
    if kind.names:
        return _Records(kind, shape if isinstance(shape, int) else shape[0])
    return full(shape, 0, kind)


empty = zeros


def ones(shape: Any, dtype: Any = float64) -> ndarray:
    """Return an array of this shape (a length or a tuple of lengths) in which all numbers are 1."""
    return full(shape, 1, dtype)


def arange(*bounds: int) -> ndarray:
    """Return the numbers of a range as an array. The arguments are those of Python's `range`."""
    return array(list(range(*bounds)), int64)


def cumsum(values: Any) -> ndarray:
    """Return an array of cumulative sums: each element is the sum of the numbers up to and including its place."""
    flat = _flatten(values)
    return array(list(accumulate(flat)), _find_type(flat))


def concatenate(arrays: Sequence[Any]) -> ndarray:
    """Return the rows of several arrays in one array."""
    kind = arrays[0].dtype if isinstance(arrays[0], ndarray) else None
    return array([row for one in arrays for row in (one.tolist() if isinstance(one, ndarray) else one)], kind)


def log(value: float) -> float:
    """Return the natural logarithm of a number."""
    return math.log(value)


def exp(value: float) -> float:
    """Return e to the power of a number."""
    return math.exp(value)


def frombuffer(data: bytes, dtype: Any) -> Any:
    """Return the array of numbers, or of records, of the type `dtype` that these bytes contain."""
    kind = globals()["dtype"](dtype)
    if len(data) % kind.itemsize:
        raise ValueError("buffer size must be a multiple of element size")
    many = len(data) // kind.itemsize
    if not kind.names:
        return _make(struct.unpack(f"<{many}{kind.code}", data), (many,), kind)
    found = _Records(kind, many)
    for k, record in enumerate(found):
        for name, (one, at) in (kind.fields or {}).items():
            size = math.prod(kind.shapes[name])
            numbers = struct.unpack_from(f"<{size}{one.code}", data, k * kind.itemsize + at)
            record[name] = list(numbers) if kind.shapes[name] else numbers[0]
    return found


class random:
    """An empty replacement of `numpy.random`, so that type annotations can name it. It has no random numbers."""
