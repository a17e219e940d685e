"""Ask for sealed choices: several seats decide at once, each answers in secret, and the last answer reveals all.

Such a decision is called a reaction. It is open from the question to the last answer. The record has four fields for
it: `asked` is the mask of the asked seats (public, and 0 while no reaction is open). `laid` is the mask of the seats
that have answered (secret). `answer` has the answer of each seat (secret). `opened` is the number of reactions whose
answers were revealed so far (public). The view of a seat has only its own bit of `laid` and its own answer, so `actors`
of a view never reveals which seats have answered.
"""

from __future__ import annotations

from enginehouse.core.records.events import MAX_SEATS
from enginehouse.core.records.fields import INT16, INT64, Field, Numbers, Record
from enginehouse.core.records.masks import one_of
from enginehouse.core.rule import rule
from enginehouse.core.terms import Seat


def sealed_fields() -> list[Field]:
    """Return the fields of a record for choices that several seats make at once and in secret.

    Every game has these fields, used or not.
    """
    return [
        Field("asked", INT64, who="public", holds="seats"),
        Field("laid", INT64, holds="seats"),
        Field("opened", INT64, who="public"),
        Field("answer", INT16, (MAX_SEATS,), seats_at=((0, 1),)),
    ]


@rule
def ask(s: Record, seats: int) -> None:
    """Ask several seats to choose at once. `seats` is their mask, bit k for seat k, and must not be 0."""
    s.asked = seats
    s.laid = 0
    for seat in range(MAX_SEATS):
        s.answer[seat] = 0


@rule
def pending(s: Record) -> int:
    """Return the mask of the seats that were asked to choose and have not answered yet, bit k for seat k."""
    return int(s.asked & ~s.laid)


@rule
def lay(s: Record, seat: Seat, answer: int) -> bool:
    """Store a seat's answer (an action code) to a question that several seats were asked at once.

    Return True if all asked seats have answered now. The caller then reads the field `answer`, and calls `close`.
    """
    s.answer[seat] = answer
    s.laid |= 1 << seat
    return int(s.laid) == int(s.asked)


@rule
def close(s: Record) -> None:
    """End the reaction (decision of several seats at once) after all answers, and clear the answers.

    The end of a reaction counts as a revelation of information: undo cannot go back beyond it.
    """
    s.asked = 0
    s.laid = 0
    s.opened += 1
    s.revealed += 1
    for seat in range(MAX_SEATS):
        s.answer[seat] = 0


@rule
def open_again(v: Record, own: int, dice: Numbers) -> int:
    """Remove one random answer in `v`, a guess of hidden information, if all asked seats have answered there.

    Several seats were asked to choose at once. If all had answered, the game would have continued, so in a guess at
    least one answer must be missing. `own` is the mask of the seats that are known to have answered: their answers
    stay. Return the seat whose answer was removed. If an answer is missing already, remove no answer and return -1.
    """
    if v.laid != v.asked:
        return -1
    other = one_of(int(v.asked) & ~own, dice)
    v.laid &= ~(1 << other)
    v.answer[other] = 0
    return other
