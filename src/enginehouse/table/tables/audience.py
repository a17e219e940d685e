"""The viewers of a table: the open streams, and the version that each has got."""

from __future__ import annotations

import asyncio
import math
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from enginehouse.table.time_and_chance import Clock

PATIENCE_S = 1.0
"""The maximum time in seconds to wait for a viewer."""


@dataclass(eq=False)
class Viewer:
    """An open stream: its seat, the last version that it has got, and whether its reader is slow."""

    seat: int
    version: int = 0
    sending: bool = False
    _new: bool = False
    _ping_due: bool = False
    _waits: asyncio.Future[None] | None = None

    def wake(self) -> None:
        """Note that the table has changed."""
        self._new = True
        self._go_on()

    def ask_for_ping(self) -> None:
        """Note that the stream owes its reader a ping."""
        self._ping_due = True
        self._go_on()

    def _go_on(self) -> None:
        if self._waits is not None and not self._waits.done():
            self._waits.set_result(None)

    async def wait_for_change(self) -> bool:
        """Return True when the table has changed since this was True last, or False when a ping is due."""
        if not (self._new or self._ping_due):
            self._waits = asyncio.get_running_loop().create_future()
            await self._waits
        if self._new:
            self._new = False
            return True
        self._ping_due = False
        return False


class Audience:
    """The viewers of one table."""

    def __init__(self) -> None:
        self.viewers: set[Viewer] = set()

    @contextmanager
    def viewer(self, seat: int) -> Iterator[Viewer]:
        """Count a stream (seat -1: a spectator's) while it is open."""
        one = Viewer(seat)
        self.viewers.add(one)
        try:
            yield one
        finally:
            self.viewers.discard(one)

    @contextmanager
    def pinged_viewer(self, seat: int, clock: Clock, every_s: float) -> Iterator[Viewer]:
        """Count a stream, and ask it for a ping every `every_s` seconds.

        The pings follow a clock of the stream's own. If a change restarted that clock, the next ping would show when another
        seat has answered in secret.
        """
        with self.viewer(seat) as one:
            pings = asyncio.create_task(_ask_for_pings(one, clock, clock.now(), every_s))
            try:
                yield one
            finally:
                pings.cancel()

    @property
    def watched(self) -> Counter[int]:
        """Return the number of open streams by seat (-1: spectators)."""
        return Counter(one.seat for one in self.viewers)

    def wake(self) -> None:
        """Let every stream check for changes."""
        for one in self.viewers:
            one.wake()

    async def wait_until_sent(self, version: int) -> None:
        """Wait until a version is sent to all viewers, at most `PATIENCE_S`. Slow readers are not waited for."""
        waited = [one for one in self.viewers if not one.sending]
        give_up = asyncio.get_running_loop().time() + PATIENCE_S
        while any(one in self.viewers and one.version < version for one in waited):
            if asyncio.get_running_loop().time() > give_up:
                return
            await asyncio.sleep(0.002)


async def _ask_for_pings(viewer: Viewer, clock: Clock, begun: float, every_s: float) -> None:
    """Ask a viewer for a ping every `every_s` seconds after `begun`. Skip those that a pause of the process missed."""
    due = begun
    while True:
        due += every_s * max(1, math.ceil((clock.now() - due) / every_s))
        await clock.sleep(due - clock.now())
        viewer.ask_for_ping()
