"""Rank explorations for hints: how well the place of the new room helps the players to their next goal.

The players may need a way to a certain room of the map. An exploration has the best rank if it puts the new room at a
door of the needed room. The next best rank means that the new room lies nearer to the needed room than the explorer
does. The ranks depend only on the place of the new room. They do not depend on the next room of the pile, which is
hidden.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from enginehouse.core.words.plans import list_legal, play
from enginehouse.games.mechanical_beast import collapse, names, needs, parts, pile, policy, state, trapped
from enginehouse.games.mechanical_beast.foresight import Table
from enginehouse.games.mechanical_beast.parts import Explore
from enginehouse.games.mechanical_beast.place import find_room, list_rooms
from enginehouse.games.mechanical_beast.state import State

OPEN = max(
    range(1, parts.ROOMS + 1), key=lambda tile: (parts.TILES[tile].sides.count("O"), bool(parts.TILES[tile].gears))
)
"""A room that is open on all sides and has a gear: no other room joins more."""
CACHED = 1_000
"""The number of results that each cache of this module keeps. Set by hand; not measured."""

ELSEWHERE, ANYWHERE, ONLY, NEARER, BESIDE = range(5)
"""The ranks of explorations: how well the place of the new room helps the players to their next goal.

`needs.find_need` names this goal. `BESIDE`: the new room lies at a door of a needed room. `NEARER`: it lies nearer to a
needed room than the explorer. `ONLY`: it lies at the only door within reach of the explorer, which needs a way.
`ANYWHERE`: no door that the explorer can open leads nearer. `ELSEWHERE`: all other explorations. Only the order of the
ranks counts. It is set by hand; not measured.
"""


def play_open(s: State, seat: int, code: int) -> Any:
    """Return the record after an exploration in which the new room has doors on all sides and a gear.

    No other room would connect more of the neighbouring rooms. So a figure that is cut off in the result would be cut
    off with any other new room, too. `s` stays as it is.
    """
    other = state.SHAPE.copy(s)
    other.pile[int(s.left) - 1] = OPEN
    return play(other, seat, code)


def list_control_places(s: State) -> tuple[bool, bool]:
    """Return whether the next room of the pile may be the Control Room, and whether it must be (MB-2.3, MB-2.4)."""
    drawn = pile.pile_size(s) - int(s.left)
    places = {
        place
        for way in range(pile.count_ways(s, parts.CONTROL))
        if (place := pile.find_place(s, parts.CONTROL, way)) >= drawn
    }
    return drawn in places, places == {drawn}


def has_android_beside(s: State, seat: int, code: int) -> bool:
    """Return whether the android can explore at the same door as the engineer that explores by the action `code`."""
    if s.play == parts.AGAINST or Explore.who[code] == parts.MACHINE or s.at[seat] != s.at[parts.ANDROID]:
        return False
    codes = list_legal(s, seat, Explore)
    return any(Explore.who[one] == parts.MACHINE and Explore.way[one] == Explore.way[code] for one in codes)


def list_goals(s: State, seat: int, m: int) -> list[int]:
    """Return a list of the rooms to which figure `m` of `seat` should open a way through a new room that it explores.

    The rooms depend on what the players need (`needs.find_need`):

    - A way to an exit. If figure `m` has no way out, return the rooms with a way out. Otherwise return the rooms to
      which another figure without a way out can walk.
    - A way to the Control Room. If figure `m` can walk there, return the rooms to which an engineer can walk. If it can
      only walk to an engineer, return the rooms with a way to the Control Room.
    - A way to prisoners. Return the rooms with a way to a prisoner to whom no figure can walk.

    In all other cases return an empty list.
    """
    plan, mine = needs.find_need(s, seat)[0], int(s.comp[int(s.at[m])])
    figures = needs.list_own(s, seat) if s.play == parts.AGAINST else needs.list_meeples(s)
    label = {one: int(s.comp[int(s.at[one])]) for one in figures}
    rooms = list_rooms(s)
    if plan == "seek control":
        engineers = {label[one] for one in figures if one != parts.ANDROID}
        switch = int(s.comp[s.control])
        goals = engineers if mine == switch else {switch} if mine in engineers else set()
    elif plan == "seek way":
        if not policy.is_joined_to_exit(s, int(s.at[m])):
            return [n for n in rooms if policy.is_joined_to_exit(s, n)]
        goals = {label[one] for one in figures if not policy.is_joined_to_exit(s, int(s.at[one]))}
    elif plan == "seek people":
        goals = {int(s.comp[n]) for n in rooms if s.people[n]} - set(label.values())
    else:
        goals = set()
    return [n for n in rooms if int(s.comp[n]) in goals]


def find_nearest(s: State, goals: list[int], x: int, y: int) -> tuple[int, int]:
    """Return the distance from (x, y) to the nearest free place at a room in `goals`, and the number of this room.

    A place is free if it lies outside a door of the room and no room lies on it. The place (x, y) itself counts as free
    even if a room lies on it. If there is no free place, return the distance to the nearest room in `goals`, and the
    number of that room. If `goals` is empty, return -1 and -1.
    """
    here, doors = [(x, y)], []
    for n in goals:
        for d, (dx, dy) in enumerate(parts.STEPS):
            place = int(s.x[n]) + dx, int(s.y[n]) + dy
            if int(s.doors[n]) >> d & 1 and (place in here or find_room(s, *place) < 0):
                doors.append((abs(place[0] - x) + abs(place[1] - y), n))
    rooms = [(abs(int(s.x[n]) - x) + abs(int(s.y[n]) - y), n) for n in goals]
    return min(doors or rooms, default=(-1, -1))


def rate_exploration(s: State, seat: int, code: int) -> tuple[int, int]:
    """Return the rank of an exploration, and the number of the needed room to which it brings the players nearer.

    The needed room is a room to which the players need a way. The rank says how well the place of the new room helps
    them: from `ELSEWHERE` (the lowest) to `BESIDE` (at a door of the needed room). The second number is -1 if the rank
    is not `NEARER` or `BESIDE`. `code` is the action that explores.
    """
    return _rate_exploration(Table(s), seat, code)


@lru_cache(maxsize=CACHED)
def _rate_exploration(table: Table, seat: int, code: int) -> tuple[int, int]:
    s = table.s
    m = collapse.find_meeple(s, seat, Explore.who[code])
    here = int(s.at[m])
    was, now, found = _measure_exploration(table, seat, code)
    if found >= 0 and (now == 0 or now < was):
        return (BESIDE if now == 0 else NEARER), found
    if s.play != parts.AGAINST and (needs.find_need(s, seat)[0] != "seek way" or policy.is_joined_to_exit(s, here)):
        return ELSEWHERE, -1
    group = [n for n in list_rooms(s) if s.comp[n] == s.comp[here]]
    if sum(int(trapped.ways_to_explore(s, n)).bit_count() for n in group) == 1:
        return ONLY, -1
    mine = [one for one in list_legal(s, seat, Explore) if Explore.who[one] == Explore.who[code]]
    each = [_measure_exploration(table, seat, one) for one in mine]
    has_better = any(goal >= 0 and (then == 0 or then < before) for before, then, goal in each)
    return (ELSEWHERE if has_better else ANYWHERE), -1


@lru_cache(maxsize=CACHED)
def _measure_exploration(table: Table, seat: int, code: int) -> tuple[int, int, int]:
    """Return how far away the needed rooms are before and after an exploration, and the nearest needed room.

    A needed room is a room to which the players need a way. The first number is the distance from the explorer's room,
    before the exploration. The second number is the distance from the new room, after it. A distance is the number of
    steps along rows and columns to the nearest free place at a door of a needed room. The third number is the number of
    the needed room that is nearest to the new room. If no room is needed, all three are -1.

    `code` is the action that explores. `table` is the position before it, wrapped as a key of a cache. It is not a game
    on the server.
    """
    s = table.s
    m = collapse.find_meeple(s, seat, Explore.who[code])
    goals, t = list_goals(s, seat, m), play_open(s, seat, code)
    here, new = int(s.at[m]), int(t.rooms) - 1
    was, _ = find_nearest(s, goals, int(s.x[here]), int(s.y[here]))
    return was, *find_nearest(t, [n for n in goals if t.doors[n] >= 0], int(t.x[new]), int(t.y[new]))


def leads_nearer(t: State, seat: int, m: int) -> bool:
    """Return whether meeple `m` can explore a place nearer to needed rooms than its own room is.

    Needed rooms are those to which the players need a way. Also return True if the place lies at the door of a needed
    room. If the players need a room that is still in the pile, return True, because every place is as good as any
    other.
    """
    here = int(t.at[m])
    if needs.find_need(t, seat)[0] in ("find control", "find exit"):
        return True
    goals, (x, y) = list_goals(t, seat, m), (int(t.x[here]), int(t.y[here]))
    was, doors = find_nearest(t, goals, x, y)[0], int(trapped.ways_to_explore(t, here))
    places = [(x + dx, y + dy) for d, (dx, dy) in enumerate(parts.STEPS) if doors >> d & 1]
    return bool(goals) and any((now := find_nearest(t, goals, *place)[0]) == 0 or now < was for place in places)


def describe_chance(s: State, seat: int, code: int) -> str:
    """Return the end of a sentence about how an exploration helps the players (see `rate_exploration`)."""
    rank, n = rate_exploration(s, seat, code)
    if rank == ONLY:
        figure = needs.name_figure(s, seat, collapse.find_meeple(s, seat, Explore.who[code]))
        return f"this is the only door within reach of {figure}"
    if rank <= ANYWHERE:
        return "a new room may open a way"
    goal = describe_goal(s, seat, n)
    if rank == BESIDE:
        return f"the new room lies at a door of {goal}"
    is_nearest = _is_nearest(s, seat, code, n)
    return f"this door leads nearer to {goal}" if is_nearest else f"a new room may open a way towards {goal}"


def _is_nearest(s: State, seat: int, code: int, n: int) -> bool:
    """Return whether a new room is nearer to room `n` than all rooms to which its explorer can walk.

    `code` is the action by which `seat` explores and lays the new room. It may cause a collapse, which moves rooms. The
    distance of the new room is measured after the collapse, the distances of the others before it.
    """
    here, t = int(s.at[collapse.find_meeple(s, seat, Explore.who[code])]), play_open(s, seat, code)
    group = [one for one in range(s.rooms) if s.doors[one] >= 0 and s.comp[one] == s.comp[here]]
    now = _measure_rooms(t, int(t.rooms) - 1, n)
    return all(now < _measure_rooms(s, one, n) for one in group)


def _measure_rooms(s: State, a: int, b: int) -> int:
    """Return the distance between two rooms, in places along rows and columns."""
    return abs(int(s.x[a]) - int(s.x[b])) + abs(int(s.y[a]) - int(s.y[b]))


def rate_doors(s: State, seat: int) -> int:
    """Return a rank for the best door that `seat` can explore: how near the new room would be to needed rooms.

    Needed rooms are those to which the players need a way. The rank is `BESIDE` (at a door of a needed room), `NEARER`
    (nearer than the room with the explored door) or `ANYWHERE` (neither). The doors are those of all rooms to which the
    figures of `seat` can walk or, if they cannot move any more in this turn, those of the rooms where they are.
    """
    best = ANYWHERE
    for m in needs.list_own(s, seat):
        goals, here = list_goals(s, seat, m), int(s.at[m])
        if not goals and needs.find_need(s, seat)[0] == "seek control":
            goals = [n for n in list_rooms(s) if s.comp[n] == s.comp[s.control]]
        group = [n for n in list_rooms(s) if s.comp[n] == s.comp[here]]
        for n in [here] if s.phase == state.Phase.ACT else group:
            was = find_nearest(s, goals, int(s.x[n]), int(s.y[n]))[0]
            for d, (dx, dy) in enumerate(parts.STEPS):
                if goals and trapped.ways_to_explore(s, n) >> d & 1:
                    now = find_nearest(s, goals, int(s.x[n]) + dx, int(s.y[n]) + dy)[0]
                    best = max(best, BESIDE if now == 0 else NEARER if now < was else ANYWHERE)
    return best


def describe_goal(s: State, seat: int, n: int) -> str:
    """Return the room `n` in words, with the reason why a figure needs a way to it."""
    name, plan = names.room(s, n), needs.find_need(s, seat)[0]
    if plan == "seek control" and s.comp[n] == s.comp[s.control]:
        return name if n == s.control else f"{name}, which has a way to the Control Room"
    if plan == "seek way" and policy.is_joined_to_exit(s, n):
        return name if trapped.is_exit(s, n) else f"{name}, which has a way out"
    if plan == "seek people":
        return f"{name} with a prisoner" if s.people[n] else f"{name}, which has a way to a prisoner"
    figures = needs.list_own(s, seat) if s.play == parts.AGAINST else needs.list_meeples(s)
    m = next(
        one
        for one in figures
        if s.comp[int(s.at[one])] == s.comp[n] and (plan != "seek control" or one != parts.ANDROID)
    )
    who = needs.name_figure(s, seat, m)
    return f"{name} with {who}" if s.at[m] == n else f"{name}, to which {who} can walk"
