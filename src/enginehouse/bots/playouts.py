"""Playouts: which of the best actions of a search wins most where the game goes on as it will at the table.

After its tree a level may play the actions that were tried most on to the end of the game, in many guesses, the same ones for all of them. There
everybody answers as a small search would, from the view of its own seat: so nobody knows what it cannot see, what was done unseen
deceives, and what was shown tells. In a tree all seats see the guess that they are in. After a quarter of the guesses, and after half of
them, the worse half of the actions is not played on any more. Search over a policy that all are taken to follow: Lerer, Hu, Foerster
and Brown, Improving Policies via Search in Cooperative Partially Observable Games (2020), there among partners.

What the tree found counts besides, as so many playouts as `Tune.BEFORE` says. A level that has playouts has one tree.
"""

from __future__ import annotations

from typing import Any

from enginehouse.bots.imagining import imagine, stream_of
from enginehouse.bots.plans import NOTHING
from enginehouse.bots.search import STEPS, begin, likely, one_more, worth_here
from enginehouse.bots.tree import Ask, Tune, clear_desk, clear_found, most_tried, tell_found
from enginehouse.core.events import FIRST_SEAT
from enginehouse.core.rule import rule
from enginehouse.core.verbs import actors, apply, at_random, gives_up, legal, view

EMPTY, WORLD, VIEW = 3, 4, 5
"""Where records lie: one that is empty, the game that is played on, and the view of who answers; the two behind it are room."""
LEAST = 2
"""An action that the tree tried less often than in so many percent of its simulations is not played on."""
REPLY_GUESSES = 4
"""From so many guesses come the priors at the root of a reply."""


@rule
def begin_reply(states: Any, seat: int, seed: int, many: int, desk: Any, inner: Any) -> None:
    """Lay out the inner desk for a reply: the level's own search, so much smaller, whose nodes are found by what led there."""
    states[VIEW] = states[EMPTY]
    view(states[WORLD], seat, states[VIEW])
    tune, own = inner.tune, desk.tune
    for k in range(Tune.SIZE):
        tune[k] = 0
    tune[Tune.SIMULATIONS] = int(own[Tune.REPLIES])
    tune[Tune.EXPLORE], tune[Tune.WARMTH] = int(own[Tune.EXPLORE]), int(own[Tune.WARMTH])
    tune[Tune.GUESSES], tune[Tune.WORLDS] = REPLY_GUESSES, int(own[Tune.REPLY_WORLDS])
    ask = inner.ask
    ask[Ask.SEAT], ask[Ask.SEED], ask[Ask.TREE], ask[Ask.MANY], ask[Ask.STOP] = seat, seed, 0, many, 0
    clear_desk(inner)


@rule
def reply(states: Any, seat: int, seed: int, desk: Any, inner: Any, e: Any) -> int:
    """What a seat answers in the game that is played on, by a small search of its view."""
    codes = desk.codes
    many = at_random(states[WORLD], seat, codes, legal(states[WORLD], seat, codes))
    if many == 1:
        return int(codes[0])
    begin_reply(states, seat, seed, many, desk, inner)
    given_up = gives_up(states[VIEW], seat)
    if given_up >= 0:
        return int(given_up)
    begin(states[VIEW:], codes, inner, e)
    for k in range(int(inner.tune[Tune.SIMULATIONS])):
        one_more(states[VIEW:], k, inner, e)
    clear_found(inner, many)
    tell_found(codes, inner)
    return int(codes[most_tried(inner.found, many)])


@rule
def played_out(states: Any, seat: int, seed: int, desk: Any, inner: Any, e: Any) -> int:
    """Play the game in `states[WORLD]` to its end; what it is worth to a seat."""
    for step in range(STEPS):
        mask = actors(states[WORLD])
        if mask == 0:
            break
        who = int(FIRST_SEAT[mask])
        code = reply(states, who, seed + step, desk, inner, e)
        e.count = 0
        apply(states[WORLD], who, code, e)
    worth_here(states[WORLD], desk.points)
    return int(desk.points[seat])


@rule
def one_guess(states: Any, k: int, codes: Any, desk: Any, inner: Any, e: Any) -> bool:
    """Play all actions that are left on in a guess, and add to `values`; False where time ran out: then it counts for none of them."""
    ask, values, others = desk.ask, desk.values, desk.others
    seat, seed = int(ask[Ask.SEAT]), int(ask[Ask.SEED])
    number = likely(desk) if desk.tune[Tune.WORLDS] > 0 else int(desk.tune[Tune.SIMULATIONS]) + k
    for j in range(ask[Ask.MANY]):
        if values[j] != NOTHING:
            if ask[Ask.STOP] != 0:
                return False
            imagine(states, seat, seed, stream_of(ask) + number, desk)
            states[WORLD] = states[1]
            e.count = 0
            apply(states[WORLD], seat, int(codes[j]), e)
            others[j] = played_out(states, seat, seed + STEPS * (k + 1), desk, inner, e)
    for j in range(ask[Ask.MANY]):
        if values[j] != NOTHING:
            values[j] += int(others[j])
    return True


@rule
def take_best(desk: Any) -> int:
    """Begin `values` for the actions that were tried most, with what the tree found of them; `NOTHING` for all others. How many they are."""
    found, values, many = desk.found, desk.values, int(desk.ask[Ask.MANY])
    total, left = 0, 0
    for j in range(many):
        total += int(found[j, 0])
        values[j] = NOTHING
    for _ in range(desk.tune[Tune.BEST]):
        best = -1
        for j in range(many):
            if values[j] == NOTHING and (best < 0 or found[j, 0] > found[best, 0]):
                best = j
        if best < 0 or 100 * found[best, 0] < LEAST * total or found[best, 0] == 0:
            break
        values[best] = desk.tune[Tune.BEFORE] * found[best, 1] // found[best, 0]
        left += 1
    return left


@rule
def scale_found(desk: Any) -> None:
    """Count what the tree found as so many playouts, for actions that are not played on."""
    found, values, many, total = desk.found, desk.values, int(desk.ask[Ask.MANY]), 0
    for j in range(many):
        total += int(found[j, 0])
    for j in range(many):
        if values[j] == NOTHING and found[j, 0] > 0:
            visits = desk.tune[Tune.BEFORE] * found[j, 0] // total
            found[j, 1] = visits * found[j, 1] // found[j, 0]
            found[j, 0] = visits


@rule
def leave(desk: Any, left: int, most: int, played: int) -> None:
    """Of `left` actions let the worst go until there are `most`, and write down what was found of them in so many playouts."""
    found, values = desk.found, desk.values
    for _ in range(left - most):
        worst = -1
        for j in range(desk.ask[Ask.MANY]):
            if values[j] != NOTHING and (worst < 0 or values[j] < values[worst]):
                worst = j
        found[worst, 0], found[worst, 1] = desk.tune[Tune.BEFORE] + played, int(values[worst])
        values[worst] = NOTHING


@rule
def play_on(states: Any, codes: Any, desk: Any, inner: Any, e: Any) -> None:
    """Play the best actions on, and let `found` say what the tree and that found together: those that were played on longest have the
    most visits, alike, and the best of them the largest sum."""
    left = take_best(desk)
    if left < 2:
        return
    scale_found(desk)
    played, half = 0, int(desk.tune[Tune.PLAYOUTS]) // 4
    for k in range(desk.tune[Tune.PLAYOUTS]):
        if not one_guess(states, k, codes, desk, inner, e):
            break
        played += 1
        if played == half:
            most = max(2, (left + 1) // 2)
            leave(desk, left, most, played)
            left, half = min(left, most), 2 * half
    leave(desk, left, 0, played)
