"""Measures: facts about each game besides the winner, built in, from a game's `measures.py`, or your own.

A measure is a function of the position at the end of a game that returns names with values: a number; a list with a
number per seat; a list with a list of words per seat, such as the cards it was dealt (the report then gives the win
share of seats with each word); or a tuple of rows, `{"seat": 1, "what": "drawn", "part": "Maze!", "when": 3}`, which
form a table of their own beside the games. A function with an argument `match` gets the whole game with its entries.
That takes longer, because games of compiled bots are replayed for it.
"""

from __future__ import annotations

import importlib
import inspect
import itertools
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from enginehouse.bots.players.greedy import Greedy
from enginehouse.core.errors import Unreadable
from enginehouse.core.play.match import Match
from enginehouse.core.registry.game import Game

Rows = tuple[Mapping[str, int | float | str], ...]
Value = float | list[float] | list[list[str]] | Rows
Function = Callable[[Any], Mapping[str, Value]]


class Measure(NamedTuple):
    """A function that measures games, with its name in experiment files."""

    name: str
    function: Function

    @property
    def wants_match(self) -> bool:
        """Return whether the function needs the whole game with its entries."""
        return next(iter(inspect.signature(self.function).parameters), "") == "match"


def lead(match: Match) -> dict[str, Value]:
    """Return the number of changes of the leader, and the number of entries from the winner's final lead to the end."""
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
    """Return the kinds of actions that each seat has played: their names without numbers."""
    done: list[set[str]] = [set() for _ in range(match.seats)]
    for entry in match.entries:
        if entry.act:
            done[entry.seat].add(name_kind(entry.act))
    return {DONE: [sorted(one) for one in done]}


DONE = "did"
"""The name of the column with the words that `acts` returns."""


VERBS = (DONE, "held", "played", "bought", "installed", "completed", "explored", "used")
"""The columns whose words are actions of a seat. In all other columns words are possessions."""
HAS = tuple(f"{verb} " for verb in ("has", *VERBS))


def format_word(what: str, word: str) -> str:
    """Return a word of a column as a part of a sentence, such as `has Harvester` or `played Maze!`."""
    return f"{what if what in VERBS else 'has'} {word}"


HAIR = 0.05
"""The limit of the distance from the best action within which an action counts as equally good.

It is a share of the distance from the best to the worst action.
"""


def decisions(match: Match) -> dict[str, Value]:
    """Return facts about the decisions between several actions, as the greedy bot evaluates them.

    A row for each has the number of actions, the number of those within `HAIR` of the best, and the lead of the best
    over the second, as a share of the distance to the worst. A decision matters if no other action is within `HAIR` of
    the best. For each seat, the number of its decisions and the number of those that mattered are returned too.
    """
    bot, moving = Greedy(), match.begin_again()
    rows: list[dict[str, int | float | str]] = []
    for number, done in enumerate(match.standing):
        legal = moving.legal(done.seat)
        if len(legal) > 1:
            thoughts = bot.choose(moving.view(done.seat), done.seat, legal, PATIENCE_S, number).thoughts
            values = sorted((thought.value for thought in thoughts), reverse=True)
            wide = values[0] - values[-1]
            near = sum(values[0] - value <= HAIR * wide for value in values)
            ahead = (values[0] - values[1]) / wide if wide else 0.0
            act = name_kind(match.game.vocabulary.name(done.code))
            rows.append(
                {"seat": done.seat, "number": number, "act": act, "legal": len(legal), "near": near, "ahead": ahead}
            )
        moving.act_unchecked(done.seat, done.code)
    mine = [[row for row in rows if row["seat"] == seat] for seat in range(match.seats)]
    return {
        "decisions": tuple(rows),
        "choices": [float(len(one)) for one in mine],
        "mattered": [float(sum(row["near"] == 1 for row in one)) for one in mine],
    }


PATIENCE_S = 60.0
"""The time limit of the greedy bot in seconds, long enough to evaluate every action."""


def name_kind(act: str) -> str:
    """Return the name of an action without its numbers: `play toggle-pipe` for `play toggle-pipe 3`."""
    return " ".join(word for word in act.split() if not word.lstrip("-").isdigit()) or act


def list_kinds(game: Game) -> list[str]:
    """Return the kinds of a game's actions: their names without numbers, in the order of the vocabulary.

    `unasked` actions, which only people choose, are left out.
    """
    return list(dict.fromkeys(name_kind(name) for name in game.vocabulary.names if name not in game.unasked))


BUILT_IN: dict[str, Function] = {"lead": lead, "acts": acts, "decisions": decisions}


def list_words(what: str, game: Game) -> list[str]:
    """Return all words that a column of words can have, by the name of the column.

    They are those of the game's `WORDS`, or for the column of `acts` the kinds of actions.
    """
    if what == DONE:
        return list_kinds(game)
    return list(getattr(game.measures, "WORDS", {}).get(what, []))


def dealt(game: Game) -> Callable[[Any], list[list[str]]] | None:
    """Return the function by which a game lists the words dealt to each seat at the start, or `None`.

    It is `dealt` of the game's `measures.py`.
    """
    return getattr(game.measures, "dealt", None)


def find_measure(name: str, game: Game) -> Measure:
    """Return the measure of this name: built in, of the game, or `module:function`.

    Raise `Unreadable` with the list of names if there is no such measure.
    """
    if ":" in name:
        module, _, function = name.partition(":")
        try:
            return Measure(name, getattr(importlib.import_module(module), function))
        except (ImportError, AttributeError) as error:
            raise Unreadable(f"there is no measure {name!r}: {error}") from error
    listed: dict[str, Function] = {**BUILT_IN, **getattr(game.measures, "MEASURES", {})}
    if name not in listed:
        raise Unreadable(f"there is no measure {name!r}; there are: {', '.join(sorted(listed))}, or module:function")
    return Measure(name, listed[name])
