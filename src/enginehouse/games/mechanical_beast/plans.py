"""List the plans of Mechanical Beast: the aims that moves, explorations, gears and places for the exit can serve.

A hint names such an aim as the reason for an action (see `core.words.plans`). The next room of the pile is hidden. So a
claim about it holds for each possible room.
"""

from __future__ import annotations

from collections.abc import Iterator

from enginehouse.core.records.masks import seats_in
from enginehouse.core.words.naming import many
from enginehouse.core.words.plans import Claim, Plan, PlanAction, claim
from enginehouse.games.mechanical_beast.exits import people_inside
from enginehouse.games.mechanical_beast.homeward import leaves_for_nothing
from enginehouse.games.mechanical_beast.names import room
from enginehouse.games.mechanical_beast.parts import (
    ACTIONS,
    AGAINST,
    ANDROID,
    GEARS,
    MACHINE,
    MOST_SEATS,
    End,
    Explore,
    Move,
    Pass,
    Use,
)
from enginehouse.games.mechanical_beast.pile import has_emergency_exit
from enginehouse.games.mechanical_beast.policy import find_walkable, is_in_set, is_joined_to_exit
from enginehouse.games.mechanical_beast.rules import legal
from enginehouse.games.mechanical_beast.state import Phase, State
from enginehouse.games.mechanical_beast.trapped import is_exit, ways_to_explore

PLANS = (
    Plan("win", "win", "Finish", "Finish now: you win.", "You could finish and win now."),
    Plan("not lose", "protect", "Avoid the end", "Do not end the game now: you would lose.", "It ends the game, and you lose."),
    Plan("switch", "race", "Throw the switch", "Throw the switch: {out} can then walk to an exit.", "You could throw the switch now."),
    Plan("to control", "set up", "Reach the Control Room", "Open the way to the Control Room for {engineers}.", "It opens no way to the Control Room."),
    Plan("find control", "find", "Find the Control Room", "Explore: the Control Room is among the {left} rooms that have not come.", "It does not look for the Control Room."),
    Plan("find exit", "find", "Find an exit", "Explore: no exit is on the table, and the Emergency Exit has not come.", "It does not look for an exit."),
    Plan("rescue", "score", "Rescue prisoners", "Leave the room empty: it collapses, and {people} in it {are} rescued.", "{people} could be rescued now."),
    Plan("fetch", "set up", "Go to prisoners", "Stand with {people}: once that room is left empty, it collapses and frees {them}.", "Nobody comes to {people} that you could free next."),
    Plan("near people", "set up", "Go to prisoners", "Wait in {room}: after the switch, it collapses when left empty, and that frees the prisoner there.", "Nobody waits in {room}, where a prisoner can be freed after the switch."),
    Plan("people way", "set up", "Open a way to prisoners", "Bring {people} within reach of the figures.", "{people} stay out of reach."),
    Plan("people lost", "protect", "Keep prisoners in reach", "Keep {people} within reach of the figures.", "{people} are then out of reach."),
    Plan("get out", "race", "Get out", "Go onto an exit: that makes {out} of {all} engineers.", "No more than {out} of {all} engineers could be on an exit."),
    Plan("stay out", "protect", "Stay on the exit", "Stay on the exit: there is nothing left to fetch.", "It leaves the exit for nothing."),
    Plan("way out", "set up", "Open a way out", "Open a way out: {out} of {all} engineers are then on an exit or can walk to one.", "Fewer than {out} engineers can then walk to an exit."),
    Plan("cut off", "protect", "Keep the way out", "Keep the way out open for {engineers}.", "It cuts off the way out for {engineers}."),
    Plan("stuck", "protect", "Do not get stuck", "Keep {engineers} from being stuck, with no gear, exit or door within reach.", "It leaves {engineers} stuck, with no gear, exit or door within reach."),
    Plan("android out", "race", "Bring the android out", "Bring the android onto an exit.", "The android is not on an exit."),
    Plan("android way", "set up", "A way for the android", "Open a way out for the android.", "The android has no way out."),
    Plan("android stuck", "protect", "Keep the android moving", "Keep the android from being stuck.", "It leaves the android stuck."),
    Plan("android first", "protect", "Explore with the android", "Explore with the android: if the door falls shut, no engineer is cut off.", "If the door falls shut, the engineer is cut off."),
    Plan("doors", "set up", "Go to a door", "Go to {room}: {doors} to explore there.", "It brings nobody to the {doors} of {room}."),
    Plan("open doors", "set up", "Open new doors", "Move the rooms so that {doors} can be explored.", "Fewer than {doors} can be explored then."),
    Plan("join rooms", "set up", "Join rooms", "Move the rooms so that the figures can walk to {rooms}.", "The figures can walk to fewer rooms then."),
    Plan("try gear", "set up", "Join rooms", "Not every figure can walk to an exit: move the rooms until they join.", "It moves no rooms, and not every figure can walk to an exit."),
    Plan("no need", "save", "End your turn", "You need not act: no action is clearly better now.", "It acts, and no action is clearly better now."),
    Plan("gear", "set up", "Go to a gear", "Go to {room}: its gears can {use}.", "It brings nobody to the gears of {room}."),
    Plan("hold", "protect", "Leave the ways open", "Do not risk a way out: {out} of {all} engineers have one.", "It risks a way out, and {out} of {all} engineers have one."),
    Plan("nothing left", "save", "Wait for the others", "You can do nothing else now: wait for the others.", "It ends the game, and you could wait for the others."),
    Plan("explore", "find", "Explore", "Explore: {left} have not come yet.", "It explores no room."),
    Plan("own exit", "race", "Get onto the exit", "Get onto the Emergency Exit: that makes {out} of your 2 engineers.", "Fewer of your engineers are on the Emergency Exit."),
    Plan("own way", "set up", "Open your way to the exit", "Open the way to the Emergency Exit for {out} of your 2 engineers.", "Fewer of your engineers can walk to the Emergency Exit."),
    Plan("close", "deny", "Close a rival’s way", "Close {rival}’s way to the Emergency Exit.", "{rival} can still walk to the Emergency Exit."),
    Plan("let in", "deny", "Keep a rival from the exit", "Keep {rival} from the Emergency Exit.", "It opens {rival} a way to the Emergency Exit."),
    Plan("place near", "set up", "Lay the exit near you", "Lay the exit nearer to you ({mine}) than to your rivals ({theirs}).", "You could lay the exit {mine} from you and {theirs} from your rivals."),
    Plan("place far", "deny", "Lay the exit far from rivals", "Lay the exit {theirs} from your rivals.", "You could lay the exit {theirs} from your rivals."),
)  # fmt: skip


def claims(step: PlanAction) -> Iterator[Claim]:
    """Yield a `Claim` for each plan that an action serves or spoils (see `core.words.plans`).

    A plan is an aim of a player, and a claim is a statement about it. If the action ends the game, yield only claims
    about the end.
    """
    s, t, seat = step.before, step.after, step.seat
    if t.reason != 0:
        yield claim("win", 100) if int(t.winners) >> seat & 1 else claim("not lose", -100)
        return
    if s.phase in (Phase.PLACE, Phase.FACE):
        if t.phase == Phase.FACE:
            yield from _places(t, seat)
        return
    kind = ACTIONS.kind[step.code]
    if kind == Explore.KIND:
        yield from _explores(s, step.code)
    if s.play == AGAINST:
        yield from _race(s, t, seat)
    else:
        yield from _people(s, t, seat)
        yield from _engineers(s, t)
        yield from _android(s, t)
        if leaves_for_nothing(s, t):
            yield claim("stay out", -10)
    if s.off == 0 and t.off != 0:
        joined = sum(find_state(t, m) <= JOINED for m in _meeples(t) if m != ANDROID)
        yield claim("switch", 20, out=many(joined, "engineer"))
    if kind == Move.KIND and t.phase == Phase.ACT:
        m = _mover(s, t)
        if m >= 0:
            yield from _goes(s, t, m)
    if kind == Use.KIND:
        near = [_doors(one, seat) for one in (s, t)]
        if near[1] > near[0]:
            yield claim("open doors", 1.2 * (near[1] - near[0]), doors=many(near[1], "door"))
        more = _count_rooms(t) - _count_rooms(s)
        if more > 0:
            yield claim("join rooms", 1 + 0.2 * more, rooms=many(more, "more room"))
        if any(find_state(s, one) > JOINED for one in _meeples(s)):
            yield claim("try gear", 0.4)
    if kind == Pass.KIND and s.seats > 1:
        codes = [0] * len(ACTIONS)
        if all(ACTIONS.kind[code] in (Pass.KIND, End.KIND) for code in codes[: legal(s, seat, codes)]):
            yield claim("nothing left", 2)
    if kind == Pass.KIND:
        yield claim("no need", 0.3)
    if kind == Pass.KIND and s.play != AGAINST:
        mine = [m for m in _meeples(s) if m != ANDROID]
        out = sum(find_state(s, m) <= JOINED for m in mine)
        if out:
            is_done = out == len(mine) and people_inside(s) == 0
            yield claim("hold", 1.5 if is_done else 0.6, out=out, all=len(mine))


def _goes(s: State, t: State, m: int) -> Iterator[Claim]:
    """Yield claims about the room to which the meeple `m` moves: doors, gears and people there."""
    here = int(t.at[m])
    name, doors = room(t, here), seats_in(ways_to_explore(t, here))
    if doors:
        more = doors > seats_in(ways_to_explore(s, int(s.at[m])))
        yield claim("doors", 2 if more else 0.8, room=name, doors=many(doors, "door"))
    if GEARS[int(t.tile[here])][0] != 0:
        lost = any(find_state(t, one) > JOINED for one in _meeples(t))
        use = "join rooms again" if lost else "move rooms"
        yield claim("gear", 1.5 if lost else 0.5, room=name, use=use)
    if t.off == 0 and s.people[here] and not _has_others(s, here):
        yield claim("near people", 1.2, room=name)


def _has_others(s: State, here: int) -> bool:
    """Return whether a meeple is in the room number `here`."""
    return any(int(s.at[one]) == here for one in _meeples(s))


# -- figures -----------------------------------------------------------------------------------------------------------

ON_EXIT, JOINED, MOVES_ON, STUCK = range(4)
"""The states of a figure: on an exit, able to walk to an exit, able to walk to a gear or a door, or stuck."""


def _meeples(s: State) -> list[int]:
    return [m for m in range(ANDROID + 1) if s.meeples >> m & 1]


def find_state(s: State, m: int) -> int:
    """Return the state of the meeple `m`: `ON_EXIT`, `JOINED` (it can walk to an exit), `MOVES_ON` or `STUCK`.

    With `MOVES_ON` it can only walk to a gear or a door to explore.
    """
    n = int(s.at[m])
    if is_exit(s, n):
        return ON_EXIT
    if is_joined_to_exit(s, n):
        return JOINED
    return MOVES_ON if is_in_set(*find_walkable(s), int(s.comp[n])) else STUCK


def _doors(s: State, seat: int) -> int:
    """Return the number of doors to explore that the meeples of `seat` can reach by a walk."""
    figures = (seat, seat + MOST_SEATS if s.play == AGAINST else ANDROID)
    islands = {int(s.comp[int(s.at[m])]) for m in figures if s.meeples >> m & 1}
    rooms = (n for n in range(s.rooms) if s.doors[n] >= 0 and int(s.comp[n]) in islands)
    return sum(seats_in(ways_to_explore(s, n)) for n in rooms)


def _count_rooms(s: State) -> int:
    """Return the number of rooms to which a figure can walk."""
    islands = {int(s.comp[int(s.at[m])]) for m in _meeples(s)}
    return sum(s.doors[n] >= 0 and int(s.comp[n]) in islands for n in range(s.rooms))


def _mover(s: State, t: State) -> int:
    """Return the meeple that is in another room in the record `t` than in `s`, or -1."""
    return next((m for m in _meeples(s) if s.at[m] != t.at[m]), -1)


def _say_engineers(number: int) -> str:
    return many(number, "engineer")


def _explores(s: State, code: int) -> Iterator[Claim]:
    seeks_exit = s.hatch == 0 and s.exit < 0 and (has_emergency_exit(s) and s.exit_gone == 0)
    if s.off == 0 and s.control < 0:
        yield claim("find control", 3, left=int(s.left))
    elif seeks_exit and s.play != AGAINST:
        yield claim("find exit", 3)
    else:
        yield claim("explore", 1.5, left=many(int(s.left), "room"))
    if Explore.who[code] == MACHINE and s.play != AGAINST:
        yield claim("android first", 1.5)


def _engineers(s: State, t: State) -> Iterator[Claim]:
    """Yield claims about the engineers of all players, for each plan that an action serves or spoils (MB-7).

    The claims compare the records `s` and `t` before and after the action.
    """
    mine = [m for m in _meeples(s) if m != ANDROID]
    before, after = [find_state(s, m) for m in mine], [find_state(t, m) for m in mine]
    out = [each.count(ON_EXIT) for each in (before, after)]
    ways = [sum(one <= JOINED for one in each) for each in (before, after)]
    stuck = [each.count(STUCK) for each in (before, after)]
    if t.off and out[1] > out[0]:
        yield claim("get out", 10, out=out[1], all=len(mine))
    if ways[1] > ways[0]:
        yield claim("way out", 7 * (ways[1] - ways[0]), out=ways[1], all=len(mine))
    elif ways[1] < ways[0]:
        yield claim("cut off", -7 * (ways[0] - ways[1]), engineers=_say_engineers(ways[0] - ways[1]))
    if stuck[1] > stuck[0]:
        yield claim("stuck", -14 * (stuck[1] - stuck[0]), engineers=_say_engineers(stuck[1] - stuck[0]))
    if t.control >= 0 and s.control >= 0 and t.off == 0:
        near = [sum(one.comp[int(one.at[m])] == one.comp[one.control] for m in mine) for one in (s, t)]
        if near[1] > near[0]:
            yield claim("to control", 6 * (near[1] - near[0]), engineers=_say_engineers(near[1] - near[0]))


def _android(s: State, t: State) -> Iterator[Claim]:
    if not s.meeples >> ANDROID & 1:
        return
    before, after = find_state(s, ANDROID), find_state(t, ANDROID)
    if after == ON_EXIT < before and t.off:
        yield claim("android out", 5)
    elif after == JOINED < before:
        yield claim("android way", 3)
    elif after == STUCK > before:
        yield claim("android stuck", -5)


def _people(s: State, t: State, seat: int) -> Iterator[Claim]:
    saved = int(t.hand[seat] - s.hand[seat])
    if saved > 0:
        yield claim("rescue", 12 * saved, people=_say_people(saved), are="is" if saved == 1 else "are")
    if people_inside(t) + saved != people_inside(s):
        return  # an explored room has brought people
    with_them = [sum(int(one.people[n]) for n in {int(one.at[m]) for m in _meeples(one)}) for one in (s, t)]
    if t.off and with_them[1] > with_them[0] and saved == 0:
        more = with_them[1] - with_them[0]
        yield claim("fetch", 6, people=_say_people(more), them="the prisoner" if more == 1 else "them")
    reached = [_count_reached(one) for one in (s, t)]
    more = reached[1] + saved - reached[0]
    if more > 0:
        yield claim("people way", 2 * more, people=_say_people(more))
    elif more < 0:
        yield claim("people lost", 2 * more, people=_say_people(-more))


def _say_people(number: int) -> str:
    return many(number, "prisoner")


def _count_reached(s: State) -> int:
    islands = {int(s.comp[int(s.at[m])]) for m in _meeples(s)}
    return sum(int(s.people[n]) for n in range(s.rooms) if s.doors[n] >= 0 and int(s.comp[n]) in islands)


# -- against each other ------------------------------------------------------------------------------------------------


def _race(s: State, t: State, seat: int) -> Iterator[Claim]:
    """Yield claims about the race to the Emergency Exit, for each plan of `seat` that an action serves or spoils.

    The rule of this race is MB-8.4.

    The claims compare the records `s` and `t` before and after the action.
    """
    if t.exit < 0 or s.exit < 0:
        return
    for who in range(s.seats):
        on, near = [], []
        for one in (s, t):
            states = [find_state(one, m) for m in (who, who + MOST_SEATS)]
            on.append(states.count(ON_EXIT))
            near.append(sum(state <= JOINED for state in states))
        if who == seat:
            if on[1] > on[0]:
                yield claim("own exit", 25, out=on[1])
            if near[1] > near[0]:
                yield claim("own way", 10, out=near[1])
        elif near[1] < near[0]:
            yield claim("close", 6, rival=f"{{{who}}}")
        elif near[1] > near[0]:
            yield claim("let in", -6, rival=f"{{{who}}}")


def _places(t: State, seat: int) -> Iterator[Claim]:
    """Yield a claim for each plan that `seat` serves or spoils by its place for the Emergency Exit (MB-8.3).

    The exit has this place in the record `t`. The claims compare its distance from the nearest engineer of `seat` with
    that from the nearest engineer of another player.
    """

    def nearest(seats: list[int]) -> int:
        rooms = [int(t.at[m]) for who in seats for m in (who, who + MOST_SEATS)]
        return min(abs(int(t.x[n]) - int(t.spot_x)) + abs(int(t.y[n]) - int(t.spot_y)) for n in rooms)

    mine, theirs = nearest([seat]), nearest([who for who in range(t.seats) if who != seat])
    if mine < theirs:
        yield claim("place near", 2 * (theirs - mine), mine=many(mine, "place"), theirs=many(theirs, "place"))
    if theirs > 1:
        yield claim("place far", theirs, theirs=many(theirs, "place"))
