"""By which pieces an action of Mechanation is taken up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from enginehouse.core.drawing import Handles
from enginehouse.games.mechanation.parts import (
    ACTIONS,
    Boost,
    Burrow,
    Defend,
    Deploy,
    GiveUp,
    Guard,
    Look,
    LookArena,
    Mech,
    Reap,
    Recall,
    Repair,
    Strike,
    Turn,
)


def _one(piece: str) -> Handles:
    return Handles(frozenset({piece}))


def handles(v: Any, code: int) -> Handles:
    """The pieces of an action: a mech and where it goes, or the one piece that is meant; none for what is a button."""
    block = ACTIONS.block_of(code)
    return _HANDLES[block.word](v, *block.values(code)) if block.word in _HANDLES else Handles()


def _mech_to(tier: int, target: str) -> Handles:
    return Handles(source=f"mech-{tier}", target=target)


def _boosting(v: Any) -> Handles:
    side = 0 if v.mech[v.side_seat[0]][v.side_tier[0]] == Mech.OVERCLOCK else 1
    return _one(f"side-{side}")


_HANDLES: dict[str, Callable[..., Handles]] = {
    Turn.word: lambda v, land: _one(f"land-{v.active}-{land}"),
    Repair.word: lambda v, tier: _mech_to(0, f"mech-{tier}"),
    LookArena.word: lambda v, land: _mech_to(0, f"arena-{land}"),
    Look.word: lambda v, owner, land: _mech_to(0, f"land-{owner}-{land}"),
    Deploy.word: lambda v, tier, land: _mech_to(tier, f"arena-{land}"),
    Strike.word: lambda v, tier, owner, land: _mech_to(tier, f"land-{owner}-{land}"),
    Burrow.word: lambda v, owner, land: _mech_to(0, f"land-{owner}-{land}"),
    Defend.word: lambda v, tier: _one(f"mech-{tier}"),
    Boost.word: _boosting,
    Recall.word: lambda v, tier: _one(f"mech-{tier}"),
    GiveUp.word: lambda v, land: _one(f"land-{v.active}-{land}"),
    Guard.word: lambda v: _one("mech-1"),
    Reap.word: lambda v: _mech_to(2, "deck"),
}
"""By the word of an action: the pieces, from the view and the action's arguments."""
