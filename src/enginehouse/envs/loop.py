"""What of a batch compiles: one entry a game, for everything that is done to many games at once.

Each entry compiles all rules that it reaches anew, so there is one, and a number says what it does.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from enginehouse.core.actions import MOST
from enginehouse.core.arena import game_seed
from enginehouse.core.events import FIRST_SEAT
from enginehouse.core.rule import entry, rule
from enginehouse.core.verbs import actors, apply, legal, scores, setup, view

BEGIN, PLAY, LOOK = 0, 1, 2
GAME = np.dtype(
    [
        ("seat", np.int64),
        ("actors", np.int64),
        ("done", np.int64),
        ("begins", np.int64),
        ("action", np.int64),
        ("episode", np.int64),
        ("length", np.int64),
        ("points", np.int64, (16,)),
    ]
)
"""Of each game: who is looked at or acts (-1: nobody, it is over), the mask of those who may act, whether it is over,
whether it is to begin, what is played, its number, how many actions it had, its scores and ranks once it is over."""
ROOM = np.dtype(
    [
        ("mode", np.int64),
        ("seed", np.int64),
        ("options", np.int64, (64,)),
        ("words", np.int64, (8,)),
        ("dice", np.int64, (4,)),
        ("codes", np.int64, (MOST,)),
    ]
)


@entry
def run(states: Any, views: Any, mask: Any, games: Any, rooms: Any, e: Any) -> int:
    """Begin games, play an action in each, or look at each, as `rooms[0].mode` says; `states[-1]` is an empty record."""
    room, last = rooms[0], len(states) - 1
    for k in range(len(games)):
        one = games[k]
        if room.mode == BEGIN:
            if one.begins != 0:
                states[k] = states[last]
                game_seed(room.words, room.dice, room.seed, one.episode)
                setup(states[k], room.options, room.words)
                one.length = 0
                one.done = 0
                settle(states[k], one)
        elif room.mode == PLAY:
            if one.done == 0:
                e[0].count = 0
                apply(states[k], one.seat, one.action, e[0])
                one.length += 1
                settle(states[k], one)
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
def settle(s: Any, one: Any) -> None:
    """Who may act now, the lowest seat first; scores and ranks where nobody may."""
    one.actors = actors(s)
    if one.actors != 0:
        one.seat = int(FIRST_SEAT[one.actors])
    else:
        one.seat = -1
        one.done = 1
        scores(s, one.points)
