"""Let the bots of a table choose their actions before the time at which they act.

The time of an action is computed from public information (`deadlines`). A bot has to choose before that time. So the
time does not depend on the hand of the bot.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import NamedTuple

from enginehouse.bots.bot import BotFailed
from enginehouse.table.botpool.jobs import ChooseJob
from enginehouse.table.botpool.pool import Workers
from enginehouse.table.states import teaching
from enginehouse.table.states.deadlines import compute_bot_time, thinkers
from enginehouse.table.states.state import TableState
from enginehouse.table.states.windows import BOTS_WINDOW_MS
from enginehouse.table.time_and_chance import Clock, RandomSource

SPENT = 0.65
"""The share of the time before its action in which a bot may think.

The rest is for communication, and for a busy machine.
"""
AT_ONCE_S = 1.0
"""The budget in seconds of a bot whose thinking time reveals nothing."""
LOG = logging.getLogger("enginehouse.table")


class Chosen(NamedTuple):
    """A bot's choice: the `code` of its action, and the time `at` (of `Clock.now`) when the bot was ready.

    `at` is 0 if the time cannot reveal a secret, because a lesson prescribes the action or bots of this kind answer at
    once.
    """

    code: int
    at: float


class Thoughts:
    """The choices of a table's bots, finished or in progress, by seat and number of the decision.

    A bot receives only the view of its seat and its legal actions.
    """

    def __init__(self, workers: Workers, clock: Clock, chance: RandomSource) -> None:
        self._workers, self._clock, self._chance = workers, clock, chance
        self._tasks: dict[tuple[int, int], asyncio.Task[Chosen]] = {}

    def begin(self, state: TableState) -> None:
        """Start a task for each bot that may choose an action now. Cancel the tasks for decisions that are past."""
        wanted = set(thinkers(state).items())
        for key in [k for k in self._tasks if k not in wanted]:
            self._tasks.pop(key).cancel()
        for seat, decision in wanted:
            if (seat, decision) not in self._tasks:
                task = asyncio.create_task(self._think(state, seat))
                self._tasks[seat, decision] = task

    async def _think(self, state: TableState, seat: int) -> Chosen:
        if (told := teaching.find_scripted(state, seat)) is not None:
            return Chosen(told, 0.0)
        code = await self._choose_code(state, seat)
        return Chosen(code, self._clock.now() if state.thinks_s(seat) else 0.0)

    async def _choose_code(self, state: TableState, seat: int) -> int:
        game, legal = state.match.game, state.legal(seat)
        bot, view = state.row.seats[seat].bot or "", game.shape.to_bytes(state.view(seat))
        job = ChooseJob(game.address, bot, view, seat, legal, self._chance.number(2**31))
        budget = self._budget(state, seat)
        for _ in range(2):
            try:
                return await self._workers.think(job, budget, state.row.id)
            except BotFailed as error:
                LOG.warning("table %s: %s", state.row.id, error)
        # A bot that cannot play must not delay the others.
        return legal[self._chance.number(len(legal))]

    def _budget(self, state: TableState, seat: int) -> Callable[[], float]:
        """Return a function without arguments that returns the number of seconds that a seat's bot may use.

        The bot calls this function when a worker is free. If several bots are asked at the same time, they get equal
        shares of the time limit, so that all of them answer before the limit.
        """
        now = self._clock.now()
        if state.window is not None:
            total = SPENT * min(BOTS_WINDOW_MS / 1000, state.window.compute_remaining(now))
            share = total / len(thinkers(state))
        else:
            total = share = SPENT * (compute_bot_time(state, seat) - now) if state.thinks_s(seat) else AT_ONCE_S
        return lambda: max(0.0, min(share, now + total - self._clock.now()))

    def find_ready_time(self) -> float:
        """Return the latest time (of `Clock.now`) at which a bot of the table was ready with its choice.

        Bots that are still choosing are ignored. Return 0 if no bot has chosen.
        """
        done = [task.result().at for task in self._tasks.values() if _has_chosen(task)]
        return max(done, default=0.0)

    def by_now(self, seat: int, decision: int) -> int | None:
        """Return the code of the action that a seat's bot has chosen at this decision, or None before it has chosen."""
        task = self._tasks.get((seat, decision))
        return task.result().code if task is not None and _has_chosen(task) else None

    async def of(self, seat: int, decision: int) -> int | None:
        """Wait until a seat's bot has chosen at the decision with this number, and return the code of its action.

        Return None if the bot is not asked any more.
        """
        task = self._tasks.get((seat, decision))
        return None if task is None else (await task).code

    async def all(self) -> None:
        """Wait until no bot of the table is computing an action any more."""
        if self._tasks:
            await asyncio.wait(self._tasks.values())

    def drop(self, seat: int, decision: int) -> None:
        """Delete the choice of a seat's bot at the decision with this number, because it could not be played."""
        self._tasks.pop((seat, decision), None)

    def cancel(self) -> None:
        """Cancel all choices of the table's bots that are in progress, and forget the finished choices."""
        for task in self._tasks.values():
            task.cancel()
        self._tasks.clear()


def _has_chosen(task: asyncio.Task[Chosen]) -> bool:
    """Return whether the task of a bot has ended with a choice, and not with an error."""
    return task.done() and not task.cancelled() and not task.exception()
