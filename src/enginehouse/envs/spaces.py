"""The spaces of Gymnasium that its environments and PettingZoo's share. Needs the extra `envs`."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete

from enginehouse.core.errors import Unreadable
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


def check_manner(illegal: str, render_mode: str | None) -> None:
    """`Unreadable` for what an environment cannot do."""
    if illegal not in ("raise", "first"):
        raise Unreadable(f"what is not legal can 'raise', or the 'first' legal action is played, not {illegal!r}")
    if render_mode not in (None, "human", "ansi"):
        raise Unreadable(f"a game can be rendered as 'ansi', not as {render_mode!r}")
