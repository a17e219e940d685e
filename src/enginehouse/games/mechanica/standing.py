"""Compute the standing of each factory during the game, for display (see `core.words.standings`)."""

from __future__ import annotations

from enginehouse.core.terms import Seat
from enginehouse.core.words.standings import Standing
from enginehouse.games.mechanica import parts, policy, rules
from enginehouse.games.mechanica.state import State


def goal(v: State) -> str:
    """Return the goal, the days that are left, and the improvements left to buy, in words (MC-3.3, MC-9.1, MC-11.3)."""
    left = int(v.size[parts.STACK]) + (int(v.size[parts.EXTRAS]) if v.seats == 4 else 0)
    lying = sum(kind != 0 for kind in v.shop)
    most = "more than ARMAND-0" if v.seats == 1 else "most"
    stock = f"Left to buy: {left} in the stack, {lying} in the shop."
    return f"Be worth {most} at the end. {_say_days(v, left + lying)} {stock}"


def _say_days(v: State, to_buy: int) -> str:
    """Return the number of workdays left, with today, in words (MC-3.3).

    `to_buy` is the number of improvements that are left to buy. If players buy the shop empty, there are fewer days.
    """
    left = int(policy.count_workdays(v))
    if to_buy == 0:
        return "This is the last day."
    if left <= 1 or policy.may_be_last(v):
        return "This may be the last day."
    return f"At most {left} days left."


def standing(v: State, seat: Seat) -> Standing:
    """Return the standing of the factory of `seat`: its worth if the game ended now (MC-9.1)."""
    points = int(rules.worth(v, seat))
    return Standing(f"worth {points}", points)
