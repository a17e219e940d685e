"""Judge positions for a bot's tree search, from features (numbers that describe a position) and learned weights."""

from __future__ import annotations

from enginehouse.core.judging.learned import (
    bank_by_seats,
    learned_prior,
    learned_shares,
    learned_taste,
    make_tastes,
    weights_beside,
)
from enginehouse.core.records.fields import Numbers
from enginehouse.core.records.hidden import at, count
from enginehouse.core.records.listing import clear
from enginehouse.core.records.masks import has
from enginehouse.core.rule import Constants, rule
from enginehouse.core.terms import Action, Seat
from enginehouse.games.great_machine import machine, parts, rats
from enginehouse.games.great_machine.state import State


class Feature(Constants):
    """The indices of the first features. The number of cards of each kind in the hand follows."""

    (
        LIVING, PELLETS, LEAD, LEAD_ON_THE_SECOND, LEADS, TIES, LEAD_LATE, LEADS_LATE, DEAD_LATE, UNDER_THE_PIPES, CHARGED,
        CHARGED_NEXT, CHARGED_IN_TWO, CHARGED_IN_THREE, OUT, BOOTS, COWERS, SALIVATES, MELLOW, PARTNERS, NO_FOOD, EXTRA_TURNS,
        LOST_TURNS, TURNS_UNTIL_ITS_OWN, MOVEMENT_CARDS, EVENT_CARDS, LEADS_AND_NO_FOOD, PELLETS_BY_TURNS_LEFT,
    ) = range(28)  # fmt: skip


STATE = Feature.list_names()
"""The names of the first features."""
FEATURES = len(STATE) + parts.KINDS
"""The number of features: those named in `STATE`, and one for each kind of card."""
MOST_PELLETS, MOST_LEAD = 12, 8
"""The numbers of pellets from which on more pellets, and a larger lead, count no more as features.

Set by hand, before the weights were learned.
"""


@rule
def ring_distance(s: State, seat: Seat) -> int:
    """Return the number of motor steps to the cage of the rat of `seat`, or -1 if the rat is not in a cage."""
    if not rats.sits(s, seat):
        return -1
    for k in range(s.cages):
        if machine.cage_on_ring(s, int(s.motor) + k * int(s.direction)) == s.cage[seat]:
            return k
    return -1


@rule
def until_turn(s: State, seat: Seat) -> int:
    """Return the number of other players' turns before the next turn of this seat, or 0 during its own turn."""
    for k in range(s.seats):
        if s.order[(int(s.turn_at) + k) % int(s.seats)] == seat:
            return k
    return int(s.seats)


@rule
def features(s: State, seat: Seat, out: Numbers) -> int:
    """Write the features of a full record for a seat into `out`: numbers by which bots judge the position.

    Return the number of features.
    """
    clear(out, 0, FEATURES)
    living = has(s.alive, seat)
    mine = rats.total(s, seat) if living else 0
    best, second = 0, 0
    for other in range(s.seats):
        if other != seat and has(s.alive, other):
            its = rats.total(s, other)
            if its > best:
                best, second = its, best
            elif its > second:
                second = its
    late = parts.TRACK - int(s.track)
    out[Feature.LIVING] = 1 if living else 0
    out[Feature.PELLETS] = min(mine, MOST_PELLETS)
    out[Feature.LEAD] = max(-MOST_LEAD, min(MOST_LEAD, mine - best))
    out[Feature.LEAD_ON_THE_SECOND] = max(-MOST_LEAD, min(MOST_LEAD, mine - second))
    if living:
        out[Feature.LEADS] = 1 if mine > best else 0
        out[Feature.TIES] = 1 if mine == best else 0
        out[Feature.LEAD_LATE] = out[Feature.LEAD] * late
        out[Feature.LEADS_LATE] = out[Feature.LEADS] * late
    else:
        out[Feature.DEAD_LATE] = late
    if s.cages > 0 and s.placed == s.seats:
        eats = rats.find_rat(s, machine.first_pellet_ends(s, False)) == seat
        out[Feature.UNDER_THE_PIPES] = 1 if eats else 0
        away = ring_distance(s, seat)
        if 0 <= away <= 3 and not has(s.boots | s.cower, seat):
            out[Feature.CHARGED + away] = 1
    out[Feature.OUT] = 1 if living and not rats.sits(s, seat) else 0
    out[Feature.BOOTS] = (s.boots >> seat) & 1
    out[Feature.COWERS] = (s.cower >> seat) & 1
    out[Feature.SALIVATES] = (s.salivate >> seat) & 1
    out[Feature.MELLOW] = (s.mellow >> seat) & 1
    out[Feature.PARTNERS] = 1 if s.partners[seat] != 0 else 0
    out[Feature.NO_FOOD] = ((s.distraught | s.distraught_before) >> seat) & 1
    out[Feature.EXTRA_TURNS] = int(s.extra_turns[seat] + s.waiting_turns[seat])
    out[Feature.LOST_TURNS] = int(s.lost_turns[seat])
    out[Feature.TURNS_UNTIL_ITS_OWN] = until_turn(s, seat)
    out[Feature.LEADS_AND_NO_FOOD] = out[Feature.LEADS] if s.union != 0 or s.ethics != 0 else 0
    out[Feature.PELLETS_BY_TURNS_LEFT] = out[Feature.PELLETS] * late
    for k in range(count(s, parts.HAND + seat)):
        piece = at(s, parts.HAND + seat, k)
        if piece > 0:
            out[Feature.MOVEMENT_CARDS if parts.BACK_OF[piece] == parts.MOVEMENT else Feature.EVENT_CARDS] += 1
            out[len(STATE) + int(parts.KIND_OF[piece])] += 1
    return FEATURES


LEVELS = {
    "easy": {"warmth": 300, "guesses": 1, "within": 800, "overlooks": 60},
    "steady": {"warmth": 300, "guesses": 3, "within": 250},
    "hard": {"simulations": 400, "explore": 250, "warmth": 300, "guesses": 4, "within": 10},
    "expert": {"simulations": 6_400, "explore": 250, "warmth": 300, "guesses": 16, "within": 10},
}
"""The settings of each level by name. `bots.players.tree.Tune` has their units.

`easy` overlooks most of its actions, as a beginner does. `steady` sees all, and takes one of those that look nearly as
good as the best. Set by hand, by games with other settings (`docs/studies/great-machine-search.md`).
"""
LEVELS_OF_MORE = {
    "steady": {"warmth": 1_000, "guesses": 3, "within": 400},
    "hard": {"simulations": 400, "explore": 250, "warmth": 100, "guesses": 12, "within": 10},
}
"""The settings that differ with more than two players.

An action changes less there, so `steady` chooses among more actions, and `hard` trusts its first look more. Set by
hand, by games with the settings for two (`docs/studies/great-machine-search.md`).
"""
PELLET, SUICIDE, GIFT, TURN_GIFT = 300, 400, 60, 60
"""The value of an own pellet, and the costs of an own rat that dies, of a pellet for a rival and of a turn for a rival.

They are in thousandths like `prior`. They decide between actions that look alike to the learned weights: these see the
fattest rival alone, and they count a pellet now little more than one in a later turn. A player takes the pellet that is
sure. `PELLET` and `GIFT` were set by hand and compared with smaller values (`docs/studies/foolish-actions.md`). The
others are not measured.
"""
SECONDS = {"hard": 0.4, "expert": 1.0}
"""The answer times at a table in seconds (`bots.players.levels.SECONDS`). Set by hand; not measured."""
LESSONS = (
    {"seats": 2, "options": {}, "games": 12_000},
    {"seats": 3, "options": {}, "games": 6_000},
    {"seats": 4, "options": {}, "games": 6_000},
    {"seats": 6, "options": {}, "games": 2_000},
)
"""The games from which the judgement is learned (`bots.training.learning.TrainingGames`). Set by hand; not measured."""
WEIGHTS = weights_beside(__file__, FEATURES)
"""The learned weights, for games of two and of more."""
TASTES = make_tastes(
    STATE,
    FEATURES,
    (
        {"extra turns": 150, "event cards": 60, "movement cards": -40, "charged": 20},  # bold
        {"charged": -150, "charged next": -80, "boots": 150, "cowers": 60, "out": -80, "living": 150},  # careful
        {"lead": 80, "pellets": -80, "lead on the second": 40},  # spiteful: takes from the fattest rivals
        {"pellets": 100, "under the pipes": 120},  # greedy for pellets
    ),
)
"""The styles of the named opponents (`opponents.py`), as additional weights of features.

A weight is the change of a position's value, in thousandths like `prior`, if the feature is 1 larger. Set by hand; not
measured.
"""
bank = bank_by_seats


@rule
def shares(s: State, out: Numbers) -> None:
    """Write each seat's estimated chance to win into `out`, in millionths, as computed with the learned weights."""
    learned_shares(s, WEIGHTS, out)


@rule
def prior(before: State, after: State, seat: Seat, action: Action) -> int:
    """Return a first estimate of the value of an action, for a tree search that has not tried it yet.

    `before` and `after` are the records before and after the action. The estimate is the lead of `seat` over its best
    rival in `after`, computed with the learned weights (`WEIGHTS`). A lead that is 1,000 larger makes the odds of a win
    about 2.7 times as high. If the game is over, the estimate is 20,000 for the winner and -20,000 for any other seat.
    Otherwise add `PELLET` for each pellet that `seat` gains, and subtract it for each pellet that `seat` loses.
    Subtract `SUICIDE` if the action kills the rat of `seat`, `GIFT` for each pellet that a rival gains, and `TURN_GIFT`
    for each turn that a rival gains.
    """
    value = learned_prior(after, WEIGHTS, seat)
    if after.reason != 0:
        return value
    if has(before.alive, seat) and not has(after.alive, seat):
        value -= SUICIDE
    value += PELLET * (rats.total(after, seat) - rats.total(before, seat))
    for other in range(after.seats):
        if other != seat:
            value -= GIFT * max(0, rats.total(after, other) - rats.total(before, other))
            value -= TURN_GIFT * max(0, count_turns(after, other) - count_turns(before, other))
    return int(value)


@rule
def count_turns(s: State, seat: Seat) -> int:
    """Return the number of extra turns of a seat, less the turns that it will lose."""
    return int(s.extra_turns[seat] + s.waiting_turns[seat] - s.lost_turns[seat])


@rule
def taste(s: State, seat: Seat, style: int) -> int:
    """Return how much a bot with this style of play likes the position in the record `s`, in thousandths.

    A result that is 1,000 higher counts as much as odds of a win that are about 2.7 times as high. `style` is the
    number of a bot's style of play: style 1 is the first row of `TASTES`, style 2 the second, and so on.
    """
    return learned_taste(s, TASTES, seat, style)
