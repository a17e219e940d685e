"""Compute features that show how likely a guess is if opponents choose their mechs by tree search, as strong bots do.

A guess is a full record that is consistent with a view.
"""

from __future__ import annotations

import numpy as np

from enginehouse.core.judging.judgement import ODDS_UNIT
from enginehouse.core.judging.learned import habits_beside, weighed
from enginehouse.core.records.fields import Numbers
from enginehouse.core.records.listing import clear
from enginehouse.core.rule import rule
from enginehouse.core.terms import Seat
from enginehouse.games.mechanation import acts, beliefs, mechs, parts, policy, state
from enginehouse.games.mechanation.state import State

EACH = beliefs.SIGNS
"""The first feature after those of `beliefs`: each mech by its role and by whether it can gain much."""
OURS = EACH + 6 * len(parts.MECHS)
"""The first feature for tier by role and the territory's value for the seat."""
TURN = OURS + 9 * parts.TIERS
"""The first feature for tier by role and whether the mech's pilot is the Alpha."""
LAP = TURN + 6 * parts.TIERS
"""The first feature for tier by role and whether it is the second mech of its pilot."""
SHOWN = LAP + 6 * parts.TIERS
"""The first feature for tier by role, if it is public which mech it is."""
KEPT = SHOWN + 3 * parts.TIERS
"""The first feature for mechs that a pilot has kept in the hand: power by role and value, then each mech."""
MET = KEPT + 9 + len(parts.MECHS)
"""The first feature for known mechs in the seat's hand: by role, how many the mech beats and loses to."""
ACTS = MET + 6
"""The first feature of `acts`, by role."""
HABITS = ACTS + 3 * acts.TELLS
"""The number of features."""


@rule
def habits(s: State, seat: Seat, out: Numbers) -> int:
    """Write numbers (features) about the mechs of all pilots but `seat` into `out`, and return the number of features.

    `s` is a guess: a full record that is consistent with all that `seat` knows. The features show how likely the guess
    is if the other pilots choose their mechs by tree search. The record is changed during the call, and restored.
    """
    many = beliefs.signs(s, seat, out)
    clear(out, many, HABITS)
    for post in range(state.POSTS):
        other = int(s.post_seat[post]) - 1
        if other >= 0 and other != seat:
            add_features(s, seat, other, post, out)
            if post == state.ATTACK_POST:
                acts.tell_attacked(s, seat, out, ACTS + beliefs.ATTACKS * acts.TELLS)
            else:
                acts.tell_deployed(s, seat, post, out, ACTS + beliefs.find_stance(s, post) * acts.TELLS)
    return HABITS


@rule
def add_features(s: State, seat: Seat, other: Seat, post: int, out: Numbers) -> None:
    """Add the features of one hidden mech, at a post of pilot `other`, to the numbers of `out`.

    `post` is the number of the mech's place, and `seat` the pilot from whose view the mech is guessed. Each kind of
    feature has a fixed part of `out`, which begins at an index that is a constant of this module, such as `TURN`.
    """
    tier, way, prize = mechs.find_tier(s, post), beliefs.find_stance(s, post), beliefs.rate_prize(s, other, post)
    mech = int(s.mech[other][tier])
    out[EACH + (way * 2 + (1 if prize == 2 else 0)) * len(parts.MECHS) + mech] += 1
    ours = prize
    if post != state.ATTACK_POST:
        ours = beliefs.rate_prize(s, seat, post)
        second = 0
        for before in range(post):
            if s.post_seat[before] == other + 1:
                second = 1
        out[LAP + (way * 2 + second) * parts.TIERS + tier] += 1
    out[OURS + (way * 3 + ours) * parts.TIERS + tier] += 1
    out[TURN + (way * 2 + (1 if s.alpha == other else 0)) * parts.TIERS + tier] += 1
    if mechs.is_seen(s, other, tier):
        out[SHOWN + way * parts.TIERS + tier] += 1
    for kept in range(parts.TIERS):
        if mechs.holds(s, other, kept):
            out[KEPT + way * 3 + prize] += int(parts.POWER_OF[s.balanced, int(s.mech[other][kept])])
            out[KEPT + 9 + int(s.mech[other][kept])] += 1
    for mine in range(parts.TIERS):
        if way != beliefs.SECOND_THERE and mechs.is_seen(s, seat, mine) and mechs.holds(s, seat, mine):
            one, two = (parts.ATTACK, parts.DEFENCE) if way == beliefs.ATTACKS else (parts.FIRST, parts.SECOND)
            side = policy.duel(s.balanced, mech, int(s.mech[seat][mine]), one, two)
            if side >= 0:
                out[MET + 2 * way + side] += 1


LEARNED = habits_beside(__file__, HABITS)
"""The learned weights, for games of two pilots."""


@rule
def belief(s: State, seat: Seat, peers: int) -> int:
    """Return the log likelihood of a guess of the hidden mechs, given the actions of the other pilots, in thousandths.

    The guess is the full record `s`, and `seat` is the pilot that guesses. `peers` is 0 if the other pilots play like
    the greedy bot, and 1 if they play like the hard bot. The likelihood for the hard bot was learned for two pilots
    only. With more pilots, `peers` has no effect.
    """
    if int(s.posts) == 0 and int(s.post_seat[state.ATTACK_POST]) == 0:
        return 0
    if peers == 0 or s.seats > 2:
        return beliefs.greedy_belief(s, seat)
    numbers = np.zeros(HABITS, np.int64)
    return int(ODDS_UNIT * weighed(numbers, habits(s, seat, numbers), LEARNED, 0))
