"""The compiled loop of a batch: one function that Python calls for everything that is done to many games at once.

Each such function compiles its own copy of all rules that it reaches, which takes long. So there is only one, with a
mode for each kind of work.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from enginehouse.core.play.arena import game_seed, random_code
from enginehouse.core.records.actions import MOST
from enginehouse.core.records.events import FIRST_SEAT
from enginehouse.core.records.fields import Matrix, Record, States
from enginehouse.core.rule import entry, rule
from enginehouse.core.verbs import actors, apply, legal, scores, setup, view

BEGIN, PLAY, LOOK, ALONG = 0, 1, 2, 3
GAME = np.dtype(
    [
        ("seat", np.int64),
        ("actors", np.int64),
        ("done", np.int64),
        ("chosen", np.int64),
        ("action", np.int64),
        ("own", np.int64),
        ("seed", np.int64),
        ("episode", np.int64),
        ("length", np.int64),
        ("dice", np.int64, (4,)),
        ("points", np.int64, (16,)),
    ]
)
"""The fields of a game of the batch.

They are the seat whose view is looked at or that acts (-1: the game is over), the mask of seats that may act, whether
it is over, whether it is selected, the code to play, the seat that does not play at random, the run's seed and the
game's number, the number of actions, its random number generator, and scores and ranks at the end.
"""
ROOM = np.dtype(
    [
        ("mode", np.int64),
        ("options", np.int64, (64,)),
        ("words", np.int64, (8,)),
        ("codes", np.int64, (MOST,)),
    ]
)
"""The dtype of a room, the scratch space of the loop, with the mode and its settings."""


@entry
def run(states: States, views: States, mask: Matrix, games: Any, rooms: Any, e: Any) -> int:
    """Do one task in each selected game, by the number `rooms[0].mode`: `BEGIN`, `PLAY`, `LOOK` or `ALONG`.

    - `BEGIN` starts a new game.
    - `PLAY` plays the action `games[k].action`.
    - `LOOK` writes the view of game `k` into `views[k]`, and its legal actions into `mask[k]` (bools).
    - `ALONG` plays random actions until the seat `games[k].own` is asked or the game is over.

    Game `k` has the record `states[k]` and the row `games[k]`, which are changed. It is selected if `games[k].chosen`
    is not 0. `e[0]` receives the events of the latest action. The last element of `states` is an empty record. Return
    the number of all games, selected or not.
    """
    room, last = rooms[0], len(states) - 1
    for k in range(len(games)):
        one = games[k]
        if one.chosen == 0:
            continue
        if room.mode == BEGIN:
            states[k] = states[last]
            game_seed(room.words, one.dice, one.seed, one.episode)
            setup(states[k], room.options, room.words)
            one.length = 0
            one.done = 0
            settle(states[k], one)
        elif room.mode == PLAY:
            play(states[k], one, one.action, e[0])
        elif room.mode == ALONG:
            while one.done == 0 and one.seat != one.own:
                many = legal(states[k], one.seat, room.codes)
                play(states[k], one, random_code(states[k], one.seat, room.codes, many, one.dice), e[0])
        else:
            views[k] = states[last]
            view(states[k], one.seat, views[k])
            for code in range(mask.shape[1]):
                mask[k, code] = False
            if one.seat >= 0 and (one.actors >> one.seat) & 1 != 0:
                for j in range(legal(states[k], one.seat, room.codes)):
                    mask[k, room.codes[j]] = True
    return len(games)


@rule
def play(s: Record, one: Any, code: int, e: Any) -> None:
    """Play the action `code` of the acting seat in the record `s`, and find the seats that may act next.

    `one` is the row of the game in the batch's array of games, to which these seats are written. `e` gets the events of
    the action.
    """
    e.count = 0
    apply(s, one.seat, code, e)
    one.length += 1
    settle(s, one)


@rule
def settle(s: Record, one: Any) -> None:
    """Find the seats that may act in the record `s`, and write their bit mask and the lowest of them into `one`.

    `one` is the row of the game in the batch's array of games. If no seat may act, mark the game as over, and write
    scores and ranks.
    """
    one.actors = actors(s)
    if one.actors != 0:
        one.seat = int(FIRST_SEAT[one.actors])
    else:
        one.seat = -1
        one.done = 1
        scores(s, one.points)
