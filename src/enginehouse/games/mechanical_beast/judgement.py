"""Judge positions for a bot's tree search, from features (numbers that describe a position) and learned weights."""

from __future__ import annotations

import numpy as np

from enginehouse.core.judging.judgement import ODDS_UNIT, WHOLE, logistic, share_leads
from enginehouse.core.judging.learned import learned_taste, make_tastes, prior_at_end, weighed, weights_beside
from enginehouse.core.records.fields import Numbers
from enginehouse.core.records.listing import clear
from enginehouse.core.records.masks import seats_in
from enginehouse.core.rule import rule
from enginehouse.core.terms import Action, Seat
from enginehouse.games.mechanical_beast import homeward, parts, policy, trapped
from enginehouse.games.mechanical_beast.parts import Pass
from enginehouse.games.mechanical_beast.state import Phase, State

STATE = (
    "one", "easy", "normal", "hard", "extreme", "players", "rooms", "rooms left", "quiet turns", "Control Room found",
    "an exit known", "hatch open", "Emergency Exit there", "Emergency Exit gone", "Lockdown", "people inside",
    "people with somebody", "people joined to somebody", "people joined to an exit", "engineers on an exit",
    "engineers joined to an exit", "engineers joined to the Control Room", "engineers that get on", "engineers stuck",
    "android on an exit", "android joined to an exit", "android gets on", "android stuck", "all engineers safe",
    "doors to explore", "rooms joined to an exit", "people alone", "people rescued", "nobody inside", "about to act",
    "gears at hand", "all joined and nobody inside", "rooms on the table", "engineers not joined and people inside",
    "meeples’ islands", "android stuck and people inside", "switch off",
)  # fmt: skip
"""The names of the features."""
FEATURES = len(STATE)
"""The number of features."""


@rule
def features(s: State, seat: Seat, out: Numbers) -> int:
    """Write the features of a full record into `out`: numbers by which bots judge the position.

    Return how many numbers are written. They do not depend on `seat`, which is an argument only because other games
    need it.
    """
    clear(out, 0, FEATURES)
    out[0], out[1 + int(s.level)], out[5] = 1, 1, int(s.seats)
    out[6], out[7], out[8] = int(s.rooms), int(s.left), int(s.quiet)
    out[9] = 1 if s.control >= 0 else 0
    out[11], out[12], out[13] = int(s.hatch), (1 if s.exit >= 0 else 0), int(s.exit_gone)
    out[10] = max(int(out[11]), int(out[12]))
    out[14] = int(s.lockdown)
    low, high = policy.find_walkable(s)
    of_meeples(s, low, high, out)
    of_rooms(s, out)
    for other in range(s.seats):
        out[32] += int(s.hand[other])
    out[33] = 1 if out[15] == 0 else 0
    out[34] = 1 if s.phase == Phase.ACT else 0
    away = int(out[22] + out[23])
    out[28] = 1 if out[19] == s.seats else 0
    out[36] = 1 if away == 0 and out[15] == 0 else 0
    out[38] = away * int(out[15])
    out[40] = int(out[27]) * int(out[15])
    out[41] = int(s.off)
    return FEATURES


@rule
def of_meeples(s: State, low: int, high: int, out: Numbers) -> None:
    """Write features of the meeples at fixed indices of `out`.

    Each meeple is in one of four states, the first that is true: it is on an exit, it can walk to an exit, it can walk
    to a gear or a doorway, or it is stuck. The engineers in each state are counted. The state of the android is written
    at other indices. Two more features are the number of engineers that can walk to the Control Room, and the number of
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
                out[24 + kind] = 1
            else:
                out[(19, 20, 22, 23)[kind]] += 1
                if s.control >= 0 and s.comp[n] == s.comp[s.control]:
                    out[21] += 1
            alone = 1
            for other in range(m):
                if (s.meeples >> other) & 1 and s.comp[int(s.at[other])] == s.comp[n]:
                    alone = 0
            out[39] += alone


@rule
def of_rooms(s: State, out: Numbers) -> None:
    """Add features of the rooms to the numbers at fixed indices of `out`.

    The features count rooms from which an exit can be reached, and gears and doorways that engineers can reach. They
    also count the prisoners left in rooms. There are separate numbers for all prisoners, for those with a meeple in
    their room, for those that a meeple can reach, for those that no meeple can reach, and for those whose room has a
    way to an exit.
    """
    for n in range(s.rooms):
        if s.doors[n] >= 0:
            out[37] += 1
            to_exit = policy.is_joined_to_exit(s, n)
            out[30] += 1 if to_exit else 0
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
                    out[35] += 1
                out[29] += seats_in(trapped.ways_to_explore(s, n))
            if s.people[n] != 0:
                many = int(s.people[n])
                out[15] += many
                out[16] += many * here
                out[17] += many * near
                out[18] += many if to_exit else 0
                out[31] += many * (1 - near)


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
            "engineers joined to the Control Room": 60,
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
def hope(s: State) -> float:
    """Return the log odds that the players win a cooperative game, by the learned weights."""
    numbers = np.zeros(FEATURES, np.int64)
    many = features(s, 0, numbers)
    return weighed(numbers, many, WEIGHTS, bank(s))


@rule
def shares(s: State, out: Numbers) -> None:
    """Write each seat's estimated chance to win into `out`, in millionths.

    In cooperative games the chance comes from the learned weights. In other games it follows from the values that the
    policy of the greedy bot gives the position for each seat.
    """
    if together(s):
        share = int(WHOLE * logistic(hope(s)))
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
        return int(ODDS_UNIT * hope(after)) + value - idle
    return int(ODDS_UNIT * policy.evaluate(after, seat) / LEAD) + value


@rule
def taste(s: State, seat: Seat, style: int) -> int:
    """Return how much a bot with this style of play likes a record: the larger the number, the better.

    If the number is 1,000 larger, the bot estimates that a win is e times as likely. Style 1 is the first row of
    `TASTES`, style 2 the second, and so on. The bots in `opponents.py` have these styles.
    """
    return learned_taste(s, TASTES, seat, style)
