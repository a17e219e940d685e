"""Share scratch buffers: lists that rules fill with legal actions and events, and that the next call uses again.

A buffer has room for the longest possible list, so it takes much more memory than a match. Therefore all matches of a
game in one thread share their buffers. A caller has to read a list before it calls the next rule.
"""

from __future__ import annotations

import threading

from enginehouse.core.records.events import Events
from enginehouse.core.registry.game import Game


class Scratch:
    """The scratch buffers of one game in one thread: lists that rules fill, used again for each call."""

    def __init__(self, game: Game) -> None:
        self.codes = [0] * len(game.vocabulary)
        self.events = Events(game.facts.event_size)


class _OfThread(threading.local):
    def __init__(self) -> None:
        self.by_game: dict[Game, Scratch] = {}


_HERE = _OfThread()
"""The scratch buffers of the current thread, by game."""


def scratch(game: Game) -> Scratch:
    """Return the scratch buffers of a game for the current thread: lists that rules fill, used again for each call."""
    found = _HERE.by_game.get(game)
    if found is None:
        found = _HERE.by_game[game] = Scratch(game)
    return found
