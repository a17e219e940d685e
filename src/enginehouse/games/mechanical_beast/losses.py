"""Find the losses that a player cannot avoid by a similar action, for hints.

A loss is an engineer that can no longer walk to an exit, or a prisoner to whom no figure can walk any more. Two moves
are similar if the same figure moves and the same rooms collapse. Two uses of a gear are similar if the same figure uses
the same gear.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from enginehouse.core.words.plans import list_legal, play
from enginehouse.games.mechanical_beast import effects, parts
from enginehouse.games.mechanical_beast.foresight import Table
from enginehouse.games.mechanical_beast.parts import Move, Use
from enginehouse.games.mechanical_beast.state import State


class Loss(NamedTuple):
    """The loss that remains even if a player chooses the best of several similar actions.

    Two moves are similar if the same figure moves and the same rooms collapse. Two uses of a gear are similar if the
    same figure uses the same gear. `engineers` has the numbers of those engineers that, after each of these actions,
    can no longer walk to an exit. `people` is the least number of prisoners that one of the actions puts out of reach.
    `code` is the action that does the least harm, or -1 if there is no action.
    """

    engineers: frozenset[int]
    people: int
    code: int


def find_least(s: State, seat: int, code: int) -> Loss | None:
    """Return the loss of engineers and prisoners that `seat` cannot avoid by a similar action instead of `code`.

    Engineers are lost if they can no longer walk to an exit. Prisoners are lost if no figure can walk to them any more.
    The result has the engineers that are lost after each similar action (`code` included), and the smallest number of
    prisoners that are lost after any of them.

    Two moves are similar if the same figure moves and the same rooms collapse. Two uses of a gear are similar if the
    same figure uses the same gear. Return None for a move without a collapse, and for any other kind of action.
    """
    kind = parts.ACTIONS.kind[code]
    if kind == Use.KIND:
        return _find_least(Table(s), seat, (Use.KIND, int(Use.who[code]), int(Use.gear[code])), ())
    rooms = effects.list_collapsed(s, play(s, seat, code)) if kind == Move.KIND else []
    return _find_least(Table(s), seat, (Move.KIND, int(Move.who[code]), -1), tuple(rooms)) if rooms else None


@lru_cache(maxsize=500)
def _find_least(table: Table, seat: int, which: tuple[int, int, int], rooms: tuple[int, ...]) -> Loss:
    """Return the loss of engineers and prisoners that `seat` cannot avoid by choosing among several similar actions.

    `table` is the position before the actions, wrapped as a key of a cache (it is not a game on the server). The
    actions are those with the properties `which`: the kind of action, the figure that acts (such as the android), and
    the gear that it uses (-1 for moves). Only actions count after which exactly the rooms in `rooms` collapse.
    """
    s, found = table.s, []
    for code in list_legal(s, seat):
        if _describe(code) != which:
            continue
        t = play(s, seat, code)
        if t.reason == 0 and tuple(effects.list_collapsed(s, t)) == rooms:
            cut = frozenset(effects.list_engineers_cut_off(s, t))
            lost = effects.count_reached(s) - effects.count_reached(t) - int(t.hand[seat] - s.hand[seat])
            found.append((len(effects.list_cut_off(s, t)), max(0, lost), code, cut))
    engineers = frozenset.intersection(*(one[3] for one in found)) if found else frozenset()
    return Loss(engineers, min((one[1] for one in found), default=0), min(found)[2] if found else -1)


def _describe(code: int) -> tuple[int, int, int]:
    """Return the kind of an action, its figure, and its gear or -1."""
    kind = parts.ACTIONS.kind[code]
    if kind == Use.KIND:
        return kind, int(Use.who[code]), int(Use.gear[code])
    return (kind, int(Move.who[code]), -1) if kind == Move.KIND else (kind, -1, -1)


def play_least(s: State, seat: int, code: int) -> Any:
    """Return the record after the action `code` of `seat`, or after a similar action that does the players less harm.

    Harm is that engineers can no longer walk to an exit, or that prisoners get out of reach. Two moves are similar if
    the same figure moves and the same rooms collapse. Two uses of a gear are similar if the same figure uses the same
    gear.
    """
    least = find_least(s, seat, code)
    return play(s, seat, least.code if least and least.code >= 0 else code)
