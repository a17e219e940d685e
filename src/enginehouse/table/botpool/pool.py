"""Manage the worker processes in which bots run.

If a worker process has ended or does not answer in time, the pool kills it and starts another process when needed.
"""

from __future__ import annotations

import asyncio
import os
import struct
import sys
import time
from collections.abc import Callable
from contextlib import suppress

import msgspec

from enginehouse.bots.bot import BotFailed
from enginehouse.table.botpool.jobs import BotAnswer, CheckJob, ChooseJob, Job, JudgeJob
from enginehouse.table.botpool.turns import Turns


def check_answer(job: Job, thought: BotAnswer) -> BotAnswer:
    """Return `thought`, a worker's answer to the job `job`, unchanged if it is valid.

    Raise `BotFailed` if it is an error or has no legal action.
    """
    error = thought.error
    if isinstance(job, ChooseJob | JudgeJob) and thought.action not in job.legal:
        # The action is left out: a choice in an open window must not be in a log.
        error = error or "it is not among them"
    if error:
        raise BotFailed(f"{_name_thinker(job)} gave no legal action: {error}")
    return thought


def _name_thinker(job: Job) -> str:
    return "the check of a log" if isinstance(job, CheckJob) else f"the bot {job.bot}"


class Workers:
    """A pool of worker processes in which bots run.

    A worker starts when it is first needed, and does one job at a time.
    """

    def __init__(self, many: int, patience: float) -> None:
        self.many, self.patience = max(1, many), patience
        self._turns: Turns[asyncio.subprocess.Process | None] = Turns()
        for _ in range(self.many):
            self._turns.put(None)
        self._all: set[asyncio.subprocess.Process] = set()
        self._exchanges: set[asyncio.Task[BotAnswer]] = set()

    def make_similar(self, many: int, patience: float) -> Workers:
        """Return a new pool of the same kind, with `many` workers.

        Such a pool is for jobs that must not delay the bots at tables. A job fails if it has no answer after `patience`
        seconds.
        """
        return type(self)(many, patience)

    async def start(self) -> None:
        """Start a worker process before the first job comes, so that this job need not wait for the start.

        Do nothing if a worker process is already free, or if jobs use all workers.
        """
        if not self._turns.free:
            return  # all workers are busy
        worker = self._turns.take_free()
        try:
            worker = worker or await self._spawn()
        finally:
            self._turns.put(worker)  # give back the place, so that a worker can be started later

    async def _spawn(self) -> asyncio.subprocess.Process:
        # The child finds the same packages as its parent, wherever they lie.
        environ = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
        worker = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "enginehouse.table.botpool.worker",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env=environ,
            # Ctrl-C in a terminal must reach only the table, which then ends its workers. Otherwise each would print a
            # traceback.
            start_new_session=True,
        )
        self._all.add(worker)
        return worker

    async def think(self, job: Job, budget: Callable[[], float] = lambda: 1.0, table: str = "") -> int:
        """Return the code of the action that a bot chooses for a job.

        `budget` returns the number of seconds that the bot may use. `table` is the id of the table. The jobs of
        different tables take turns, and all jobs without a table ("") count as those of one table. Raise `BotFailed` if
        the bot returns no legal action.
        """
        return (await self.ask(job, budget, table)).action

    async def ask(self, job: Job, budget: Callable[[], float], table: str = "") -> BotAnswer:
        """Let a worker do a job, and return its answer.

        `budget` is called when a worker is free, and returns how many seconds the job may take from then on. `table` is
        the id of the table. The jobs of different tables take turns, and all jobs without a table ("") count as those
        of one table. Raise `BotFailed` if the job fails, or if a bot has to choose an action and returns no legal one.
        """
        # The caller may stop waiting. The exchange still goes to its end, or the next job would get this answer.
        worker = await self._turns.get(table)
        job = msgspec.structs.replace(job, until=time.monotonic() + budget())
        exchange = asyncio.create_task(self._exchange(worker, job))
        self._exchanges.add(exchange)
        exchange.add_done_callback(self._end_exchange)
        return check_answer(job, await asyncio.shield(exchange))

    def _end_exchange(self, exchange: asyncio.Task[BotAnswer]) -> None:
        self._exchanges.discard(exchange)
        if not exchange.cancelled():
            exchange.exception()  # mark the error as seen, because the caller may be gone

    async def _exchange(self, worker: asyncio.subprocess.Process | None, job: Job) -> BotAnswer:
        """Send a job to a worker, return the worker's answer, and free the worker.

        If there is no `worker` yet, start a new process for the job.
        """
        try:
            if worker is None or worker.returncode is not None:
                worker = await self._spawn()
            return await asyncio.wait_for(self._ask(worker, job), self.patience)
        except (TimeoutError, OSError, asyncio.IncompleteReadError, msgspec.DecodeError) as error:
            if worker is not None:
                await self._end(worker)
                worker = None
            raise BotFailed(f"{_name_thinker(job)} gave no answer ({type(error).__name__})") from None
        finally:
            self._turns.put(worker)

    async def _ask(self, worker: asyncio.subprocess.Process, job: Job) -> BotAnswer:
        assert worker.stdin is not None and worker.stdout is not None
        data = msgspec.msgpack.encode(job)
        worker.stdin.write(struct.pack("<I", len(data)) + data)
        await worker.stdin.drain()
        (length,) = struct.unpack("<I", await worker.stdout.readexactly(4))
        return msgspec.msgpack.decode(await worker.stdout.readexactly(length), type=BotAnswer)

    def _kill(self, worker: asyncio.subprocess.Process) -> None:
        with suppress(ProcessLookupError):
            worker.kill()

    async def _end(self, worker: asyncio.subprocess.Process) -> None:
        self._kill(worker)
        await worker.wait()
        self._all.discard(worker)

    async def close(self) -> None:
        """Cancel all jobs in progress, and stop all worker processes."""
        for exchange in self._exchanges:
            exchange.cancel()
        await asyncio.gather(*self._exchanges, return_exceptions=True)
        for worker in list(self._all):
            await self._end(worker)
