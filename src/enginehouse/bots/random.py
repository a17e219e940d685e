"""The smallest bot: any legal action, all equally likely."""

from __future__ import annotations

from typing import Any

from enginehouse.core.chance import pick, seed_dice


def choose(view: Any, seat: int, legal: list[int], budget: float, seed: int) -> int:
    """One of the legal actions at random."""
    dice = [0] * 4
    seed_dice(dice, seed, seat)
    return legal[pick(dice, len(legal))]
