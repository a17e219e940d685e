"""How the players stand (see `core.standings`)."""

from __future__ import annotations

from typing import Any

from enginehouse.core.standings import NO_RACE, Standing
from enginehouse.games.mechanical_beast.parts import AGAINST, MOST_SEATS, TOGETHER


def standing(v: Any, seat: int) -> Standing:
    """MB-6.5, MB-8: people saved, which nobody leads in where all win as one; against each other engineers that are out."""
    if v.play == AGAINST:
        out = int(v.at[seat] == v.exit) + int(v.at[seat + MOST_SEATS] == v.exit)
        return Standing(f"{out} of 2 out", out)
    return Standing(f"{v.hand[seat]} saved", NO_RACE if v.play == TOGETHER else int(v.hand[seat]))
