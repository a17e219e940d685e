"""What search asks of Mechanation: how good a position is, and what the levels are."""

from __future__ import annotations

from enginehouse.core.fields import Numbers
from enginehouse.core.learned import learned_lead, learned_shares
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
from enginehouse.games.mechanation.state import Phase, State

LEVELS = {
    "easy": (0, 1, 1, 1_500, 2, 0, 0),
    "steady": (0, 1, 1, 30, 12, 0, 0),
    "hard": (1_000, 1, 300, 300, 4, 0, 0, 256),
    "expert": (8_000, 1, 300, 300, 24, 0, 0, 1_024, 0, 1, 1),
}
"""What each level searches (`bots.tree.Tune`)."""
LEVELS_OF_MORE = {
    "hard": (4_000, 1, 900, 300, 16, 0, 0, 512, 0, 1),
    "expert": (16_000, 1, 900, 300, 24, 0, 0, 1_024, 0, 1),
}
"""With more than two pilots: there more simulations, more exploring and nodes by what is seen bring something (docs/bots.md)."""
SECONDS = {"hard": 0.8, "expert": 3.0}
"""In how many seconds its answers come at a table (`bots.levels.SECONDS`)."""
LESSONS = (
    {"seats": 2, "options": {}, "games": 40_000, "every": 6},
    {"seats": 3, "options": {}, "games": 15_000, "every": 8},
    {"seats": 4, "options": {}, "games": 25_000, "every": 8},
)
"""The games from which its judgement is learned (`bots.learning.Lesson`)."""
BELIEF_LESSONS = (
    {"seats": 2, "options": {}, "games": 4_000, "every": 1, "noise": 0},
    {"seats": 3, "options": {}, "games": 2_000, "every": 2, "noise": 0},
    {"seats": 4, "options": {}, "games": 2_000, "every": 2, "noise": 0},
)
"""Those from which it learns what others hide by what they do (`bots.beliefs`)."""
HABIT_LESSONS = (
    {"seats": 2, "options": {}, "games": 4_000, "every": 1, "noise": 0, "level": "hard", "simulations": 300},
)
"""Those from which it learns what the hard bot hides, at two seats (`bots.beliefs`)."""
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
        return CERTAIN if after.winner == seat + 1 else -CERTAIN
    return learned_lead(after, WEIGHTS, seat)
