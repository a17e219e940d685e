"""Run bots one after the other, in the same process as the server.

While a bot computes its action, no other request at any table is answered, and a bot that never answers cannot be
stopped. During an analysis, requests are answered after each result.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from typing import Any

import msgspec

from enginehouse.table.botpool import worker
from enginehouse.table.botpool.jobs import BotAnswer, Job, ReviewJob
from enginehouse.table.botpool.pool import Workers, check_answer


class InPlaceBots(Workers):
    """A pool without worker processes: jobs run in the process of the server, one at a time.

    Jobs of different tables take turns.
    """

    def __init__(self, many: int = 1, patience: float = 0.0) -> None:
        """Create the pool. It ignores both arguments, which are those of `Workers`."""
        super().__init__(1, patience)

    async def start(self) -> None:
        """Return immediately. There is no worker to prepare."""

    async def ask(self, job: Job, budget: Callable[[], float], table: str = "") -> BotAnswer:
        """Do a job and return its answer.

        `budget` returns how many seconds the job may take. `table` is the id of the table. The jobs of different tables
        take turns, and all jobs without a table ("") count as those of one table. Raise `BotFailed` if the job fails,
        or if a bot has to choose an action and returns no legal one.
        """
        turn = await self._turns.get(table)
        try:
            await asyncio.sleep(0)  # Requests that wait are answered before the next bot thinks.
            thought = await self.answer(msgspec.structs.replace(job, until=time.monotonic() + budget()))
        finally:
            self._turns.put(turn)
        return check_answer(job, thought)

    async def answer(self, job: Job) -> BotAnswer:
        """Return the answer to a job. If the job fails, the answer contains the error."""
        if not isinstance(job, ReviewJob) or job.finished.part == "count":
            return worker.answer_safely(job, wait=True)
        try:
            return BotAnswer(found=msgspec.json.encode([one async for one in self.list_results(job)]))
        except Exception as error:
            return worker.describe_error(error)

    async def list_results(self, job: ReviewJob) -> AsyncIterator[Any]:
        """Yield the results of an analysis that a job requests, as values for JSON.

        Other requests are answered in between.
        """
        worker.make_ready(job, wait=True)
        for one in worker.list_results(job):
            yield one
            await asyncio.sleep(0)
