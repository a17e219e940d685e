"""Find the losses that no similar action avoids, for hints: the ways that close wherever a figure goes from its room.

Similar actions are the moves of a figure after which the same rooms collapse, or the uses of the same gear.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from enginehouse.games.mechanical_beast import effects, foresight, parts
from enginehouse.games.mechanical_beast.foresight import Table
from enginehouse.games.mechanical_beast.parts import Move, Use
from enginehouse.games.mechanical_beast.state import State


class Loss(NamedTuple):
    """The smallest loss of similar actions.

    `engineers` has the engineers that each of the actions cuts off from the exits. `people` is the smallest number of
    prisoners that are then out of reach. `code` is the action that does the least harm.
    """

    engineers: frozenset[int]
    people: int
    code: int


def find_least(s: State, seat: int, code: int) -> Loss | None:
    """Return the smallest loss of the actions of `seat` that are similar to the action `code`.

    Without a similar action there is no result: the action must be a move with a collapse, or a use of a gear.
    """
    kind = parts.ACTIONS.kind[code]
    if kind == Use.KIND:
        return _find_least(Table(s), seat, (Use.KIND, int(Use.who[code]), int(Use.gear[code])), ())
    rooms = effects.list_collapsed(s, foresight.play(s, seat, code)) if kind == Move.KIND else []
    return _find_least(Table(s), seat, (Move.KIND, int(Move.who[code]), -1), tuple(rooms)) if rooms else None


@lru_cache(maxsize=500)
def _find_least(table: Table, seat: int, which: tuple[int, int, int], rooms: tuple[int, ...]) -> Loss:
    """Return the smallest loss of the actions that `which` describes: by their kind, their figure and their gear.

    After each of them, exactly the rooms `rooms` collapse.
    """
    s, found = table.s, []
    for code in foresight.list_legal(s, seat):
        if _describe(code) != which:
            continue
        t = foresight.play(s, seat, code)
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
    """Return the record after the action that is similar to the action `code` and does the least harm."""
    least = find_least(s, seat, code)
    return foresight.play(s, seat, least.code if least and least.code >= 0 else code)
