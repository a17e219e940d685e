"""Compute the result of a battle between two known mechs, for forecasts and prompts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from enginehouse.games.mechanation import battle
from enginehouse.games.mechanation.battle import power
from enginehouse.games.mechanation.parts import Mech
from enginehouse.games.mechanation.state import State


class Meeting(NamedTuple):
    """The result of a possible battle with another mech.

    The tuple has the number of the other mech, both powers, and 1 for a win, 0 for a tie or -1 for a loss.
    """

    mech: int
    power: int
    other_power: int
    result: int


def meet(
    balanced: int, mech: int, way: int, other: int, other_way: int, boosts: Iterable[bool] = (False, True)
) -> Meeting:
    """Return the result of a battle of the mech number `mech` with the mech number `other`.

    `way` and `other_way` are their roles in the battle: FIRST, SECOND, ATTACK or DEFENCE (MN-8.2). `balanced` is the
    number of the set of mechs in play (1 today's, 0 the classic set). `boosts` says whether the mech Overclock adds its
    +3. If `boosts` has both values, the result that is better for the pilot of Overclock counts (MN-7.2).
    """
    asked = battle.works(mech, Mech.OVERCLOCK, other) or battle.works(other, Mech.OVERCLOCK, mech)
    found = []
    for boosted in boosts if asked else (False,):
        mine, theirs = (
            int(power(balanced, mech, other, way, boosted)),
            int(power(balanced, other, mech, other_way, boosted)),
        )
        side = int(battle.winning_side(mech, other, mine, theirs))
        found.append(Meeting(other, mine, theirs, 1 if side == 0 else -1 if side == 1 else 0))
    best = max if mech == Mech.OVERCLOCK else min
    return best(found, key=lambda one: one.result)


def meet_with_boost(v: State, boosted: bool) -> Meeting:
    """Return the result of the current battle, in which the active pilot decides about the +3 of Overclock (MN-7.2).

    `boosted` says whether Overclock takes the +3. Both mechs are visible.
    """
    side = 0 if v.side_seat[0] == v.active else 1
    mech, other = int(battle.side_mech(v, side)), int(battle.side_mech(v, 1 - side))
    return meet(int(v.balanced), mech, battle.side_way(v, side), other, battle.side_way(v, 1 - side), (boosted,))
