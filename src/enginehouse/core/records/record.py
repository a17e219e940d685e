"""Define records: the state of a game is one record of fixed size with named integer fields.

A record has three forms: an element of a structured NumPy array (for compiled rules), a plain Python object of ints and
lists (for rules in plain Python, for drawings and for sentences about a position), and bytes or text (for storage).
`Shape` converts between them.

Scalars are int64. Arrays may be narrower, which saves copying. Rules read their elements with `int(...)`, so that they
compute the same numbers with NumPy arrays as with lists. There are no unsigned fields, because mixing them with int64
gives floats.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, cast

import numpy as np
import numpy.typing as npt

from enginehouse.core.errors import Unreadable, quote
from enginehouse.core.records.fields import Field, Record, cleared, ended, open_half


class Plain:
    """A record as a Python object, with an int or a list for each field.

    Rules use this form when they run as ordinary Python functions, and drawings use it always. The other forms of a
    record are elements of NumPy arrays, bytes and text. Each kind of record is described by a `Shape`, which makes a
    subclass of this class with the fields of the record.
    """

    __slots__ = ()
    shape: ClassVar[Shape]
    game: ClassVar[Any]

    def __repr__(self) -> str:
        return f"{self.shape.name} record {self.shape.to_text(self)}"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Plain) or other.shape is not self.shape:
            return NotImplemented
        return not self.shape.differences(self, other)

    __hash__ = None  # type: ignore[assignment]  # records change in place

    def __copy__(self) -> Any:
        return self.shape.copy(self)

    def __deepcopy__(self, memo: Any) -> Any:
        return self.shape.copy(self)

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the record's game and its fields by name, for a pickle.

        So the pickle does not depend on the layout of the record in memory.
        """
        game = type(self).game
        if game is None:
            raise TypeError(f"a {self.shape.name} record that belongs to no game cannot be pickled")
        return _restore_record, (game, self.shape.to_text(self))


def _restore_record(game: Any, text: str) -> Any:
    """Return the record that a pickle has stored as `text`, the line that `Shape.to_text` wrote.

    `game` is the game of the record. Raise `Unreadable` with the name of a wrong field.
    """
    return game.shape.from_text(text)


def _zeros(dims: tuple[int, ...]) -> Any:
    if len(dims) == 1:
        return [0] * dims[0]
    return [_zeros(dims[1:]) for _ in range(dims[0])]


def _copy_value(value: Any) -> Any:
    if type(value) is list:
        if value and type(value[0]) is list:
            return [_copy_value(row) for row in value]
        return value[:]
    return value


def _share_value(value: Any, other: Any) -> Any:
    if value is other or value == other:
        return other
    if type(value) is list and type(value[0]) is list:
        return [_share_value(*rows) for rows in zip(value, other, strict=True)]
    return value


class RecordFields:
    """The fields of a game's record, their layout in memory, and the rules that are generated for these fields."""

    def __init__(self, name: str, fields: Sequence[Field], formerly: Mapping[str, str] | None = None) -> None:
        """Create the fields of the record with the name `name`.

        `formerly` maps the name of a renamed field to its first name, which checksums use.
        """
        self.name = name
        self.declared: tuple[Field, ...] = tuple(fields)
        """Every field with its dtype, its dimensions and its visibility."""
        marker = "is_" + name.replace("-", "_")
        entries = [*self.declared, Field(marker, np.int64)]
        names = [entry.name for entry in entries]
        doubled = sorted({n for n in names if names.count(n) > 1})
        if doubled:
            raise ValueError(f"fields named twice in {name}: {', '.join(doubled)}")
        for entry in entries:
            if np.dtype(entry.dtype).kind != "i" or (not entry.dims and np.dtype(entry.dtype) != np.int64):
                raise ValueError(f"field {entry.name} of {name}: scalars are int64, arrays are signed integers")
        self.dtype = np.dtype([(e.name, e.dtype, e.dims) if e.dims else (e.name, e.dtype) for e in entries], align=True)
        self.fields: tuple[str, ...] = tuple(names[:-1])
        self.dims: dict[str, tuple[int, ...]] = {field.name: field.dims for field in self.declared}
        first = dict(formerly or {})
        if unknown := sorted(set(first) - set(self.fields)):
            raise ValueError(f"{name} has no field {unknown[0]!r}, which is said to have had another name formerly")
        self.by_name: tuple[tuple[str, str, int], ...] = tuple(
            sorted(((n, first.get(n, n), len(self.dims[n])) for n in self.fields), key=lambda field: field[1])
        )
        """Every field, its name in checksums, and its number of dimensions, in the order of the names in checksums."""
        self.empty: dict[str, Any] = {n: _zeros(d) if d else 0 for n, d in self.dims.items()}
        """The value of each field in an empty record. Do not change it."""
        self._bounds = {f.name: (int(np.iinfo(f.dtype).min), int(np.iinfo(f.dtype).max)) for f in self.declared}
        self.Plain: type[Any] = type("Plain", (Plain,), {"__slots__": self.fields, "shape": self, "game": None})

    @cached_property
    def open_half(self) -> Any:
        """Return the rule `open_half(s, seat, v)`, which copies into the view `v` the fields that a seat may see.

        `fields.open_half` explains the rule.
        """
        return open_half(self.name, self.declared)

    def cleared(self, *names: str) -> Any:
        """Return a rule `cleared(s)` that sets the fields with these names in a record to 0 (see `fields.cleared`)."""
        return cleared(self.name, self._of(names))

    def ended(self, *names: str) -> Any:
        """Return a rule `ended(s, seat)` that clears all that the fields with these names say about a seat.

        In a field that is a mask of seats, the rule clears the seat's bit. In a list by seat, it sets the seat's number
        to 0.
        """
        return ended(self.name, self._of(names))

    def _of(self, names: Sequence[str]) -> list[Field]:
        """Return the declared fields with these names, in the order of their declaration.

        Raise `ValueError` for a name that is not declared.
        """
        if unknown := sorted(set(names) - set(self.fields)):
            raise ValueError(f"{self.name} has no field {unknown[0]!r}")
        return [field for field in self.declared if field.name in names]


class Shape(RecordFields):
    """The fields of one kind of record, and conversions between its three forms (NumPy, plain Python, bytes or text).

    The dtype has a marker field, which takes no space and is named by `name`. So the dtypes of different games are
    never equal, and compiled code can distinguish games by the type of their record.
    """

    # -- plain form ----------------------------------------------------------------------------------------------------

    def new(self) -> Any:
        """Return an empty record: every field is 0."""
        plain = self.Plain()
        for name in self.fields:
            setattr(plain, name, _copy_value(self.empty[name]))
        return plain

    def copy(self, plain: Record | Plain) -> Any:
        """Return a copy of a record that shares no lists with it."""
        other = self.Plain()
        for name in self.fields:
            setattr(other, name, _copy_value(getattr(plain, name)))
        return other

    def share(self, plain: Record, other: Record) -> None:
        """Let the record `plain` use the lists of the record `other` where they are equal, to save memory.

        Do not change either record afterwards.
        """
        for name in self.dims:
            setattr(plain, name, _share_value(getattr(plain, name), getattr(other, name)))

    def assign(self, target: Record, source: Record) -> None:
        """Copy the contents of `source` into `target`."""
        for name in self.fields:
            setattr(target, name, _copy_value(getattr(source, name)))

    def differences(self, a: Record | Plain, b: Record | Plain) -> list[str]:
        """Return a list of the names of the fields in which two records, as Python objects, differ."""
        return [name for name in self.fields if getattr(a, name) != getattr(b, name)]

    # -- array form ----------------------------------------------------------------------------------------------------

    def array(self, count: int = 1) -> Any:
        """Return a structured NumPy array of `count` empty records, for compiled code."""
        return np.zeros(count, self.dtype)

    def load(self, array: npt.NDArray[np.void], index: int) -> Any:
        """Return the record in the array element `array[index]` as a Python object with ints and lists."""
        plain = self.Plain()
        item = array[index]
        for name in self.fields:
            value = item[name]
            setattr(plain, name, value.tolist() if self.dims[name] else int(value))
        return plain

    def store(self, array: npt.NDArray[np.void], index: int, plain: Record) -> None:
        """Write the record `plain`, a Python object, into the array element `array[index]`.

        Raise OverflowError if a number does not fit its field.
        """
        item = array[index]
        for name in self.fields:
            value = getattr(plain, name)
            if self.dims[name]:
                wide = np.array(value, np.int64)
                low, high = self._bounds[name]
                if wide.size and (int(wide.min()) < low or int(wide.max()) > high):
                    raise OverflowError(f"{self.name}.{name}: a number does not fit its field ({low} to {high})")
                item[name] = wide
            else:
                item[name] = value

    # -- bytes and text ------------------------------------------------------------------------------------------------

    def to_bytes(self, plain: Record) -> bytes:
        """Return the record as bytes, the same on every machine of the same byte order. Padding is 0."""
        array = self.array()
        self.store(array, 0, plain)
        return cast(bytes, array.tobytes())

    def from_bytes(self, data: bytes) -> Any:
        """Return the record of these bytes. Raise `Unreadable` if their number is wrong."""
        if len(data) != self.dtype.itemsize:
            raise Unreadable(f"a {self.name} record has {self.dtype.itemsize} bytes, here are {len(data)}")
        return self.load(np.frombuffer(data, self.dtype), 0)

    def to_text(self, plain: Record | Plain) -> str:
        """Return the record as one line of JSON: the fields that are not 0."""
        kept = {}
        for name in self.fields:
            value = getattr(plain, name)
            if value != self.empty[name]:
                kept[name] = value
        return json.dumps(kept, separators=(",", ":"))

    def from_text(self, text: str) -> Any:
        """Return the record of a line that `to_text` wrote. Raise `Unreadable` with the name of a wrong field."""
        try:
            kept = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise Unreadable(f"a {self.name} record in words is one JSON object, this is not: {error}") from None
        if not isinstance(kept, dict):
            raise Unreadable(f"a {self.name} record in words is one JSON object, this is a {type(kept).__name__}")
        plain = self.new()
        for name, value in kept.items():
            if name not in self.dims:
                raise Unreadable(f"a {self.name} record has no field {quote(name)}")
            if not _fits(value, self.dims[name], self._bounds[name]):
                raise Unreadable(
                    f"field {quote(name)} of a {self.name} record: wrong shape, or a number that does not fit"
                )
            setattr(plain, name, value)
        return plain


def _fits(value: Any, dims: tuple[int, ...], bounds: tuple[int, int]) -> bool:
    if not dims:
        return type(value) is int and bounds[0] <= value <= bounds[1]
    return type(value) is list and len(value) == dims[0] and all(_fits(v, dims[1:], bounds) for v in value)
