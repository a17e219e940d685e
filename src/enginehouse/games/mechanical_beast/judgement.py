"""Judge positions for a bot's tree search, from features (numbers that describe a position) and learned weights."""

from __future__ import annotations

import numpy as np

from enginehouse.core.judging.judgement import ODDS_UNIT, WHOLE, logistic, share_leads
from enginehouse.core.judging.learned import learned_taste, make_tastes, prior_at_end, rate_seat, weights_beside
from enginehouse.core.records.fields import Numbers
from enginehouse.core.records.listing import clear
from enginehouse.core.records.masks import seats_in
from enginehouse.core.rule import Constants, rule
from enginehouse.core.terms import Action, Seat
from enginehouse.games.mechanical_beast import homeward, parts, policy, trapped
from enginehouse.games.mechanical_beast.parts import Pass
from enginehouse.games.mechanical_beast.state import Phase, State


class Feature(Constants):
    """The indices of the features."""

    (
        ONE, EASY, NORMAL, HARD, EXTREME, PLAYERS, ROOMS, ROOMS_LEFT, QUIET_TURNS, CONTROL_ROOM_FOUND, AN_EXIT_KNOWN, HATCH_OPEN,
        EMERGENCY_EXIT_THERE, EMERGENCY_EXIT_GONE, LOCKDOWN, PEOPLE_INSIDE, PEOPLE_WITH_SOMEBODY, PEOPLE_JOINED_TO_SOMEBODY,
        PEOPLE_JOINED_TO_AN_EXIT, ENGINEERS_ON_AN_EXIT, ENGINEERS_JOINED_TO_AN_EXIT, ENGINEERS_JOINED_TO_THE_CONTROL_ROOM,
        ENGINEERS_THAT_GET_ON, ENGINEERS_STUCK, ANDROID_ON_AN_EXIT, ANDROID_JOINED_TO_AN_EXIT, ANDROID_GETS_ON, ANDROID_STUCK,
        ALL_ENGINEERS_SAFE, DOORS_TO_EXPLORE, ROOMS_JOINED_TO_AN_EXIT, PEOPLE_ALONE, PEOPLE_RESCUED, NOBODY_INSIDE, ABOUT_TO_ACT,
        GEARS_AT_HAND, ALL_JOINED_AND_NOBODY_INSIDE, ROOMS_ON_THE_TABLE, ENGINEERS_NOT_JOINED_AND_PEOPLE_INSIDE,
        ISLANDS_OF_MEEPLES, ANDROID_STUCK_AND_PEOPLE_INSIDE, SWITCH_OFF,
    ) = range(42)  # fmt: skip


STATE = Feature.list_names()
"""The names of the features."""
ENGINEERS = (
    Feature.ENGINEERS_ON_AN_EXIT, Feature.ENGINEERS_JOINED_TO_AN_EXIT, Feature.ENGINEERS_THAT_GET_ON, Feature.ENGINEERS_STUCK,
)  # fmt: skip
"""The features that count the engineers in each state, by the state (`of_meeples`)."""
FEATURES = len(STATE)
"""The number of features."""


@rule
def features(s: State, seat: Seat, out: Numbers) -> int:
    """Write the features of a full record into `out`: numbers by which bots judge the position.

    Return how many numbers are written. They do not depend on `seat`, which is an argument only because other games
    need it.
    """
    clear(out, 0, FEATURES)
    out[Feature.ONE] = 1
    out[Feature.EASY + int(s.level)] = 1
    out[Feature.PLAYERS] = int(s.seats)
    out[Feature.ROOMS] = int(s.rooms)
    out[Feature.ROOMS_LEFT] = int(s.left)
    out[Feature.QUIET_TURNS] = int(s.quiet)
    out[Feature.CONTROL_ROOM_FOUND] = 1 if s.control >= 0 else 0
    out[Feature.HATCH_OPEN] = int(s.hatch)
    out[Feature.EMERGENCY_EXIT_THERE] = 1 if s.exit >= 0 else 0
    out[Feature.EMERGENCY_EXIT_GONE] = int(s.exit_gone)
    out[Feature.AN_EXIT_KNOWN] = max(int(out[Feature.HATCH_OPEN]), int(out[Feature.EMERGENCY_EXIT_THERE]))
    out[Feature.LOCKDOWN] = int(s.lockdown)
    low, high = policy.find_walkable(s)
    of_meeples(s, low, high, out)
    of_rooms(s, out)
    for other in range(s.seats):
        out[Feature.PEOPLE_RESCUED] += int(s.hand[other])
    inside = int(out[Feature.PEOPLE_INSIDE])
    away = int(out[Feature.ENGINEERS_THAT_GET_ON] + out[Feature.ENGINEERS_STUCK])
    out[Feature.NOBODY_INSIDE] = 1 if inside == 0 else 0
    out[Feature.ABOUT_TO_ACT] = 1 if s.phase == Phase.ACT else 0
    out[Feature.ALL_ENGINEERS_SAFE] = 1 if out[Feature.ENGINEERS_ON_AN_EXIT] == s.seats else 0
    out[Feature.ALL_JOINED_AND_NOBODY_INSIDE] = 1 if away == 0 and inside == 0 else 0
    out[Feature.ENGINEERS_NOT_JOINED_AND_PEOPLE_INSIDE] = away * inside
    out[Feature.ANDROID_STUCK_AND_PEOPLE_INSIDE] = int(out[Feature.ANDROID_STUCK]) * inside
    out[Feature.SWITCH_OFF] = int(s.off)
    return FEATURES


@rule
def of_meeples(s: State, low: int, high: int, out: Numbers) -> None:
    """Write the features of the meeples into `out`.

    Each meeple is in one of four states, the first that is true: it is on an exit, it can walk to an exit, it can walk
    to a gear or a doorway, or it is stuck. The engineers in each state are counted. The android has a feature for
    each state. Two more features are the number of engineers that can walk to the Control Room, and the number of
    groups of joined rooms with meeples. `low` and `high` are the two results of `policy.find_walkable`.
    """
    for m in range(parts.ANDROID + 1):
        if (s.meeples >> m) & 1:
            n = int(s.at[m])
            kind = 3
            if trapped.is_exit(s, n):
                kind = 0
            elif policy.is_joined_to_exit(s, n):
                kind = 1
            elif policy.is_in_set(low, high, int(s.comp[n])):
                kind = 2
            if m == parts.ANDROID:
                out[Feature.ANDROID_ON_AN_EXIT + kind] = 1
            else:
                out[ENGINEERS[kind]] += 1
                if s.control >= 0 and s.comp[n] == s.comp[s.control]:
                    out[Feature.ENGINEERS_JOINED_TO_THE_CONTROL_ROOM] += 1
            alone = 1
            for other in range(m):
                if (s.meeples >> other) & 1 and s.comp[int(s.at[other])] == s.comp[n]:
                    alone = 0
            out[Feature.ISLANDS_OF_MEEPLES] += alone


@rule
def of_rooms(s: State, out: Numbers) -> None:
    """Add the features of the rooms to the numbers in `out`.

    The features count rooms from which an exit can be reached, and gears and doorways that engineers can reach. They
    also count the prisoners left in rooms. There are separate numbers for all prisoners, for those with a meeple in
    their room, for those that a meeple can reach, for those that no meeple can reach, and for those whose room has a
    way to an exit.
    """
    for n in range(s.rooms):
        if s.doors[n] >= 0:
            out[Feature.ROOMS_ON_THE_TABLE] += 1
            to_exit = policy.is_joined_to_exit(s, n)
            out[Feature.ROOMS_JOINED_TO_AN_EXIT] += 1 if to_exit else 0
            here, near, engineers = 0, 0, 0
            for m in range(parts.ANDROID + 1):
                if (s.meeples >> m) & 1:
                    at = int(s.at[m])
                    if at == n:
                        here = 1
                    if s.comp[at] == s.comp[n]:
                        near = 1
                        if m < parts.MOST_SEATS:
                            engineers = 1
            if engineers == 1:
                if parts.GEARS[int(s.tile[n])][0] != 0:
                    out[Feature.GEARS_AT_HAND] += 1
                out[Feature.DOORS_TO_EXPLORE] += seats_in(trapped.ways_to_explore(s, n))
            if s.people[n] != 0:
                many = int(s.people[n])
                out[Feature.PEOPLE_INSIDE] += many
                out[Feature.PEOPLE_WITH_SOMEBODY] += many * here
                out[Feature.PEOPLE_JOINED_TO_SOMEBODY] += many * near
                out[Feature.PEOPLE_JOINED_TO_AN_EXIT] += many if to_exit else 0
                out[Feature.PEOPLE_ALONE] += many * (1 - near)


LEVELS = {
    "easy": {"warmth": 120, "guesses": 1},
    "steady": {"warmth": 30, "guesses": 4, "within": 120},
    "hard": {"simulations": 400, "explore": 500, "warmth": 300, "guesses": 2, "within": 10},
    "expert": {"simulations": 1_600, "trees": 2, "explore": 200, "warmth": 300, "guesses": 2, "within": 10},
}
"""The settings of each level by name. `bots.players.tree.Tune` has their units.

Set by hand, by games of `hard` and `expert` with other settings (`docs/studies/mechanical-beast-search.md`). Those of
`easy` and `steady` are not measured against others.
"""
SECONDS = {"hard": 0.3, "expert": 1.0}
"""The answer times at a table in seconds (`bots.players.levels.SECONDS`). Set by hand; not measured."""
LESSONS = tuple(
    {"seats": seats, "options": {"level": level}, "games": 4_000, "every": 12, "noise": 2}
    for level in ("easy", "normal", "hard", "extreme")
    for seats in (1, 2, 3, 4)
)
"""The games from which the judgement is learned (`bots.training.learning.TrainingGames`). Set by hand; not measured."""
WEIGHTS = weights_beside(__file__, FEATURES)
"""The learned weights of cooperative games, with the switch on and off."""
TASTES = make_tastes(
    STATE,
    FEATURES,
    (
        {"quiet turns": -40, "rooms": 60, "doors to explore": 15, "gears at hand": 5},  # bold: explores
        {
            "quiet turns": -80,
            "engineers joined to an exit": 60,
            "engineers stuck": -150,
            "android stuck": -80,
        },  # careful
        {
            "quiet turns": -40,
            "people rescued": 150,
            "people with somebody": 80,
            "people joined to somebody": 40,
        },  # for the people
        {
            "quiet turns": -40,
            "switch off": 200,
            "engineers on an exit": 60,
            "engineers joined to the control room": 60,
        },  # swift
    ),
)
"""The styles of the named partners (`opponents.py`), as additional weights of features.

A weight is the change of a position's value, in thousandths like `prior`, if the feature is 1 larger. Set by hand; not
measured.
"""
IDLE = 60
"""The cost of doing nothing, in thousandths like `prior`. So a partner acts if acting and waiting look alike.

It counts once more for each whole round of quiet turns (MB-7.7), so that partners do not all wait for each other.
Set by hand; `docs/studies/foolish-actions.md` has games with and without the additional cost.
"""
HOMEWARD = 12_000
"""The prior value of going out when no meeple is needed inside, in thousandths like `prior`.

Leaving an exit for nothing has the negative value. Set by hand; not measured.
"""
LEAD = 1_500.0
"""The lead in competitive games, in hundredths of a point, that makes winning e times as likely as losing.

Set by hand; not measured.
"""


@rule
def together(s: State) -> bool:
    """Return whether all players of this game win or lose together."""
    return bool(s.play != parts.AGAINST and s.play != parts.RESCUERS)


@rule
def bank(s: State) -> int:
    """Return the row of the learned `WEIGHTS` for a position: 0 with the switch on, 1 with the switch off."""
    return 1 if s.off != 0 else 0


@rule
def shares(s: State, out: Numbers) -> None:
    """Write each seat's estimated chance to win into `out`, in millionths.

    In cooperative games the chance comes from the learned weights. In other games it follows from the values that the
    policy of the greedy bot gives the position for each seat.
    """
    if together(s):
        share = int(WHOLE * logistic(rate_seat(s, WEIGHTS, 0)))
        for seat in range(s.seats):
            out[seat] = share
        return
    values = np.zeros(8, np.int64)
    for seat in range(s.seats):
        values[seat] = policy.evaluate(s, seat)
    share_leads(values, s.seats, LEAD, out)


@rule
def prior(before: State, after: State, seat: Seat, action: Action) -> int:
    """Return a first estimate of the value of an action, for a tree search that has not tried it yet.

    `before` and `after` are the records before and after the action. The estimate is the value of the position `after`.
    If it is 1,000 larger, a win is e times as likely.

    The estimate is increased if a meeple goes onto an exit when it is not needed inside any more. It is reduced if a
    meeple leaves an exit and can do nothing useful in the room that it enters. It is also reduced if the action is a
    pass in a cooperative game, more after several rounds of quiet turns.
    """
    if after.phase == Phase.OVER:
        return prior_at_end(after, seat)
    value = HOMEWARD if homeward.goes_out(before, after) else 0
    if homeward.leaves_for_nothing(before, after):
        value -= HOMEWARD
    if together(after):
        idle = IDLE * (1 + int(before.quiet) // int(before.seats)) if action == Pass.CODE else 0
        return int(ODDS_UNIT * rate_seat(after, WEIGHTS, 0)) + value - idle
    return int(ODDS_UNIT * policy.evaluate(after, seat) / LEAD) + value


@rule
def taste(s: State, seat: Seat, style: int) -> int:
    """Return how much a bot with this style of play likes a record: the larger the number, the better.

    If the number is 1,000 larger, the bot estimates that a win is e times as likely. Style 1 is the first row of
    `TASTES`, style 2 the second, and so on. The bots in `opponents.py` have these styles.
    """
    return learned_taste(s, TASTES, seat, style)
