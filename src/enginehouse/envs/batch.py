"""Many games of one kind at once, as NumPy arrays: play an action in each game, and restart finished games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from enginehouse.core.errors import NotAllowed, Unreadable
from enginehouse.core.flags import jit_possible
from enginehouse.core.play.arena import game_seed
from enginehouse.core.play.position import Position
from enginehouse.core.records.events import FIRST_SEAT
from enginehouse.core.registry.folders import open_game
from enginehouse.core.registry.game import Game
from enginehouse.envs import engines, loop


class Batch:
    """`n` games with the same number of seats and the same options, stepped together.

    Each array has `n` elements. The element at index p belongs to the game that is played at index p now. When this
    game is over, the next game can start at the same index. Every call overwrites the arrays, so copy data that you
    want to keep.

    - `obs`: the views, a structured array of `game.shape.dtype` (`Layout` turns them into rows of numbers)
    - `mask`: bool, (n, actions): the legal actions
    - `seat`: the seat of the view and the actions; -1 if the game is over, then the view is a spectator's
    - `actors`: the bit mask of all seats that may act; several bits if several seats are asked at once
    - `done`: bool; `length`: the number of actions so far; `episode`: the number of the game, counted from 0
    - `returns`: float64, (n, seats): the returns of a finished game as in `Match.returns`; 0 before

    A seed gives a sequence of games, and `words_of(k)` returns the seed of its game k. `Match.new(...,
    seed=batch.words_of(k))` and the same actions give the same records, byte for byte. At index p, the games p, p + n,
    p + 2 n and so on of the sequence are played, so no index depends on another. If `reset` gets an array of seeds,
    each index has its own sequence, of which games 0, 1, 2 and so on are played there. If several seats may act, the
    lowest is asked first. The results do not depend on the number of threads, or on whether the rules are compiled.
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
        """Create a batch of `n` games of the same kind.

        Raise `Unreadable` if the game, the number of seats or the options are wrong. `seats` is by default the smallest
        number of seats that the game allows. `seed` determines the deals and all other chance of the games. `options`
        maps names of options to choices; the others have their defaults. `threads` is the number of threads that play.
        """
        self.game = open_game(game) if isinstance(game, str) else game
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
        held = engines.EngineInput(self.game, numbers, self.obs, self.mask, self._games)
        self._engine: Any = engines.Compiled(held, self.threads) if jit_possible() else engines.PlainEngine(held)
        self._stale = np.ones(n, np.bool_)
        self.reset(seed=seed)

    @property
    def seat(self) -> Any:
        """Return an array with the seat to which each view in `obs` and each row of `mask` belongs.

        For a game that is over, the seat is -1.
        """
        return self._games["seat"]

    @property
    def actors(self) -> Any:
        """Return for each game the bit mask of the seats that may act: bit `k` is set if seat `k` may act."""
        return self._games["actors"]

    @property
    def length(self) -> Any:
        """Return the number of actions that were played in each game so far."""
        return self._games["length"]

    @property
    def episode(self) -> Any:
        """Return for each place of the batch the number (from 0) of the game that is played there now.

        A place is an index of the batch's arrays.
        """
        return self._games["episode"]

    @property
    def done(self) -> Any:
        """Return for each game whether it is over."""
        return self._games["done"] != 0

    def look(self, seats: Any = None) -> tuple[Any, Any, Any]:
        """Return the views (`obs`), the legal actions (`mask`) and the seats (`seat`) of the current positions.

        `seats` has the seat that looks in each game; -1 is a spectator. By default it is the lowest seat that may act.
        If a seat may not act now, its row of `mask` is all False.
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
        """Play an action in each game, or only in the games that `where` (an array of bools) selects.

        `actions` has the code of an action for each game. It is played for the seat whose view was returned last.
        Finished games are skipped. If an action is illegal, raise `NotAllowed` with the number of the rulebook clause
        that forbids it; if there are several, the first of them counts. If a code does not exist, raise `Unreadable`.
        In both cases no action is played in any game.
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
            raise self._explain_refusal(int(np.argmax(wrong)), codes)
        self._games["action"] = played
        self._run(loop.PLAY, running)

    def play_along(self, seat: int, where: Any = None) -> None:
        """Play random actions for all other seats until `seat` is asked or the game is over.

        If `seat` is -1, play to the end. `where` (bools) selects the games, by default all. A seed gives a sequence of
        games. The random actions of a game depend only on this seed and on the number of the game in the sequence. So
        two games with the same seed and number continue alike if the same actions were played in them before.
        """
        if not -1 <= seat < self.seats:
            raise Unreadable(f"there is no seat {seat}; the seats are 0 to {self.seats - 1}")
        running = self._places(where, "play_along") & ~self.done
        self._games["seat"], self._games["own"] = self._lowest(), seat
        self._run(loop.ALONG, running)

    def reset(self, where: Any = None, seed: Any = None) -> None:
        """Start the next game at the indices that `where` (bools) selects, even if the current game is running.

        The default is all indices of the batch's arrays. If `seed` is one integer, the games are those of a new batch
        with that seed. If it is an array with an integer for each index, the games at index `k` are the same as those
        of a batch with `n=1` and the seed `seed[k]`.
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
        """Return a copy of the batch at the same position, which shares no mutable state with it."""
        twin = Batch(self.game, self.seats, self.n, 0, self.options, self.threads)
        twin.restore(self)
        return twin

    def __copy__(self) -> Batch:
        return self.clone()

    def __deepcopy__(self, memo: Any) -> Batch:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the parameters and the position of the batch for a pickle, without compiled code and threads.

        Unpickling creates these again.
        """
        made = (self.game, self.seats, self.n, 0, self.options, self.threads)
        return Batch, made, (*self._arrays(), self._engine.records())

    def __setstate__(self, kept: tuple[Any, ...]) -> None:
        *arrays, records = kept
        for mine, other in zip(self._arrays(), arrays, strict=True):
            mine[:] = other
        self._engine.put_records(records)

    def restore(self, other: Batch) -> None:
        """Replace the position of this batch by that of another batch of the same games, such as an earlier `clone`."""
        if (other.game, other.seats, other.n, other.options) != (self.game, self.seats, self.n, self.options):
            raise Unreadable("a batch is restored from one with the same game, seats, options and number of games")
        self.__setstate__((*other._arrays(), other._engine.records()))

    def _arrays(self) -> tuple[Any, ...]:
        """Return all arrays that make up the state of the batch, except the records of the games.

        The arrays of views and legal actions are included, because `step` plays for the seat whose view they have.
        """
        return self._games, self._strides, self.returns, self.obs, self.mask, self._stale

    def record(self, k: int) -> Any:
        """Return the whole record of game `k`, with its secrets, in the form that rules in plain Python take."""
        return self._engine.record(self._place(k))

    def position(self, k: int) -> Position:
        """Return game `k` as a `Position`, which has methods to format and to draw the position."""
        return Position(self.game, self.seats, dict(self.options), self.record(k))

    def words_of(self, episode: int, k: int = 0) -> tuple[int, ...]:
        """Return the seed of game number `episode` of the run in place `k`, in the form that `Match.new` takes.

        A run is the sequence of games that follow from one seed, and a place is an index of the batch's arrays.
        """
        words = [0] * 8
        game_seed(words, [0] * 4, int(self._games["seed"][self._place(k)]), episode)
        return tuple(words)

    def _lowest(self) -> Any:
        """Return an array with the lowest seat that may act in each game, or -1 if the game is over."""
        return np.where(self._games["actors"] == 0, -1, FIRST_SEAT[self._games["actors"] & 255])

    def _place(self, k: int) -> int:
        """Return `k`, the index of a game in the batch. Raise `Unreadable` if the batch has fewer games."""
        if not 0 <= k < self.n:
            raise Unreadable(f"there is no game {k} in this batch; the games are 0 to {self.n - 1}")
        return k

    def _places(self, where: Any, method: str) -> Any:
        """Return `where` as an array of bools, with an element for each game of the batch.

        By default, all elements are True. Raise `Unreadable` if `where` has another type or shape. `method` is the name
        of the calling method, for the error.
        """
        places = np.ones(self.n, np.bool_) if where is None else np.asarray(where)
        if places.shape != (self.n,) or places.dtype != np.bool_:
            raise Unreadable(f"{method} takes {self.n} bools, not {places.dtype} of the shape {places.shape}")
        return places

    def _run(self, mode: int, where: Any) -> None:
        """Do one kind of work in the games that `where` (a list or array of bools) selects.

        `mode` is a constant of the module `loop`: `BEGIN` starts games, `PLAY` plays given actions, `ALONG` plays at
        random, and `LOOK` writes views and legal actions. Store the returns of the games that end.
        """
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

    def _explain_refusal(self, k: int, codes: Any) -> NotAllowed:
        """Return the error for an illegal action in game `k`, with a sentence and the clause that forbids the action.

        `k` is the index of the game in the batch, and `codes` has the requested actions of all games.
        """
        seat, code = int(self._games["seat"][k]), int(codes[k])
        v = self.position(k).view(seat)
        clause = int(self.game.rules.refusal(v, seat, code))
        name = self.game.vocabulary.name(code)
        said = (
            self.game.words.refusal(v, seat, code, clause) if clause and self.game.has("words") else "it is not legal"
        )
        return NotAllowed(clause, f"game {k}, seat {seat}, {name}: {said}")
