"""The judgement of positions for a search, and the settings of the levels."""

from __future__ import annotations

from enginehouse.core.judging.learned import bank_by_seats, learned_prior, learned_shares
from enginehouse.core.records.fields import Numbers
from enginehouse.core.rule import rule
from enginehouse.core.terms import Action, Seat
from enginehouse.games.mechanation.beliefs import signs as signs
from enginehouse.games.mechanation.features import FEATURES as FEATURES
from enginehouse.games.mechanation.features import STATE as STATE
from enginehouse.games.mechanation.features import WEIGHTS
from enginehouse.games.mechanation.features import features as features
from enginehouse.games.mechanation.habits import belief as belief
from enginehouse.games.mechanation.habits import habits as habits
from enginehouse.games.mechanation.sight import sight as sight
from enginehouse.games.mechanation.state import State

SIGHTED = {"explore": 300, "warmth": 300, "guesses": 24, "worlds": 512, "sight": 1, "peers": 1}
PLAYOUTS = {"best": 8, "before": 100, "horizon": 16}
"""The settings of playouts with two pilots. Only `expert` has them, which separates it from `hard` (docs/bots.md)."""
LEVELS = {
    "easy": {"warmth": 1_500, "guesses": 2},
    "steady": {"warmth": 30, "guesses": 12},
    "hard": {"simulations": 1_000, "explore": 300, "warmth": 300, "guesses": 4, "worlds": 256},
    "expert": {"simulations": 4_000, **SIGHTED, **PLAYOUTS, "playouts": 640, "replies": 10, "reply_worlds": 4},
}
"""The settings of each level (`bots.players.tree.Tune`) by name."""
MORE = {"simulations": 4_000, "explore": 900, "warmth": 300, "worlds": 512, "sight": 1, **PLAYOUTS}
LEVELS_OF_MORE = {
    "hard": {**MORE, "guesses": 16, "playouts": 160},
    "expert": {**MORE, "guesses": 24, "playouts": 640, "before": 400},
}
"""The settings with more than two pilots (docs/bots.md).

More simulations, more exploration and nodes by view help there. So do playouts in which all reply by a one-step
lookahead, which take half the time. Such replies are weak, so the tree's result has more weight in the longer playouts.
"""
SECONDS = {"hard": 0.8, "expert": 3.0}
"""The answer times at a table in seconds (`bots.players.levels.SECONDS`)."""
LESSONS = (
    {"seats": 2, "options": {}, "games": 40_000, "every": 6},
    {"seats": 3, "options": {}, "games": 15_000, "every": 8},
    {"seats": 4, "options": {}, "games": 25_000, "every": 8},
)
"""The games from which the judgement is learned (`bots.training.learning.TrainingGames`)."""
BELIEF_LESSONS = (
    {"seats": 2, "options": {}, "games": 4_000, "every": 1, "noise": 0},
    {"seats": 3, "options": {}, "games": 2_000, "every": 2, "noise": 0},
    {"seats": 4, "options": {}, "games": 2_000, "every": 2, "noise": 0},
)
"""The games from which beliefs about hidden information are learned (`bots.training.beliefs`)."""
HABIT_LESSONS = (
    {"seats": 2, "options": {}, "games": 4_000, "every": 1, "noise": 0, "level": "hard", "simulations": 300},
)
"""The games from which beliefs about the hard bot at two seats are learned (`bots.training.beliefs`)."""
bank = bank_by_seats


@rule
def shares(s: State, out: Numbers) -> None:
    """Write each seat's share of the win in millionths into `out`, by the learned weights."""
    learned_shares(s, WEIGHTS, out)


@rule
def prior(before: State, after: State, seat: Seat, action: Action) -> int:
    """Return the value that search gives an action before it tries the action: the seat's lead after it.

    The value is in thousandths. `before` and `after` are the records before and after the action. If the game is over,
    return a constant.
    """
    return learned_prior(after, WEIGHTS, seat)
