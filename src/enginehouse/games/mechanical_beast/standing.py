"""How the players stand (see `core.standings`)."""

from __future__ import annotations

from enginehouse.core.naming import listed, many, those
from enginehouse.core.standings import NO_RACE, Standing
from enginehouse.core.terms import Seat
from enginehouse.games.mechanical_beast import words
from enginehouse.games.mechanical_beast.collapse import own_meeple
from enginehouse.games.mechanical_beast.exits import people_inside
from enginehouse.games.mechanical_beast.parts import AGAINST, ANDROID, MEEPLES, MOST_SEATS, TOGETHER
from enginehouse.games.mechanical_beast.state import State
from enginehouse.games.mechanical_beast.trapped import is_exit


def goal(v: State) -> str:
    """MB-7.3, MB-8.4."""
    if v.play == AGAINST:
        return "Be first with both engineers on the Emergency Exit."
    first = "Throw the switch in the Control Room, then get" if not v.off else "Get"
    return f"{first} everybody out, and leave nobody locked up inside."


def status(v: State) -> list[str]:
    """MB-2.4, MB-6, MB-7.1: all of it is open to all."""
    exits = [words.room(v, n) for n in range(v.rooms) if v.doors[n] >= 0 and is_exit(v, n)]
    inside = int(people_inside(v))
    return those(
        (True, "switch off" if v.off else "switch on"),
        (True, many(int(v.left), "room") + " in the pile" + (", nobody can explore" if v.lockdown else "")),
        (v.play != AGAINST, f"{many(inside, 'person', '# people')} inside"),
        (True, f"exits: {listed(exits)}" if exits else "no exit yet"),
        (v.meeples >> ANDROID & 1 and not v.reason, f"the android moves with {{{int(v.active)}}}"),
        (falling(v), f"falls when left: {listed([words.room(v, n) for n in falling(v)])}"),
    )


def falling(v: State) -> list[int]:
    """MB-6.2: the rooms in which a meeple of this turn began and stands alone: left by it they fall."""
    if not v.off or v.reason:
        return []
    found = []
    for k in range(2):
        m, n = int(own_meeple(v, v.active, k)), int(v.began[k])
        here = [one for one in range(MEEPLES) if v.meeples >> one & 1 and v.at[one] == n]
        if n > 0 and here == [m]:
            found.append(n)
    return found


def standing(v: State, seat: Seat) -> Standing:
    """MB-6.5, MB-8: people saved, which nobody leads in where all win as one; against each other engineers that are out."""
    if v.play == AGAINST:
        out = int(v.at[seat] == v.exit) + int(v.at[seat + MOST_SEATS] == v.exit)
        return Standing(f"{out} of 2 out", out)
    return Standing(f"{v.hand[seat]} saved", NO_RACE if v.play == TOGETHER else int(v.hand[seat]))
