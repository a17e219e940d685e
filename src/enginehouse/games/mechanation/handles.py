"""Find the pieces of the picture that a player clicks to choose an action."""

from __future__ import annotations

from collections.abc import Callable

from enginehouse.core.pictures.drawing import Handles
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
from enginehouse.games.mechanation.state import State


def handles(v: State, code: int) -> Handles:
    """Return the pieces to click for the action `code`: a mech and its target, or a single piece.

    Return an empty `Handles` if the action is a button.
    """
    return ACTIONS.dispatch(_HANDLES, v, code, Handles())


def _send_mech(tier: int, target: str) -> Handles:
    return Handles(source=f"mech-{tier}", target=target)


_HANDLES: dict[int, Callable[..., Handles]] = {
    Turn.KIND: lambda v, land: Handles.of(f"land-{v.active}-{land}"),
    Repair.KIND: lambda v, tier: _send_mech(0, f"mech-{tier}"),
    LookArena.KIND: lambda v, land: _send_mech(0, f"arena-{land}"),
    Look.KIND: lambda v, owner, land: _send_mech(0, f"land-{owner}-{land}"),
    Deploy.KIND: lambda v, tier, land: _send_mech(tier, f"arena-{land}"),
    Strike.KIND: lambda v, tier, owner, land: _send_mech(tier, f"land-{owner}-{land}"),
    Burrow.KIND: lambda v, owner, land: _send_mech(0, f"land-{owner}-{land}"),
    Defend.KIND: lambda v, tier: Handles.of(f"mech-{tier}"),
    Boost.KIND: lambda v: Handles.of(f"side-{0 if v.mech[v.side_seat[0]][v.side_tier[0]] == Mech.OVERCLOCK else 1}"),
    Recall.KIND: lambda v, tier: Handles.of(f"mech-{tier}"),
    GiveUp.KIND: lambda v, land: Handles.of(f"land-{v.active}-{land}"),
    Guard.KIND: lambda v: Handles.of("mech-1"),
    Reap.KIND: lambda v: _send_mech(2, "deck"),
}
"""By kind of action: a function of the view and the action's arguments that returns the pieces."""
