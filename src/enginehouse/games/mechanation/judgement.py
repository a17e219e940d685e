"""What search asks of Mechanation: how good a position is, and what the levels are."""

from __future__ import annotations

from enginehouse.core.judging.learned import learned_lead, learned_shares
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
from enginehouse.games.mechanation.phases import winners
from enginehouse.games.mechanation.sight import sight as sight
from enginehouse.games.mechanation.state import Phase, State

SIGHTED = {"explore": 300, "warmth": 300, "guesses": 24, "worlds": 512, "sight": 1, "peers": 1}
PLAYOUTS = {"best": 8, "before": 100, "horizon": 16}
"""How actions are played on: with two pilots by `expert` alone, which it sets apart from `hard` (docs/bots.md)."""
LEVELS = {
    "easy": {"warmth": 1_500, "guesses": 2},
    "steady": {"warmth": 30, "guesses": 12},
    "hard": {"simulations": 1_000, "explore": 300, "warmth": 300, "guesses": 4, "worlds": 256},
    "expert": {"simulations": 4_000, **SIGHTED, **PLAYOUTS, "playouts": 640, "replies": 10, "reply_worlds": 4},
}
"""What each level searches: numbers of `bots.players.tree.Tune` by their names."""
MORE = {"simulations": 4_000, "explore": 900, "warmth": 300, "worlds": 512, "sight": 1, **PLAYOUTS}
LEVELS_OF_MORE = {
    "hard": {**MORE, "guesses": 16, "playouts": 160},
    "expert": {**MORE, "guesses": 24, "playouts": 640, "before": 400},
}
"""With more than two pilots: there more simulations, more exploring and nodes by what is seen bring something (docs/bots.md), and so
does playing on, where all answer by looking one step ahead, which takes half of the time. Such answers are weak ones: so the tree, in
which all search, counts the more for the one that plays on longer."""
SECONDS = {"hard": 0.8, "expert": 3.0}
"""In how many seconds its answers come at a table (`bots.players.levels.SECONDS`)."""
LESSONS = (
    {"seats": 2, "options": {}, "games": 40_000, "every": 6},
    {"seats": 3, "options": {}, "games": 15_000, "every": 8},
    {"seats": 4, "options": {}, "games": 25_000, "every": 8},
)
"""The games from which its judgement is learned (`bots.training.learning.Lesson`)."""
BELIEF_LESSONS = (
    {"seats": 2, "options": {}, "games": 4_000, "every": 1, "noise": 0},
    {"seats": 3, "options": {}, "games": 2_000, "every": 2, "noise": 0},
    {"seats": 4, "options": {}, "games": 2_000, "every": 2, "noise": 0},
)
"""Those from which it learns what others hide by what they do (`bots.training.beliefs`)."""
HABIT_LESSONS = (
    {"seats": 2, "options": {}, "games": 4_000, "every": 1, "noise": 0, "level": "hard", "simulations": 300},
)
"""Those from which it learns what the hard bot hides, at two seats (`bots.training.beliefs`)."""
CERTAIN = 20_000
"""What speaks for an action that wins, against one that loses."""


@rule
def bank(s: State) -> int:
    """Games of two, and of more."""
    return 0 if s.seats == 2 else 1


@rule
def shares(s: State, out: Numbers) -> None:
    """Everybody's share of the win, in millionths, as it was learned."""
    learned_shares(s, WEIGHTS, out)


@rule
def prior(before: State, after: State, seat: Seat, action: Action) -> int:
    """What speaks for an action: the lead that it gives; a game that it wins speaks for itself."""
    if after.phase == Phase.OVER:
        return CERTAIN if (winners(after) >> seat) & 1 else -CERTAIN
    return learned_lead(after, WEIGHTS, seat)
