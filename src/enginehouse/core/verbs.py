"""The verbs of a game, for code that serves every game.

Uncompiled, each calls the verb of the record's own game; in compiled code the twin of such a call *is* that game's
verb (see `compiling`). `s` is a record that is changed in place, `v` a view: a record of the same shape in which what
the seat may not know stays 0.
"""

from __future__ import annotations

from typing import Any

from enginehouse.core.defaults import at_random as besides
from enginehouse.core.rule import rule

NAMES = ("setup", "actors", "legal", "refusal", "apply", "view", "guess", "scores")


def _rules(s: Any) -> Any:
    from enginehouse.core.game import game_of

    return game_of(s).rules


@rule
def setup(s: Any, options: Any, seed: Any) -> None:
    """A new game in the empty record `s`: `options[0]` seats, then the choice of each option; `seed` is eight words."""
    _rules(s).setup(s, options, seed)


@rule
def actors(s: Any) -> int:
    """The mask of the seats that may act now; 0 when the game is over."""
    return int(_rules(s).actors(s))


@rule
def legal(s: Any, seat: int, out: Any) -> int:
    """Write the codes of the seat's legal actions into `out`, ascending; how many."""
    return int(_rules(s).legal(s, seat, out))


@rule
def refusal(v: Any, seat: int, action: int) -> int:
    """From the seat's view: 0 if the action is legal, else the clause that forbids it (GM-5.1 is 501)."""
    return int(_rules(v).refusal(v, seat, action))


@rule
def apply(s: Any, seat: int, action: int, e: Any) -> None:
    """Play one legal action through, up to the next decision; what happened goes into `e`."""
    _rules(s).apply(s, seat, action, e)


@rule
def view(s: Any, seat: int, v: Any) -> None:
    """Fill the empty record `v` with what that seat (-1: a spectator) may know."""
    _rules(s).view(s, seat, v)


@rule
def guess(v: Any, seat: int, seed: Any) -> int:
    """Turn a view into a full record that could be true, with chance from eight words; 1 if it had to be repaired."""
    return int(_rules(v).guess(v, seat, seed))


@rule
def scores(s: Any, out: Any) -> None:
    """Final scores and ranks: `out[seat]` and `out[8 + seat]` (rank 1 is best)."""
    _rules(s).scores(s, out)


# -- what a game may have besides (`DEFAULT_VERBS` of `compiler.compiled_rules`) ---------------------------------------------------------------


@rule
def at_random(s: Any, seat: int, out: Any, many: int) -> int:
    """Among how many of a seat's legal actions, the first ones, random play chooses.

    A game whose last actions are not for random play (`facts.unasked`) has this rule among its verbs.
    """
    return int(getattr(_rules(s), "at_random", besides.at_random)(s, seat, out, many))


# -- what a player of the game knows (policy.py) -----------------------------------------------------------------------


@rule
def evaluate(s: Any, seat: int) -> int:
    """How good a full record looks for a seat, in hundredths of a point; a hand-written judgement of the game's policy."""
    from enginehouse.core.game import game_of

    return int(game_of(s).policy.evaluate(s, seat))


@rule
def judge(before: Any, after: Any, seat: int, action: int) -> int:
    """How good it looks, in hundredths of a point, that a seat played this action, which led from `before` to `after`.

    Where a game's policy has no such rule it is what `evaluate` says of `after`. One that has it may forbid its bot what
    leads nowhere: both are records that could be true, `before` imagined from the seat's view.
    """
    from enginehouse.core.defaults import judge as judging
    from enginehouse.core.game import game_of

    return int(getattr(game_of(before).policy, "judge", judging.judge)(before, after, seat, action))
