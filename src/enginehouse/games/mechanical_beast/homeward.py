"""With the switch off: whether who leaves an exit has something to gain by it, and whether it is time to go out (MB-7.3)."""

from __future__ import annotations

from enginehouse.core.rule import rule
from enginehouse.games.mechanical_beast.exits import people_inside
from enginehouse.games.mechanical_beast.parts import AGAINST, ANDROID, GEARS
from enginehouse.games.mechanical_beast.policy import joined_to_exit
from enginehouse.games.mechanical_beast.state import State
from enginehouse.games.mechanical_beast.trapped import is_exit, ways_to_explore


@rule
def out_of(s: State) -> int:
    """The mask of the meeples on exits."""
    mask = 0
    for m in range(ANDROID + 1):
        if (s.meeples >> m) & 1 and is_exit(s, int(s.at[m])):
            mask |= 1 << m
    return mask


@rule
def help_needed(s: State) -> bool:
    """Whether somebody, locked up or not, is in a room from which one cannot walk to an exit."""
    for n in range(s.rooms):
        if s.people[n] != 0 and not joined_to_exit(s, n):
            return True
    for m in range(ANDROID + 1):
        if (s.meeples >> m) & 1 and not joined_to_exit(s, int(s.at[m])):
            return True
    return False


@rule
def leaves_for_nothing(before: State, after: State) -> bool:
    """Whether a meeple has left an exit, neither to somebody locked up nor to a gear or a door by which it could help."""
    if before.off == 0 or before.play == AGAINST:
        return False
    left = out_of(before) & ~out_of(after)
    for m in range(ANDROID + 1):
        if (left >> m) & 1:
            n = int(after.at[m])
            useful = GEARS[int(after.tile[n])][0] != 0 or ways_to_explore(after, n) != 0
            if after.people[n] == 0 and not (useful and help_needed(after)):
                return True
    return False


@rule
def goes_out(before: State, after: State) -> bool:
    """Whether one more is out, nobody is locked up any more, and nobody has lost the way."""
    if before.off == 0 or before.play == AGAINST or people_inside(after) != 0:
        return False
    return bool(out_of(after) & ~out_of(before) != 0 and not help_needed(after))
