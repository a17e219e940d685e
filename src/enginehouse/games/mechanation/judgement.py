"""Judge positions for a bot's tree search, and set the strength of the bots of each level."""

from __future__ import annotations

from enginehouse.core.judging.learned import bank_by_seats, learned_prior, learned_shares, learned_taste, make_tastes
from enginehouse.core.records.fields import Numbers
from enginehouse.core.rule import rule
from enginehouse.core.terms import Action, Seat
from enginehouse.games.mechanation import battle, lands, mechs
from enginehouse.games.mechanation.beliefs import signs as signs
from enginehouse.games.mechanation.features import FEATURES as FEATURES
from enginehouse.games.mechanation.features import STATE as STATE
from enginehouse.games.mechanation.features import WEIGHTS
from enginehouse.games.mechanation.features import features as features
from enginehouse.games.mechanation.habits import belief as belief
from enginehouse.games.mechanation.habits import habits as habits
from enginehouse.games.mechanation.parts import Boost
from enginehouse.games.mechanation.sight import sight as sight
from enginehouse.games.mechanation.state import Phase, State

SIGHTED = {"within": 10, "explore": 300, "warmth": 300, "guesses": 24, "worlds": 512, "sight": 1, "peers": 1}
PLAYOUTS = {"best": 8, "before": 100, "horizon": 16}
"""The settings of playouts with two pilots. Only `expert` has them, which separates it from `hard`.

Set by hand, by games and positions with other settings (`docs/studies/mechanation-search.md`).
"""
LEVELS = {
    "easy": {"warmth": 1_500, "guesses": 2},
    "steady": {"warmth": 30, "guesses": 12, "within": 250},
    "hard": {"simulations": 1_000, "explore": 300, "warmth": 300, "guesses": 4, "worlds": 256, "within": 10},
    "expert": {"simulations": 4_000, **SIGHTED, **PLAYOUTS, "playouts": 640, "replies": 10, "reply_worlds": 4},
}
"""The settings of each level by name. `bots.players.tree.Tune` has their units.

Set by hand, by games against `greedy` and between levels (`docs/studies/mechanation-search.md` and
`docs/studies/levels.md`).
"""
MORE = {"within": 10, "simulations": 4_000, "explore": 900, "warmth": 300, "worlds": 512, "sight": 1, **PLAYOUTS}
LEVELS_OF_MORE = {
    "hard": {**MORE, "guesses": 16, "playouts": 160},
    "expert": {**MORE, "guesses": 24, "playouts": 640, "before": 400},
}
"""The settings with more than two pilots. Set by hand, by games with others (`docs/studies/mechanation-search.md`).

More simulations, more exploration and nodes by view help there. So do playouts in which all reply by a one-step
lookahead, which take half the time. Such replies are weak, so the tree's result has more weight in the longer playouts.
"""
SECONDS = {"hard": 0.8, "expert": 3.0}
"""The answer times at a table in seconds (`bots.players.levels.SECONDS`). Set by hand; not measured."""
LESSONS = (
    {"seats": 2, "options": {}, "games": 40_000, "every": 6},
    {"seats": 3, "options": {}, "games": 15_000, "every": 8},
    {"seats": 4, "options": {}, "games": 25_000, "every": 8},
)
"""The games from which the judgement is learned (`bots.training.learning.TrainingGames`). Set by hand; not measured."""
BELIEF_LESSONS = (
    {"seats": 2, "options": {}, "games": 4_000, "every": 1, "noise": 0},
    {"seats": 3, "options": {}, "games": 2_000, "every": 2, "noise": 0},
    {"seats": 4, "options": {}, "games": 2_000, "every": 2, "noise": 0},
)
"""The games from which beliefs about hidden information are learned (`bots.training.beliefs`).

Set by hand; not measured.
"""
HABIT_LESSONS = (
    {"seats": 2, "options": {}, "games": 4_000, "every": 1, "noise": 0, "level": "hard", "simulations": 300},
)
"""The games from which beliefs about the hard bot at two seats are learned (`bots.training.beliefs`).

Set by hand; not measured.
"""
TASTES = make_tastes(
    STATE,
    FEATURES,
    (
        {"stands at a territory": 80, "ready mechs": -60},  # bold: sends mechs out
        {"ready mechs": 100, "ready power": 12, "seen mechs": -60},  # careful: keeps and hides mechs
        {"one away with a rival": 40},  # spiteful: see `taste`
        {"territories": 120, "sets of two": 40},  # greedy for territories
    ),
)
"""The styles of the named opponents (`opponents.py`), as additional weights of features.

A weight is the change of a position's value, in thousandths like `prior`, if the feature is 1 larger. Set by hand; not
measured.
"""
WASTE = 2_000
"""The cost of a +3 of Overclock that changes nothing, in thousandths like `prior`. Set by hand; not measured."""
SPITEFUL = 3
"""The number of the style that looks at rivals."""
GRUDGE = 200
"""The cost of each territory in a rival's largest set, in thousandths like `prior`. Set by hand; not measured."""
GRUDGE_READY = GRUDGE // 4
"""The cost of each mech that a rival has ready, in thousandths like `prior`. Set by hand; not measured."""
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
    An action that uses Overclock's +3 in vain gets a lower estimate.
    """
    value = learned_prior(after, WEIGHTS, seat)
    if action == Boost.CODE and before.phase == Phase.OVERCLOCK and battle.wastes_boost(before):
        value -= WASTE
    return value


@rule
def taste(s: State, seat: Seat, style: int) -> int:
    """Return how much a bot with this style of play likes a record, as a number that may be negative.

    1,000 is as much as a lead that makes the odds of a win about 2.7 times as high. Styles belong to the bots in
    `opponents.py`. Style 1 is the first row of `TASTES`, style 2 the second, and so on. With the style `SPITEFUL`, the
    bot also dislikes large sets and ready mechs of its rivals.
    """
    value = learned_taste(s, TASTES, seat, style)
    if style == SPITEFUL:
        for other in range(s.seats):
            if other != seat:
                value -= (GRUDGE * int(lands.largest_set(s, other)) + GRUDGE_READY * mechs.hand_size(s, other)) // (
                    int(s.seats) - 1
                )
    return int(value)
