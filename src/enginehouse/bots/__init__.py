"""Bots: `choose(view, seat, legal, budget, seed) -> action`. A bot gets a seat's view and nothing else.

`view` is a plain record, `legal` the codes of the seat's legal actions (ascending, at least one), `budget` a number of
seconds that the bot should not exceed, `seed` a whole number: the same arguments give the same action, except that a
bot which runs out of time may answer from what it has.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

from enginehouse.core.errors import Unreadable

Chooser = Callable[[Any, int, list[int], float, int], int]

ABOUT = {
    "greedy": "looks one step ahead and takes what looks best",
    "random": "does anything that is allowed",
}


def names() -> list[str]:
    """The names of all bots, the strongest first."""
    return list(ABOUT)


def get(name: str) -> Chooser:
    """The `choose` of a bot; `Unreadable` names those there are."""
    if name not in ABOUT:
        raise Unreadable(f"there is no bot {name!r}; there are: {', '.join(names())}")
    chooser: Chooser = importlib.import_module(f"enginehouse.bots.{name}").choose
    return chooser
