"""A state is one fixed-size record of named integer fields.

The same record has three forms: an element of a structured NumPy array (what compiled rules change), a plain Python
object of ints and lists (what uncompiled rules change, what is drawn and worded), and bytes or text (what is kept).
`Shape` knows all of them and turns one into another.

Scalars are int64; arrays may be narrower, which saves copying, and are read with `int(...)` so that both forms compute
alike. There are no unsigned fields: mixing them with int64 makes floats.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, cast

import numpy as np

from enginehouse.core.errors import Unreadable, quoted
from enginehouse.core.records.fields import Field, cleared, ended, open_half


class Plain:
    """A record in its plain form; every shape makes a class of its own from this one."""

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
        """Pickle the record by its game and its fields by name, so that no layout of bytes is assumed."""
        game = type(self).game
        if game is None:
            raise TypeError(f"a {self.shape.name} record that belongs to no game cannot be pickled")
        return _restored, (game, self.shape.to_text(self))


def _restored(game: Any, text: str) -> Any:
    """Return the record of a pickle; `Unreadable` names the field that is wrong."""
    return game.shape.from_text(text)


def _zeros(dims: tuple[int, ...]) -> Any:
    if len(dims) == 1:
        return [0] * dims[0]
    return [_zeros(dims[1:]) for _ in range(dims[0])]


def _copied(value: Any) -> Any:
    if type(value) is list:
        if value and type(value[0]) is list:
            return [_copied(row) for row in value]
        return value[:]
    return value


def _shared(value: Any, other: Any) -> Any:
    if value is other or value == other:
        return other
    if type(value) is list and type(value[0]) is list:
        return [_shared(*rows) for rows in zip(value, other, strict=True)]
    return value


class RecordFields:
    """The declared fields of one kind of record, their layout, and the rules that are made of their declarations."""

    def __init__(self, name: str, fields: Sequence[Field], formerly: Mapping[str, str] | None = None) -> None:
        """`formerly` gives fields that were renamed the name under which checksums know them: the one they had first."""
        self.name = name
        self.declared: tuple[Field, ...] = tuple(fields)
        """Every field with its dtype, its dimensions, and who may see it."""
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
        """Every field, the name under which checksums know it, and how many dimensions it has; in the order of the latter."""
        self.empty: dict[str, Any] = {n: _zeros(d) if d else 0 for n, d in self.dims.items()}
        """What each field is in an empty record; not to be changed."""
        self._bounds = {f.name: (int(np.iinfo(f.dtype).min), int(np.iinfo(f.dtype).max)) for f in self.declared}
        self.Plain: type[Any] = type("Plain", (Plain,), {"__slots__": self.fields, "shape": self, "game": None})

    @cached_property
    def open_half(self) -> Any:
        """The rule that copies into a view what a seat may see of the declared fields (see `fields.open_half`)."""
        return open_half(self.name, self.declared)

    def cleared(self, *names: str) -> Any:
        """A rule `cleared(s)` that makes these fields 0 again (see `fields.cleared`)."""
        return cleared(self.name, self._of(names))

    def ended(self, *names: str) -> Any:
        """A rule `ended(s, seat)` after which these fields say nothing of a seat any more (see `fields.ended`)."""
        return ended(self.name, self._of(names))

    def _of(self, names: Sequence[str]) -> list[Field]:
        """The declared fields of these names; `ValueError` where there is none."""
        if unknown := sorted(set(names) - set(self.fields)):
            raise ValueError(f"{self.name} has no field {unknown[0]!r}")
        return [field for field in self.declared if field.name in names]


class Shape(RecordFields):
    """The fields of one kind of record, and its three forms.

    `name` becomes part of the dtype (an empty-cost marker field), so that no two shapes are ever equal and compiled code
    can tell games apart by the type of their record.
    """

    # -- plain form -------------------------------------------------------------------------------------------------------

    def new(self) -> Any:
        """An empty record: every field 0."""
        plain = self.Plain()
        for name in self.fields:
            setattr(plain, name, _copied(self.empty[name]))
        return plain

    def copy(self, plain: Any) -> Any:
        """A second record with the same contents, sharing nothing with the first."""
        other = self.Plain()
        for name in self.fields:
            setattr(other, name, _copied(getattr(plain, name)))
        return other

    def share(self, plain: Any, other: Any) -> None:
        """Let a record have the very lists of another one where they hold the same; neither may be changed from then on."""
        for name in self.dims:
            setattr(plain, name, _shared(getattr(plain, name), getattr(other, name)))

    def assign(self, target: Any, source: Any) -> None:
        """Make `target` hold what `source` holds."""
        for name in self.fields:
            setattr(target, name, _copied(getattr(source, name)))

    def differences(self, a: Any, b: Any) -> list[str]:
        """The names of the fields in which two plain records differ."""
        return [name for name in self.fields if getattr(a, name) != getattr(b, name)]

    # -- array form -------------------------------------------------------------------------------------------------------

    def array(self, count: int = 1) -> Any:
        """`count` empty records for compiled code; its dtype is `self.dtype` itself."""
        return np.zeros(count, self.dtype)

    def load(self, array: Any, index: int) -> Any:
        """The plain form of one array element."""
        plain = self.Plain()
        item = array[index]
        for name in self.fields:
            value = item[name]
            setattr(plain, name, value.tolist() if self.dims[name] else int(value))
        return plain

    def store(self, array: Any, index: int, plain: Any) -> None:
        """Write a plain record into an array element; OverflowError where a number does not fit its field."""
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

    # -- bytes and text ---------------------------------------------------------------------------------------------------

    def to_bytes(self, plain: Any) -> bytes:
        """The record as bytes, the same on every machine of the same byte order; padding is 0."""
        array = self.array()
        self.store(array, 0, plain)
        return cast(bytes, array.tobytes())

    def from_bytes(self, data: bytes) -> Any:
        """The record of these bytes; `Unreadable` when their number is wrong."""
        if len(data) != self.dtype.itemsize:
            raise Unreadable(f"a {self.name} record has {self.dtype.itemsize} bytes, here are {len(data)}")
        return self.load(np.frombuffer(data, self.dtype), 0)

    def to_text(self, plain: Any) -> str:
        """The record as one line of JSON: the fields that are not 0."""
        kept = {}
        for name in self.fields:
            value = getattr(plain, name)
            if value != self.empty[name]:
                kept[name] = value
        return json.dumps(kept, separators=(",", ":"))

    def from_text(self, text: str) -> Any:
        """The record of such a line; `Unreadable` names the field that is wrong."""
        try:
            kept = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise Unreadable(f"a {self.name} record in words is one JSON object, this is not: {error}") from None
        if not isinstance(kept, dict):
            raise Unreadable(f"a {self.name} record in words is one JSON object, this is a {type(kept).__name__}")
        plain = self.new()
        for name, value in kept.items():
            if name not in self.dims:
                raise Unreadable(f"a {self.name} record has no field {quoted(name)}")
            if not _fits(value, self.dims[name], self._bounds[name]):
                raise Unreadable(
                    f"field {quoted(name)} of a {self.name} record: wrong shape, or a number that does not fit"
                )
            setattr(plain, name, value)
        return plain


def _fits(value: Any, dims: tuple[int, ...], bounds: tuple[int, int]) -> bool:
    if not dims:
        return type(value) is int and bounds[0] <= value <= bounds[1]
    return type(value) is list and len(value) == dims[0] and all(_fits(v, dims[1:], bounds) for v in value)
