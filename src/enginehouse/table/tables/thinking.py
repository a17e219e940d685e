"""Bots that think for one table, ahead of the time at which they act."""

from __future__ import annotations

import asyncio
import logging

from enginehouse import bots
from enginehouse.bots.bot import BotFailed
from enginehouse.table.botpool.jobs import Job
from enginehouse.table.botpool.pool import Workers
from enginehouse.table.tables import teaching
from enginehouse.table.tables.deadlines import thinkers
from enginehouse.table.tables.state import TableState
from enginehouse.table.time_and_chance import Chance

WINDOW_S = 1.0
"""So many seconds bots that are asked at once may think altogether."""
LOG = logging.getLogger("enginehouse.table")


class Thoughts:
    """One thought for each bot that is asked, by seat and decision. What a bot gets is its view and its legal actions."""

    def __init__(self, workers: Workers, chance: Chance) -> None:
        self._workers, self._chance = workers, chance
        self._tasks: dict[tuple[int, int], asyncio.Task[int]] = {}

    def begin(self, state: TableState) -> None:
        """Let all think that may; what nobody wants to know any more is thought no further."""
        wanted = set(thinkers(state).items())
        for key in [k for k in self._tasks if k not in wanted]:
            self._tasks.pop(key).cancel()
        for seat, decision in wanted:
            if (seat, decision) not in self._tasks:
                task = asyncio.create_task(self._think(state, seat))
                self._tasks[seat, decision] = task

    async def _think(self, state: TableState, seat: int) -> int:
        if (told := teaching.scripted(state, seat)) is not None:
            return told
        game, legal = state.match.game, state.legal(seat)
        bot, view = state.row.seats[seat].bot or "", game.shape.to_bytes(state.view(seat))
        job = Job(game.package, bot, view, seat, legal, self._chance.number(2**31), self._budget(state, bot))
        for _ in range(2):
            try:
                return await self._workers.think(job)
            except BotFailed as error:
                LOG.warning("table %s: %s", state.row.id, error)
        # A bot that cannot play must not hold up those who can.
        return legal[self._chance.number(len(legal))]

    def _budget(self, state: TableState, bot: str) -> float:
        """The seconds for a choice: what the bot's level takes, where it alone is asked; else about a second for all that
        are asked, so that they have answered before the window closes. Everybody sees who is asked."""
        many = len(thinkers(state))
        return WINDOW_S / many if many > 1 else next(iter(bots.get(bot).levels.values()))

    async def of(self, seat: int, decision: int) -> int | None:
        """What a bot has chosen, when it has; None where it is not asked any more."""
        task = self._tasks.get((seat, decision))
        return None if task is None else await task

    def by_now(self, seat: int, decision: int) -> int | None:
        """What a bot has chosen by now; it stays until the seat has moved on."""
        task = self._tasks.get((seat, decision))
        if task is None or not task.done() or task.cancelled() or task.exception():
            return None
        return task.result()

    async def all(self) -> None:
        """Wait until all have chosen."""
        if self._tasks:
            await asyncio.wait(self._tasks.values())

    def drop(self, seat: int, decision: int) -> None:
        """That one did not fit."""
        self._tasks.pop((seat, decision), None)

    def cancel(self) -> None:
        """Nobody wants to know any more."""
        for task in self._tasks.values():
            task.cancel()
