"""Compute the features of a position (numbers that describe it), and load the learned weights for them."""

from __future__ import annotations

from enginehouse.core.judging.learned import weights_beside
from enginehouse.core.records.fields import Numbers
from enginehouse.core.records.hidden import at, count, knows
from enginehouse.core.records.listing import clear
from enginehouse.core.rule import Constants, rule
from enginehouse.core.terms import Seat
from enginehouse.games.mechanation import lands, mechs, parts, policy, state
from enginehouse.games.mechanation.state import MechPlace, Phase, State


class Feature(Constants):
    """The indices of the first features. After them each mech has two: ready, and in the hangar."""

    (
        STANDING, PROSPECTS, ATTACK, TERRITORIES, LARGEST_SET, SETS_OF_THREE, SETS_OF_FOUR, SECOND_SET, SETS_OF_TWO, FACE_UP,
        FACE_UP_IN_THE_LARGEST, READY_POWER, READY_MECHS, ON_STAND_BY, DISABLED, MALFUNCTIONED, SEEN_MECHS, IS_THE_ALPHA,
        TURNS_UNTIL_THE_ALPHA, ONE_AWAY_IN_THE_OPEN_ARENA, ONE_AWAY_IN_THE_KNOWN_ARENA, ONE_AWAY_WITH_A_RIVAL,
        STANDS_AT_ONE_THAT_WINS, STANDS_AT_A_TERRITORY, REAPS, KNOWN_FACE_DOWN_LANDS, FOUR_AND_HIDDEN,
    ) = range(27)  # fmt: skip


STATE = Feature.list_names()
"""The names of the first features."""
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
    out[Feature.STANDING] = min(policy.standing(s, seat), MOST_STANDING)
    rest = total
    first = 0
    for _ in range(parts.LAND_SETS):
        many = rest & parts.COUNT_MASK
        rest >>= parts.FIELD
        if many == 2:
            out[Feature.SETS_OF_TWO] += 1
        elif many == 3:
            out[Feature.SETS_OF_THREE] += 1
        elif many >= 4:
            out[Feature.SETS_OF_FOUR] += 1
        if many > first:
            out[Feature.SECOND_SET] = first
            first = many
        elif many > out[Feature.SECOND_SET]:
            out[Feature.SECOND_SET] = many
    out[Feature.TERRITORIES] = count(s, parts.HELD + seat)
    out[Feature.LARGEST_SET] = first
    for k in range(count(s, parts.HELD + seat)):
        if lands.is_up(s, parts.HELD + seat, k):
            out[Feature.FACE_UP] += 1
            if lands.find_largest(total - int(parts.MARK_OF[int(parts.KIND_OF[at(s, parts.HELD + seat, k)])])) < first:
                out[Feature.FACE_UP_IN_THE_LARGEST] += 1
    for tier in range(parts.TIERS):
        mech = int(s.mech[seat][tier])
        if mechs.is_in_hangar(s, seat, tier):
            out[Feature.ON_STAND_BY - MechPlace.STAND_BY + int(s.place[seat][tier])] += 1
            out[len(STATE) + KINDS + mech] += 1
        else:
            out[Feature.READY_POWER] += int(parts.POWER_OF[s.balanced, mech])
            out[Feature.READY_MECHS] += 1
            out[len(STATE) + mech] += 1
        out[Feature.SEEN_MECHS] += (s.seen[seat] >> tier) & 1
    out[Feature.IS_THE_ALPHA] = 1 if s.alpha == seat else 0
    out[Feature.TURNS_UNTIL_THE_ALPHA] = (seat - int(s.alpha)) % int(s.seats)
    arena(s, seat, total, first, out)
    for other in range(s.seats):
        if other != seat:
            for k in range(count(s, parts.HELD + other)):
                if (
                    lands.is_up(s, parts.HELD + other, k)
                    and lands.find_largest(total + int(parts.MARK_OF[int(parts.KIND_OF[at(s, parts.HELD + other, k)])]))
                    >= parts.SET_TO_WIN
                ):
                    out[Feature.ONE_AWAY_WITH_A_RIVAL] = 1
    if s.phase == Phase.DEFEND:
        out[Feature.ATTACK] = max(-MOST_PROSPECTS, min(MOST_PROSPECTS, policy.attack_prospects(s, seat)))
    out[Feature.REAPS] = 1 if s.phase == Phase.REAP and s.active == seat else 0
    out[Feature.FOUR_AND_HIDDEN] = 1 if first >= parts.SET_TO_WIN - 1 and out[Feature.FACE_UP] == 0 else 0
    return FEATURES


@rule
def arena(s: State, seat: Seat, total: int, first: int, out: Numbers) -> None:
    """Add features to `out` that describe the Arena from the point of view of the pilot `seat`.

    `total` packs counts into one number: how many of the pilot's
    territories have each colour, and how many have each number (`lands.tally`). `first` is not used.
    """
    for index in range(count(s, parts.ARENA)):
        out[Feature.PROSPECTS] += max(-MOST_PROSPECTS, min(MOST_PROSPECTS, policy.prospects(s, index, seat)))
        wins = (
            lands.find_largest(total + int(parts.MARK_OF[int(parts.KIND_OF[at(s, parts.ARENA, index)])]))
            >= parts.SET_TO_WIN
        )
        up = lands.is_up(s, parts.ARENA, index)
        if wins and up:
            out[Feature.ONE_AWAY_IN_THE_OPEN_ARENA] = 1
        if not up and knows(s, seat, at(s, parts.ARENA, index)):
            out[Feature.KNOWN_FACE_DOWN_LANDS] += 1
            if wins:
                out[Feature.ONE_AWAY_IN_THE_KNOWN_ARENA] = 1
        for post in range(state.ATTACK_POST):
            if s.post_seat[post] == seat + 1 and s.post_at[post] == index:
                out[Feature.STANDS_AT_A_TERRITORY] += 1
                if wins:
                    out[Feature.STANDS_AT_ONE_THAT_WINS] = 1


WEIGHTS = weights_beside(__file__, FEATURES)
"""The learned weights, for games of two and of more."""
