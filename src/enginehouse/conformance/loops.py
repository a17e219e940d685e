"""What of the kit compiles: whole games in which every position is asked about, and single verbs on array elements."""

from __future__ import annotations

from typing import Any

import numpy as np

from enginehouse.core.chance import MASK, pick
from enginehouse.core.playing import chosen_seat, game_seed
from enginehouse.core.rule import entry, rule
from enginehouse.core.verbs import actors, apply, at_random, guess, legal, refusal, scores, setup, view

FINE, ACTS_WRONGLY, NOT_ASCENDING, OUT_OF_RANGE, DISAGREE, ENDS_WRONGLY = 0, 1, 2, 3, 4, 5
FAULTS = (
    "fine",
    "a seat has actions though it may not act, or none though it may",
    "legal actions are not ascending and unique",
    "a legal action is outside the vocabulary",
    "`refusal` and `legal` disagree",
    "`actors` and `reason` disagree about whether the game is over",
)


@rule
def fault_of(s: Any, v: Any, seat: int, size: int, codes: Any, clauses: Any, found: Any) -> int:
    """What is wrong with the legal actions of one seat, whose view is `v`, in one position.

    `clauses[c]` is set for every clause that refuses something; `found[2]` becomes the action at fault.
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
    """One number more in a digest."""
    return ((total ^ (x & MASK)) * 0x01000193 + 0x9E3779B9) & MASK


@rule
def fold_step(total: int, seat: int, many: int, code: int, e: Any) -> int:
    """One action and all its events in a digest."""
    total = fold(fold(fold(total, seat), many), code)
    for k in range(e.count):
        total = fold(fold(fold(total, int(e.kind[k])), int(e.a[k])), int(e.b[k]))
        total = fold(fold(fold(total, int(e.c[k])), int(e.d[k])), int(e.notice[k]))
        total = fold(total, int(e.learn[k]))
    return total


@rule
def play_folded(s: Any, dice: Any, e: Any, codes: Any, bound: int) -> int:
    """Play on at random; a digest of all that could be done, was done, and was told."""
    total = 0
    done = 0
    mask = actors(s)
    while mask != 0 and done < bound:
        seat = chosen_seat(mask, dice)
        many = legal(s, seat, codes)
        code = int(codes[pick(dice, at_random(s, seat, codes, many))])
        e.count = 0
        apply(s, seat, code, e)
        total = fold_step(total, seat, many, code, e)
        done += 1
        mask = actors(s)
    return total


@rule
def fault_of_position(s: Any, states: Any, size: int, codes: Any, clauses: Any, found: Any) -> int:
    """What is wrong in one position, for any seat; `states[1]` takes the views, `states[2]` is empty."""
    if (actors(s) == 0) != (s.reason != 0):
        return ENDS_WRONGLY
    for seat in range(s.seats):
        states[1] = states[2]
        view(s, seat, states[1])
        fault = fault_of(s, states[1], seat, size, codes, clauses, found)
        if fault != FINE:
            found[1] = seat
            return fault
    return FINE


@entry
def kit_game(
    states: Any, options: Any, seed: int, k: int, bound: int, events: Any, size: int, clauses: Any, found: Any
) -> int:
    """Game k of a random run in `states[0]`, with a digest of all its actions and events.

    With a `size`, that of the vocabulary, every position is judged on the way; at the first fault the game stops, and
    `found` is fault, seat, action, number of actions so far.
    """
    codes = np.zeros(4096, np.int64)
    words, dice = np.zeros(8, np.int64), np.zeros(4, np.int64)
    game_seed(words, dice, seed, k)
    states[0] = states[2]
    s, e = states[0], events[0]
    setup(s, options, words)
    found[0] = FINE
    found[3] = 0
    total = 0
    while True:
        if size != 0:
            found[0] = fault_of_position(s, states, size, codes, clauses, found)
            if found[0] != FINE or s.reason != 0 or found[3] == bound:
                return total
        total = (total + play_folded(s, dice, e, codes, bound if size == 0 else 1)) & MASK
        found[3] += 1
        if size == 0:
            return total


@entry
def kit_position(states: Any, seat: int, words: Any, out: Any) -> int:
    """From the record in `states[0]`: its scores in `out`, a seat's view in `states[1]`, a guess of it in `states[3]`.

    `states[2]` is empty. 1 if the guess had to be repaired.
    """
    scores(states[0], out)
    states[1] = states[2]
    view(states[0], seat, states[1])
    states[3] = states[1]
    return guess(states[3], seat, words)
