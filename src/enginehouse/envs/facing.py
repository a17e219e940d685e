"""Many games in which one seat learns and bots play all other seats."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any

import numpy as np

from enginehouse import bots as rooms
from enginehouse.bots.bot import Bot
from enginehouse.bots.players.compiled_games import SEED_STEP
from enginehouse.bots.players.runs import choose_checked
from enginehouse.core.errors import Unreadable
from enginehouse.envs.batch import Batch


class Facing:
    """A batch of games in which one seat is asked for actions, and bots play all other seats.

    `bots` has names of bots or bot objects, for the other seats in order. If there are fewer bots than seats, they
    repeat. If all of them are the random bot, they play by compiled code with the random numbers of each game. Other
    bots receive the view of their seat, and a seed that is computed from the game's seed and the number of the action.
    So if the asked seat plays the same actions, the games are the same.
    """

    def __init__(self, batch: Batch, seat: int = 0, bots: Sequence[str | Bot] = ("random",)) -> None:
        """Create the games of `batch`, in which `seat` learns and `bots` play.

        Raise `Unreadable` if the seat or a bot is wrong.
        """
        if not 0 <= seat < batch.seats:
            raise Unreadable(f"there is no seat {seat}; the seats are 0 to {batch.seats - 1}")
        others = [k for k in range(batch.seats) if k != seat]
        if not bots or isinstance(bots, str) or len(bots) > max(1, len(others)):
            raise Unreadable(f"bots are a list of 1 to {max(1, len(others))} names, not {bots!r}")
        self.batch, self.seat = batch, seat
        given = [rooms.find_bot(one) if isinstance(one, str) else one for one in bots]
        self._bots: dict[int, Bot] = {other: given[k % len(given)] for k, other in enumerate(others)}
        self._at_random = all(bot is rooms.get("random") for bot in self._bots.values())
        for bot in given:
            bot.prepare(batch.game)
        self._own = np.full(batch.n, seat)

    def __getstate__(self) -> dict[str, Any]:
        """Return the state of the object for a pickle.

        Bots that are registered by name are stored as their names, because each process has to compile its own bots.
        """
        kept: dict[int, Bot | str] = {
            seat: bot.name if _is_registered(bot) else bot for seat, bot in self._bots.items()
        }
        return {**vars(self), "_bots": kept}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        given: dict[int, Bot | str] = kept["_bots"]
        bots = {seat: rooms.get(bot) if isinstance(bot, str) else bot for seat, bot in given.items()}
        vars(self).update({**kept, "_bots": bots})
        for bot in self._bots.values():
            bot.prepare(self.batch.game)

    def __deepcopy__(self, memo: Any) -> Facing:
        bots = {seat: bot if _is_registered(bot) else deepcopy(bot, memo) for seat, bot in self._bots.items()}
        twin = Facing.__new__(Facing)
        vars(twin).update({**vars(self), "batch": self.batch.clone(), "_own": self._own.copy(), "_bots": bots})
        return twin

    def begin(self, where: Any = None, seed: Any = None) -> None:
        """Start games, and let the bots play until the learning seat is asked or the game is over.

        `where` (bools) selects the indices of the batch's arrays at which games start, by default all. At each index, a
        sequence of games with different deals is played. `seed` (an integer, or an array with an integer for each
        index) begins new sequences at these indices. Without `seed`, the next game of the current sequence starts.
        """
        self.batch.reset(where, seed)
        self._go_on(where)

    def look(self) -> tuple[Any, Any]:
        """Return the views of the learning seat and its legal actions, as arrays with a row per game.

        The arrays belong to the batch, and the next call overwrites them.
        """
        views, mask, _ = self.batch.look(self._own)
        return views, mask

    def play(self, codes: Any, where: Any = None) -> None:
        """Play an action of the learning seat in each game, and let the bots play until the seat is asked again.

        `codes` has the code of an action for each game. `where` (bools) selects games, by default all.
        """
        self.look()
        self.batch.step(codes, where)
        self._go_on(where)

    def _go_on(self, where: Any) -> None:
        """Let bots play until the learning seat is the lowest seat that may act, or the game is over.

        `where` selects the games, as an array of bools.
        """
        if self._at_random:
            self.batch.play_along(self.seat, where)
            return
        places = np.ones(self.batch.n, np.bool_) if where is None else np.asarray(where)
        while True:
            _, mask, seats = self.batch.look()
            waits = places & (seats >= 0) & (seats != self.seat)
            if not waits.any():
                return
            codes = np.zeros(self.batch.n, np.int64)
            for k in np.flatnonzero(waits).tolist():
                codes[k] = self._choose_code(k, int(seats[k]), np.flatnonzero(mask[k]).tolist())
            self.batch.step(codes, waits)

    def _choose_code(self, k: int, seat: int, legal: list[int]) -> int:
        """Return the code of the action that the bot on `seat` chooses in game `k`.

        `legal` has the codes of legal actions.
        """
        batch = self.batch
        number = int(batch.length[k]) + 1
        seed = SEED_STEP * batch.words_of(int(batch.episode[k]), k)[0] + number
        view = batch.game.shape.load(batch.obs, k)
        where = f"action {number} of a game of {batch.game.facts.title}"
        return choose_checked(self._bots[seat], view, (seat, legal), seed, where)


def _is_registered(bot: Bot) -> bool:
    """Return whether this bot object is registered under its name."""
    return bot.name in rooms.names() and rooms.get(bot.name) is bot
