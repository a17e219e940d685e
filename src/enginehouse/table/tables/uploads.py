"""Logs of games that were played elsewhere: checked under the rules within bounds, and kept as games that are over."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import NamedTuple

from enginehouse.core import game as games
from enginehouse.core import logs
from enginehouse.core.errors import EnginehouseError, Unreadable
from enginehouse.core.logs import Log
from enginehouse.core.match import Match, replay
from enginehouse.core.naming import fill_plain
from enginehouse.table.store.rows import EntryRow
from enginehouse.table.tables import showing
from enginehouse.table.tables.registry import Registry

LOG = logging.getLogger("enginehouse.table")
MOST_ENTRIES = 5000
MOST_S = 10.0
"""A log has so many entries at most, and is played again in so many seconds."""


class Checked(NamedTuple):
    """A game that holds under the rules of today, and its entries as they are kept."""

    match: Match
    rows: list[EntryRow]


class Uploads:
    """Takes logs, one at a time: several at once would only hold up who plays."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()

    async def check(self, data: bytes, date: float) -> Checked:
        """The game of a log; `Unreadable` says what is wrong with it."""
        async with self._lock:
            return await asyncio.to_thread(check, data, date, _Stop(MOST_S))

    async def keep(self, registry: Registry, checked: Checked, person: str) -> str:
        """Keep such a game as one that is over, brought by a person; the address of its table."""
        names = [f"Seat {seat + 1}" for seat in range(checked.match.seats)]
        new = showing.table_of(checked.match, names, person, None)
        return await showing.keep_rows(registry.store, new, registry.chance.token(10), checked.match, checked.rows)


class _Stop:
    """Ends what takes too long: asked before every entry."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self.until = seconds, 0.0

    def __call__(self, number: int) -> None:
        now = time.monotonic()
        self.until = self.until or now + self.seconds
        if now > self.until:
            raise Unreadable(f"to play this game again takes longer than {self.seconds:g} seconds, which is the most")


def check(data: bytes, date: float, stop: Callable[[int], object]) -> Checked:
    """The game of a log that was played to its end, as the rules have it; `Unreadable` says what is wrong. `stop` is asked before
    every entry, and may raise. Notes are left out: they are nobody's business here."""
    log = logs.parse(data)
    if log.game not in games.names():
        raise Unreadable("the game of this log is not in this house")
    if len(log.entries) > MOST_ENTRIES:
        raise Unreadable(f"this log has {len(log.entries)} entries; {MOST_ENTRIES} is the most")
    for entry in log.entries:
        entry.note = ""
    try:
        return _checked(log, date, stop)
    except EnginehouseError:
        raise
    except Exception as error:  # the rules trust a log that was written by them; this one may be anything
        LOG.warning("an uploaded log breaks what plays it: %r", error)
        raise Unreadable("this log cannot be played again: something in it no game can come to") from None


def _checked(log: Log, date: float, stop: Callable[[int], object]) -> Checked:
    played = replay(log, before=stop)
    match = played.match
    seats = [f"Seat {seat + 1}" for seat in range(match.seats)]
    if played.error is not None:
        said = fill_plain(str(played.error), seats)
        raise Unreadable(" ".join(filter(None, [f"this log does not hold: {said}", played.other_rules])))
    if not match.over:
        raise Unreadable("this game is not over at the end of its log; only one that is over can be kept")
    played.check_result()
    return Checked(match, showing.rows_of(match, date, before=stop))
