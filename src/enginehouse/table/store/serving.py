"""Record the times in which no process served the tables, because players' clocks do not run in these times.

Each process stores the current date regularly. If the last stored date is too old, no process served the tables since
then, and this time is stored as a gap. Each process writes dates of its own clock. The clocks must agree, so each
process compares its clock with that of the database.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from sqlalchemy import Connection, delete, insert, select, text, update
from sqlalchemy.exc import IntegrityError

from enginehouse.table.store.database import Database
from enginehouse.table.store.schema import KEYS, OUTAGES

LOG = logging.getLogger("enginehouse.table")
APART_S = 1.0
"""The difference in seconds from the database's clock above which it is logged.

So the clocks of two processes without a warning differ by two seconds at most.
"""
NOW = text("SELECT extract(epoch FROM clock_timestamp())")
EVERY_S = 10.0
"""The interval in seconds at which the date is written."""
GAP_S = 25.0
"""The time in seconds without a new date after which the tables count as not served."""
KEPT_S = 100 * 86400.0
"""The seconds after which a gap is deleted."""
NAME = "served until"
"""The name under which the date of the latest service is stored."""


def passes(begin: float, end: float) -> float:
    """Return the seconds from the date `begin` to the date `end`, both in seconds since 1970.

    This is the default of the argument `counts` of `Serving.since`.
    """
    return end - begin


class Serving:
    """The stored list of the times in which no process served the tables.

    Clocks of players do not run in these times.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self.outages: list[tuple[float, float]] = []
        """The times in which no process served the tables, as (start, end) in order."""
        self.begun = False
        self.ahead_s = 0.0
        """The number of seconds by which this process's clock is ahead of the database's, if it can be measured."""
        self._beginning = asyncio.Lock()

    async def begin_once(self, date: float) -> None:
        """Store that this process serves the tables from `date` on, unless it has stored this before.

        Also store the time before `date` in which no process served the tables, because players' clocks must not count
        that time. Call this before any table is read. `date` is in seconds since 1970.
        """
        async with self._beginning:
            if not self.begun:
                await self.begin(date)

    async def begin(self, date: float) -> None:
        """Store that this process serves the tables from `date` on, in seconds since 1970.

        Also store the time from the last stored date to `date`, as a time in which no process served the tables.
        """

        try:
            self.outages = await self._note_served(date, 0.0)
        except IntegrityError:  # another process has stored the first date at the same moment
            self.outages = await self._note_served(date, 0.0)
        self.begun = True

    async def go_on(self, date: float) -> float:
        """Store that this process still serves the tables at `date` (seconds since 1970).

        Also read the stored times in which no process served the tables. Return the total length in seconds of those
        that this process did not know before.
        """
        found = await self._note_served(date, GAP_S) if self.begun else self.outages
        known, self.outages = set(self.outages), found
        return sum(ended - began for began, ended in found if (began, ended) not in known)

    async def compare_clocks(self, date: Callable[[], float]) -> None:
        """Compare this process's clock with PostgreSQL's. Log when a difference begins and ends.

        `date` is a function that returns the process's date in seconds since 1970. Do nothing on SQLite, which has no
        clock of its own.
        """
        if self._database.sqlite:
            return
        async with self._database.reading() as connection:
            # The first query may include connecting and preparing, so only the second one is measured.
            await connection.execute(NOW)
            asked = date()
            there = float((await connection.execute(NOW)).scalar() or 0.0)
            answered = date()
        ahead = (asked + answered) / 2 - there
        was, self.ahead_s = self.ahead_s, 0.0 if abs(ahead) <= (answered - asked) / 2 else ahead
        if abs(self.ahead_s) > APART_S >= abs(was):
            LOG.warning(
                "the clock of this machine is %.1f s %s the clock of the database: clocks of players are wrong by this time; synchronize both with NTP",
                abs(ahead),
                "ahead of" if ahead > 0 else "behind",
            )
        elif abs(was) > APART_S >= abs(self.ahead_s):
            LOG.warning("the clock of this machine agrees with the clock of the database again")

    async def _note_served(self, date: float, least: float) -> list[tuple[float, float]]:
        """Store that this process serves the tables at `date`. Return a list of all known times without service.

        If the last stored date is more than `least` seconds earlier, store the time between as a time without service.
        The list has a pair of beginning and end for each such time. Dates are in seconds since 1970.
        """

        def note(connection: Connection) -> list[tuple[float, float]]:
            _write(connection, date, least)
            return [(row.began, row.ended) for row in connection.execute(select(OUTAGES).order_by(OUTAGES.c.began))]

        return await self._database.write(note)

    def since(self, begin: float, end: float, counts: Callable[[float, float], float] = passes) -> float:
        """Return for how many seconds between the dates `begin` and `end` a process has served the tables.

        Dates are in seconds since 1970. `counts` takes two dates and returns the seconds between them. To leave out
        nightly breaks, pass a function that does not count them.
        """
        away = sum(counts(max(begin, one), min(end, two)) for one, two in self.outages if one < end and two > begin)
        return max(0.0, counts(begin, end) - away)


def _write(connection: Connection, date: float, least: float) -> None:
    """Store that this process serves the tables at `date`.

    If the gap since the last stored date is longer than `least` seconds, store the gap, too.
    """
    was = connection.execute(select(KEYS.c.value).where(KEYS.c.name == NAME).with_for_update()).scalar()
    if was is None:
        connection.execute(insert(KEYS).values(name=NAME, value=repr(date)))
        return
    gap = date - float(was)
    if gap > 0:
        connection.execute(update(KEYS).where(KEYS.c.name == NAME).values(value=repr(date)))
    if gap <= least:
        return
    connection.execute(delete(OUTAGES).where(OUTAGES.c.ended < date - KEPT_S))
    connection.execute(insert(OUTAGES).values(began=date - gap, ended=date))
