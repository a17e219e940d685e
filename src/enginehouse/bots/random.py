"""The smallest bot: any legal action, all equally likely."""

from __future__ import annotations

from typing import Any

from enginehouse.core.chance import pick, seed_dice
from enginehouse.core.verbs import at_random


def choose(view: Any, seat: int, legal: list[int], budget: float, seed: int) -> int:
    """One of the legal actions at random."""
    dice, many = [0] * 4, at_random(view, seat, legal, len(legal))
    seed_dice(dice, seed, seat)
    return legal[pick(dice, many)]
