"""Toy games on which the kit itself is proved: hidden dice, sealed bids, hidden cards, poker. They are in no lobby.

`heap` is what `enginehouse new-game` writes.
"""

from __future__ import annotations

from enginehouse.core.registry.game import Game

NAMES = ("bluff", "auction", "rummage", "heap", "kuhn", "leduc")


def toys() -> list[Game]:
    """The toys, as games that nobody has registered."""
    return [Game(f"{__name__}.{name}") for name in NAMES]
