"""Time and chance held in the hand."""

from __future__ import annotations

import asyncio
import heapq
import inspect
import random
from typing import TYPE_CHECKING, Any

from enginehouse.table.time_and_chance import ALPHABET

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from enginehouse.table.store.store import Store


class HandClock:
    """A clock that moves only when told to."""

    def __init__(self) -> None:
        self.time = 1000.0
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []
        self._count = 0

    def now(self) -> float:
        return self.time

    def date(self) -> float:
        return 1_700_000_000 + self.time

    async def sleep(self, seconds: float) -> None:
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._count += 1
        heapq.heappush(self._sleepers, (self.time + seconds, self._count, future))
        await future

    async def watch(self) -> None:
        """Wait for ever: nothing pauses a clock in the hand."""
        await asyncio.Event().wait()

    async def advance(self, seconds: float) -> None:
        """Let so many seconds pass, waking sleepers one after the other, each with time to act."""
        until = self.time + seconds
        await settle()
        while self._sleepers and self._sleepers[0][0] <= until + 1e-9:
            at, _, future = heapq.heappop(self._sleepers)
            self.time = max(self.time, at)
            if not future.done():
                future.set_result(None)
            await settle()
        self.time = until
        await settle()


BUSY = [0]
"""How many calls of the store, and of other threads, are under way (see `count_calls`)."""

QUIET_ROUNDS = 40
"""How often the loop turns with nothing under way before nothing more is expected."""


async def settle() -> None:
    """Let everything that can go on go on; the database answers from a thread of its own, in its own time."""
    quiet = 0
    while quiet < QUIET_ROUNDS:
        quiet = 0 if BUSY[0] else quiet + 1
        await asyncio.sleep(0.0005 if BUSY[0] else 0)


def count_calls(store: Store) -> None:
    """Count the calls of the store and of the running loop's threads in `BUSY` while they are under way."""
    loop: Any = asyncio.get_running_loop()
    run_in_executor = loop.run_in_executor

    def counted(*given: Any) -> Any:
        BUSY[0] += 1
        future = run_in_executor(*given)
        future.add_done_callback(_count_down)
        return future

    loop.run_in_executor = counted
    _count_part_calls(store, set())


def _count_down(_: object) -> None:
    BUSY[0] -= 1


def _count_part_calls(part: object, seen: set[int]) -> None:
    if id(part) in seen or not type(part).__module__.startswith("enginehouse.table.store"):
        return
    seen.add(id(part))
    for name, call in inspect.getmembers(part, inspect.iscoroutinefunction):
        if not name.startswith("_"):  # a private one may be a loop that never ends
            setattr(part, name, watched(call))
    for other in list(vars(part).values()):
        _count_part_calls(other, seen)


def watched(call: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    """The same call, counted while it is under way."""

    async def counted(*given: Any, **more: Any) -> Any:
        BUSY[0] += 1
        try:
            return await call(*given, **more)
        finally:
            BUSY[0] -= 1

    return counted


class SeededChance:
    """Chance that repeats."""

    def __init__(self, seed: int = 1) -> None:
        self.dice = random.Random(seed)

    def token(self, length: int) -> str:
        return "".join(self.dice.choice(ALPHABET) for _ in range(length))

    def number(self, below: int) -> int:
        return self.dice.randrange(below)

    def seed(self) -> str:
        return f"{self.dice.getrandbits(256):064x}"
