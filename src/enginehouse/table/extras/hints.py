"""Provide hints: the action that a strong bot would choose, with the reason.

The bot receives only the view of the player's seat. It runs in a worker process and changes nothing at the table. Only
the player that asked receives the hint, and other players cannot notice it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, NamedTuple

from enginehouse.bots.analysis.reasons import wait_for_turn
from enginehouse.core.errors import NotAllowed
from enginehouse.core.words.naming import fill_plain
from enginehouse.table.botpool.jobs import BotAnswer, ChooseJob
from enginehouse.table.botpool.pool import Workers
from enginehouse.table.extras.queues import Queue
from enginehouse.table.states.state import TableState

ADVISER = "hard"
"""The name of the bot that gives hints."""
SECONDS = 2.0
"""The time limit of that bot in seconds."""
SEED = 17
WAITING, WAITING_EACH = 100, 5
"""The maximum number of requests for hints that wait at once, in total and for one person."""
KEPT = 200
"""The number of cached hints. They are cached so that the same decision gets the same hint."""


class Hint(NamedTuple):
    """A hint: the name of an action (`act`), the action in words (`label`), and the reason in words (`why`)."""

    act: str
    label: str
    why: str


class Hints:
    """The source of hints for all tables. It has its own worker processes for the bots."""

    def __init__(self, patience: float, make_pool: Callable[[int, float], Workers] = Workers) -> None:
        """Create the source of hints. A hint fails if the bot has not answered after `patience` seconds.

        `make_pool` creates a pool of bots from a number of workers and a patience in seconds.
        """
        # Hints have their own worker. If they used that of the bots, other players could notice a request by the delay.
        self.workers = make_pool(1, patience)
        self._queue = Queue("hints", WAITING, WAITING_EACH)
        self._asked: dict[tuple[str, str, int, int], asyncio.Task[BotAnswer]] = {}

    async def of(self, state: TableState, seat: int, person: str) -> Hint:
        """Return a hint for a seat that may act. `person` is the caller's id.

        Raise `NotAllowed` if the seat has no hint now, `BotFailed` if the bot fails, and `Busy` if too many hints wait.
        """
        if not state.row.hints:
            raise NotAllowed(0, "Hints are off at this table.")
        if seat < 0 or not state.running or state.is_silent(seat) or not state.legal(seat):
            raise NotAllowed(0, "It is not your turn. Ask for a hint when it is.")
        key = ("hint", state.row.id, seat, state.decision(seat))
        return await self._ask(key, state, ADVISER, (seat, state.view(seat), state.legal(seat)), person)

    async def of_partner(self, state: TableState, seat: int, partner: int, person: str) -> Hint:
        """Return the plan of a bot on the seat `partner` for the player on `seat`. `person` is the id of that player.

        The plan is the action that the bot would choose if all other seats passed until its turn. Raise `NotAllowed` if
        the bot on `partner` does not play together with `seat`, or if it has no further turn. Also raise `NotAllowed`
        if the bot's view differs from that of the player, because a plan could then reveal hidden information.
        """
        if seat not in state.row.list_seats(person) or partner not in state.partners:
            raise NotAllowed(0, "Only a bot that wins and loses together with you tells you its plan.")
        if not _sees_the_same(state, seat, partner):
            raise NotAllowed(0, f"{state.row.names[partner]} sees what you do not see now, and must not tell it.")
        view = wait_for_turn(state.view(partner), partner)
        if view is None:
            raise NotAllowed(0, f"{state.row.names[partner]} has no turn before something else happens.")
        out = [0] * len(state.match.game.vocabulary)
        legal = out[: int(state.match.game.rules.legal(view, partner, out))]
        key = ("plan", state.row.id, partner, len(state.match.standing))
        return await self._ask(key, state, state.row.seats[partner].bot or ADVISER, (partner, view, legal), person)

    async def _ask(
        self, key: tuple[str, str, int, int], state: TableState, bot: str, at: tuple[int, Any, list[int]], person: str
    ) -> Hint:
        """Return the hint of the bot with the name `bot` for a decision.

        `at` is the decision: its seat, the view and the legal actions. `person` is the caller's id. The hint is cached
        under `key`: the kind of hint, the table's id, the seat, and the number of the decision.
        """
        view = at[1]
        if key not in self._asked:
            self._begin(key, state, bot, at, person)
        try:
            thought = await asyncio.shield(self._asked[key])
        except Exception:
            self._asked.pop(key, None)
            raise
        game, names = state.match.game, state.row.names
        label = fill_plain(game.words.action(view, thought.action), names)
        return Hint(game.vocabulary.name(thought.action), label, fill_plain(thought.reason, names))

    def _begin(
        self, key: tuple[str, str, int, int], state: TableState, bot: str, at: tuple[int, Any, list[int]], person: str
    ) -> None:
        self._queue.enter(person)
        self._asked[key] = task = asyncio.create_task(self._think(key[0], state, bot, at, person))
        task.add_done_callback(lambda _: self._queue.leave(person))
        for old in list(self._asked)[:-KEPT]:
            self._asked.pop(old).cancel()

    async def _think(
        self, kind: str, state: TableState, bot: str, at: tuple[int, Any, list[int]], person: str
    ) -> BotAnswer:
        game, (seat, view, legal) = state.match.game, at
        # A partner tells its own choice.
        job = ChooseJob(
            game.address, bot, game.shape.to_bytes(view), seat, legal, SEED, why=True, advises=kind == "hint"
        )
        # People take turns, so requests at many tables delay other people by one hint at most.
        return await self.workers.ask(job, lambda: SECONDS, person)

    async def close(self) -> None:
        """Cancel all hints that are in progress, and stop their worker processes."""
        for task in self._asked.values():
            task.cancel()
        await self.workers.close()


def _sees_the_same(state: TableState, seat: int, other: int) -> bool:
    """Return whether the views of `seat` and of the seat `other` are equal, except for the number of the viewer."""
    shape = state.match.game.shape
    mine, its = state.view(seat), shape.copy(state.view(other))
    its.viewer = mine.viewer
    return bool(shape.to_bytes(mine) == shape.to_bytes(its))
