"""Scratch buffers: lists that rules fill with legal actions and events, and that are used again for the next call.

There is one set of them for each game and thread, not one for each match, because a buffer is as large as the longest
possible list, which is many times a match. The caller reads a list before it asks for the next one.
"""

from __future__ import annotations

import threading

from enginehouse.core.records.events import Events
from enginehouse.core.registry.game import Game


class Scratch:
    """The scratch buffers of one game in one thread."""

    def __init__(self, game: Game) -> None:
        self.codes = [0] * len(game.vocabulary)
        self.events = Events(game.facts.event_size)


class _OfThread(threading.local):
    def __init__(self) -> None:
        self.by_game: dict[Game, Scratch] = {}


_HERE = _OfThread()


def scratch(game: Game) -> Scratch:
    """Return the scratch buffers of a game for the current thread."""
    found = _HERE.by_game.get(game)
    if found is None:
        found = _HERE.by_game[game] = Scratch(game)
    return found
