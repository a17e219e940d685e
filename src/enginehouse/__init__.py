"""Enginehouse: tabletop games about machines, to play, to replay and to study.

    import enginehouse as eh

    eh.game_names()                                  the names of all games
    match = eh.new("mechanica", seats=3, seed=7)     a match: view, legal, act, clone, guess, positions, returns, line
    match = eh.play("mechanica", seats=3, seed=7)    the same, played to its end by bots
    match = eh.load("game.json")                     the same, from a file

A module is imported when you first use it. The page "The library" of the documentation shows all of it at work.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from enginehouse.bots.bot import Bot, Choice, Thought
    from enginehouse.core.errors import EnginehouseError, NotAllowed, Unreadable
    from enginehouse.core.play.logs import Log
    from enginehouse.core.play.match import Match
    from enginehouse.core.registry.game import Game
    from enginehouse.front import (
        bot_acts,
        game,
        game_names,
        load,
        logs,
        mean,
        new,
        play,
        play_on,
        share,
        simulate,
        wins,
    )

__version__ = "0.2.0"

__all__ = [
    "Bot",
    "Choice",
    "EnginehouseError",
    "Game",
    "Log",
    "Match",
    "NotAllowed",
    "Thought",
    "Unreadable",
    "bot_acts",
    "game",
    "game_names",
    "load",
    "logs",
    "mean",
    "new",
    "play",
    "play_on",
    "share",
    "simulate",
    "wins",
]

_WHERE = {
    "front": (
        "bot_acts",
        "game",
        "game_names",
        "load",
        "logs",
        "mean",
        "new",
        "play",
        "play_on",
        "share",
        "simulate",
        "wins",
    ),
    "bots.bot": ("Bot", "Choice", "Thought"),
    "core.errors": ("EnginehouseError", "NotAllowed", "Unreadable"),
    "core.registry.game": ("Game",),
    "core.play.logs": ("Log",),
    "core.play.match": ("Match",),
}
"""The names that this package offers, by the module that has them. A module is imported when one of its names is
used."""
_MODULE = {name: module for module, names in _WHERE.items() for name in names}
"""The module of each offered name."""


def __getattr__(name: str) -> Any:
    if name == "games":  # the package, which can be called until version 0.3.0
        return import_module("enginehouse.games")
    if name not in _MODULE:
        raise AttributeError(f"module 'enginehouse' has no attribute {name!r}")
    found = getattr(import_module(f"enginehouse.{_MODULE[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
