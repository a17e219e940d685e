"""Keep in memory the viewers of a table, and facts that are shown on the page but not stored in the database.

A viewer is an open stream from the server to a page. The facts are which players are present, and the latest pieces at
which players have pointed.
"""

from __future__ import annotations

import asyncio
import math
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple

from enginehouse.table.store.rows import TableRow
from enginehouse.table.time_and_chance import Clock

PATIENCE_S = 1.0
"""The maximum time in seconds for which a change waits for a viewer."""
KEPT = 16
"""The number of latest pointings of a table that are kept, because streams may still have to send them."""


class SeatPresence(NamedTuple):
    """The seats of people with an open page of a table (`here`), and the seats of absent people (`away`).

    If it is unknown whether a person is present, the person's seat is in neither set.
    """

    here: tuple[int, ...] = ()
    away: tuple[int, ...] = ()


class Pointed(NamedTuple):
    """The event that a player has pointed at a piece: the piece's id on the page (`piece`), and the player's seat.

    `number` is the number of this event among all such events at the table, from 1.
    """

    number: int
    seat: int
    piece: str


@dataclass(eq=False)
class Viewer:
    """An open stream from the server to the page of a viewer. `seat` is the viewer's seat (-1: a spectator).

    `version` is the last version of the table that was sent. `sending` is true while a message is being sent. If it
    stays true, the connection is slow.
    """

    seat: int
    version: int = 0
    sending: bool = False
    _new: bool = False
    _ping_due: bool = False
    _waits: asyncio.Future[None] | None = None

    def wake(self) -> None:
        """Wake the task that sends messages to the viewer's page, because the table has changed."""
        self._new = True
        if self._waits is not None and not self._waits.done():
            self._waits.set_result(None)

    def ask_for_ping(self) -> None:
        """Request a ping on the stream, a message that only serves to keep the connection open."""
        self._ping_due = True
        if self._waits is not None and not self._waits.done():
            self._waits.set_result(None)

    async def wait_for_change(self) -> bool:
        """Wait for a change of the table or for a ping.

        Return True if the table has changed since the last call that returned True, or False if a ping is due.
        """
        if not (self._new or self._ping_due):
            self._waits = asyncio.get_running_loop().create_future()
            await self._waits
        if self._new:
            self._new = False
            return True
        self._ping_due = False
        return False


class Audience:
    """The viewers of one table: the streams of its open pages."""

    def __init__(self) -> None:
        self.viewers: set[Viewer] = set()
        self.here: frozenset[str] = frozenset()
        """The ids of people with an open page (see `together.presence`)."""
        self.away: frozenset[str] = frozenset()
        """The ids of absent people."""
        self.pointed: deque[Pointed] = deque(maxlen=KEPT)
        """The latest pieces at which players have pointed, the oldest first."""

    def find_seats(self, row: TableRow) -> SeatPresence:
        """Return the seats of the players who are present at a table, and of those who are absent, without bots.

        `row` is the row of the database table. The presence is that of the last time that it was updated in this
        process.
        """
        people = [(one.seat, one.person) for one in row.seats if one.kind == "person"]
        return SeatPresence(
            tuple(seat for seat, person in people if person in self.here),
            tuple(seat for seat, person in people if person in self.away),
        )

    @contextmanager
    def viewer(self, seat: int) -> Iterator[Viewer]:
        """Return a context manager for a new stream of a seat (-1: a spectator). It yields a viewer for the stream.

        The viewer belongs to the audience until the `with` block ends.
        """
        one = Viewer(seat)
        self.viewers.add(one)
        try:
            yield one
        finally:
            self.viewers.discard(one)

    @contextmanager
    def pinged_viewer(self, seat: int, clock: Clock, every_s: float) -> Iterator[Viewer]:
        """Return a context manager for a new stream of a seat (-1: a spectator). It yields a viewer for the stream.

        Until the `with` block ends, the server sends a ping on the stream every `every_s` seconds, to keep the
        connection open. The pings come at regular times, whether the table changes or not. Otherwise their times could
        show when another seat has answered in secret.
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
        """Wake the tasks that send messages to the pages of all viewers, because the table has changed."""
        for one in self.viewers:
            one.wake()

    async def wait_until_sent(self, version: int) -> None:
        """Wait until this version of the table has been sent to all viewers, but at most `PATIENCE_S` seconds.

        Do not wait for viewers to which an earlier message is still being sent.
        """
        waited = [one for one in self.viewers if not one.sending]
        give_up = asyncio.get_running_loop().time() + PATIENCE_S
        while any(one in self.viewers and one.version < version for one in waited):
            if asyncio.get_running_loop().time() > give_up:
                return
            await asyncio.sleep(0.002)


async def _ask_for_pings(viewer: Viewer, clock: Clock, begun: float, every_s: float) -> None:
    """Have the server send a ping to a viewer every `every_s` seconds after the time `begun`, until cancelled.

    If the process was paused, leave out the pings that were due during the pause.
    """
    due = begun
    while True:
        due += every_s * max(1, math.ceil((clock.now() - due) / every_s))
        await clock.sleep(due - clock.now())
        viewer.ask_for_ping()
