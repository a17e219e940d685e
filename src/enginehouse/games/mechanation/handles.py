"""Find the pieces of the picture that a player clicks to choose an action."""

from __future__ import annotations

from collections.abc import Callable

from enginehouse.core.pictures.drawing import Handles
from enginehouse.games.mechanation import parts


def _send_mech(tier: int, target: str) -> Handles:
    return Handles(source=f"mech-{tier}", target=target)


_HANDLES: dict[int, Callable[..., Handles]] = {
    parts.Turn.KIND: lambda v, land: Handles.of(f"land-{v.active}-{land}"),
    parts.Repair.KIND: lambda v, tier: _send_mech(0, f"mech-{tier}"),
    parts.LookArena.KIND: lambda v, land: _send_mech(0, f"arena-{land}"),
    parts.Look.KIND: lambda v, owner, land: _send_mech(0, f"land-{owner}-{land}"),
    parts.Deploy.KIND: lambda v, tier, land: _send_mech(tier, f"arena-{land}"),
    parts.Strike.KIND: lambda v, tier, owner, land: _send_mech(tier, f"land-{owner}-{land}"),
    parts.Burrow.KIND: lambda v, owner, land: _send_mech(0, f"land-{owner}-{land}"),
    parts.Defend.KIND: lambda v, tier: Handles.of(f"mech-{tier}"),
    parts.Boost.KIND: lambda v: Handles.of(
        f"side-{0 if v.mech[v.side_seat[0]][v.side_tier[0]] == parts.Mech.OVERCLOCK else 1}"
    ),
    parts.Recall.KIND: lambda v, tier: Handles.of(f"mech-{tier}"),
    parts.GiveUp.KIND: lambda v, land: Handles.of(f"land-{v.active}-{land}"),
    parts.Guard.KIND: lambda v: Handles.of("mech-1"),
    parts.Reap.KIND: lambda v: _send_mech(2, "deck"),
}
"""By kind of action: a function of the view and the action's arguments that returns the pieces."""
handles = parts.ACTIONS.by_kind(_HANDLES, Handles())
"""A function of a view and the code of an action that returns the pieces to click: none if the action is a button."""
