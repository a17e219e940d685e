"""Engines that play a batch, which is a number of games that are played at the same time.

The class `Compiled` runs compiled rules in several threads. The class `PlainEngine` runs the rules in plain Python.
Both write the same numbers into the arrays of the batch.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from enginehouse.core.compiler.compiled_rules import compiled
from enginehouse.core.play.arena import begin_game, random_code
from enginehouse.core.records.events import FIRST_SEAT, Events, RawEvent, events_dtype, written
from enginehouse.core.records.fields import Record
from enginehouse.core.registry.game import Game
from enginehouse.envs import loop


class EngineInput(NamedTuple):
    """The data on which an engine works: the game, the choices of its options, and the arrays of a batch."""

    game: Game
    numbers: list[int]
    obs: Any
    mask: Any
    games: Any


class Compiled:
    """An engine that plays a batch by compiled rules, in several threads."""

    def __init__(self, held: EngineInput, threads: int) -> None:
        self._held = held
        self._entry = compiled(loop.run, held.game)
        self._states = held.game.shape.array(len(held.games) + 1)
        self._rooms = [np.zeros(1, loop.ROOM) for _ in range(threads)]
        self._events = [np.zeros(1, events_dtype(held.game.facts.event_size)) for _ in range(threads)]
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        for room in self._rooms:
            room[0]["options"][: len(held.numbers)] = held.numbers

    def run(self, mode: int) -> None:
        """Do one kind of work in the selected games: those whose field `chosen` in the batch's array `games` is not 0.

        `mode` is the kind of work, a number in `envs.loop`:

        - `BEGIN` (0): start a new game
        - `PLAY` (1): play the action in the game's field `action`
        - `LOOK` (2): write the view and the legal actions of a seat into the arrays `obs` and `mask`. The game's field
          `seat` has the number of this seat
        - `ALONG` (3): play random actions until the seat in the game's field `own` is asked, or the game is over
        """
        for room in self._rooms:
            room[0]["mode"] = mode
        if self._pool is None:
            self._part(0)
        else:
            list(self._pool.map(self._part, range(len(self._rooms))))

    def _part(self, part: int) -> None:
        held, many = self._held, len(self._rooms)
        own = slice(len(held.games) * part // many, len(held.games) * (part + 1) // many)
        self._entry(
            self._states[own.start :],
            held.obs[own],
            held.mask[own],
            held.games[own],
            self._rooms[part],
            self._events[part],
        )

    def record(self, k: int) -> Any:
        """Return the record of game `k` in the form that rules in plain Python take."""
        return self._held.game.shape.load(self._states, k)

    def copy_record(self) -> Any:
        """Return a copy of the record of the first game, in the form that `put` takes."""
        return self._states[:1].copy()

    def put(self, taken: Any) -> None:
        """Replace the record of the first game by `taken`, a result of `copy_record`."""
        self._states[:1] = taken

    def put_plain(self, s: Record) -> None:
        """Replace the record of the first game by `s`, a record in the form that rules in plain Python take."""
        self._held.game.shape.store(self._states, 0, s)

    def listen(self) -> None:
        """Start to collect the events of actions. `list_events` returns them."""
        self._events[0]["on"] = 1

    def list_events(self) -> tuple[RawEvent, ...]:
        """Return the events of the latest action that the first of the engine's threads has played.

        This thread plays the first games of the batch, or all games if there is a single thread. Call `listen` before
        the action, because otherwise no events are collected.
        """
        return written(self._events[0].view(np.recarray)[0])

    def records(self) -> Any:
        """Return a copy of the records of all games, in the form that `put_records` takes."""
        return self._states[:-1].copy()

    def put_records(self, records: Any) -> None:
        """Replace the records of all games by copies of `records`, a result of the method `records`."""
        self._states[:-1] = records


class PlainEngine:
    """An engine that plays a batch of games with rules in plain Python, which are not compiled.

    A batch is a number of games that are played at the same time.
    """

    def __init__(self, held: EngineInput) -> None:
        self._held = held
        self._states: list[Any] = [held.game.new_record() for _ in range(len(held.games))]
        self._codes = [0] * len(held.game.vocabulary)
        self._events = Events(held.game.facts.event_size, on=False)

    def run(self, mode: int) -> None:
        """Do one kind of work in the selected games: those whose field `chosen` in the batch's array `games` is not 0.

        `mode` is the kind of work, a number in `envs.loop`:

        - `BEGIN` (0): start a new game
        - `PLAY` (1): play the action in the game's field `action`
        - `LOOK` (2): write the view and the legal actions of the game's field `seat` into the arrays `obs` and `mask`
        - `ALONG` (3): play random actions until the seat in the game's field `own` is asked, or the game is over
        """
        for k, one in enumerate(self._held.games):
            if not one["chosen"]:
                continue
            if mode == loop.LOOK:
                self._look(k, one)
            elif mode == loop.BEGIN:
                self._begin(k, one)
            elif mode == loop.PLAY:
                self._play(k, one, int(one["action"]))
            else:
                self._play_along(k, one)

    def _begin(self, k: int, one: Any) -> None:
        self._states[k], one["dice"] = begin_game(
            self._held.game, self._held.numbers, int(one["seed"]), int(one["episode"])
        )
        one["length"] = one["done"] = 0
        self._settle(k, one)

    def _play(self, k: int, one: Any, code: int) -> None:
        self._events.count = 0
        self._held.game.rules.apply(self._states[k], int(one["seat"]), code, self._events)
        one["length"] += 1
        self._settle(k, one)

    def _play_along(self, k: int, one: Any) -> None:
        s, dice = self._states[k], one["dice"].tolist()
        while not one["done"] and one["seat"] != one["own"]:
            seat = int(one["seat"])
            many = self._held.game.rules.legal(s, seat, self._codes)
            self._play(k, one, int(random_code(s, seat, self._codes, many, dice)))
        one["dice"] = dice

    def _look(self, k: int, one: Any) -> None:
        game, seat, s = self._held.game, int(one["seat"]), self._states[k]
        v = game.new_record()
        game.rules.view(s, seat, v)
        game.shape.store(self._held.obs, k, v)
        self._held.mask[k] = False
        if seat >= 0 and one["actors"] >> seat & 1:
            self._held.mask[k, self._codes[: game.rules.legal(s, seat, self._codes)]] = True

    def _settle(self, k: int, one: Any) -> None:
        mask = one["actors"] = int(self._held.game.rules.actors(self._states[k]))
        one["seat"] = FIRST_SEAT[mask] if mask else -1
        if not mask:
            points = [0] * 16
            self._held.game.rules.scores(self._states[k], points)
            one["done"], one["points"] = 1, points

    def record(self, k: int) -> Any:
        """Return the record of game `k` in the form that rules in plain Python take."""
        return self._held.game.shape.copy(self._states[k])

    def copy_record(self) -> Any:
        """Return a copy of the record of the first game, in the form that `put` takes."""
        return self.record(0)

    def put(self, taken: Any) -> None:
        """Replace the record of the first game by `taken`, a result of `copy_record`."""
        self._states[0] = self._held.game.shape.copy(taken)

    def put_plain(self, s: Record) -> None:
        """Replace the record of the first game by `s`, a record in the form that rules in plain Python take."""
        self.put(s)

    def listen(self) -> None:
        """Start to collect the events of actions. `list_events` returns them."""
        self._events.on = 1

    def list_events(self) -> tuple[RawEvent, ...]:
        """Return the events of the latest action that the engine has played, in any game of the batch.

        Call `listen` before the action, because otherwise no events are collected.
        """
        return written(self._events)

    def records(self) -> Any:
        """Return a copy of the records of all games, in the form that `put_records` takes."""
        shape = self._held.game.shape
        array = shape.array(len(self._states))
        for k, s in enumerate(self._states):
            shape.store(array, k, s)
        return array

    def put_records(self, records: Any) -> None:
        """Replace the records of all games by copies of `records`, a result of the method `records`."""
        self._states = [self._held.game.shape.load(records, k) for k in range(len(records))]
