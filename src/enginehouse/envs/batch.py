"""Many games of one kind at once, as NumPy arrays: look, play an action in each, begin those anew that are over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from enginehouse.core.errors import NotAllowed, Unreadable
from enginehouse.core.flags import jit_possible
from enginehouse.core.play.arena import game_seed
from enginehouse.core.play.position import Position
from enginehouse.core.records.events import FIRST_SEAT
from enginehouse.core.registry import game as registry
from enginehouse.core.registry.game import Game
from enginehouse.envs import engines, loop


class Batch:
    """`n` games with the same seats and options, in step with each other.

    Every array has an element for each game and is written anew in place: copy what is to be kept.

    - `obs`: the views, a structured array of `game.shape.dtype` (`Layout` makes numbers in a row of them)
    - `mask`: bool, (n, actions): what may be played
    - `seat`: whose view and actions these are, -1 where the game is over (then the view is a spectator's)
    - `actors`: the mask of all seats that may act; more than one where a window is open
    - `done`: bool; `length`: how many actions were played; `episode`: the number of the game
    - `returns`: float64, (n, seats): what a finished game came to, as `Match.returns`; 0 while it runs

    Game number k has the seed of game k of a run (`words_of`), so `Match.new(..., seed=batch.words_of(k))` and the same
    actions give the same records, byte for byte. The j-th game in a place is number place + j * n: what happens in one
    place never changes another. (With a seed for each place, see `reset`, it is number j of a run of its own.) Where several
    seats may act the lowest is asked first. With `threads`, or without a compiler, all is the same but for the time.
    """

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        n: int = 1,
        seed: int = 0,
        options: Mapping[str, str] | None = None,
        threads: int = 1,
    ) -> None:
        """`Unreadable` says which game, seats or options are wrong."""
        self.game = registry.get(game) if isinstance(game, str) else game
        self.seats = self.game.check_seats(self.game.facts.seats[0] if seats is None else seats)
        self.options = self.game.check_options(options)
        if n < 1 or threads < 1:
            raise Unreadable(f"a batch has at least one game and one thread, not {n} and {threads}")
        self.n, self.threads = n, min(threads, n)
        self._games = np.zeros(n, loop.GAME)
        self._strides = np.full(n, n)
        self._together = self.game.plays_together(self.seats, self.options)
        self.obs: Any = self.game.shape.array(n)
        self.mask: Any = np.zeros((n, len(self.game.vocabulary)), np.bool_)
        self.returns: Any = np.zeros((n, self.seats))
        numbers = self.game.option_numbers(self.seats, self.options)
        held = engines.Held(self.game, numbers, self.obs, self.mask, self._games)
        self._engine: Any = engines.Compiled(held, self.threads) if jit_possible() else engines.Plain(held)
        self._stale = np.ones(n, np.bool_)
        self.reset(seed=seed)

    @property
    def seat(self) -> Any:
        """Whose view and actions `obs` and `mask` are; -1 where the game is over."""
        return self._games["seat"]

    @property
    def actors(self) -> Any:
        """The mask of all seats that may act."""
        return self._games["actors"]

    @property
    def length(self) -> Any:
        """How many actions each game had so far."""
        return self._games["length"]

    @property
    def episode(self) -> Any:
        """The number of each game."""
        return self._games["episode"]

    @property
    def done(self) -> Any:
        """Which games are over."""
        return self._games["done"] != 0

    def look(self, seats: Any = None) -> tuple[Any, Any, Any]:
        """`obs`, `mask` and `seat` as things stand: for the lowest seat that may act, or for the seats given.

        Of a seat that may not act just now the mask is all False; -1 is a spectator.
        """
        asked = self._lowest() if seats is None else np.asarray(seats)
        if seats is not None and (asked.shape != (self.n,) or asked.min() < -1 or asked.max() >= self.seats):
            raise Unreadable(f"look takes {self.n} seats, each from -1 to {self.seats - 1}")
        unseen = self._stale | (self._games["seat"] != asked)
        if unseen.any():
            self._games["seat"], self._games["chosen"] = asked, unseen
            self._engine.run(loop.LOOK)
            self._stale[:] = False
        return self.obs, self.mask, self._games["seat"]

    def step(self, actions: Any, where: Any = None) -> None:
        """Play an action (its code) in each game, or in these places alone (bools), of the seat that was looked at.

        Games that are over are passed by. `NotAllowed` has the clause of the first action that is not legal, `Unreadable`
        names a code that is none; then nothing was played.
        """
        codes = np.asarray(actions)
        if codes.shape != (self.n,) or codes.dtype.kind not in "iu":
            raise Unreadable(f"step takes {self.n} codes of actions, not {codes.dtype} of the shape {codes.shape}")
        if self._stale.any():
            self.look()
        running = self._places(where, "step") & ~self.done
        played, many = np.where(running, codes, 0), self.mask.shape[1]
        if played.min() < 0 or played.max() >= many:
            raise Unreadable(f"codes of actions are 0 to {many - 1}, not {played[(played < 0) | (played >= many)][0]}")
        wrong = running & ~self.mask[np.arange(self.n), played]
        if wrong.any():
            raise self._refused(int(np.argmax(wrong)), codes)
        self._games["action"] = played
        self._run(loop.PLAY, running)

    def play_along(self, seat: int, where: Any = None) -> None:
        """Let all other seats play at random until `seat` is asked or the game is over (-1: to the end).

        The dice are those of each game, so the same games go the same way.
        """
        if not -1 <= seat < self.seats:
            raise Unreadable(f"there is no seat {seat}; the seats are 0 to {self.seats - 1}")
        running = self._places(where, "play_along") & ~self.done
        self._games["seat"], self._games["own"] = self._lowest(), seat
        self._run(loop.ALONG, running)

    def reset(self, where: Any = None, seed: Any = None) -> None:
        """Begin the next game in these places (bools; all of them without), whether the one there was over or not.

        With a seed they begin anew, as a new batch of this seed. With a seed for each place (an array of whole numbers)
        the games in place k are those of a batch of one game with the seed `seed[k]`.
        """
        begins = self._places(where, "reset")
        if seed is not None:
            seeds = np.asarray(seed)
            if seeds.shape not in ((), (self.n,)) or seeds.dtype.kind not in "iu":
                raise Unreadable(f"reset takes a whole number as seed, or {self.n} of them, not {seed!r}")
            self._games["seed"][begins] = np.broadcast_to(seeds, self.n)[begins]
            self._strides[begins] = 1 if seeds.ndim else self.n
            self._games["episode"][begins] = (0 if seeds.ndim else np.arange(self.n)[begins]) - self._strides[begins]
        self._games["episode"][begins] += self._strides[begins]
        self._games["points"][begins] = 0
        self.returns[begins] = 0
        self._run(loop.BEGIN, begins)

    def clone(self) -> Batch:
        """A second batch at the same place, sharing nothing that changes."""
        twin = Batch(self.game, self.seats, self.n, 0, self.options, self.threads)
        twin.restore(self)
        return twin

    def __copy__(self) -> Batch:
        return self.clone()

    def __deepcopy__(self, memo: Any) -> Batch:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle how the batch was made and where it is; compiled code and threads are made anew."""
        made = (self.game, self.seats, self.n, 0, self.options, self.threads)
        return Batch, made, (*self._arrays(), self._engine.records())

    def __setstate__(self, kept: tuple[Any, ...]) -> None:
        *arrays, records = kept
        for mine, other in zip(self._arrays(), arrays, strict=True):
            mine[:] = other
        self._engine.put_records(records)

    def restore(self, other: Batch) -> None:
        """Be where another batch of the same games is (a `clone` of this one, made before)."""
        if (other.game, other.seats, other.n, other.options) != (self.game, self.seats, self.n, self.options):
            raise Unreadable("a batch is restored from one with the same game, seats, options and number of games")
        self.__setstate__((*other._arrays(), other._engine.records()))

    def _arrays(self) -> tuple[Any, ...]:
        """Return all arrays of the position of the batch, beside the records.

        The latest look is part of it, because `step` plays for the seat that was looked at.
        """
        return self._games, self._strides, self.returns, self.obs, self.mask, self._stale

    def record(self, k: int) -> Any:
        """The whole record of a game, plain: secrets too."""
        return self._engine.record(self._place(k))

    def position(self, k: int) -> Position:
        """A game as a position: text, picture, line."""
        return Position(self.game, self.seats, dict(self.options), self.record(k))

    def words_of(self, episode: int, k: int = 0) -> tuple[int, ...]:
        """The seed of game number `episode` of the run in place k, as `Match.new` takes it."""
        words = [0] * 8
        game_seed(words, [0] * 4, int(self._games["seed"][self._place(k)]), episode)
        return tuple(words)

    def _lowest(self) -> Any:
        """The lowest seat that may act in each game, -1 in those that are over."""
        return np.where(self._games["actors"] == 0, -1, FIRST_SEAT[self._games["actors"] & 255])

    def _place(self, k: int) -> int:
        """Return `k`; `Unreadable` if there is no such place."""
        if not 0 <= k < self.n:
            raise Unreadable(f"there is no game {k} in this batch; the games are 0 to {self.n - 1}")
        return k

    def _places(self, where: Any, what: str) -> Any:
        """Places as bools; all of them where none are named."""
        places = np.ones(self.n, np.bool_) if where is None else np.asarray(where)
        if places.shape != (self.n,) or places.dtype != np.bool_:
            raise Unreadable(f"{what} takes {self.n} bools, not {places.dtype} of the shape {places.shape}")
        return places

    def _run(self, mode: int, where: Any) -> None:
        """Do something in these places, all of which change; the returns of the games that end there."""
        self._games["chosen"] = where
        self._stale |= where
        self._engine.run(mode)
        ended = where & self.done
        if ended.any():
            ranks = self._games["points"][ended, 8 : 8 + self.seats]
            if self._together or self.seats == 1:
                self.returns[ended] = np.where(ranks == 1, 1.0, -1.0)
            else:
                below = (ranks[:, None, :] > ranks[:, :, None]).sum(2) - (ranks[:, None, :] < ranks[:, :, None]).sum(2)
                self.returns[ended] = below / (self.seats - 1)

    def _refused(self, k: int, codes: Any) -> NotAllowed:
        """Why an action is not allowed."""
        seat, code = int(self._games["seat"][k]), int(codes[k])
        v = self.position(k).view(seat)
        clause = int(self.game.rules.refusal(v, seat, code))
        name = self.game.vocabulary.name(code)
        said = (
            self.game.words.refusal(v, seat, code, clause) if clause and self.game.has("words") else "it is not legal"
        )
        return NotAllowed(clause, f"game {k}, seat {seat}, {name}: {said}")
