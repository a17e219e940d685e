"""Sealed choices: several seats are asked at once, each lays an answer unseen, the last one opens them.

The record holds who was `asked` (a mask, open to all; 0 when no window is open), who has `laid` (secret), each seat's
`answer` (secret) and how many windows have `opened` so far. A view holds only its own seat's bit of `laid`
and its own answer, so `actors` of a view never tells who has answered.
"""

from __future__ import annotations

from typing import Any

from enginehouse.core.records.events import MAX_SEATS
from enginehouse.core.records.fields import INT16, INT64, Field, Numbers
from enginehouse.core.records.masks import one_of
from enginehouse.core.rule import rule
from enginehouse.core.terms import Seat


def sealed_fields() -> list[Field]:
    """The fields of a record for sealed choices (every game has them, used or not)."""
    return [
        Field("asked", INT64, who="public", holds="seats"),
        Field("laid", INT64, holds="seats"),
        Field("opened", INT64, who="public"),
        Field("answer", INT16, (MAX_SEATS,), seats_at=((0, 1),)),
    ]


@rule
def ask(s: Any, seats: int) -> None:
    """Open a window in which these seats (a mask, not 0) choose at once."""
    s.asked = seats
    s.laid = 0
    for seat in range(MAX_SEATS):
        s.answer[seat] = 0


@rule
def pending(s: Any) -> int:
    """The mask of seats that have still to choose."""
    return int(s.asked & ~s.laid)


@rule
def lay(s: Any, seat: Seat, answer: int) -> bool:
    """Lay a seat's answer; True when it was the last one: all have answered, so read `answer` and `close` the window."""
    s.answer[seat] = answer
    s.laid |= 1 << seat
    return int(s.laid) == int(s.asked)


@rule
def close(s: Any) -> None:
    """The window is over: it opens, which reveals something, and the answers are forgotten."""
    s.asked = 0
    s.laid = 0
    s.opened += 1
    s.revealed += 1
    for seat in range(MAX_SEATS):
        s.answer[seat] = 0


@rule
def open_again(v: Any, own: int, dice: Numbers) -> int:
    """In a guess somebody must still be answering, or the window would be open no more: one answer is taken back.

    It is that of any of those who were asked and are not in the mask `own` (who are known to have answered). The seat; -1
    where not all have answered anyway.
    """
    if v.laid != v.asked:
        return -1
    other = one_of(int(v.asked) & ~own, dice)
    v.laid &= ~(1 << other)
    v.answer[other] = 0
    return other
