"""Store events: a list beside the state, with the seats that notice each event and those that learn its secret part.

An event has a kind and four numbers. The last two numbers are its secret part. `notice` is the mask of the seats that
see the event at all. `learn` is the mask of the seats that may also read the secret part. All spectators share one bit
of a mask. `read` returns the events for one seat. It leaves out events that the seat does not notice, without a gap,
and has None in the place of each hidden number.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from enginehouse.core.rule import rule
from enginehouse.core.terms import Seat

MAX_SEATS = 8
SPECTATOR_BIT = 1 << MAX_SEATS
EVERYBODY = (1 << (MAX_SEATS + 1)) - 1
FIRST_SEAT = np.array([max(0, (mask & -mask).bit_length() - 1) for mask in range(1 << MAX_SEATS)], np.int8)
"""The lowest seat in each mask of seats, indexed by the mask."""


class Event(NamedTuple):
    """One event as one seat knows it: its kind and four numbers.

    `c` and `d` are None if they are hidden from the seat.
    """

    kind: int
    a: int
    b: int
    c: int | None
    d: int | None


RawEvent = tuple[int, int, int, int, int, int, int]
"""One event as it was written: kind, a to d, notice, learn."""


@rule
def bit_of(seat: Seat) -> int:
    """Return the mask in which only the bit of one seat is set. Seat -1 stands for all spectators."""
    return SPECTATOR_BIT if seat < 0 else 1 << seat


def events_dtype(size: int = 256) -> np.dtype[Any]:
    """Return the dtype of an event list with space for `size` events, for use in compiled code.

    If compiled code writes more events into the list, it raises IndexError.
    """
    many = (size,)
    return np.dtype(
        [
            ("on", np.int64),
            ("count", np.int64),
            *[(name, np.int32, many) for name in ("kind", "a", "b", "c", "d", "notice", "learn")],
        ],
        align=True,
    )


class Events:
    """A list of events, for rules that run as plain Python.

    If the list's field `on` is 0, no events are collected. Compiled code uses an array with the same fields instead.
    """

    __slots__ = ("a", "b", "c", "count", "d", "kind", "learn", "notice", "on")

    def __init__(self, size: int = 256, on: bool = True) -> None:
        self.on = int(on)
        self.count = 0
        self.kind, self.a, self.b, self.c, self.d = ([0] * size for _ in range(5))
        self.notice, self.learn = [0] * size, [0] * size


@rule
def emit(e: Events, kind: int, a: int, b: int, c: int, d: int, notice: int, learn: int) -> None:
    """Append one event to the list `e`: its kind, its public numbers `a` and `b`, and its secret numbers `c` and `d`.

    `notice` is the mask of the seats that see the event, and `learn` of those that also see its secret numbers: bit k
    is seat k (`bit_of`). Raise IndexError if the list is full. If collecting events is off for this list, it stays
    unchanged.
    """
    if e.on != 0:
        write_down(e, kind, a, b, c, d, notice, learn)


@rule
def write_down(e: Events, kind: int, a: int, b: int, c: int, d: int, notice: int, learn: int) -> None:
    """Append one event to the list `e`, even if collecting events is off for this list.

    `kind` is the kind of the event, `a` and `b` are its public numbers, and `c` and `d` its secret numbers. `notice` is
    the mask of the seats that see the event, and `learn` of those that also see its secret numbers: bit k is seat k
    (`bit_of`). Raise IndexError if the list is full.
    """
    at = e.count
    e.kind[at] = kind
    e.a[at] = a
    e.b[at] = b
    e.c[at] = c
    e.d[at] = d
    e.notice[at] = notice
    e.learn[at] = learn
    e.count += 1


@rule
def tell(e: Events, kind: int, a: int, b: int, c: int, d: int) -> None:
    """Append one event to the list `e`: its kind and four numbers.

    All seats and spectators notice it and learn the four numbers.
    """
    emit(e, kind, a, b, c, d, EVERYBODY, EVERYBODY)


def written(e: Events) -> tuple[RawEvent, ...]:
    """Return all events of a list as tuples of seven numbers.

    They are the kind of the event, two public numbers, two secret numbers, the mask of the seats that see the event,
    and the mask of the seats that also see its secret numbers.
    """
    columns = (e.kind, e.a, e.b, e.c, e.d, e.notice, e.learn)
    return tuple(zip(*(map(int, column[: e.count]) for column in columns), strict=True))


def read(events: Any, seat: Seat) -> list[Event]:
    """Return the events that `seat` (-1: a spectator) notices, in order.

    Numbers that the seat does not learn are None. This is the only function that hides secret parts. `events` is an
    event list, or a result of `written`.
    """
    mine = bit_of(seat)
    return [
        Event(kind, a, b, c, d) if learn & mine else Event(kind, a, b, None, None)
        for kind, a, b, c, d, notice, learn in (events if isinstance(events, tuple) else written(events))
        if notice & mine
    ]
