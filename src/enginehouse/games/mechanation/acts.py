"""Compute features (numbers) that show how likely a guess of the hidden information is, judging by the pilots' actions.

A guess is a full record that is consistent with a seat's view. For each hidden mech that a pilot has deployed, the
module compares this action with the other actions that the pilot could have chosen if the guess is true. It does the
same for the attack of the current round and the pilot that attacks.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from enginehouse.core.judging.judgement import exp_of
from enginehouse.core.judging.learned import learned_lead
from enginehouse.core.records.fields import Numbers
from enginehouse.core.records.hidden import count
from enginehouse.core.rule import rule
from enginehouse.core.terms import Seat
from enginehouse.games.mechanation import choices, features, mechs, parts, state
from enginehouse.games.mechanation.lands import is_up
from enginehouse.games.mechanation.state import MechPlace, Phase, State

MOST_ACTS = parts.TIERS * 4 * parts.MOST_HELD + 1
SPREADS = (300, 1_000)
"""Two differences of leads, in thousandths, each of which makes an action e times as likely in one of the features."""
LOW = -3_000
TELLS = 7
"""The number of features of an action, which `compare` lists."""


@rule
def turn_of_post(s: State, post: int) -> int:
    """Return the earliest turn of the Arena Phase, counted from 0, in which the mech at a post can have been deployed.

    A post is a place of a hidden mech, numbered in the order of deployment. The pilots take turns in a fixed order.
    Turns in which a pilot passed are not stored. So the exact turn is unknown: the result is the first turn of the
    mech's pilot after the mechs at the posts before it.
    """
    turn = -1
    for one in range(post + 1):
        turn += 1
        while s.post_seat[one] != 0 and (int(s.alpha) + turn) % int(s.seats) != int(s.post_seat[one]) - 1:
            turn += 1
    return turn


@rule
def judge_lead(s: State, seat: Seat, other: Seat, blind: bool) -> int:
    """Return the lead of pilot `other` over its best rival in a position, in thousandths, by the learned weights.

    If `blind` is true, pilot `other` does not know which of the three mechs of `seat` has been sent out. In that case
    compute the lead three times, with the mechs of `seat` in each of three orders, and return the mean.
    """
    if not blind:
        return learned_lead(s, features.WEIGHTS, other)
    total = 0
    for _ in range(parts.TIERS):
        turn_hidden(s, seat)
        total += learned_lead(s, features.WEIGHTS, other)
    return total // parts.TIERS


@rule
def turn_hidden(s: State, seat: Seat) -> None:
    """Exchange the three mechs of the pilot `seat`, so that the record becomes another guess of the hidden mechs.

    Each mech takes the place of the mech in the tier before it. The mech of the first tier takes the place of the mech
    in the last tier. So three calls restore the record. The record stays as it is if any of these mechs is known to all
    pilots.
    """
    if s.seen[seat] != 0:
        return
    first = int(s.mech[seat][0])
    for tier in range(parts.TIERS - 1):
        s.mech[seat][tier] = int(s.mech[seat][tier + 1])
    s.mech[seat][parts.TIERS - 1] = first


@rule
def tell_deployed(s: State, seat: Seat, post: int, out: Numbers, first: int) -> None:
    """Compute seven features of a deployment, and increase seven numbers of `out` by them, from index `first` on.

    The deployment is that of the hidden mech at place number `post`. The features compare this deployment with the
    other choices of the pilot that made it (see `compare`). They show how likely it is that the record `s`, which is a
    guess of hidden facts by the pilot `seat`, is true. The record is changed during the call, and restored.
    """
    other, land, mine = int(s.post_seat[post]) - 1, int(s.post_at[post]), mechs.find_tier(s, post)
    at, phase = int(s.at), int(s.phase)
    seats, lands, tiers = (
        np.zeros(state.POSTS, np.int64),
        np.zeros(state.POSTS, np.int64),
        np.zeros(state.POSTS, np.int64),
    )
    for one in range(post, state.ATTACK_POST):
        seats[one], lands[one] = int(s.post_seat[one]), int(s.post_at[one])
        tiers[one] = mechs.find_tier(s, one) if seats[one] != 0 else -1
    s.at, s.phase = turn_of_post(s, post) + 1, Phase.DEPLOY
    for one in range(post, state.ATTACK_POST):
        if tiers[one] >= 0:
            s.place[int(seats[one]) - 1][int(tiers[one])] = MechPlace.HAND
        s.post_seat[one], s.post_at[one] = 0, 0
    blind = False
    for one in range(post):
        blind = blind or s.post_seat[one] == seat + 1
    values, same = np.zeros(MOST_ACTS, np.int64), np.zeros(MOST_ACTS, np.int64)
    values[0], many, chosen = judge_lead(s, seat, other, blind), 1, -1
    for tier in range(parts.TIERS):
        if mechs.holds(s, other, tier):
            for index in range(count(s, parts.ARENA)):
                if choices.can_deploy_mech(s, other, index):
                    s.place[other][tier] = MechPlace.POST + post
                    s.post_seat[post], s.post_at[post] = other + 1, index
                    values[many] = judge_lead(s, seat, other, blind)
                    s.place[other][tier] = MechPlace.HAND
                    s.post_seat[post], s.post_at[post] = 0, 0
                    same[many] = 1 if index == land else 0
                    if index == land and tier == mine:
                        chosen = many
                    many += 1
    for one in range(post, state.ATTACK_POST):
        s.post_seat[one], s.post_at[one] = int(seats[one]), int(lands[one])
        if tiers[one] >= 0:
            s.place[int(seats[one]) - 1][int(tiers[one])] = MechPlace.POST + one
    s.at, s.phase = at, phase
    compare(values, same, many, chosen, out, first)


@rule
def tell_attacked(s: State, seat: Seat, out: Numbers, first: int) -> None:
    """Compute seven features of the current attack, and increase seven numbers of `out` by them, from index `first` on.

    The features compare the attack with the other possible attacks of the Alpha, the pilot that attacks in this round
    (see `compare`). The record is changed during the call, and restored. `seat` is not used.
    """
    other, owner, land = int(s.alpha), int(s.target[0]), int(s.target[1])
    mine, phase = mechs.find_tier(s, state.ATTACK_POST), int(s.phase)
    s.place[other][mine] = MechPlace.HAND
    s.post_seat[state.ATTACK_POST] = 0
    s.phase = Phase.LIMIT
    values, same = np.zeros(MOST_ACTS, np.int64), np.zeros(MOST_ACTS, np.int64)
    values[0], many, chosen = learned_lead(s, features.WEIGHTS, other), 1, -1
    s.phase = Phase.DEFEND
    s.post_seat[state.ATTACK_POST] = other + 1
    for tier in range(parts.TIERS):
        if mechs.holds(s, other, tier):
            s.place[other][tier] = MechPlace.POST + state.ATTACK_POST
            for whose in range(s.seats):
                for index in range(count(s, parts.HELD + whose)):
                    if whose != other and is_up(s, parts.HELD + whose, index):
                        s.target[0], s.target[1] = whose, index
                        values[many] = learned_lead(s, features.WEIGHTS, other)
                        same[many] = 1 if whose == owner and index == land else 0
                        if same[many] != 0 and tier == mine:
                            chosen = many
                        many += 1
            s.place[other][tier] = MechPlace.HAND
    s.place[other][mine] = MechPlace.POST + state.ATTACK_POST
    s.target[0], s.target[1], s.phase = owner, land, phase
    compare(values, same, many, chosen, out, first)


@rule
def compare(values: Any, same: Any, many: int, chosen: int, out: Numbers, first: int) -> None:
    """Compute seven features of an action, and add them to the seven numbers of `out` from index `first` on.

    The features compare the action that was chosen with all possible actions:

    - its lead over the best action, over the mean of all actions, and over the best action with another mech in the
      same place
    - two estimates, in percent, of the probability that the pilot chooses the action; the first estimate assumes a
      careful pilot, the second a careless one, which chooses worse actions more often (`SPREADS`)
    - 1 if the action is the best one, else 0
    - ten times the number of actions that are about as good as the best one; worse actions count as a fraction of 1

    `values` has the value of each of the `many` actions in thousandths. `same` is not 0 for the actions with the same
    place as the chosen action. `chosen` is the index of the chosen action. If it is negative, do nothing.
    """
    if chosen < 0:
        return
    mine, best, there, total = int(values[chosen]), int(values[0]), LOW + int(values[chosen]), 0
    for k in range(many):
        best = max(best, int(values[k]))
        total += max(int(values[k]), mine + LOW)
        if same[k] != 0 and k != chosen:
            there = max(there, int(values[k]))
    out[first] += max(LOW, mine - best)
    out[first + 1] += max(LOW, mine - total // many)
    out[first + 2] += min(-LOW, mine - there)
    for which in range(2):
        crowd = 0.0
        for k in range(many):
            crowd += exp_of((int(values[k]) - best) / SPREADS[which])
        out[first + 3 + which] += int(100 * exp_of((mine - best) / SPREADS[which]) / crowd)
        if which == 0:
            out[first + 6] += int(10 * crowd)
    out[first + 5] += 1 if mine == best else 0
