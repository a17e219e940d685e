"""Compute the features of a position (numbers that describe it), and load the learned weights for them."""

from __future__ import annotations

from enginehouse.core.judging.learned import weights_beside
from enginehouse.core.records.fields import Numbers
from enginehouse.core.records.hidden import at, count, knows
from enginehouse.core.records.listing import clear
from enginehouse.core.rule import rule
from enginehouse.core.terms import Seat
from enginehouse.games.mechanation import lands, mechs, parts, policy, state
from enginehouse.games.mechanation.state import Phase, State

STATE = (
    "standing", "prospects", "attack", "territories", "largest set", "sets of three", "sets of four", "second set",
    "sets of two", "face-up", "face-up in the largest", "ready power", "ready mechs", "on stand-by", "disabled", "malfunctioned",
    "seen mechs", "is the Alpha", "turns until the Alpha", "one away in the open Arena", "one away in the known Arena",
    "one away with a rival", "stands at one that wins", "stands at a territory", "reaps", "known face-down lands", "four and hidden",
)  # fmt: skip
"""The names of the first features. After them each mech has two: ready, and in the hangar."""
KINDS = len(parts.MECHS)
MOST_STANDING, MOST_PROSPECTS = 30_000, 3_000
"""The limits of evaluations as features, in hundredths of a point, so that a certain win does not outweigh all others.

Set by hand, before the weights were learned.
"""
FEATURES = len(STATE) + 2 * KINDS
"""The number of features: those named in `STATE`, and two for each mech."""


@rule
def features(s: State, seat: Seat, out: Numbers) -> int:
    """Write the features of a full record for a seat into `out`: numbers by which bots judge the position.

    Return the number of features.
    """
    clear(out, 0, FEATURES)
    total = lands.tally(s, seat)
    out[0] = min(policy.standing(s, seat), MOST_STANDING)
    rest = total
    first = 0
    for _ in range(parts.LAND_SETS):
        many = rest & parts.COUNT_MASK
        rest >>= parts.FIELD
        if many == 2:
            out[8] += 1
        elif many == 3:
            out[5] += 1
        elif many >= 4:
            out[6] += 1
        if many > first:
            out[7], first = first, many
        elif many > out[7]:
            out[7] = many
    out[3], out[4] = count(s, parts.HELD + seat), first
    for k in range(count(s, parts.HELD + seat)):
        if lands.is_up(s, parts.HELD + seat, k):
            out[9] += 1
            if lands.find_largest(total - int(parts.MARK_OF[int(parts.KIND_OF[at(s, parts.HELD + seat, k)])])) < first:
                out[10] += 1
    for tier in range(parts.TIERS):
        mech = int(s.mech[seat][tier])
        if mechs.is_in_hangar(s, seat, tier):
            out[12 + int(s.place[seat][tier])] += 1
            out[len(STATE) + KINDS + mech] += 1
        else:
            out[11] += int(parts.POWER_OF[s.balanced, mech])
            out[12] += 1
            out[len(STATE) + mech] += 1
        out[16] += (s.seen[seat] >> tier) & 1
    out[17] = 1 if s.alpha == seat else 0
    out[18] = (seat - int(s.alpha)) % int(s.seats)
    arena(s, seat, total, first, out)
    for other in range(s.seats):
        if other != seat:
            for k in range(count(s, parts.HELD + other)):
                if (
                    lands.is_up(s, parts.HELD + other, k)
                    and lands.find_largest(total + int(parts.MARK_OF[int(parts.KIND_OF[at(s, parts.HELD + other, k)])]))
                    >= parts.SET_TO_WIN
                ):
                    out[21] = 1
    if s.phase == Phase.DEFEND:
        out[2] = max(-MOST_PROSPECTS, min(MOST_PROSPECTS, policy.attack_prospects(s, seat)))
    out[24] = 1 if s.phase == Phase.REAP and s.active == seat else 0
    out[26] = 1 if first >= parts.SET_TO_WIN - 1 and out[9] == 0 else 0
    return FEATURES


@rule
def arena(s: State, seat: Seat, total: int, first: int, out: Numbers) -> None:
    """Add features to `out` that describe the Arena from the point of view of the pilot `seat`.

    Each feature is a number with a fixed index in `out`. `total` packs counts into one number: how many of the pilot's
    territories have each colour, and how many have each number (`lands.tally`). `first` is not used.
    """
    for index in range(count(s, parts.ARENA)):
        out[1] += max(-MOST_PROSPECTS, min(MOST_PROSPECTS, policy.prospects(s, index, seat)))
        wins = (
            lands.find_largest(total + int(parts.MARK_OF[int(parts.KIND_OF[at(s, parts.ARENA, index)])]))
            >= parts.SET_TO_WIN
        )
        up = lands.is_up(s, parts.ARENA, index)
        if wins and up:
            out[19] = 1
        if not up and knows(s, seat, at(s, parts.ARENA, index)):
            out[25] += 1
            if wins:
                out[20] = 1
        for post in range(state.ATTACK_POST):
            if s.post_seat[post] == seat + 1 and s.post_at[post] == index:
                out[23] += 1
                if wins:
                    out[22] = 1


WEIGHTS = weights_beside(__file__, FEATURES)
"""The learned weights, for games of two and of more."""
