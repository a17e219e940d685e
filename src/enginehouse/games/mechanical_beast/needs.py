"""Find the places that figures can reach on foot, and those to which they still need a way, for hints (`plans.py`)."""

from __future__ import annotations

from typing import NamedTuple

from enginehouse.core.records.masks import seats_in
from enginehouse.core.words.naming import join_words, many
from enginehouse.games.mechanical_beast import names, parts, pile, place, policy, trapped
from enginehouse.games.mechanical_beast.state import State

ON_EXIT, JOINED, MOVES_ON, STUCK = range(4)
"""The states of a figure: on an exit, able to walk to an exit, able to walk to a gear or a door, or stuck."""


def list_meeples(s: State) -> list[int]:
    """Return a list of the numbers of all meeples of the game."""
    return [m for m in range(parts.ANDROID + 1) if s.meeples >> m & 1]


def list_own(s: State, seat: int) -> list[int]:
    """Return a list of the two meeples with which `seat` acts (MB-3.1, MB-8.2)."""
    return [
        m for m in (seat, seat + parts.MOST_SEATS if s.play == parts.AGAINST else parts.ANDROID) if s.meeples >> m & 1
    ]


def find_states(s: State) -> dict[int, int]:
    """Return a dict from the number of each meeple to its state: how near it is to an exit.

    The states are `ON_EXIT`, `JOINED` (it can walk to an exit), `MOVES_ON` (it can only walk to a gear or a door to
    explore) and `STUCK`.
    """
    low, high = policy.find_walkable(s)
    return {m: _find_state(s, m, low, high) for m in list_meeples(s)}


def find_state(s: State, m: int) -> int:
    """Return the state of the meeple `m`: `ON_EXIT`, `JOINED` (it can walk to an exit), `MOVES_ON` or `STUCK`.

    With `MOVES_ON` it can only walk to a gear or a door to explore.
    """
    return _find_state(s, m, *policy.find_walkable(s))


def _find_state(s: State, m: int, low: int, high: int) -> int:
    n = int(s.at[m])
    if trapped.is_exit(s, n):
        return ON_EXIT
    if policy.is_joined_to_exit(s, n):
        return JOINED
    return MOVES_ON if policy.is_in_set(low, high, int(s.comp[n])) else STUCK


class Reach(NamedTuple):
    """The exits, rooms and other figures that figures can reach by walks alone, in one position.

    `out` has the figures with a way to an exit, `free` those that are not stuck, and `control` the engineers that can
    walk to the Control Room. `people` has the rooms with prisoners to which a figure can walk. `pairs` has the pairs of
    figures that can walk to each other.
    """

    out: frozenset[int]
    free: frozenset[int]
    control: frozenset[int]
    people: frozenset[int]
    pairs: frozenset[tuple[int, int]]

    def loses(self, then: Reach) -> bool:
        """Return whether a figure has lost a way, or prisoners are out of reach, in the later position `then`.

        This is so if a figure no longer has a way to an exit, if an engineer can no longer walk to the Control Room, if
        no figure can walk to some room with prisoners any more, or if a figure becomes stuck. The pairs of figures that
        can walk to each other (`pairs`) are not compared.
        """
        return not (
            self.out <= then.out
            and self.free <= then.free
            and self.control <= then.control
            and self.people <= then.people
        )


def find_reach(s: State) -> Reach:
    """Find out how far figures can get by walks alone in a position.

    Return the figures with a way to an exit, the figures that can walk at least to an exit, a gear or a door to
    explore, the engineers that can walk to the Control Room while its switch is on, the rooms with prisoners to which a
    figure can walk, and the pairs of figures that can walk to each other.
    """
    states = find_states(s)
    label = {m: int(s.comp[int(s.at[m])]) for m in states}
    islands = set(label.values())
    near = [n for n in place.list_rooms(s) if int(s.comp[n]) in islands]
    switch = int(s.comp[s.control]) if s.control >= 0 and s.off == 0 else -1
    return Reach(
        frozenset(m for m, state in states.items() if state <= JOINED),
        frozenset(m for m, state in states.items() if state != STUCK),
        frozenset(m for m in states if m != parts.ANDROID and label[m] == switch),
        frozenset(n for n in near if s.people[n]),
        frozenset((a, b) for a in states for b in states if a < b and label[a] == label[b]),
    )


def count_doors(s: State, seat: int, m: int = -1) -> int:
    """Return the number of doors that the meeples of `seat` can explore, at once or after a walk.

    If `m` is 0 or more, count only the doors that the meeple `m` can explore.
    """
    islands = {int(s.comp[int(s.at[one])]) for one in ([m] if m >= 0 else list_own(s, seat))}
    rooms = (n for n in place.list_rooms(s) if int(s.comp[n]) in islands)
    return sum(seats_in(trapped.ways_to_explore(s, n)) for n in rooms)


def measure_distance(s: State, m: int) -> int:
    """Return the distance from the rooms that meeple `m` can reach on foot to the rooms with a way to an exit.

    It is the smallest distance between two such rooms, in places along rows and columns. It is 0 if the meeple can walk
    to an exit. Return -1 if no exit is on the tabletop.
    """
    mine = int(s.comp[int(s.at[m])])
    rooms = place.list_rooms(s)
    goals = [n for n in rooms if policy.is_joined_to_exit(s, n)]
    here = [n for n in rooms if int(s.comp[n]) == mine]
    if not goals:
        return -1
    return min(abs(int(s.x[a]) - int(s.x[b])) + abs(int(s.y[a]) - int(s.y[b])) for a in here for b in goals)


# -- needs ---------------------------------------------------------------------------------------------


def say_figures(s: State, seat: int, figures: list[int]) -> str:
    """Return the names of several meeples in words, such as "your engineer and the android".

    `figures` is a list with the number of each meeple (its index). `seat` is the player that reads the words.
    """
    return join_words([name_figure(s, seat, m) for m in figures])


def name_figure(s: State, seat: int, m: int) -> str:
    """Return the name of meeple `m` in words, for the player on `seat`: your own engineer is "your engineer"."""
    if m % parts.MOST_SEATS != seat or m == parts.ANDROID:
        return names.meeple(s, m)
    which = "" if s.play != parts.AGAINST else "first " if m < parts.MOST_SEATS else "second "
    return f"your {which}engineer"


def find_need(s: State, seat: int) -> tuple[str, str]:
    """Return why the players need a new room now (MB-4.1): the name of a plan, and the reason in words.

    A plan is a goal of the players that the new room could serve, such as "find exit". A reason is, for example, "the
    Emergency Exit has not come yet". Return two empty texts if the players need no new room: the next steps are then a
    walk, the switch or a rescue.
    """
    if s.off == 0 and s.control < 0:
        return "find control", "the Control Room has not come yet"
    if s.play == parts.AGAINST:
        mine = [m for m in list_own(s, seat) if s.exit >= 0 and not policy.is_joined_to_exit(s, int(s.at[m]))]
        return ("seek way", f"{say_figures(s, seat, mine)} cannot walk to the exit yet") if mine else ("", "")
    if s.hatch == 0 and s.exit < 0:
        can_come = pile.has_emergency_exit(s) and s.exit_gone == 0
        return ("find exit", "the Emergency Exit has not come yet") if can_come else ("", "")
    figures = list_meeples(s)
    engineers = [m for m in figures if m != parts.ANDROID]
    if s.off == 0 and all(s.comp[int(s.at[m])] != s.comp[s.control] for m in engineers):
        return "seek control", "no engineer can walk to the Control Room yet"
    mine = [m for m in figures if not policy.is_joined_to_exit(s, int(s.at[m]))]
    if mine == figures:
        return "seek way", "no figure can walk to an exit yet"
    if mine:
        return "seek way", f"{say_figures(s, seat, mine)} cannot walk to an exit yet"
    islands = {int(s.comp[int(s.at[m])]) for m in figures}
    far = sum(int(s.people[n]) for n in place.list_rooms(s) if int(s.comp[n]) not in islands)
    return ("seek people", f"no figure can walk to {many(far, 'prisoner')} yet") if far else ("", "")
