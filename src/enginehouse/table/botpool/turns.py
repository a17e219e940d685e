"""The order of jobs for worker processes. Tables take turns, so a table with many bots does not delay others."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any, Generic, NamedTuple, TypeVar

T = TypeVar("T")


class _Waiting(NamedTuple):
    """A request that waits for a free thing, such as a worker process. It comes from a game table.

    `number` counts the requests in the order in which they came. The things are given out in rounds, in which each
    waiting table gets one thing. `turn` is the number of the earliest round in which this request may get a thing. The
    future `got` receives the thing.
    """

    number: int
    turn: int
    got: asyncio.Future[Any]


class Turns(Generic[T]):
    """A pool of free things, such as worker processes. It assigns each thing to one of the waiting requests.

    Each request belongs to a table. The tables take turns, so that a table with many requests does not delay the
    others: a table that has just received a thing gets the next thing only after all other tables that are waiting now.
    A table cannot save turns for later, and a cancelled request uses no turn.
    """

    def __init__(self) -> None:
        self._free: deque[T] = deque()
        self._waiting: dict[str, deque[_Waiting]] = {}
        self._turn = self._came = 0
        self._next: dict[str, int] = {}
        """By table, the number of its next turn, if that is later than the current turn."""

    @property
    def free(self) -> int:
        """Return the number of free things, such as worker processes, that can be assigned to requests.

        If the result is above 0, no request is waiting for a thing.
        """
        return len(self._free)

    def take_free(self) -> T:
        """Return a free thing, such as a worker process, without waiting for a turn.

        Raise `IndexError` if no thing is free. Call this for work that belongs to no table.
        """
        return self._free.popleft()

    async def get(self, table: str) -> T:
        """Wait for a table's turn and return a free thing, such as a worker process."""
        self._came += 1
        one = _Waiting(self._came, self._turn, asyncio.get_running_loop().create_future())
        self._waiting.setdefault(table, deque()).append(one)
        self._give()
        try:
            got: T = await one.got
            return got
        except asyncio.CancelledError:
            if one.got.done() and not one.got.cancelled():
                self.put(one.got.result())  # the thing was assigned at the moment of the cancellation
            else:
                self._leave(table, one)
            raise

    def put(self, free: T) -> None:
        """Give a free object, such as a worker process, back to the pool.

        If requests wait, the request whose turn it is gets the object. If no request waits, forget which tables have
        just had their turn, so that these tables need not wait for others the next time.
        """
        self._free.append(free)
        if not self._waiting:
            self._next.clear()
        self._give()

    def _leave(self, table: str, one: _Waiting) -> None:
        there = self._waiting.get(table, deque())
        if one in there:
            there.remove(one)
            if not there:
                del self._waiting[table]

    def _give(self) -> None:
        while self._free and self._waiting:
            turn, _, table = min(
                (max(there[0].turn, self._next.get(table, 0)), there[0].number, table)
                for table, there in self._waiting.items()
            )
            one = self._waiting[table][0]
            self._leave(table, one)
            if one.got.done():  # the request was cancelled a moment ago
                continue
            self._turn = turn
            self._next[table] = turn + 1
            self._next = {name: later for name, later in self._next.items() if later > turn or name in self._waiting}
            one.got.set_result(self._free.popleft())
