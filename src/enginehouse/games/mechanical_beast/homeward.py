"""Judge for bots whether meeples should leave the machine or stay inside, after the switch is off (MB-7.3).

The functions here say whether an action leaves an exit without a reason, and whether it brings a meeple out at the
right time.
"""

from __future__ import annotations

from enginehouse.core.rule import rule
from enginehouse.games.mechanical_beast import exits, parts, policy, trapped
from enginehouse.games.mechanical_beast.state import State


@rule
def find_escaped(s: State) -> int:
    """Return the mask of the meeples on exits, bit m for meeple m."""
    mask = 0
    for m in range(parts.ANDROID + 1):
        if (s.meeples >> m) & 1 and trapped.is_exit(s, int(s.at[m])):
            mask |= 1 << m
    return mask


@rule
def is_help_needed(s: State) -> bool:
    """Return whether a prisoner or a meeple needs help, because no walk leads from their room to an exit."""
    for n in range(s.rooms):
        if s.people[n] != 0 and not policy.is_joined_to_exit(s, n):
            return True
    for m in range(parts.ANDROID + 1):
        if (s.meeples >> m) & 1 and not policy.is_joined_to_exit(s, int(s.at[m])):
            return True
    return False


@rule
def leaves_for_nothing(before: State, after: State) -> bool:
    """Return whether an action made a meeple leave an exit without a reason.

    `before` and `after` are the records before and after the action. The meeple has a reason if the room that it enters
    has a prisoner. If a prisoner or another meeple has no way to an exit, it also has a reason if this room has a gear
    or a door to explore.

    Return False if the Control Room's switch is on, or if the game is competitive.
    """
    if before.off == 0 or before.play == parts.AGAINST:
        return False
    left = find_escaped(before) & ~find_escaped(after)
    for m in range(parts.ANDROID + 1):
        if (left >> m) & 1:
            n = int(after.at[m])
            useful = parts.GEARS[int(after.tile[n])][0] != 0 or trapped.ways_to_explore(after, n) != 0
            if after.people[n] == 0 and not (useful and is_help_needed(after)):
                return True
    return False


@rule
def goes_out(before: State, after: State) -> bool:
    """Return whether an action brings one more meeple onto an exit, and no meeple is needed inside any more.

    No meeple is needed if no prisoners are left in rooms and all other meeples can walk to an exit. `before` and
    `after` are the records before and after the action.
    """
    if before.off == 0 or before.play == parts.AGAINST or exits.people_inside(after) != 0:
        return False
    return bool(find_escaped(after) & ~find_escaped(before) != 0 and not is_help_needed(after))
