"""Compute features that show how likely a guess is, from the places to which other pilots have sent hidden mechs.

A guess is a full record that is consistent with a view.
"""

from __future__ import annotations

import numpy as np

from enginehouse.core.judging.judgement import ODDS_UNIT
from enginehouse.core.judging.learned import beliefs_beside, weighed
from enginehouse.core.records.fields import Numbers
from enginehouse.core.records.listing import clear
from enginehouse.core.records.masks import lowest
from enginehouse.core.rule import rule
from enginehouse.core.terms import Seat
from enginehouse.games.mechanation import mechs, parts, policy, state
from enginehouse.games.mechanation.state import State

FIRST_THERE, SECOND_THERE, ATTACKS = range(3)
"""The roles of a hidden mech: first or second at a territory of the Arena, or attacking a rival's territory."""
PRIZES = (150, 500)
"""The limits between territories with little, more and much value for a pilot, in hundredths of a point.

Set by hand, before the weights were learned. `policy.value_gain` computes the value.
"""
KINDS = 3 * parts.TIERS * 3
"""The number of features that count hidden mechs by role, territory's value and tier. They are the first."""
BATTLES = KINDS + 3 * 3
"""The feature for battles with known mechs. Before it are those for power, by role and territory's value."""
SEEN = BATTLES + 1
"""The first feature for mechs that all pilots know, by role."""
MECHS = SEEN + 3
"""The first feature for each mech."""
SIGNS = MECHS + len(parts.MECHS)
"""The number of features."""


@rule
def rate_prize(s: State, seat: Seat, post: int) -> int:
    """Return how much the pilot `seat` would gain by a territory to which a hidden mech was sent: 0 (little), 1 or 2.

    `post` is the number of the mech's place.
    """
    if post == state.ATTACK_POST:
        gain = policy.value_gain(s, seat, parts.HELD + int(s.target[0]), int(s.target[1]))
    else:
        gain = policy.value_gain(s, seat, parts.ARENA, int(s.post_at[post]))
    return 0 if gain < PRIZES[0] else 1 if gain < PRIZES[1] else 2


@rule
def find_stance(s: State, post: int) -> int:
    """Return the role of the hidden mech at `post`, the number of its place (MN-8.2).

    The result is ATTACKS for the attacker in the Pilot Phase. In the Arena, it is FIRST_THERE or SECOND_THERE, for the
    first or second mech at its territory.
    """
    if post == state.ATTACK_POST:
        return ATTACKS
    return FIRST_THERE if lowest(mechs.find_posts(s, int(s.post_at[post]))) == post else SECOND_THERE


@rule
def beats_known(s: State, post: int, mech: int) -> int:
    """Return the result of `mech` against the mech that was deployed first to a territory of the Arena.

    `post` is the number of a place of a hidden mech at this territory. The result is 1 if `mech` would win, -1 if it
    would lose, and 0 for a tie or if not all pilots know the first mech.
    """
    first = lowest(mechs.find_posts(s, int(s.post_at[post])))
    holder = int(s.post_seat[first]) - 1
    tier = mechs.find_tier(s, first)
    if not mechs.is_seen(s, holder, tier):
        return 0
    side = policy.duel(s.balanced, int(s.mech[holder][tier]), mech, parts.FIRST, parts.SECOND)
    return 1 if side == 1 else -1 if side == 0 else 0


@rule
def signs(s: State, seat: Seat, out: Numbers) -> int:
    """Write numbers into `out` that describe how pilots other than `seat` use their hidden mechs in the record `s`.

    The record is a guess of the hidden mechs, and the numbers (features) help to judge how likely it is. They count,
    for example, the mechs of each tier by the kind of territory to which a pilot sent them. Return the number of
    features.
    """
    clear(out, 0, SIGNS)
    for post in range(state.POSTS):
        other = int(s.post_seat[post]) - 1
        if other < 0 or other == seat:
            continue
        tier, way, prize = mechs.find_tier(s, post), find_stance(s, post), rate_prize(s, other, post)
        mech = int(s.mech[other][tier])
        out[(way * 3 + prize) * parts.TIERS + tier] += 1
        out[KINDS + way * 3 + prize] += int(parts.POWER_OF[s.balanced, mech])
        if way == SECOND_THERE:
            out[BATTLES] += beats_known(s, post, mech)
        if mechs.is_seen(s, other, tier):
            out[SEEN + way] += 1
        out[MECHS + mech - 1] += 1
    return SIGNS


BELIEFS = beliefs_beside(__file__, SIGNS)
"""The learned weights, for games of two and of more."""


@rule
def greedy_belief(s: State, seat: Seat) -> int:
    """Return the log likelihood of a guess of the hidden mechs, in thousandths, if others play like the greedy bot.

    The guess is the full record `s`, and `seat` is the pilot that guesses.
    """
    numbers = np.zeros(SIGNS, np.int64)
    return int(ODDS_UNIT * weighed(numbers, signs(s, seat, numbers), BELIEFS, 0 if s.seats == 2 else 1))
