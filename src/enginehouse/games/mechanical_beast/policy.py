"""The policy of the greedy bot, as rules of thumb: the value of a position.

Together: explore until the Control Room is found, switch off soon (no more people appear), keep all joined to an exit
or at least to a gear or a door, stand in rooms with prisoners so that leaving rescues them, and go out when the rooms
are empty. In competitive games: be joined to the Emergency Exit, be on it, be on it first.
"""

from __future__ import annotations

from enginehouse.core.rule import rule
from enginehouse.core.terms import Action, Seat
from enginehouse.games.mechanical_beast.exits import people_inside
from enginehouse.games.mechanical_beast.hopeless import beyond_hope
from enginehouse.games.mechanical_beast.parts import AGAINST, ANDROID, GEARS, MOST_SEATS, RESCUERS, End
from enginehouse.games.mechanical_beast.state import Phase, Result, State
from enginehouse.games.mechanical_beast.trapped import is_exit, reaches_exit, ways_to_explore

WIN = 10_000


@rule
def evaluate(s: State, seat: Seat) -> int:
    """Return the value of a position for a seat, in hundredths of a point."""
    if s.phase == Phase.OVER:
        return value_of_end(s, seat)
    low, high = ways_on(s)
    value = -3 * s.quiet
    if s.play == AGAINST:
        return int(value + value_against(s, seat, low, high))
    value += value_of_switch(s) + value_of_people(s)
    inside = people_inside(s)
    for m in range(MOST_SEATS):
        if (s.meeples >> m) & 1:
            value += 2 * value_of_meeple(s, m, inside, low, high)
    value += value_of_meeple(s, ANDROID, inside, low, high)
    if s.play == RESCUERS:
        value += 60 * s.hand[seat]
    if s.phase == Phase.ACT and s.active == seat and s.off == 0 and s.control < 0:
        value += value_of_doors(s, seat)
    return int(value)


@rule
def gives_up(s: State, seat: Seat) -> Action:
    """Return the vote to end if it is proved that the game is lost for all, else -1 (MB-7.8). `s` is used up.

    The proof is tried after a vote, and at some quiet turns (`is_due`).
    """
    if s.phase != Phase.TURN or (s.votes == 0 and not is_due(int(s.quiet), int(s.seats))):
        return -1
    return int(End.CODE) if beyond_hope(s) else -1


@rule
def is_due(quiet: int, seats: int) -> bool:
    """Return whether the proof is tried after this number of quiet turns (MB-7.8).

    It is tried after a round, then at each doubling. One turn is added at each time, so that it is another seat's. A
    proof that fails costs as much as hundreds of decisions, and hardly anything changes in quiet turns.
    """
    doubled, times = seats, 0
    while doubled + times < quiet:
        doubled, times = 2 * doubled, times + 1
    return doubled + times == quiet


@rule
def value_of_end(s: State, seat: Seat) -> int:
    """Return the value of an end.

    A win counts most, a lesser one nearly as much, and a loss with the switch on least.
    """
    if s.result == Result.WIN or s.result == Result.LESSER:
        if (s.winners >> seat) & 1:
            return WIN if s.result == Result.WIN else WIN - 1500
        return -WIN // 2
    return -WIN if s.result == Result.LOSS else -WIN - 500


HALF = 60
"""A set of labels is two masks: 0 to 59, and 60 to 119."""


@rule
def in_set(low: int, high: int, n: int) -> bool:
    """Return whether a label is in a set."""
    return (low >> n) & 1 != 0 if n < HALF else (high >> (n - HALF)) & 1 != 0


@rule
def ways_on(s: State) -> tuple[int, int]:
    """Return the set of labels within a walk of a gear, or of a doorway to explore."""
    low, high = 0, 0
    for n in range(s.rooms):
        if s.doors[n] >= 0:
            c = int(s.comp[n])
            if not in_set(low, high, c):
                if GEARS[int(s.tile[n])][0] != 0 or ways_to_explore(s, n) != 0:
                    if c < HALF:
                        low |= 1 << c
                    else:
                        high |= 1 << (c - HALF)
    return low, high


@rule
def joined_to_exit(s: State, n: int) -> bool:
    """Return whether there is a walk from a room to an exit."""
    return reaches_exit(s, s.comp, int(s.comp[n]))


@rule
def value_of_switch(s: State) -> int:
    """Return the value of progress with the switch.

    The Control Room and an exit are found, engineers are joined to it, the switch is off.
    """
    unknown = s.hatch == 0 and s.exit < 0
    if s.off != 0:
        return int(5000 + 30 * s.rooms if not unknown else 1500 + 30 * s.rooms)
    value = 30 * s.rooms if s.control < 0 or unknown else 5 * s.rooms
    if s.control >= 0:
        value += 900
        for m in range(MOST_SEATS):
            if (s.meeples >> m) & 1 and s.comp[int(s.at[m])] == s.comp[s.control]:
                value += 150
    if s.lockdown != 0:
        value -= 600
    return int(value)


@rule
def value_of_people(s: State) -> int:
    """Return the cost of people inside: less if a meeple can reach them, least if one stands with them."""
    value = 0
    for n in range(s.rooms):
        if s.people[n] != 0:
            value -= 300 if s.off != 0 else 100
            near, here = 0, 0
            for m in range(ANDROID + 1):
                if (s.meeples >> m) & 1:
                    if s.at[m] == n:
                        here = 1
                    elif s.comp[int(s.at[m])] == s.comp[n]:
                        near = 1
            if s.off != 0:
                value += 120 * here + 90 * max(near, here)
            else:
                value += 20 * max(near, here)
    return value


@rule
def value_of_meeple(s: State, m: int, inside: int, low: int, high: int) -> int:
    """Return the value of a meeple's way out, or at least of its next steps."""
    n = int(s.at[m])
    on = in_set(low, high, int(s.comp[n]))
    if s.off == 0:
        return (50 if joined_to_exit(s, n) else 0) + (40 if on else -80)
    if is_exit(s, n):
        return 190 if inside == 0 else 100
    if joined_to_exit(s, n):
        return 90 if inside == 0 else 110
    return -40 if on else -220


@rule
def value_of_doors(s: State, seat: Seat) -> int:
    """Return the value of doors that are left to explore after a move, before the Control Room is found."""
    value = 0
    for k in range(2):
        n = int(s.at[seat]) if k == 0 else int(s.at[ANDROID])
        if ways_to_explore(s, n) != 0:
            value = 25 if k == 1 else max(value, 20)
    return value


@rule
def value_against(s: State, seat: Seat, low: int, high: int) -> int:
    """Return the value of the race to the Emergency Exit.

    The own engineers near, on, and first on it count for it, those of others against it.
    """
    value = 0
    first = -1
    for m in range(ANDROID):
        if (s.meeples >> m) & 1:
            n = int(s.at[m])
            worth = 40 if in_set(low, high, int(s.comp[n])) else -120
            if s.exit >= 0:
                if n == s.exit:
                    worth = 600
                    if first < 0 or s.since[m] < s.since[first]:
                        first = m
                elif s.comp[n] == s.comp[s.exit]:
                    worth = 250
            elif s.off == 0:
                worth += 4 * s.rooms
            value += worth if m % MOST_SEATS == seat else -worth // s.seats
    if first >= 0:
        value += 150 if first % MOST_SEATS == seat else -150
    return int(value)
