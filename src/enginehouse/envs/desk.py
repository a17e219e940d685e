"""One game at a time, with immutable positions to which a search can return: for frameworks that search and solve.

If an action is played in a position (`Moment`), the result is another position. In most games a seed determines all
chance before the first action. In a game with a `chance.py`, a position can wait for an outcome of chance.
"""

from __future__ import annotations

import json
import weakref
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Literal, NamedTuple

import numpy as np

from enginehouse.core.flags import jit_possible
from enginehouse.core.play.arena import random_code
from enginehouse.core.play.position import Position
from enginehouse.core.records.chance import seed_dice, seed_words
from enginehouse.core.records.events import Events, RawEvent, bit_of, read
from enginehouse.core.records.fields import Record
from enginehouse.core.registry.folders import open_game
from enginehouse.core.registry.game import Game
from enginehouse.envs import engines, loop

RUN = 1 << 32
"""The number of games in a run. The number of a game has 32 bits for its random number generator."""
Chance = Literal["none", "seed", "explicit"]


class PlayedStep(NamedTuple):
    """An action that was played: its seat, its code and its events."""

    seat: int
    code: int
    events: tuple[RawEvent, ...] = ()


class Moment:
    """An immutable position of a game.

    `chosen` is the action (seat and code) whose outcome of chance is not known yet, or `None`. If chance decides before
    the first action, the seat and code in `chosen` are -1. `steps` are the actions so far. `done` says whether the game
    is over, and `actors` is the bit mask of all seats that may act.
    """

    __slots__ = ("__weakref__", "actors", "chosen", "desk", "done", "first", "legal", "points", "steps", "taken")

    def __init__(
        self, desk: Desk, taken: Any, row: Any, steps: tuple[PlayedStep, ...], chosen: PlayedStep | None = None
    ) -> None:
        self.desk, self.taken, self.steps, self.chosen = desk, taken, steps, chosen
        self.done, self.actors = bool(row["done"]), int(row["actors"])
        self.points: list[int] = row["points"].tolist()
        self.legal: list[int] | None = None
        self.first: Moment = self
        """The moment before the first action of the game."""

    @property
    def seat(self) -> int:
        """Return the lowest seat that may act, or -1 if the game is over."""
        return (self.actors & -self.actors).bit_length() - 1

    def __deepcopy__(self, memo: Any) -> Moment:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        desk = self.desk
        kept = [desk.game.shape.to_bytes(one.desk.record(one)) for one in (self.first, self)]
        return _restore_moment, (desk.game, desk.seats, tuple(desk.options.items()), *kept, self.steps, self.chosen)


class Desk:
    """A workspace that computes positions (`Moment`) of one game with fixed seats and options.

    It uses compiled rules if possible.
    """

    def __init__(self, game: Game, seats: int, options: Mapping[str, str]) -> None:
        self.game, self.seats, self.options = game, game.check_seats(seats), game.check_options(options)
        self.worlds: weakref.WeakValueDictionary[int, Moment] = weakref.WeakValueDictionary()
        """The guessed moments that are still in use, by their numbers."""
        self.chance: Chance = "explicit" if game.chance else "seed" if game.facts.chance else "none"
        self._games = np.zeros(1, loop.GAME)
        self._games["chosen"] = 1
        self._obs, self._mask = game.shape.array(), np.zeros((1, len(game.vocabulary)), np.bool_)
        numbers = game.option_numbers(self.seats, self.options)
        held = engines.EngineInput(game, numbers, self._obs, self._mask, self._games)
        # A game with explicit chance is so small that plain Python is faster than copying its records to compiled code.
        plain = self.chance == "explicit" or not jit_possible()
        self._engine: Any = engines.PlainEngine(held) if plain else engines.Compiled(held, 1)
        self._engine.listen()

    def begin(self, number: int = 0) -> Moment:
        """Return the position (`Moment`) before the first action of game number `number`.

        The numbers from 0 to `RUN` - 1 are the first games of a batch with seed 0. The next `RUN` numbers are those of
        a batch with seed 1, and so on. In a game with a `chance.py`, the returned position waits for an outcome of
        chance (see `outcomes`).
        """
        self._games["seed"], self._games["episode"] = divmod(number, RUN)
        self._engine.run(loop.BEGIN)
        chosen = PlayedStep(-1, -1) if self.chance == "explicit" else None
        return self._moment((), chosen)

    def outcomes(self, moment: Moment) -> list[tuple[int, float]]:
        """Return a list of the possible outcomes of chance at a position that waits for chance.

        Each is a pair of the outcome's number and its probability.
        """
        assert moment.chosen is not None
        found: list[tuple[int, float]] = self.game.chance.outcomes(self.record(moment), *moment.chosen[:2])
        return found

    def settle_chance(self, moment: Moment, outcome: int) -> Moment:
        """Return the position that follows the position `moment` if chance has this outcome.

        In `moment`, chance must be next to decide, as after an action that draws a card. `outcome` is the number of an
        outcome, as the method `outcomes` lists them.
        """
        chosen, s = moment.chosen, self.record(moment)
        assert chosen is not None
        self.game.chance.arrange(s, *chosen[:2], outcome)
        if chosen.seat < 0:
            return self.make_moment(s)
        self._load(moment)
        self._engine.put_plain(s)
        return self._play_step(moment, chosen)

    def play_code(self, moment: Moment, code: int) -> Moment:
        """Return the position that follows `moment` if the lowest seat that may act plays the action `code`.

        The action must be legal.
        """
        step = PlayedStep(moment.seat, code)
        if self.chance == "explicit" and self.game.chance.outcomes(self.record(moment), *step[:2]):
            waits = Moment(self, moment.taken, self._make_row(moment), moment.steps, step)
            waits.first = moment.first
            return waits
        self._load(moment)
        return self._play_step(moment, step)

    def legal(self, moment: Moment) -> list[int]:
        """Return a list of the codes of the legal actions in a position, for the lowest seat that may act."""
        if moment.legal is None:
            self._look(moment, moment.seat)
            moment.legal = np.flatnonzero(self._mask[0]).tolist()
        return moment.legal

    def view(self, moment: Moment, seat: int) -> Any:
        """Return a seat's view of a position as an array with one record. The next call overwrites the array."""
        self._look(moment, seat)
        return self._obs

    def record(self, moment: Moment) -> Any:
        """Return the whole record of a position, with its secrets, in the form that rules in plain Python take."""
        self._load(moment)
        return self._engine.record(0)

    def position(self, moment: Moment) -> Position:
        """Return `moment` as a `Position`, which has methods to format and to draw the position."""
        return Position(self.game, self.seats, self.options, self.record(moment))

    def returns(self, moment: Moment, by: Literal["rank", "score"]) -> list[float]:
        """Return the return of each seat if the game is over (see `Match.returns`). Return zeros before.

        `by` selects whether returns are computed from ranks or from scores.
        """
        return self.position(moment).returns(by) if moment.done else [0.0] * self.seats

    def guess_moment(self, moment: Moment, seat: int, seed: Any) -> Moment:
        """Return a copy of the position `moment`, in which the information that is hidden from `seat` is guessed.

        `seed` determines the guess, which is consistent with the seat's view of `moment`. A `Moment` also has a list of
        all earlier actions and their events (`steps`). In the copy, this list hides the actions of other seats, and the
        events that `seat` did not notice.
        """
        s = self.game.shape.load(self.view(moment, seat), 0)
        words = list(seed_words(seed))
        self.game.rules.guess(s, seat, words)
        self._ask_in_turn(s, moment.actors, words)
        guess = self.make_moment(s, tuple(_hide_step(step, seat) for step in moment.steps), moment.chosen)
        guess.first = moment.first
        return guess

    def _ask_in_turn(self, s: Record, actors: int, words: list[int]) -> None:
        """Change the guessed record `s` so that exactly the seats in the bit mask `actors` still have to answer.

        All other asked seats answer by random legal actions. `words` is a list of numbers: the first two are the seed
        of the random actions. OpenSpiel asks seats one after the other, so it is public which seats have answered.
        """
        dice, codes = [0] * 4, [0] * len(self.game.vocabulary)
        seed_dice(dice, words[0], words[1])
        for seat in range(self.seats):
            bit = 1 << seat & int(s.asked)
            if bit & actors:
                s.laid, s.answer[seat] = int(s.laid) & ~bit, 0
        for seat in range(self.seats):
            while 1 << seat & s.asked & ~actors & ~s.laid:
                code = random_code(s, seat, codes, self.game.rules.legal(s, seat, codes), dice)
                self.game.rules.apply(s, seat, code, Events(self.game.facts.event_size, on=False))

    def story(self, moment: Moment, seat: int) -> str:
        """Return all observations of a seat up to a position as text, one per line.

        The observations are the seat's first view, its own actions, and the events that it noticed. Together they are
        the information state of a seat with perfect recall. A view alone is not.
        """
        names = self.game.vocabulary.names
        lines = [self.format_view(moment.first, seat)]
        for step in moment.steps:
            said = [[*event] for event in read(step.events, seat)]
            if step.seat == seat or said:
                lines.append(json.dumps([names[step.code] if step.seat == seat else "", *said]))
        return "\n".join(lines)

    def format_view(self, moment: Moment, seat: int) -> str:
        """Return a seat's view of a position as one line of text, without the fields that are 0."""
        shape = self.game.shape
        said: str = shape.to_text(shape.load(self.view(moment, seat), 0))
        return said

    def make_moment(self, s: Record, steps: tuple[PlayedStep, ...] = (), chosen: PlayedStep | None = None) -> Moment:
        """Return a position (`Moment`) from the record `s` (for plain Python), with the actions `steps` before it.

        `chosen` is an action whose outcome of chance is not known yet, if there is such an action.
        """
        self._engine.put_plain(s)
        actors, points = int(self.game.rules.actors(s)), [0] * 16
        if not actors:
            self.game.rules.scores(s, points)
        self._games["actors"], self._games["done"], self._games["points"] = actors, not actors, points
        return self._moment(steps, chosen)

    def _moment(self, steps: tuple[PlayedStep, ...], chosen: PlayedStep | None) -> Moment:
        return Moment(self, self._engine.copy_record(), self._games[0], steps, chosen)

    def _play_step(self, moment: Moment, step: PlayedStep) -> Moment:
        """Return the position after the action `step` was played in the position `moment`.

        The engine of this `Desk` (the object that runs the game's rules) plays the action. So the caller first has to
        load the record of `moment` into this engine.
        """
        self._games["seat"], self._games["action"] = step.seat, step.code
        self._engine.run(loop.PLAY)
        done = PlayedStep(step.seat, step.code, self._engine.list_events())
        after = self._moment((*moment.steps, done), None)
        after.first = moment.first
        return after

    def _look(self, moment: Moment, seat: int) -> None:
        self._load(moment)
        self._games["seat"] = seat
        self._engine.run(loop.LOOK)

    def _load(self, moment: Moment) -> None:
        self._engine.put(moment.taken)
        self._games[0] = self._make_row(moment)

    def _make_row(self, moment: Moment) -> Any:
        row = np.zeros(1, loop.GAME)[0]
        row["actors"], row["done"], row["points"], row["chosen"] = moment.actors, moment.done, moment.points, 1
        return row


def _hide_step(step: PlayedStep, seat: int) -> PlayedStep:
    """Return the played action `step` as the seat `seat` may see it, without the events that this seat did not notice.

    If another seat acted, the result has seat -1 and code 0.
    """
    me = bit_of(seat)
    events = tuple(
        (kind, a, b, c if learn & me else 0, d if learn & me else 0, notice, learn if learn & me else 0)
        for kind, a, b, c, d, notice, learn in step.events
        if notice & me
    )
    return PlayedStep(step.seat, step.code, events) if step.seat == seat else PlayedStep(-1, 0, events)


@lru_cache(maxsize=64)
def _desk(game: Game, seats: int, options: tuple[tuple[str, str], ...]) -> Desk:
    return Desk(game, seats, dict(options))


def get_desk(game: str | Game, seats: int, options: Mapping[str, str]) -> Desk:
    """Return the workspace of a game with these seats and options. A process creates it once and uses it again."""
    chosen = open_game(game) if isinstance(game, str) else game
    return _desk(chosen, seats, tuple(chosen.check_options(options).items()))


def _restore_moment(
    game: Game, seats: int, options: tuple[tuple[str, str], ...], first: bytes, now: bytes, *past: Any
) -> Moment:
    """Return a position from the content of its pickle: the game's setup, two records as bytes, and earlier actions.

    `first` is the record at the start of the game, and `now` the record of the position. `past` has the arguments
    `steps` and `chosen` of `Desk.make_moment`.
    """
    desk = get_desk(game, seats, dict(options))
    begun = desk.make_moment(desk.game.shape.from_bytes(first))
    moment = desk.make_moment(desk.game.shape.from_bytes(now), *past)
    moment.first = begun
    return moment
