"""Judge actions on the way out of the beast once the machine is off, for a bot (MB-7.3).

One rule is when a meeple may leave an exit, the other when it should go out.
"""

from __future__ import annotations

from enginehouse.core.rule import rule
from enginehouse.games.mechanical_beast.exits import people_inside
from enginehouse.games.mechanical_beast.parts import AGAINST, ANDROID, GEARS
from enginehouse.games.mechanical_beast.policy import is_joined_to_exit
from enginehouse.games.mechanical_beast.state import State
from enginehouse.games.mechanical_beast.trapped import is_exit, ways_to_explore


@rule
def find_escaped(s: State) -> int:
    """Return the mask of the meeples on exits, bit m for meeple m."""
    mask = 0
    for m in range(ANDROID + 1):
        if (s.meeples >> m) & 1 and is_exit(s, int(s.at[m])):
            mask |= 1 << m
    return mask


@rule
def is_help_needed(s: State) -> bool:
    """Return whether a prisoner or a meeple needs help: no walk leads from its room to an exit."""
    for n in range(s.rooms):
        if s.people[n] != 0 and not is_joined_to_exit(s, n):
            return True
    for m in range(ANDROID + 1):
        if (s.meeples >> m) & 1 and not is_joined_to_exit(s, int(s.at[m])):
            return True
    return False


@rule
def leaves_for_nothing(before: State, after: State) -> bool:
    """Return whether an action, between the records `before` and `after`, made a meeple leave an exit without a reason.

    A reason is a prisoner that a meeple can fetch, or a gear or a door that helps others.
    """
    if before.off == 0 or before.play == AGAINST:
        return False
    left = find_escaped(before) & ~find_escaped(after)
    for m in range(ANDROID + 1):
        if (left >> m) & 1:
            n = int(after.at[m])
            useful = GEARS[int(after.tile[n])][0] != 0 or ways_to_explore(after, n) != 0
            if after.people[n] == 0 and not (useful and is_help_needed(after)):
                return True
    return False


@rule
def goes_out(before: State, after: State) -> bool:
    """Return whether an action brings one more meeple onto an exit and there is no work left inside.

    `before` and `after` are the records before and after the action. No work means that no prisoner is left and all
    other meeples still have a way out.
    """
    if before.off == 0 or before.play == AGAINST or people_inside(after) != 0:
        return False
    return bool(find_escaped(after) & ~find_escaped(before) != 0 and not is_help_needed(after))
