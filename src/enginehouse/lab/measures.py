"""What is written down of each game besides who won: built in, brought by a game (`measures.py`), or one's own.

A measure is a function of the position at the end of a game that gives names with values: a number; a list with a number
for each seat; or a list that has a list of words for each seat, such as the cards that it was dealt (the report then says
how often those win who have one). A function whose argument is called `match` gets the whole game with its entries, which
takes longer, since games of bots that compile have to be played again for it.
"""

from __future__ import annotations

import importlib
import inspect
import itertools
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from enginehouse.core.errors import Unreadable
from enginehouse.core.game import Game
from enginehouse.core.match import Match

Value = float | list[float] | list[list[str]]
Function = Callable[[Any], Mapping[str, Value]]


class Measure(NamedTuple):
    """A measure by its name in experiment files."""

    name: str
    function: Function

    @property
    def wants_match(self) -> bool:
        """Whether it needs the whole game."""
        return next(iter(inspect.signature(self.function).parameters), "") == "match"


def lead(match: Match) -> dict[str, Value]:
    """How often another seat came to lead, and how many entries before the end the winner led for good."""
    leaders: list[int] = []
    for position in match.positions():
        ranks = position.scores()[1]
        first = [seat for seat, rank in enumerate(ranks) if rank == 1]
        leaders.append(first[0] if len(first) == 1 else -1)
    alone = [one for one in leaders if one >= 0]
    changes = sum(one != other for one, other in itertools.pairwise(alone))
    last = next((k for k, one in enumerate(reversed(leaders)) if one != leaders[-1]), len(leaders))
    return {"lead_changes": changes, "led_since": last}


def acts(match: Match) -> dict[str, Value]:
    """What each seat did at all: the names of its actions, without their numbers."""
    done: list[set[str]] = [set() for _ in range(match.seats)]
    for entry in match.entries:
        if entry.act:
            done[entry.seat].add(kind_of(entry.act))
    return {DONE: [sorted(one) for one in done]}


DONE = "did"
"""The column of `acts`."""


def kind_of(act: str) -> str:
    """The name of an action without its numbers: `play toggle-pipe` for `play toggle-pipe 3`."""
    return " ".join(word for word in act.split() if not word.lstrip("-").isdigit()) or act


def kinds_of(game: Game) -> list[str]:
    """All names of actions without their numbers, in the order of the vocabulary, but for what bots leave to people."""
    return list(dict.fromkeys(kind_of(name) for name in game.vocabulary.names if name not in game.unasked))


BUILT_IN: dict[str, Function] = {"lead": lead, "acts": acts}


def named(name: str, game: Game) -> Measure:
    """The measure of this name: built in, of the game, or `module:function`; `Unreadable` names those there are."""
    if ":" in name:
        module, _, function = name.partition(":")
        try:
            return Measure(name, getattr(importlib.import_module(module), function))
        except (ImportError, AttributeError) as error:
            raise Unreadable(f"there is no measure {name!r}: {error}") from error
    own = game.module("measures") if game.has("measures") else None
    listed: dict[str, Function] = {**BUILT_IN, **getattr(own, "MEASURES", {})}
    if name not in listed:
        raise Unreadable(f"there is no measure {name!r}; there are: {', '.join(sorted(listed))}, or module:function")
    return Measure(name, listed[name])
