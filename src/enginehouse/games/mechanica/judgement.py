"""Estimate the players' chances to win by learned weights, for a bot's tree search.

Such a bot can plan all its actions of a turn or factory run together. The function `turn_of` returns a number that
identifies this turn or run.
"""

from __future__ import annotations

from enginehouse.core.judging.judgement import WHOLE, logistic
from enginehouse.core.judging.learned import learned_shares, rate_seat, weights_beside
from enginehouse.core.records.fields import Numbers
from enginehouse.core.records.listing import clear
from enginehouse.core.rule import Constants, rule
from enginehouse.core.terms import Seat
from enginehouse.games.mechanica import policy
from enginehouse.games.mechanica.outlook import outlook as outlook
from enginehouse.games.mechanica.own_settings import OwnSettings
from enginehouse.games.mechanica.state import Phase, State

DAYS = 12
"""The number of remaining days that have a weight of their own.

The more days remain, the less the evaluation of a position says about the winner. Set by hand, before the weights were
learned: `enginehouse train mechanica` measures how well all features predict the winner.
"""
LATE_DAYS, MIDDLE_DAYS = 4, 8
"""The numbers of remaining days up to which a Wallet counts by the weights for late and for middle days.

Set by hand, as `DAYS` is.
"""
TENTHS = 10
"""The divisor of an evaluation as a feature, which so is in tenths of a coin. Set by hand, as `DAYS` is."""


class Feature(Constants):
    """The indices of the first features. The evaluation by number of remaining days follows."""

    ONE, DAYS, TURN_TO_COME, WALLET_LATE, WALLET, WALLET_EARLY = range(6)


STATE = Feature.list_names()
"""The names of the first features."""
FEATURES = len(STATE) + DAYS
"""The number of features: those named in `STATE`, and one for each day."""


@rule
def features(s: State, seat: Seat, out: Numbers) -> int:
    """Write the features of a full record for a seat into `out`: numbers by which bots judge the position.

    Return the number of features.
    """
    clear(out, 0, FEATURES)
    days = max(1, min(DAYS, policy.days_left(s)))
    out[Feature.ONE] = 1
    out[Feature.DAYS] = days
    out[Feature.TURN_TO_COME] = 1 if (seat - s.first) % s.seats >= s.done else 0
    wallet = (
        Feature.WALLET_LATE if days <= LATE_DAYS else Feature.WALLET if days <= MIDDLE_DAYS else Feature.WALLET_EARLY
    )
    out[wallet] = int(s.wallet[seat])
    out[len(STATE) + days - 1] = policy.evaluate(s, seat) // TENTHS
    return FEATURES


OWN = OwnSettings(ahead=4, rest=80, deny=40, coin=150, later=50, stay=70)
"""The settings for plans. `docs/how-bots-think.md` has the games that compared them with others."""
PLANS = {"simulations": 1, "explore": 500, "warmth": 60, "guesses": 1, "beam": 8, "own": OWN}
FURTHER = {"ends": 8, "after": 8, "next": 2, "rivals": 50, "within": 2_000}
"""The settings of the bot `expert` for the lookahead beyond the end of its turn (`bots.players.tree.Tune`).

Set by hand, by games against `hard` with other weights of rivals (`docs/studies/levels.md`).
"""
LEVELS = {
    "easy": {"warmth": 150, "guesses": 1},
    "steady": {"warmth": 1, "guesses": 1, "within": 100},
    "hard": PLANS,
    "expert": {**PLANS, **FURTHER},
}
"""The settings of each level (`bots.players.tree.Tune`) by name: one step, or plans of the whole turn by `outlook`.

Set by hand, by games with other beams and other numbers of days (`docs/how-bots-think.md`). Those of `easy` and
`steady` are not measured against others.
"""
SECONDS = {"hard": 0.4, "expert": 1.2}
"""The answer times at a table in seconds (`bots.players.levels.SECONDS`). Set by hand; not measured."""
LESSONS = (
    {"seats": 2, "options": {}, "games": 3_000, "every": 8, "noise": 2},
    {"seats": 3, "options": {}, "games": 750, "every": 12, "noise": 2},
    {"seats": 4, "options": {}, "games": 1_500, "every": 16, "noise": 2},
    {"seats": 1, "options": {"level": "normal"}, "games": 1_500, "every": 6, "noise": 2},
    {"seats": 1, "options": {"level": "hard"}, "games": 1_500, "every": 6, "noise": 2},
)
"""The games from which the judgement is learned (`bots.training.learning.TrainingGames`). Set by hand; not measured."""
WEIGHTS = weights_beside(__file__, FEATURES)
"""The learned weights, for games of two, of more, and alone."""


@rule
def bank(s: State) -> int:
    """Return the row of the learned `WEIGHTS` for a position: 0 with two players, 1 with more, 2 in a solo game."""
    return 2 if s.seats == 1 else 0 if s.seats == 2 else 1


@rule
def shares(s: State, out: Numbers) -> None:
    """Write each seat's estimated chance to win into `out`, in millionths, as computed with the learned weights.

    In a solo game, it is the chance to win against ARMAND-0.
    """
    if s.seats == 1:
        out[0] = int(WHOLE * logistic(rate_seat(s, WEIGHTS, 0)))
        return
    learned_shares(s, WEIGHTS, out)


@rule
def turn_of(s: State, seat: Seat) -> int:
    """Return a number for the turn or factory run whose actions `seat` can now plan as a whole, or 0 if there is none.

    The number identifies the turn or run: twice the day for a turn, 1 more for a run. A plan for the whole is possible
    because nothing hidden is revealed before the end of a turn (MC-4.8), or of the seat's own run.
    """
    if s.phase == Phase.OVER:
        return 0
    if s.phase == Phase.RUN:
        return 2 * int(s.day) + 1 if (s.asked >> seat) & 1 else 0
    return 2 * int(s.day) if s.turn == seat else 0
