"""What search asks of Mechanica: whose turn it is, to plan it as a whole, and everybody's share of the win."""

from __future__ import annotations

import numpy as np

from enginehouse.core.fields import Numbers
from enginehouse.core.judgement import WHOLE, logistic, share_leads
from enginehouse.core.rule import rule
from enginehouse.core.terms import Seat
from enginehouse.games.mechanica.policy import evaluate
from enginehouse.games.mechanica.state import Phase, State

LEVELS = {
    "easy": (0, 1, 1, 150, 1, 0, 0),
    "steady": (0, 1, 1, 1, 1, 0, 0),
    "hard": (1, 1, 500, 60, 1, 0, 4),
    "expert": (1, 1, 500, 60, 1, 0, 12),
}
"""What each level searches (`bots.tree.Tune`): one step, or plans of the whole turn."""
SECONDS = {"hard": 0.4, "expert": 1.2}
"""In how many seconds its answers come at a table (`bots.levels.SECONDS`)."""
LEAD = 3_000.0
"""A lead of so much on the best of the others (alone: on ARMAND-0) makes winning e times as likely as not."""


@rule
def shares(s: State, out: Numbers) -> None:
    """Everybody's share of the win, in millionths, from how good it looks for each."""
    if s.seats == 1:
        out[0] = int(WHOLE * logistic(evaluate(s, 0) / LEAD))
        return
    values = np.zeros(8, np.int64)
    for seat in range(s.seats):
        values[seat] = evaluate(s, seat)
    share_leads(values, s.seats, LEAD, out)


@rule
def turn_of(s: State, seat: Seat) -> int:
    """MC-4.8: nothing is revealed until one's turn is over; nor while one's own factory runs."""
    if s.phase == Phase.OVER:
        return 0
    if s.phase == Phase.RUN:
        return 2 if (s.asked >> seat) & 1 else 0
    return 1 if s.turn == seat else 0
