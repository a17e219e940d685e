"""Who looks at a table: the streams that are open, and how far each has been brought up to date."""

from __future__ import annotations

import asyncio
import math
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from enginehouse.table.time_and_chance import Clock

PATIENCE_S = 1.0
"""Nobody is waited for longer than this."""


@dataclass(eq=False)
class Viewer:
    """An open stream: its seat, the version of the table that has gone out last, and whether its reader keeps it waiting."""

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
        """Count a stream (seat -1: a spectator's) as long as it is open."""
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
        """How many streams each seat (-1: spectators) has open."""
        return Counter(one.seat for one in self.viewers)

    def wake(self) -> None:
        """Something is new: let every stream look."""
        for one in self.viewers:
            one.wake()

    async def reached(self, version: int) -> None:
        """Wait until a version is on its way to all who look on. Whoever does not read what was sent before is not waited
        for, and nobody for longer than `PATIENCE_S`."""
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
