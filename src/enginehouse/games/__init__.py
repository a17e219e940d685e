"""This package holds the games. Each folder that has a file `facts.py` is a game.

To get the names of all games, call `enginehouse.game_names()`. The old call `enginehouse.games()` still works, but
version 0.3.0 will remove it.
"""

from __future__ import annotations

import sys
import warnings
from types import ModuleType


class _Games(ModuleType):
    """The type of the module `enginehouse.games`, which makes the module callable: `enginehouse.games()`."""

    def __call__(self) -> list[str]:
        """Return the names of all games, with a `DeprecationWarning`."""
        from enginehouse.core.registry import game

        warnings.warn("use enginehouse.game_names() instead of enginehouse.games()", DeprecationWarning, stacklevel=2)
        return game.names()


sys.modules[__name__].__class__ = _Games
