"""Declare the fields of a record, each once with its visibility, and write the rule that copies visible fields.

A state is a class whose attributes are fields:

    class State(GameState, name="mechanation", pieces=(TERRITORIES, ROOM)):
        phase: int = public()
        energy: Row = own(MOST_SEATS)
        mech: Grid = custom(MOST_SEATS, TIERS, dtype=INT8)

The annotations are for readers and for mypy. The record depends only on the values: their dimensions, dtype and
visibility. All seats see a `public` field. Each seat sees its own row of an `own` field. A `custom` field is hidden
unless the game's `view` shows it. So a field that is not declared visible is hidden: a view starts empty, and
`open_half` copies the visible fields.
"""

from __future__ import annotations

import linecache
import sys
import zlib
from collections.abc import Callable, Iterable, Mapping
from types import ModuleType
from typing import Any, ClassVar, Literal, NamedTuple, Protocol, overload

import numpy as np
import numpy.typing as npt

from enginehouse.core.records.events import MAX_SEATS
from enginehouse.core.rule import rule

INT8, INT16, INT32, INT64 = np.int8, np.int16, np.int32, np.int64
"""The types that a field can have. There are no unsigned fields (see `record`)."""

Row = list[int]
"""An array field of one dimension, in a record that is a Python object."""
Numbers = list[int] | npt.NDArray[np.signedinteger[Any]]
"""An indexed row for rules: a list, in a record that is a Python object, or else an array."""
ReadOnly = Numbers | tuple[int, ...]
"""A row that a rule only reads: as `Numbers`, or a tuple of constants."""
Matrix = npt.NDArray[np.signedinteger[Any]]
"""An array of two dimensions for rules, which is read by two indices at once, such as `found[k, 1]`."""
Grid = list[list[int]]
"""An array field of two dimensions, in a record that is a Python object."""
Who = Literal["public", "own", "custom", "view"]
Holds = Literal["", "seat", "seat + 1", "seats"]
"""The meaning of a number: a seat (-1 for none), a seat + 1 (0 for none), a mask of seats."""
BySeat = bool | tuple[tuple[int, int], ...]
"""Whether the first dimension is indexed by seat, or its stretches that are indexed by seat (see `Field.seats_at`)."""


class Field(NamedTuple):
    """A field of a record: its name, dtype (a NumPy signed integer; scalars are int64), dimensions, and visibility.

    The other attributes describe the numbers to programs that read views, such as encoders. Rules do not need them.

    - `within`: the minimum and maximum of the numbers
    - `holds`: the meaning of numbers that stand for seats: `seat` (-1 is no seat), `seat + 1` (0 is no seat) or `seats`
      (a mask with bit k for seat k). For all other numbers it is "". If the columns of the last dimension have
      different meanings, it is a tuple with the meaning of each column
    - `seats_at`: for an array in which each seat has a block of places, such as its hand, a tuple of (first, width)
      pairs. The block of seat k begins at index first + k * width, and has `width` places
    """

    name: str
    dtype: Any
    dims: tuple[int, ...] = ()
    who: Who = "custom"
    seats_at: tuple[tuple[int, int], ...] = ()
    holds: Holds | tuple[Holds, ...] = ""
    within: tuple[int, int] | None = None


HoldsEach = Holds | tuple[Holds, ...]
Within = tuple[int, int] | None


def public(
    *dims: int, dtype: Any = INT64, by_seat: BySeat = False, holds: HoldsEach = "", within: Within = None
) -> Any:
    """Declare a field that is visible to all.

    `dims` are the lengths of its dimensions; without them the field is a number. If `by_seat` is True, the first
    dimension has one place for each seat. If `by_seat` is a tuple of pairs (first, width), the block of `width` places
    from index `first + k * width` on belongs to seat k. `Field` describes the other arguments.
    """
    return Field("", dtype, dims, "public", _stretches(by_seat), holds, within)


def own(seats: int, *dims: int, dtype: Any = INT64, holds: HoldsEach = "", within: Within = None) -> Any:
    """Declare an array with a row for each of `seats` seats.

    Each seat sees only its own row. `dims` are the lengths of a row's dimensions; without them a row is a number.
    `Field` describes the other arguments.
    """
    return Field("", dtype, (seats, *dims), "own", _stretches(True), holds, within)


def custom(
    *dims: int, dtype: Any = INT64, by_seat: BySeat = False, holds: HoldsEach = "", within: Within = None
) -> Any:
    """Declare a field that is hidden unless the game's own `view` shows a part of it or a value computed from it.

    The arguments are those of `public`: `dims` are the lengths of its dimensions, and `Field` describes the others.
    """
    return Field("", dtype, dims, "custom", _stretches(by_seat), holds, within)


def _stretches(by_seat: BySeat) -> tuple[tuple[int, int], ...]:
    """Return the parts of a field's first dimension that are indexed by seat, as a tuple of (first, width) pairs.

    In each part, the places of seat k begin at index first + k * width. `by_seat` is True if the dimension has one
    place for each seat, False if it is not indexed by seat, or the pairs themselves.
    """
    if isinstance(by_seat, bool):
        return ((0, 1),) if by_seat else ()
    return by_seat


BOUNDS = {"seat": (-1, MAX_SEATS - 1), "seat + 1": (0, MAX_SEATS), "seats": (0, (2 << MAX_SEATS) - 1)}
"""The minimum and maximum of numbers that stand for seats, by meaning (`Holds`).

Masks have a bit for spectators too.
"""


def bounds_of(field: Field) -> tuple[int, int]:
    """Return the minimum and maximum of a field's numbers.

    The declared bounds (`within`) are used if there are any. Otherwise the result is the bounds of seat numbers if the
    field's numbers are seats, else the bounds of the dtype.
    """
    if field.within is not None:
        return field.within
    if isinstance(field.holds, str) and field.holds in BOUNDS:
        return BOUNDS[field.holds]
    bounds = np.iinfo(field.dtype)
    return int(bounds.min), int(bounds.max)


class EveryRecord:
    """The fields that every record has besides those of chance: seats, the end of the game, and secret answers.

    Secret answers are choices of several seats at the same time (see `sealed`).
    """

    seats: int
    reason: int
    """The number of the rulebook clause that ended the game (402 is clause 4.2), or 0 while it runs."""
    revealed: int
    """The number of revelations: chance drawn, a hidden fact shown, a reaction closed. No undo goes back over it."""
    viewer: int
    """The viewer: seat + 1, or 0 for a spectator's view, a true record or a guess."""
    asked: int
    laid: int
    opened: int
    answer: Row


class ChanceFields:
    """The fields with the state of the record's random number generator (see `chance`)."""

    chance_key: Row
    chance_block: Row
    chance_count: int
    chance_left: int


class PieceFields:
    """The fields of pieces: their places and the seats that know these places (see `hidden`)."""

    row: Row
    start: Row
    size: Row
    holds: Row
    known: Row
    listed: Row


class Record(EveryRecord, ChanceFields, PieceFields):
    """A record of any game, for rules that serve every game: a Python object, or an array element in compiled code.

    The fields of `PieceFields` exist only if the game declares `pieces`. The attributes `shape` and `game` exist only
    if the record is a Python object.
    """

    shape: ClassVar[Any]
    game: ClassVar[Any]


class States(Protocol):
    """Several records of a game: a list of Python objects, or an array in compiled code."""

    def __len__(self) -> int:
        """Return the number of records."""

    @overload
    def __getitem__(self, index: int, /) -> Record: ...
    @overload
    def __getitem__(self, index: slice, /) -> States: ...
    def __setitem__(self, index: int, value: Any, /) -> None:
        """Copy a record to this index."""


def declared(attributes: Mapping[str, Any]) -> list[Field]:
    """Return a list of the fields among the attributes of a class, in their order, each with the attribute's name."""
    return [value._replace(name=name) for name, value in attributes.items() if isinstance(value, Field)]


# -- the copy of visible fields ----------------------------------------------------------------------------------------


def open_half(name: str, fields: Iterable[Field]) -> Callable[[Any, int, Any], None]:
    """Return the rule `open_half(s, seat, v)`, which copies the visible fields of `s` into the empty view `v`.

    The rule copies all public fields. If `seat` is not -1 (a spectator), it also copies the seat's row of each field
    that was declared with `own`: each seat sees only its own row there. While several seats have to decide at once, it
    copies the seat's own answer, too. It sets `v.viewer` to `seat + 1`. Hidden fields stay 0 in the view. The source
    code of the rule is generated here, field by field, so that it runs plain and compiled like any other rule. `name`
    is the name of the record.
    """
    lines = ["def open_half(s, seat, v):", "    v.viewer = seat + 1"]
    mine: list[str] = []
    for field in fields:
        if field.who == "public":
            lines += _write_copy(field.name, field.dims, "    ")
        elif field.who == "own":
            mine += _copied_row(field.name, field.dims, "        ")
    lines += ["    if seat >= 0:", *mine, *_SEALED]
    return _make_rule(name, "open_half", lines, f"Copy what a seat may see of a {name} record into an empty view.")


def _make_rule(name: str, function: str, lines: list[str], said: str) -> Callable[..., None]:
    """Return the rule `function` from the lines of its source code. `said` becomes its docstring.

    `name` is the name of the record. The lines are run in a new module, whose name contains `name` and the name of the
    rule. They are not run in the game's module `state`, because compiled rules take every name in that module for a
    constant.
    """
    source = "\n".join(lines) + "\n"
    module = ModuleType(f"enginehouse.{function}.{name.replace('-', '_')}_{zlib.crc32(source.encode()):08x}")
    sys.modules[module.__name__] = module
    where = f"<{function.replace('_', ' ')} of {name}>"
    # Tracebacks then show the source of the rule.
    linecache.cache[where] = (len(source), None, source.splitlines(keepends=True), where)
    exec(compile(source, where, "exec"), vars(module))  # noqa: S102  (it is made of names of fields and numbers)
    vars(module)[function].__doc__ = said
    return rule(vars(module)[function])  # type: ignore[no-any-return]


# -- cleared fields ----------------------------------------------------------------------------------------------------


def cleared(name: str, fields: Iterable[Field]) -> Callable[[Any], None]:
    """Create a rule `cleared(s)` that sets these fields of the record `s` to 0, and return it.

    `name` is the name of the record, and becomes part of the name of the rule's module.
    """
    lines = ["def cleared(s):"]
    for field in fields:
        if not field.dims:
            lines.append(f"    s.{field.name} = 0")
        else:
            lines += [f"    for k in range({field.dims[0]}):"]
            lines.append(
                f"        s.{field.name}[k] = 0"
                if len(field.dims) == 1
                else f"        for j in range({field.dims[1]}):\n            s.{field.name}[k][j] = 0"
            )
    return _make_rule(name, "cleared", lines, f"Some fields of a {name} record are 0 again.")


def ended(name: str, fields: Iterable[Field]) -> Callable[[Any, int], None]:
    """Create a rule `ended(s, seat)` that clears all that these fields of a record say about a seat, and return it.

    In a field that is a mask, the rule clears the seat's bit. In a list by seat, it sets the seat's number to 0. `name`
    becomes part of the name of the rule's module.
    """
    lines = ["def ended(s, seat):"]
    for field in fields:
        lines.append(f"    s.{field.name}[seat] = 0" if field.dims else f"    s.{field.name} &= ~(1 << seat)")
    return _make_rule(name, "ended", lines, f"What some fields of a {name} record say of a seat is over.")


_SEALED = (
    "        if (s.laid >> seat) & 1:",
    "            v.laid = 1 << seat",
    "            v.answer[seat] = s.answer[seat]",
)
"""While several seats are asked, a view shows the asked seats, which are public, and the seat's own answer (see
`sealed`).
"""


def _write_copy(name: str, dims: tuple[int, ...], indent: str) -> list[str]:
    if not dims:
        return [f"{indent}v.{name} = s.{name}"]
    if len(dims) == 1:
        return [f"{indent}v.{name}[:] = s.{name}"]
    return [f"{indent}for k in range({dims[0]}):", f"{indent}    v.{name}[k][:] = s.{name}[k]"]


def _copied_row(name: str, dims: tuple[int, ...], indent: str) -> list[str]:
    if len(dims) == 1:
        return [f"{indent}v.{name}[seat] = s.{name}[seat]"]
    return [f"{indent}v.{name}[seat][:] = s.{name}[seat]"]
