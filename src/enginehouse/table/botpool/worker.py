"""Where bots think: processes of their own that get the bytes of a view and give back an action, and know nothing else.

A worker is this module run as a program; jobs and answers go through its standard input and output, each with its
length in front. A worker that dies or thinks too long is ended by its own id and replaced by a fresh one.
"""

from __future__ import annotations

import asyncio
import logging
import math
import os
import struct
import sys
import threading
import time
from contextlib import suppress
from typing import BinaryIO

import msgspec

from enginehouse.bots.bot import BotFailed as BotFailed

LOG = logging.getLogger("enginehouse.table")


class Job(msgspec.Struct, array_like=True):
    """What a bot gets: the game's package, its own name, a view, its seat, what is legal, a budget and a seed."""

    package: str
    bot: str
    view: bytes
    seat: int
    legal: list[int]
    seed: int
    budget: float = 1.0


class Thought(msgspec.Struct, array_like=True):
    """What it gives back: an action's code, or what went wrong."""

    action: int = -1
    error: str = ""


# ---------------------------------------------------------------- in the worker


def think(job: Job) -> int:
    """The action that a bot chooses."""
    from enginehouse import bots

    game = _game(job.package)
    view = game.shape.from_bytes(job.view)
    return int(bots.get(job.bot).choose(view, job.seat, job.legal, job.budget, job.seed).action)


_GAMES: dict[str, object] = {}
_AGAIN_AT: dict[tuple[str, str], float] = {}
"""When a bot is next made ready for a game: never again once that has begun, unless it fails."""
_ONE_AT_A_TIME = threading.Lock()
AGAIN_S = 30.0
"""So long after a failure it is tried again."""


def _make_ready(job: Job) -> None:
    """Let a bot compile for a game in the background, where it knows how to; it thinks plain until that is done."""
    from enginehouse import bots

    key = (job.bot, job.package)
    if time.monotonic() < _AGAIN_AT.get(key, 0.0):
        return
    prepare, game = bots.get(job.bot).prepare, _game(job.package)
    _AGAIN_AT[key] = math.inf

    def compile_it() -> None:
        try:
            with _ONE_AT_A_TIME:  # two that import Numba at once find it half there
                prepare(game)
        except Exception as error:
            _AGAIN_AT[key] = time.monotonic() + AGAIN_S
            LOG.warning("the bot %s goes on thinking uncompiled: %s", job.bot, error)

    threading.Thread(target=compile_it, daemon=True).start()


def _game(package: str):  # type: ignore[no-untyped-def]  # a Game, imported late
    from enginehouse.core.game import Game

    if package not in _GAMES:
        _GAMES[package] = Game(package)
    return _GAMES[package]


def main() -> None:
    """Answer jobs until the table closes the pipe."""
    jobs, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)  # whatever a bot prints must not get among the answers
    if hasattr(os, "nice"):
        with suppress(OSError):
            os.nice(5)
    decoder = msgspec.msgpack.Decoder(Job)
    while (data := _read(jobs)) is not None:
        try:
            job = decoder.decode(data)
            _make_ready(job)
            thought = Thought(think(job))
        except Exception as error:
            thought = Thought(-1, f"{type(error).__name__}: {error}")
        answer = msgspec.msgpack.encode(thought)
        try:
            answers.write(struct.pack("<I", len(answer)) + answer)
        except BrokenPipeError:  # the table is gone
            return


def _read(stream: BinaryIO) -> bytes | None:
    head = stream.read(4)
    if len(head) < 4:
        return None
    (length,) = struct.unpack("<I", head)
    data = stream.read(length)
    return data if len(data) == length else None


# ---------------------------------------------------------------- at the table


class Workers:
    """A few workers, started when first needed; each does one job at a time."""

    def __init__(self, many: int, patience: float) -> None:
        self.many, self.patience = max(1, many), patience
        self._free: asyncio.Queue[asyncio.subprocess.Process | None] | None = None
        self._all: set[asyncio.subprocess.Process] = set()
        self._exchanges: set[asyncio.Task[Thought]] = set()

    async def start(self) -> None:
        """Have the first worker ready before somebody needs it."""
        queue = self._queue()
        if queue.empty():
            return  # all are at work
        worker = queue.get_nowait()
        try:
            worker = worker or await self._spawn()
        finally:
            queue.put_nowait(worker)  # or nobody would ever think in its place

    def _queue(self) -> asyncio.Queue[asyncio.subprocess.Process | None]:
        if self._free is None:
            self._free = asyncio.Queue()
            for _ in range(self.many):
                self._free.put_nowait(None)
        return self._free

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
            # Ctrl-C in a terminal is for the table, which then ends its workers; they would all tell of it.
            start_new_session=True,
        )
        self._all.add(worker)
        return worker

    async def think(self, job: Job) -> int:
        """The action that a bot chooses; `BotFailed` when it gives none or none that is legal."""
        # Whoever asked may lose interest; the exchange goes on to its end, or the next job would get this one's answer.
        exchange = asyncio.create_task(self._exchange(await self._queue().get(), job))
        self._exchanges.add(exchange)
        exchange.add_done_callback(self._done)
        thought = await asyncio.shield(exchange)
        if thought.error or thought.action not in job.legal:
            raise BotFailed(f"the bot {job.bot} chose {thought.action}: {thought.error or 'not legal'}")
        return thought.action

    def _done(self, exchange: asyncio.Task[Thought]) -> None:
        self._exchanges.discard(exchange)
        if not exchange.cancelled():
            exchange.exception()  # nobody may be left to ask for it

    async def _exchange(self, worker: asyncio.subprocess.Process | None, job: Job) -> Thought:
        """Give a job to a worker (a fresh one if need be) and put the worker back for others."""
        try:
            if worker is None or worker.returncode is not None:
                worker = await self._spawn()
            return await asyncio.wait_for(self._ask(worker, job), self.patience)
        except (TimeoutError, OSError, asyncio.IncompleteReadError, msgspec.DecodeError) as error:
            if worker is not None:
                await self._end(worker)
                worker = None
            raise BotFailed(f"the bot {job.bot} gave no answer ({type(error).__name__})") from None
        finally:
            self._queue().put_nowait(worker)

    async def _ask(self, worker: asyncio.subprocess.Process, job: Job) -> Thought:
        assert worker.stdin is not None and worker.stdout is not None
        data = msgspec.msgpack.encode(job)
        worker.stdin.write(struct.pack("<I", len(data)) + data)
        await worker.stdin.drain()
        (length,) = struct.unpack("<I", await worker.stdout.readexactly(4))
        return msgspec.msgpack.decode(await worker.stdout.readexactly(length), type=Thought)

    def _kill(self, worker: asyncio.subprocess.Process) -> None:
        with suppress(ProcessLookupError):
            worker.kill()

    async def _end(self, worker: asyncio.subprocess.Process) -> None:
        self._kill(worker)
        await worker.wait()
        self._all.discard(worker)

    async def close(self) -> None:
        """End all workers."""
        for exchange in self._exchanges:
            exchange.cancel()
        await asyncio.gather(*self._exchanges, return_exceptions=True)
        for worker in list(self._all):
            await self._end(worker)


if __name__ == "__main__":
    main()
