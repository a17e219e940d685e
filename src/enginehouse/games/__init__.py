"""The games of the house: one folder each, found by their `facts.py`. Called, it gives the names of all games."""

from __future__ import annotations

import sys
from types import ModuleType


class _Games(ModuleType):
    """`enginehouse.games` is this package and, since its name is also a question, what answers it."""

    def __call__(self) -> list[str]:
        """The names of all games: those of the house, then those that other packages bring."""
        from enginehouse.core import game

        return game.names()


sys.modules[__name__].__class__ = _Games
