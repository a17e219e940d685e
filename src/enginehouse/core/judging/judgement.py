"""Convert evaluations of positions to shares of the win, for policies and for search.

A seat's share of the win is its win chance, where seats that win together divide the win among them. The functions only
add, multiply and divide. So they give exactly the same numbers on all machines, in compiled code and in plain Python.
"""

from __future__ import annotations

from enginehouse.core.records.fields import Numbers
from enginehouse.core.rule import rule

WHOLE = 1_000_000
"""The number for the whole win, because shares are counted in millionths."""
ODDS_UNIT = 1_000
"""The prior value that makes a win e times as likely: priors and tastes are log odds in thousandths (`verbs.prior`)."""
LEAST = -20.0
"""The lower limit of a lead, in units of a game's scale. A worse lead counts as this value."""


@rule
def exp_of(x: float) -> float:
    """Return e to the power of `x`, with an error below 0.001.

    `x` must not be positive, and below -20 it counts as -20. The result never falls when `x` grows.
    """
    base = 1.0 + max(x, LEAST) / 1024.0
    for _ in range(10):
        base *= base
    return base


@rule
def logistic(x: float) -> float:
    """Return 1 / (1 + e ** -x), which is a share of the win (a win chance) from 0 to 1.

    `x` is the lead of a seat over its best rival, in the unit of `share_leads`: a lead of 1 gives a share of 0.73.
    """
    if x > 0:
        return 1.0 / (1.0 + exp_of(-x))
    power = exp_of(x)
    return power / (1.0 + power)


@rule
def share_leads(values: Numbers, seats: int, scale: float, out: Numbers) -> None:
    """Write the share of the win of each of the first `seats` seats into `out`, in millionths.

    A share is a win chance, where seats that win together divide the win. `values` has the evaluation of each seat. A
    share depends on the seat's lead over the best of the others, divided by `scale`. So `scale` is the lead, in points
    of the game's evaluation, that counts as 1 for `logistic`. The shares sum to a million, except for rounding.
    """
    total = 0
    for seat in range(seats):
        best = -(1 << 60)
        for other in range(seats):
            if other != seat:
                best = max(best, int(values[other]))
        out[seat] = 1 + int(WHOLE * logistic((int(values[seat]) - best) / scale))
        total += int(out[seat])
    for seat in range(seats):
        out[seat] = WHOLE * int(out[seat]) // total
