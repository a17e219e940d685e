"""Look one action ahead on the map, for hints (MB-4.2, MB-5).

Find the gear that opens a way for a figure: a way to an exit, to the Control Room or to prisoners. Find explorations
that may cost an engineer its way to an exit. The results do not depend on the order of the pile, so they are the same
in all guesses of it.
"""

from __future__ import annotations

from functools import lru_cache

from enginehouse.core.words.naming import many
from enginehouse.core.words.plans import list_legal, play
from enginehouse.games.mechanical_beast import collapse, hopeless, needs, parts, state
from enginehouse.games.mechanical_beast.needs import Reach
from enginehouse.games.mechanical_beast.parts import Explore, Use
from enginehouse.games.mechanical_beast.state import State

CACHED = 500
"""The number of results that each cache of this module keeps. Set by hand; not measured."""


class Table:
    """A position of a game, wrapped so that it can be a key of the caches of this module and of `plans.py`.

    The field `s` is the record of the position. Two keys are equal if their positions have equal maps, meeples, phases
    and other public fields that matter for the next actions. The class has no connection with a table on the server.
    """

    def __init__(self, s: State) -> None:
        self.s = s
        rows = (s.x, s.y, s.facing, s.doors, s.people, s.tile)
        self._key = (
            *(tuple(int(k) for k in row[: s.rooms]) for row in rows),
            *(tuple(int(k) for k in row) for row in (s.at, s.began, s.note_room, s.note_gear)),
            *(
                int(k)
                for k in (s.phase, s.active, s.off, s.lockdown, s.control, s.exit, s.exit_gone, s.meeples, s.left)
            ),
            *(int(k) for k in (s.play, s.level, s.locked, s.hatch, s.seats)),
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)


# -- gears -------------------------------------------------------------------------------------------------------------


def find_gear_use(s: State, t: State, seat: int, m: int) -> tuple[int, str]:
    """Return the most important way that meeple `m` of `seat` can open by a gear of its room: a rank, and words for it.

    A way is a walk for a figure to an exit (rank `WAY_OUT`, the highest), to the Control Room (`SWITCH`) or to a
    prisoner (`PRISONER`). The words are, for example, "open a way to 2 prisoners". Return 0 and "" if no use of a gear
    opens a way.

    Try each use of a gear in the record `t`. The use opens a way if the way exists after the use, but does not exist in
    the record `s`. `s` may be `t` itself or an earlier record of the same turn. A use does not count if it closes a way
    that exists in `s`.
    """
    return _find_gear_use(Table(s), Table(t), seat, m)


@lru_cache(maxsize=CACHED)
def _find_gear_use(start: Table, table: Table, seat: int, m: int) -> tuple[int, str]:
    s, best = table.s, (0, "")
    before = needs.find_reach(start.s)
    for code in list_legal(s, seat, Use):
        if collapse.find_meeple(s, seat, Use.who[code]) == m:
            after = needs.find_reach(play(s, seat, code))
            found = describe_gain(start.s, seat, before, after)
            if found[0] > best[0] and not before.loses(after):
                best = found
    return best


WAY_OUT, SWITCH, PRISONER = 3, 2, 1
"""The ranks of the ways that a gear can open: to an exit, to the Control Room and to a prisoner.

Only their order counts. Set by hand; not measured.
"""


def describe_gain(s: State, seat: int, before: Reach, after: Reach) -> tuple[int, str]:
    """Return the most important new way that an action opens, as its rank and words ("open a way to 2 prisoners").

    `before` and `after` say which goals the figures can reach by walking before and after the action. The goals are the
    exits (rank `WAY_OUT`, the highest), the Control Room (`SWITCH`) and prisoners (`PRISONER`). `s` is the record
    before the action, and `seat` the player.

    In a competitive game, only the ways of the player's own engineers count, and prisoners do not. If there is no new
    way, return 0 and "".
    """
    mine = needs.list_own(s, seat) if s.play == parts.AGAINST else [*range(parts.ANDROID + 1)]
    out = [m for m in mine if m in after.out - before.out]
    if out:
        return WAY_OUT, f"open a way to an exit for {needs.say_figures(s, seat, out)}"
    switch = [m for m in mine if m in after.control - before.control]
    if switch:
        return SWITCH, f"open the way to the Control Room for {needs.say_figures(s, seat, switch)}"
    people = len(after.people - before.people)
    return (PRISONER, f"open a way to {many(people, 'prisoner')}") if people and s.play != parts.AGAINST else (0, "")


# -- explorations ------------------------------------------------------------------------------------------------------


def may_cut_off(s: State, seat: int, code: int) -> bool:
    """Return whether an exploration may cost the exploring engineer its way to an exit (MB-4.2).

    The action `code` is the exploration. The result is true if the engineer can walk to an exit now, but could not do
    so after the exploration for at least one room that may be drawn from the pile.
    """
    m = collapse.find_meeple(s, seat, Explore.who[code])
    return m != parts.ANDROID and needs.find_state(s, m) <= needs.JOINED and _may_cut_off(Table(s), seat, code, m)


@lru_cache(maxsize=CACHED)
def _may_cut_off(table: Table, seat: int, code: int, m: int) -> bool:
    s = table.s
    come = {int(tile) for tile in s.tile[: s.rooms]}
    shut = "KG" if s.locked else "K"
    for tile in range(1, parts.ROOMS + 1):
        if tile not in come and parts.TILES[tile].sides[parts.TAIL] in shut:
            other = state.SHAPE.copy(s)
            other.pile[int(s.left) - 1] = tile
            t = play(other, seat, code)
            if t.reason == 0 and needs.find_state(t, m) > needs.JOINED:
                return True
    return False


# -- lost games --------------------------------------------------------------------------------------------------------

SMALL = 60
"""The maximum number of moves and uses from a position in which a proof is tried that the game is lost.

Set by hand, so that a hint comes soon; not measured. The search itself stops at `hopeless.TRIED`.
"""


def is_lost(s: State) -> bool:
    """Return whether a short computation proves that the players can no longer win (MB-7.8).

    False means that the players can still win, or that a proof would take too long.
    """
    return _is_lost(Table(s))


@lru_cache(maxsize=CACHED)
def _is_lost(table: Table) -> bool:
    s = state.SHAPE.copy(table.s)
    return not hopeless.is_hopeful(s) and int(hopeless.count_tries(s)) <= SMALL and bool(hopeless.is_beyond_hope(s))
