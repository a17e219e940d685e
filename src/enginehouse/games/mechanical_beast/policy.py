"""Compute the value of a position for the greedy bot, by rules of thumb.

In cooperative games the bot explores until the Control Room is found. It turns the switch off soon, so that no more
prisoners appear. It keeps meeples in rooms from which they can walk to an exit, or at least to a gear or a door. Then
meeples move into rooms with prisoners, because leaving such a room rescues the prisoner. When no prisoners are left in
rooms, the meeples go out. In competitive games, the bot tries to open a way to the Emergency Exit, and to bring its
engineers there before all others.

All values of this module are in hundredths of a point. A cost is a positive number, too, and is subtracted. The values
are set by hand; they are not measured one by one. `docs/mechanical-beast-bots.md` has games of the bot that uses all of
them.
"""

from __future__ import annotations

from enginehouse.core.rule import Constants, rule
from enginehouse.core.terms import Action, Seat
from enginehouse.games.mechanical_beast import exits, hopeless, parts, trapped
from enginehouse.games.mechanical_beast.parts import End
from enginehouse.games.mechanical_beast.state import GameResult, Phase, State

WIN = 10_000
"""The value of a win, in hundredths of a point. A loss has the negative value.

Set by hand; not measured.
"""


class Finish(Constants):
    """The values of the ends of a game (MB-7), in hundredths of a point. Set by hand; not measured.

    The rules rank the ends: a win, a lesser win, a loss.
    """

    LESSER = 1_500  # cost of a lesser win instead of a win
    OTHERS = WIN // 2  # cost of a win of others
    SWITCH_ON = 500  # additional cost of a loss with the switch on


class Value(Constants):
    """The values of single facts about a position, in hundredths of a point. Set by hand; not measured."""

    QUIET_TURN = 3  # cost of each turn in succession that changes nothing (MB-7.7)
    PEOPLE_OUT = 60  # each rescue by a player that competes for rescues
    ENGINEER = 2  # times as much as the android counts an engineer

    OFF = 5_000  # the switch is off and an exit known
    OFF_LOST = 1_500  # the switch is off and no exit known
    ROOM = 30  # each found room while the Control Room or an exit is unknown, and after the switch is off
    ROOM_LATE = 5  # each found room once both are known and the switch is on
    CONTROL = 900  # the Control Room is found
    AT_CONTROL = 150  # each engineer that is joined to it
    LOCKDOWN = 600  # cost of the Lockdown before the switch is off

    INSIDE = 100  # cost of each prisoner while the switch is on
    LEFT_BEHIND = 300  # cost of each prisoner with the switch off
    NEAR = 20  # less for one that a meeple can reach, while the switch is on
    NEAR_LATE = 90  # less for one that a meeple can reach, with the switch off
    WITH_LATE = 120  # less again for one that a meeple stands with, with the switch off

    JOINED = 50  # a walk to an exit, while the switch is on
    MOVES_ON = 40  # a walk to a gear or to a door to explore, while the switch is on and in a race
    STUCK = 80  # cost of having none, while the switch is on
    SAFE = 190  # on an exit, with no prisoner left
    SAFE_EARLY = 100  # on an exit, with prisoners left
    WAY_OUT = 90  # a walk to an exit, with no prisoner left
    WAY_OUT_EARLY = 110  # a walk to an exit, with prisoners left
    NO_WAY_OUT = 40  # cost of no walk to an exit, with a gear or door in reach
    STUCK_LATE = 220  # cost of no walk to an exit, a gear or a door

    DOOR = 20  # a door to explore for the engineer
    ANDROID_DOOR = 25  # a door to explore for the android


class Race(Constants):
    """The values of facts about a race to the Emergency Exit, in hundredths of a point. Set by hand; not measured.

    Each value counts once for each of the player's engineers. For an engineer of another player it counts as a cost,
    divided by the number of players.
    """

    STUCK = 120  # cost of no walk to a gear or to a door to explore (a walk is worth `Value.MOVES_ON`)
    ROOM = 4  # each found room while the switch is on
    ARRIVED = 600  # on the Emergency Exit
    JOINED = 250  # a walk to it
    FIRST = 150  # the first one on it


PAUSE_GROWTH = 2
"""The factor by which the pause between two proofs that a game is lost grows (`is_due`). Set by hand; not measured."""
HALF = 60
"""The number of labels in the first of the two masks that store a set of labels: 0 to 59. The second has 60 to 119.

A mask is a 64-bit number with a sign, so it has at most 63 labels. A machine has fewer rooms than both masks hold.
"""


@rule
def evaluate(s: State, seat: Seat) -> int:
    """Return the value of a position for a seat, in hundredths of a point."""
    if s.phase == Phase.OVER:
        return value_of_end(s, seat)
    low, high = find_walkable(s)
    value = -Value.QUIET_TURN * s.quiet
    if s.play == parts.AGAINST:
        return int(value + value_against(s, seat, low, high))
    value += value_of_switch(s) + value_of_people(s)
    inside = exits.people_inside(s)
    for m in range(parts.MOST_SEATS):
        if (s.meeples >> m) & 1:
            value += Value.ENGINEER * value_of_meeple(s, m, inside, low, high)
    value += value_of_meeple(s, parts.ANDROID, inside, low, high)
    if s.play == parts.RESCUERS:
        value += Value.PEOPLE_OUT * s.hand[seat]
    if s.phase == Phase.ACT and s.active == seat and s.off == 0 and s.control < 0:
        value += value_of_doors(s, seat)
    return int(value)


AGREE = 3
"""The number of rounds of quiet turns (MB-7.7) after which bots agree if another player votes to end the game.

Set by hand; not measured.
"""


@rule
def gives_up(s: State, seat: Seat) -> Action:
    """Return the vote of `seat` to end the game if the game seems lost for all, else -1 (MB-7.8).

    The game seems lost if a search has proved it. It also seems lost if another player votes to end it after some
    rounds of quiet turns. If players compete for rescues, only the proof counts, because a vote may help its player.

    The function searches for a proof only if a player has voted, or after some turns in succession without an
    exploration or a collapse (`is_due`). The search overwrites `s`.
    """
    if s.phase != Phase.TURN or (s.votes == 0 and not is_due(int(s.quiet), int(s.seats))):
        return -1
    if s.votes != 0 and s.play == parts.TOGETHER and s.quiet >= AGREE * s.seats:
        return int(End.CODE)
    return int(End.CODE) if hopeless.is_beyond_hope(s) else -1


@rule
def is_due(quiet: int, seats: int) -> bool:
    """Return whether a bot now tries to prove that the game is lost (MB-7.8).

    `quiet` is the number of turns in succession without an exploration or a collapse. A bot tries after one round of
    such turns, then after two rounds and one turn, four rounds and two turns, eight rounds and three turns, and so on.
    So each time it is another seat's turn. Bots do not try more often, because a failed proof takes as much time as
    hundreds of decisions.
    """
    doubled, times = seats, 0
    while doubled + times < quiet:
        doubled, times = PAUSE_GROWTH * doubled, times + 1
    return doubled + times == quiet


@rule
def value_of_end(s: State, seat: Seat) -> int:
    """Return the value of a finished game for a seat, in hundredths of a point.

    A win counts most, a lesser win nearly as much, and a loss with the switch on least.
    """
    if s.result == GameResult.WIN or s.result == GameResult.LESSER:
        if (s.winners >> seat) & 1:
            return WIN if s.result == GameResult.WIN else WIN - Finish.LESSER
        return -Finish.OTHERS
    return -WIN if s.result == GameResult.LOSS else -WIN - Finish.SWITCH_ON


@rule
def is_in_set(low: int, high: int, n: int) -> bool:
    """Return whether the label `n` of a group of rooms is in a set of such labels.

    The set consists of two masks. Bit k of `low` is for label k, if it is below `HALF`. Bit k of `high` is for label
    `HALF` + k.
    """
    return (low >> n) & 1 != 0 if n < HALF else (high >> (n - HALF)) & 1 != 0


@rule
def find_walkable(s: State) -> tuple[int, int]:
    """Return the groups of joined rooms in which a meeple can use a gear or explore, as two masks.

    `s.comp` has the label of each room's group. The first mask has labels below `HALF`, the second the others (see
    `is_in_set`).
    """
    low, high = 0, 0
    for n in range(s.rooms):
        if s.doors[n] >= 0:
            c = int(s.comp[n])
            if not is_in_set(low, high, c):
                if parts.GEARS[int(s.tile[n])][0] != 0 or trapped.ways_to_explore(s, n) != 0:
                    if c < HALF:
                        low |= 1 << c
                    else:
                        high |= 1 << (c - HALF)
    return low, high


@rule
def is_joined_to_exit(s: State, n: int) -> bool:
    """Return whether there is a walk from room `n` to an exit."""
    return trapped.reaches_exit(s, s.comp, int(s.comp[n]))


@rule
def value_of_switch(s: State) -> int:
    """Return the value of the players' progress towards turning off the Control Room's switch.

    The unit is hundredths of a point. The value grows if the Control Room is found, if an exit is known, if engineers
    can walk to the Control Room, and if the switch is off.
    """
    unknown = s.hatch == 0 and s.exit < 0
    if s.off != 0:
        return int((Value.OFF_LOST if unknown else Value.OFF) + Value.ROOM * s.rooms)
    value = (Value.ROOM if s.control < 0 or unknown else Value.ROOM_LATE) * s.rooms
    if s.control >= 0:
        value += Value.CONTROL
        for m in range(parts.MOST_SEATS):
            if (s.meeples >> m) & 1 and s.comp[int(s.at[m])] == s.comp[s.control]:
                value += Value.AT_CONTROL
    if s.lockdown != 0:
        value -= Value.LOCKDOWN
    return int(value)


@rule
def value_of_people(s: State) -> int:
    """Return the value of the prisoners that are still in rooms, in hundredths of a point.

    The value is 0 if there are no such prisoners, else negative. Each room with prisoners lowers it. It is lowered less
    if a meeple can walk to the room. While the Control Room's switch is off, it is lowered least if a meeple is already
    in the room.
    """
    value = 0
    for n in range(s.rooms):
        if s.people[n] != 0:
            value -= Value.LEFT_BEHIND if s.off != 0 else Value.INSIDE
            near, here = 0, 0
            for m in range(parts.ANDROID + 1):
                if (s.meeples >> m) & 1:
                    if s.at[m] == n:
                        here = 1
                    elif s.comp[int(s.at[m])] == s.comp[n]:
                        near = 1
            if s.off != 0:
                value += Value.WITH_LATE * here + Value.NEAR_LATE * max(near, here)
            else:
                value += Value.NEAR * max(near, here)
    return value


@rule
def value_of_meeple(s: State, m: int, inside: int, low: int, high: int) -> int:
    """Return the value of the situation of meeple `m`, in hundredths of a point.

    The value is high if the meeple is on an exit or can walk to it. Otherwise it is higher if the meeple can at least
    walk to a gear or to a door to explore. `inside` is the number of prisoners left in rooms.

    `low` and `high` together are a set of groups of joined rooms: the groups with a gear or with a door to explore. Bit
    k of `low` stands for the group with label k, and bit k of `high` for the group with label `HALF` + k.
    """
    n = int(s.at[m])
    on = is_in_set(low, high, int(s.comp[n]))
    if s.off == 0:
        return (Value.JOINED if is_joined_to_exit(s, n) else 0) + (Value.MOVES_ON if on else -Value.STUCK)
    if trapped.is_exit(s, n):
        return Value.SAFE if inside == 0 else Value.SAFE_EARLY
    if is_joined_to_exit(s, n):
        return Value.WAY_OUT if inside == 0 else Value.WAY_OUT_EARLY
    return -Value.NO_WAY_OUT if on else -Value.STUCK_LATE


@rule
def value_of_doors(s: State, seat: Seat) -> int:
    """Return the value of the doors to explore in the rooms of the player's engineer and of the android.

    The value is in hundredths of a point. Doors count only until the Control Room is found.
    """
    value = 0
    for k in range(2):
        n = int(s.at[seat]) if k == 0 else int(s.at[parts.ANDROID])
        if trapped.ways_to_explore(s, n) != 0:
            value = Value.ANDROID_DOOR if k == 1 else max(value, Value.DOOR)
    return value


@rule
def value_against(s: State, seat: Seat, low: int, high: int) -> int:
    """Return the value of the race to the Emergency Exit for a seat, in hundredths of a point.

    Engineers of the player that are near the exit, on it or first on it raise the value. Those of other players lower
    it. `low` and `high` are the two results of `find_walkable`.
    """
    value = 0
    first = -1
    for m in range(parts.ANDROID):
        if (s.meeples >> m) & 1:
            n = int(s.at[m])
            worth = Value.MOVES_ON if is_in_set(low, high, int(s.comp[n])) else -Race.STUCK
            if s.exit >= 0:
                if n == s.exit:
                    worth = Race.ARRIVED
                    if first < 0 or s.since[m] < s.since[first]:
                        first = m
                elif s.comp[n] == s.comp[s.exit]:
                    worth = Race.JOINED
            elif s.off == 0:
                worth += Race.ROOM * s.rooms
            value += worth if m % parts.MOST_SEATS == seat else -worth // s.seats
    if first >= 0:
        value += Race.FIRST if first % parts.MOST_SEATS == seat else -Race.FIRST
    return int(value)
