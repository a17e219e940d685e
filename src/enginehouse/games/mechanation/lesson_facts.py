"""Compute the numbers and names that replace keywords in the text of a lesson (see `core.teaching.lessons`)."""

from __future__ import annotations

from enginehouse.core.records.hidden import at, count
from enginehouse.core.teaching.lessons import find_learner
from enginehouse.games.mechanation import lands, parts, telling
from enginehouse.games.mechanation.state import State


def _mech(v: State, tier: str) -> int:
    return int(v.mech[find_learner(v)][list(parts.TIER_NAMES).index(tier)])


def _kind(v: State, zone: int, place: int) -> int:
    """Return the kind of the territory at a place of a zone. Places are counted from 1.

    Raise `LookupError` if no territory lies there, or if it is hidden.
    """
    piece = int(at(v, zone, place - 1)) if 1 <= place <= count(v, zone) else 0
    if piece <= 0:
        raise LookupError(f"no territory {place} is known")
    return int(parts.KIND_OF[piece])


def _find_coloured(v: State, place: int) -> tuple[int, int]:
    """Return the colour and the number of one of the learner's territories. Each is an index from 0 to 4.

    `place` is the position of the territory among those of the learner, counted from 1. Raise `LookupError` for a WILD.
    """
    kind = _kind(v, parts.HELD + find_learner(v), place)
    if kind == parts.WILD:
        raise LookupError("a WILD has each colour and number")
    return kind // 5, kind % 5


def _missing(v: State, mark: int) -> int:
    """Return the number of territories that the learner still needs for a set.

    `mark` is the set's colour (0 to 4), or its number plus 4 (5 to 9).
    """
    return parts.SET_TO_WIN - ((int(lands.tally(v, find_learner(v))) >> (parts.FIELD * mark)) & parts.COUNT_MASK)


def _side(v: State, battle: int, side: int) -> tuple[int, int]:
    """Return the mech and the power of one side of a battle of this round.

    `battle` and `side` are counted from 1.
    """
    if not 1 <= battle <= v.fought or side not in (1, 2):
        raise LookupError(f"{v.fought} battles were fought in this round")
    return int(v.fights[battle - 1][3 * side]), int(v.fights[battle - 1][3 * side + 1])


FACTS = {
    "set": lambda v: parts.SET_TO_WIN,
    "limit": lambda v: parts.LIMIT,
    "mech": lambda v, tier: parts.MECHS[_mech(v, tier)].title,
    "power": lambda v, tier: parts.SETS[v.balanced][_mech(v, tier)].power,
    "land": lambda v, seat, place: parts.land_name(_kind(v, parts.HELD + seat, place)),
    "arena": lambda v, place: parts.land_name(_kind(v, parts.ARENA, place)),
    "colour": lambda v, place: parts.COLOURS[_find_coloured(v, place)[0]],
    "number": lambda v, place: _find_coloured(v, place)[1] + 1,
    "missing-colour": lambda v, place: _missing(v, _find_coloured(v, place)[0]),
    "missing-number": lambda v, place: _missing(v, 5 + _find_coloured(v, place)[1]),
    "fighter": lambda v, battle, side: parts.MECHS[_side(v, battle, side)[0]].title,
    "sum": lambda v, battle, side: telling.format_sum(*_side(v, battle, side), int(v.balanced)),
}
"""The functions that lessons call by name: own mechs by tier, territories by owner and place, battles of this round."""
