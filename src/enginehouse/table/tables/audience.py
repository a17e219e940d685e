"""Who looks at a table: the streams that are open, and how far each has been brought up to date."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

PATIENCE_S = 1.0
"""Nobody is waited for longer than this."""


@dataclass(eq=False)
class Viewer:
    """An open stream: whose, the version of the table that has gone out last, and whether its reader keeps it waiting."""

    seat: int
    version: int = 0
    sending: bool = False
    _new: bool = False
    _waits: asyncio.Future[None] | None = None

    def wake(self) -> None:
        """Something is new."""
        self._new = True
        self._go_on()

    def _go_on(self) -> None:
        if self._waits is not None and not self._waits.done():
            self._waits.set_result(None)

    async def something_new(self, seconds: float) -> bool:
        """Wait until something is new since this was True last; False when so many seconds have passed."""
        if not self._new:
            loop = asyncio.get_running_loop()
            self._waits = loop.create_future()
            over = loop.call_later(seconds, self._go_on)
            try:
                await self._waits
            finally:
                over.cancel()
        found, self._new = self._new, False
        return found


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
