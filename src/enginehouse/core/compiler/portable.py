"""Define the functions of a game's shared library that apply the rules, such as to list the legal actions.

The library is machine code that programs in any language can call (see the module `core.compiler.lowering`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from enginehouse.core.compiler.entries import Argument, LibraryFunction
from enginehouse.core.records.events import events_dtype
from enginehouse.core.records.fields import Numbers, States
from enginehouse.core.registry.game import Game
from enginehouse.core.rule import entry
from enginehouse.core.verbs import actors, apply, legal, scores, setup, view

RECORD, EVENTS = "record", "events"
"""The names of the types that all games have."""


@entry
def new_game(states: States, empty: Any, options: Numbers, words: Numbers) -> None:
    """Start a game in `states[0]`, the first record of the array `states`.

    The old content of this record is overwritten. `empty` is an array with one record that is all 0. `options` are as
    `Game.option_numbers` returns them. `words` is the seed, eight integers of 32 bits.
    """
    states[0] = empty[0]
    setup(states[0], options, words)


@entry
def list_actors(states: States) -> int:
    """Return the mask of the seats that may act in `states[0]`, bit k for seat k, or 0 if the game is over."""
    return int(actors(states[0]))


@entry
def list_legal(states: States, seat: int, codes: Numbers) -> int:
    """Write the codes of the actions that a seat may play in the record `states[0]` into `codes`, in ascending order.

    Return their number.
    """
    return int(legal(states[0], seat, codes))


@entry
def play_action(states: States, seat: int, code: int, events: Any) -> None:
    """Play the action `code` of a seat in the record `states[0]`, which is changed. The action must be legal.

    The event list `events[0]` is emptied first. If its field `on` is not 0, the events of the action are then written
    into it.
    """
    events[0].count = 0
    apply(states[0], seat, code, events[0])


@entry
def write_view(states: States, empty: Any, seat: int, views: Any) -> None:
    """Write the view that a seat (-1: a spectator) has of `states[0]` into `views[0]`.

    `empty` is an array with one record that is all 0.
    """
    views[0] = empty[0]
    view(states[0], seat, views[0])


@entry
def write_scores(states: States, points: Numbers) -> None:
    """Write the current scores of seats 0 to 7 in `states[0]` into `points[0]` to `points[7]`.

    Write the ranks of these seats, 1 for the best, into `points[8]` to `points[15]`. A seat without a player has the
    score 0 and the rank 0.
    """
    for k in range(16):
        points[k] = 0
    scores(states[0], points)


def list_verbs(game: Game) -> list[LibraryFunction]:
    """Return the verbs of a game as functions of a library, whose arguments have the game's record types."""
    record, number = game.shape.dtype, np.dtype(np.int64)
    one = (1,)
    state = Argument("state", record, one, RECORD)
    empty = Argument("empty", record, one, RECORD, is_empty_record=True)
    seat, codes = Argument("seat"), Argument("codes", number, (len(game.vocabulary),))
    events = Argument("events", events_dtype(game.facts.event_size), one, EVENTS)
    return [
        LibraryFunction(
            "new_game",
            new_game,
            (state, empty, Argument("options", number), Argument("seed", number, (8,))),
            "Start a game. options: the number of seats, then the choice of each option. seed: eight 32-bit words.",
        ),
        LibraryFunction(
            "actors", list_actors, (state,), "Get the mask of the seats that may act; 0 if the game is over."
        ),
        LibraryFunction(
            "legal", list_legal, (state, seat, codes), "Write the codes of a seat's legal actions. Get their number."
        ),
        LibraryFunction("apply", play_action, (state, seat, Argument("code"), events), "Play a legal action."),
        LibraryFunction(
            "view",
            write_view,
            (state, empty, seat, Argument("view", record, one, RECORD)),
            "Write the view of a seat; seat -1 is a spectator.",
        ),
        LibraryFunction(
            "scores", write_scores, (state, Argument("points", number, (16,))), "Write 8 scores, then 8 ranks."
        ),
    ]
