"""What of the kit compiles: whole games in which every position is asked about, and single verbs on array elements."""

from __future__ import annotations

from typing import Any

import numpy as np

from enginehouse.core.chance import MASK, pick
from enginehouse.core.compiling import entry, rule
from enginehouse.core.playing import chosen_seat, game_seed
from enginehouse.core.verbs import actors, apply, guess, legal, refusal, scores, setup, view

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
    """What is wrong with the legal actions of one seat (-1: a spectator), whose view is `v`, in one position.

    `clauses[c]` is set for every clause that refuses something; `found[2]` becomes the action at fault.
    """
    acting = seat >= 0 and (actors(s) >> seat) & 1 == 1
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


@entry
def judged_game(
    states: Any, options: Any, seed: int, k: int, bound: int, events: Any, size: int, clauses: Any, found: Any
) -> int:
    """Game k of a random run; after every action each seat's legal actions are judged. The number of actions.

    `states[0]` is played in, `states[1]` holds views, `states[2]` is empty. At the first fault the game stops with
    `found` = fault, seat, action.
    """
    codes = np.zeros(4096, np.int64)
    words, dice = np.zeros(8, np.int64), np.zeros(4, np.int64)
    game_seed(words, dice, seed, k)
    states[0] = states[2]
    s = states[0]
    setup(s, options, words)
    done = 0
    while True:
        mask = actors(s)
        if (mask == 0) != (s.reason != 0):
            found[0] = ENDS_WRONGLY
            return done
        for seat in range(-1, options[0]):
            states[1] = states[2]
            view(s, seat, states[1])
            found[0] = fault_of(s, states[1], seat, size, codes, clauses, found)
            if found[0] != FINE:
                found[1] = seat
                return done
        if mask == 0 or done == bound:
            return done
        seat = chosen_seat(mask, dice)
        many = legal(s, seat, codes)
        events[0].count = 0
        apply(s, seat, int(codes[pick(dice, many)]), events[0])
        done += 1


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
        code = int(codes[pick(dice, many)])
        e.count = 0
        apply(s, seat, code, e)
        total = fold_step(total, seat, many, code, e)
        done += 1
        mask = actors(s)
    return total


@entry
def folded_game(states: Any, options: Any, seed: int, k: int, bound: int, events: Any) -> int:
    """Game k of a random run in `states[0]` (`states[2]` is empty), with events; its digest."""
    codes = np.zeros(4096, np.int64)
    words, dice = np.zeros(8, np.int64), np.zeros(4, np.int64)
    game_seed(words, dice, seed, k)
    states[0] = states[2]
    setup(states[0], options, words)
    return play_folded(states[0], dice, events[0], codes, bound)


@entry
def view_at(states: Any, i: int, seat: int, j: int, empty: int) -> None:
    """The view of element i into element j, by way of an empty one."""
    states[j] = states[empty]
    view(states[i], seat, states[j])


@entry
def guess_at(states: Any, i: int, seat: int, words: Any) -> int:
    """`guess` on an element that holds a view."""
    return guess(states[i], seat, words)


@entry
def scores_at(states: Any, i: int, out: Any) -> None:
    """`scores` on an element."""
    scores(states[i], out)
