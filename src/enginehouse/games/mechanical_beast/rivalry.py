"""Compare the ways of rivals to the Emergency Exit in competitive games, for hints (MB-8.3, MB-8.4)."""

from __future__ import annotations

from collections.abc import Iterator

from enginehouse.core.words.naming import many
from enginehouse.core.words.plans import Claim, claim
from enginehouse.games.mechanical_beast import needs, parts
from enginehouse.games.mechanical_beast.state import State


def compare_ways(s: State, t: State, seat: int) -> Iterator[Claim]:
    """Yield the reasons (`Claim`) for or against an action of `seat` in the race to the Emergency Exit (MB-8.4).

    `s` is the record before the action, and `t` the record after it. There is a reason for each of these effects: an
    engineer of `seat` reaches the exit or gets a way to it, or an engineer of a rival gets or loses a way to it. Yield
    no reason if the exit is not on the tabletop.
    """
    if t.exit < 0 or s.exit < 0:
        return
    for who in range(s.seats):
        on, near = [], []
        for one in (s, t):
            states = [needs.find_state(one, m) for m in (who, who + parts.MOST_SEATS)]
            on.append(states.count(needs.ON_EXIT))
            near.append(sum(state <= needs.JOINED for state in states))
        if who == seat:
            if on[1] > on[0]:
                yield claim("own exit", 25, out=on[1])
            if near[1] > near[0]:
                yield claim("own way", 10, out=near[1])
        elif near[1] < near[0]:
            yield claim("close", 6, rival=f"{{{who}}}")
        elif near[1] > near[0]:
            yield claim("let in", -6, rival=f"{{{who}}}")


def compare_places(t: State, seat: int) -> Iterator[Claim]:
    """Yield the reasons (`Claim`) for the place that `seat` chooses for the Emergency Exit (MB-8.3).

    `t` is the record after the choice. The reasons compare two distances from the place: to the nearest engineer of
    `seat`, and to the nearest engineer of another player.
    """

    def nearest(seats: list[int]) -> int:
        rooms = [int(t.at[m]) for who in seats for m in (who, who + parts.MOST_SEATS)]
        return min(abs(int(t.x[n]) - int(t.spot_x)) + abs(int(t.y[n]) - int(t.spot_y)) for n in rooms)

    mine, theirs = nearest([seat]), nearest([who for who in range(t.seats) if who != seat])
    if mine < theirs:
        yield claim("place near", 2 * (theirs - mine), mine=many(mine, "place"), theirs=many(theirs, "place"))
    if theirs > 1:
        yield claim("place far", theirs, theirs=many(theirs, "place"))
