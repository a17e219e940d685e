"""The fields of a record, each declared once with who may see it; and the rule that shows what may be seen.

A state is a class whose attributes are fields:

    class State(GameState, name="mechanation", pieces=(TERRITORIES, ROOM)):
        phase: int = public()
        energy: Row = own(MOST_SEATS)
        mech: Grid = custom(MOST_SEATS, TIERS, dtype=INT8)

The annotations are for readers and for mypy; what counts are dimensions, dtype and visibility. `public` fields are shown
to everybody, of an `own` field each seat sees its own row, and whatever is `custom` is shown by the game's `view` alone or
not at all. So what is not declared open is not shown: a view begins empty, and `open_half` copies what is declared.
"""

from __future__ import annotations

import linecache
import sys
import zlib
from collections.abc import Callable, Iterable, Mapping
from types import ModuleType
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from enginehouse.core.records.events import MAX_SEATS
from enginehouse.core.rule import rule

INT8, INT16, INT32, INT64 = np.int8, np.int16, np.int32, np.int64

Row = list[int]
"""What an array field of one dimension is in a plain record."""
Numbers = list[int] | npt.NDArray[np.signedinteger[Any]]
"""What a rule reads and writes by index: a row of a plain record, or an array, of a compiled one or to work on."""
Grid = list[list[int]]
"""What an array field of two dimensions is in a plain record."""
Who = Literal["public", "own", "custom", "view"]
Holds = Literal["", "seat", "seat + 1", "seats"]
"""What a number stands for: a seat (-1, say, where there is none), a seat + 1 (0 where there is none), a mask of seats."""
BySeat = bool | tuple[tuple[int, int], ...]
"""Whether the first dimension goes by seat, from its beginning on; or the stretches in which it does (see `Field.seats_at`)."""


class Field(NamedTuple):
    """One field: its name, its dtype (a NumPy signed integer; scalars are int64), its dimensions, and who may see it.

    For whoever looks at views as numbers, and for nobody else: `seats_at` has (first, width) for each stretch of the first
    dimension in which seat k has the `width` places from first + k * width on; `holds` says of the numbers, or of each
    column of the last dimension, that they are seats; `within` are the least and the most that the numbers can be.
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
    """A field that everybody may see whole; with dimensions an array. The rest as `Field` has it."""
    return Field("", dtype, dims, "public", _stretches(by_seat), holds, within)


def own(seats: int, *dims: int, dtype: Any = INT64, holds: HoldsEach = "", within: Within = None) -> Any:
    """An array with a row (or, without further dimensions, a number) a seat, of which each seat sees its own alone."""
    return Field("", dtype, (seats, *dims), "own", _stretches(True), holds, within)


def custom(
    *dims: int, dtype: Any = INT64, by_seat: BySeat = False, holds: HoldsEach = "", within: Within = None
) -> Any:
    """A field of which the game's own `view` shows what may be seen: some of it, something made from it, or nothing."""
    return Field("", dtype, dims, "custom", _stretches(by_seat), holds, within)


def _stretches(by_seat: BySeat) -> tuple[tuple[int, int], ...]:
    """Where the first dimension goes by seat; by itself from its beginning on, a place a seat."""
    if isinstance(by_seat, bool):
        return ((0, 1),) if by_seat else ()
    return by_seat


BOUNDS = {"seat": (-1, MAX_SEATS - 1), "seat + 1": (0, MAX_SEATS), "seats": (0, (2 << MAX_SEATS) - 1)}
"""Within what seats are; spectators have a bit in masks."""


def bounds_of(field: Field) -> tuple[int, int]:
    """The least and the most that the numbers of a field can be: as it says, else those of its dtype."""
    if field.within is not None:
        return field.within
    if isinstance(field.holds, str) and field.holds in BOUNDS:
        return BOUNDS[field.holds]
    bounds = np.iinfo(field.dtype)
    return int(bounds.min), int(bounds.max)


def declared(attributes: Mapping[str, Any]) -> list[Field]:
    """The fields among the attributes of a class, in their order, with their names."""
    return [value._replace(name=name) for name, value in attributes.items() if isinstance(value, Field)]


# -- what is open, copied ----------------------------------------------------------------------------------------------


def open_half(name: str, fields: Iterable[Field]) -> Callable[[Any, int, Any], None]:
    """The rule `open_half(s, seat, v)`: it copies into the empty view `v` what `seat` (-1: a spectator) may see.

    That is every public field whole, the seat's row of every own one, and its own answer in a window that is open; it
    also notes whose view it is (`viewer`).
    The rule is written here as source, field by field, so that it runs plain and compiled like any other.
    """
    lines = ["def open_half(s, seat, v):", "    v.viewer = seat + 1"]
    mine: list[str] = []
    for field in fields:
        if field.who == "public":
            lines += _copied(field.name, field.dims, "    ")
        elif field.who == "own":
            mine += _copied_row(field.name, field.dims, "        ")
    lines += ["    if seat >= 0:", *mine, *_SEALED]
    return _made(name, "open_half", lines, f"Copy what a seat may see of a {name} record into an empty view.")


def _made(name: str, function: str, lines: list[str], said: str) -> Callable[..., None]:
    """A rule from its source, in a module of its own: what is compiled must not be taken for the globals of `state`."""
    source = "\n".join(lines) + "\n"
    module = ModuleType(f"enginehouse.{function}.{name.replace('-', '_')}_{zlib.crc32(source.encode()):08x}")
    sys.modules[module.__name__] = module
    where = f"<{function.replace('_', ' ')} of {name}>"
    linecache.cache[where] = (len(source), None, source.splitlines(keepends=True), where)  # for tracebacks
    exec(compile(source, where, "exec"), vars(module))  # noqa: S102  (it is made of names of fields and numbers)
    vars(module)[function].__doc__ = said
    return rule(vars(module)[function])  # type: ignore[no-any-return]


# -- what is over ------------------------------------------------------------------------------------------------------


def cleared(name: str, fields: Iterable[Field]) -> Callable[[Any], None]:
    """The rule `cleared(s)`: these fields, whole, are 0 again."""
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
    return _made(name, "cleared", lines, f"Some fields of a {name} record are 0 again.")


def ended(name: str, fields: Iterable[Field]) -> Callable[[Any, int], None]:
    """The rule `ended(s, seat)`: what these fields say of a seat is over: its bit of a mask, its number in a row."""
    lines = ["def ended(s, seat):"]
    for field in fields:
        lines.append(f"    s.{field.name}[seat] = 0" if field.dims else f"    s.{field.name} &= ~(1 << seat)")
    return _made(name, "ended", lines, f"What some fields of a {name} record say of a seat is over.")


_SEALED = (
    "        if (s.laid >> seat) & 1:",
    "            v.laid = 1 << seat",
    "            v.answer[seat] = s.answer[seat]",
)
"""Of a window (see `sealed`) a view shows who was asked, which is public, and the seat's own answer."""


def _copied(name: str, dims: tuple[int, ...], indent: str) -> list[str]:
    if not dims:
        return [f"{indent}v.{name} = s.{name}"]
    if len(dims) == 1:
        return [f"{indent}v.{name}[:] = s.{name}"]
    return [f"{indent}for k in range({dims[0]}):", f"{indent}    v.{name}[k][:] = s.{name}[k]"]


def _copied_row(name: str, dims: tuple[int, ...], indent: str) -> list[str]:
    if len(dims) == 1:
        return [f"{indent}v.{name}[seat] = s.{name}[seat]"]
    return [f"{indent}v.{name}[seat][:] = s.{name}[seat]"]
