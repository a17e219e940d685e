"""Check uploaded logs against the rules, with limits on size and time, and store them as finished games."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from enginehouse.bots.bot import BotFailed
from enginehouse.core.errors import Unreadable
from enginehouse.table.botpool.brought import MOST_S, ValidGame
from enginehouse.table.botpool.jobs import CheckJob
from enginehouse.table.botpool.pool import Workers
from enginehouse.table.extras import showing
from enginehouse.table.extras.queues import Queue
from enginehouse.table.play.registry import Registry

WAITING, WAITING_EACH = 20, 3
"""The maximum number of logs that wait or are checked at once, in total and from one address."""
PATIENCE_S = 6 * MOST_S
"""The time in seconds after which a silent worker is killed."""


class Uploads:
    """The checker of uploaded logs, which runs in a worker process.

    It checks one log at a time. Clients with different addresses take turns, so that a client with many logs does not
    delay the others.
    """

    def __init__(self, make_pool: Callable[[int, float], Workers] = Workers) -> None:
        self.workers = make_pool(1, PATIENCE_S)
        self._queue = Queue("logs of games", WAITING, WAITING_EACH)

    async def check(self, data: bytes, address: str) -> ValidGame:
        """Check a log (the bytes of its file) from a client with the address `address`, and return its game.

        Raise `Unreadable` if the log is not valid, and `Busy` if too many logs wait.
        """
        with self._queue.place(address):
            try:
                thought = await self.workers.ask(CheckJob(data), lambda: PATIENCE_S, address)
            except BotFailed:
                raise Unreadable("this log cannot be replayed: it fails, or takes too long") from None
        if thought.refused:
            raise Unreadable(thought.refused)
        return msgspec.msgpack.decode(thought.found, type=ValidGame)

    async def keep(self, registry: Registry, checked: ValidGame, person: str) -> str:
        """Store a checked game as a finished table, uploaded by the person with the id `person`.

        Return the table's id.
        """
        names = [f"Seat {seat + 1}" for seat in range(checked.log.seats)]
        new = showing.describe_table(checked.log, names, person, None)
        rows = showing.make_rows(checked.log.entries, checked.checksums, registry.clock.date())
        return await showing.keep_rows(registry.store, new, registry.chance.token(10), checked.log, rows)

    async def close(self) -> None:
        """Stop the worker process that checks logs."""
        await self.workers.close()
