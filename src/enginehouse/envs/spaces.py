"""The spaces of Gymnasium that its environments and PettingZoo's share. Needs the extra `envs`."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete

from enginehouse.core.errors import Unreadable
from enginehouse.core.game import Game
from enginehouse.core.position import Position
from enginehouse.envs.forms import Rows

Illegal = Literal["raise", "first"]
"""What becomes of an action that is not legal: it raises, or the first legal one is played instead."""


def spaces_of(layout: Rows, codes: int) -> tuple[Any, Any]:
    """The spaces of observations (`observation`, a row of that form, and `action_mask`) and of actions."""
    seen: dict[str, Any] = {
        "observation": Box(layout.low, layout.high, dtype=layout.dtype.type),
        "action_mask": Box(0, 1, (codes,), np.int8),
    }
    return Dict(seen), Discrete(codes)


WIDTH = 600
"""How many pixels wide a rendered position is."""


def modes_of(game: Game) -> list[str]:
    """How a game can be rendered."""
    return ["human", "ansi", *(["rgb_array"] if game.has("drawing") else [])]


def check_manner(game: Game, illegal: str, render_mode: str | None) -> None:
    """`Unreadable` for what an environment cannot do."""
    if illegal not in ("raise", "first"):
        raise Unreadable(f"what is not legal can 'raise', or the 'first' legal action is played, not {illegal!r}")
    if render_mode not in (None, *modes_of(game)):
        modes = " or ".join(map(repr, modes_of(game)[1:]))
        raise Unreadable(f"{game.facts.title} can be rendered as {modes}, not as {render_mode!r}")


def rendered(position: Position, seat: int, render_mode: str | None) -> Any:
    """A position as a seat (-1: a spectator) knows it: in words (`ansi`), as an array (`rgb_array`), or not at all."""
    if render_mode == "rgb_array":
        from enginehouse.core.pixels import rgb

        return rgb(position.svg(seat), WIDTH)
    return position.text(seat) if render_mode == "ansi" else None
