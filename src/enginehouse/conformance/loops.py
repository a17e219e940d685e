"""Run the compiled parts of the checks: functions that observe whole games, and calls of single rules.

The single rules are called on elements of arrays of records, because compiled rules cannot read plain Python objects.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from enginehouse.core.play import arena
from enginehouse.core.records.actions import MOST
from enginehouse.core.records.chance import MASK
from enginehouse.core.records.events import Events
from enginehouse.core.records.fields import Numbers, Record, States
from enginehouse.core.registry.game import Game
from enginehouse.core.rule import entry, rule
from enginehouse.core.verbs import actors, guess, legal, refusal, scores, view

FINE, ACTS_WRONGLY, NOT_ASCENDING, OUT_OF_RANGE, DISAGREE, ENDS_WRONGLY = 0, 1, 2, 3, 4, 5
FAULTS = (
    "fine",
    "a seat has actions though it may not act, or none though it may",
    "legal actions are not ascending and unique",
    "a legal action is outside the vocabulary",
    "`refusal` and `legal` disagree",
    "`actors` and `reason` disagree about whether the game is over",
)
"""The kinds of faults in legal actions, as texts. The constants above are their indices."""


@rule
def find_fault(s: Record, v: Record, seat: int, size: int, codes: Numbers, clauses: Numbers, found: Any) -> int:
    """Return the kind of fault in the legal actions of one seat in the record `s`, as an index of `FAULTS`.

    Return `FINE` if there is no fault. The argument `v` is the seat's view. `size` is the number of all actions of the
    game. `codes` is scratch space for the list of legal actions. If an action is illegal, the rules name the number of
    the rulebook clause that forbids it: set the element of `clauses` with this number to 1. Set `found[2]` to the code
    of the last tested action, which is the faulty action if there is a fault. The caller sets the other elements of
    `found`.
    """
    acting = (actors(s) >> seat) & 1 == 1
    many = legal(s, seat, codes)
    if (many > 0) != acting:
        return ACTS_WRONGLY
    for k in range(many):
        found[2] = codes[k]
        if codes[k] < 0 or codes[k] >= size:
            return OUT_OF_RANGE
        if k > 0 and codes[k] <= codes[k - 1]:
            return NOT_ASCENDING
    at = 0
    for code in range(size):
        is_legal = at < many and codes[at] == code
        if is_legal:
            at += 1
        clause = refusal(v, seat, code)
        if clause != 0:
            clauses[clause] = 1
        if (clause == 0) != is_legal:
            found[2] = code
            return DISAGREE
    return FINE


@rule
def fold(total: int, x: int) -> int:
    """Return the hash of a list of numbers with one more number, `x`. `total` is the hash of the list before."""
    return ((total ^ (x & MASK)) * 0x01000193 + 0x9E3779B9) & MASK


@rule
def fold_codes(total: int, codes: Numbers, many: int) -> int:
    """Return the hash of a list of numbers, to which a list of action codes and its length are appended.

    `total` is the hash of the list before. The codes are the first `many` of `codes`.
    """
    for k in range(many):
        total = fold(total, int(codes[k]))
    return fold(total, many)


@rule
def fold_step(total: int, seat: int, code: int, e: Events) -> int:
    """Return the hash of a list of numbers, to which an action (seat and code) and its events are appended.

    `total` is the hash of the list before. `e` has the events.
    """
    total = fold(fold(total, seat), code)
    for k in range(e.count):
        total = fold(fold(fold(total, int(e.kind[k])), int(e.a[k])), int(e.b[k]))
        total = fold(fold(fold(total, int(e.c[k])), int(e.d[k])), int(e.notice[k]))
        total = fold(total, int(e.learn[k]))
    return total


@rule
def fault_of_position(s: Record, states: States, size: int, codes: Numbers, clauses: Numbers, found: Any) -> int:
    """Return the kind of fault that the position `s` has for any of its seats, or `FINE` without a fault.

    Set `found[1]` to the faulty seat. `states[1]` is an empty record, and the views are written into `states[2]`. The
    other arguments are as in `find_fault`.
    """
    if (actors(s) == 0) != (s.reason != 0):
        return ENDS_WRONGLY
    for seat in range(s.seats):
        states[2] = states[1]
        view(s, seat, states[2])
        fault = find_fault(s, states[2], seat, size, codes, clauses, found)
        if fault != FINE:
            found[1] = seat
            return fault
    return FINE


# -- the observer in the arena (`seen`) --------------------------------------------------------------------------------

FIELDS = [
    ("size", np.int64),
    ("digest", np.int64),
    ("own", np.int64, (MOST,)),
    ("clauses", np.int64, (100_000,)),
    ("found", np.int64, (4,)),
]
"""The fields of a room (a compiled game's scratch space) in addition to those of the arena.

They are the number of all actions of the game if positions are checked, else 0; the digest of the game; the clauses
that refused an action; and of the first fault its number (`FAULTS`), the seat, the action, and the number of actions so
far.
"""


@rule
def observe_or_check(states: States, seat: int, code: int, e: Events, room: Any) -> bool:
    """Process a step of a random game: either add it to a hash of the game, or check the new position.

    The loop that plays a game calls this function before the first action (with seat -1), and after each action.
    `states[0]` is then the position, and `code` the action of `seat` that has led to it. `room` is the working record
    of the loop. If `room.size` is 0, add the action, all legal actions and the events to the hash `room.digest`.
    Otherwise check the position, and return True if it is faulty, which ends the game. `room.found` then has the kind
    of fault, the seat and the action. There are not two functions, because the compiler would then compile all rules of
    the game twice.
    """
    if room.size == 0:
        digest = 0 if seat < 0 else fold_codes(room.digest, room.codes, room.many)
        room.digest = digest if seat < 0 else fold_step(digest, seat, code, e)
        return False
    found = room.found
    found[3] = 0 if seat < 0 else found[3] + 1
    found[0] = fault_of_position(states[0], states, room.size, room.own, room.clauses, found)
    return bool(found[0] != FINE)


def make_watching_bench(game: Game) -> arena.Bench:
    """Return a compiled loop that plays random games and calls `observe_or_check` after each action."""
    return arena.Bench(game, {arena.observe: observe_or_check}, FIELDS, states=3, events=True)


@entry
def kit_position(states: States, seat: int, words: Numbers, out: Numbers) -> int:
    """Compute the scores of the record `states[0]`, the view of `seat`, and a guess of the information hidden from it.

    Write the scores into `out`, the view into `states[1]`, and the guess into `states[3]`. A check compares these
    results of compiled code with those of plain Python. `states[2]` is an empty record, and `words` is the seed of the
    guess. Return 0, or 1 if the arrangement that was drawn for the guess did not fit the view and had to be corrected
    (repaired).
    """
    scores(states[0], out)
    states[1] = states[2]
    view(states[0], seat, states[1])
    states[3] = states[1]
    return guess(states[3], seat, words)
