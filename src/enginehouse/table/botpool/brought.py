"""Check an uploaded log in a worker process, so that no table waits for the check.

The check has limits for the number of entries (actions, undos, redos) and for the processor time.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

import msgspec

from enginehouse.core.errors import EnginehouseError, Unreadable
from enginehouse.core.play import logs
from enginehouse.core.play.logs import Log
from enginehouse.core.play.match import check_log
from enginehouse.core.registry import game as games

LOG = logging.getLogger("enginehouse.table")
MOST_ENTRIES = 5000
MOST_S = 10.0
"""The maximum processor time of a replay in seconds."""


class ValidGame(msgspec.Struct, array_like=True):
    """A checked game: its log, and the checksum of the record after each entry (action, undo or redo).

    The log is written for today's version of the rules, and has no notes. If a player undid an action and did not redo
    it, the log leaves the action out.
    """

    log: Log
    checksums: list[str]


class _Stop:
    """A limit for the processor time of a replay.

    The replay calls the object before each entry (an action, undo or redo). The call raises `Unreadable` if the time is
    over.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds, self.until = seconds, time.process_time() + seconds

    def __call__(self, number: int) -> None:
        if time.process_time() > self.until:
            raise Unreadable(f"replaying this game takes longer than {self.seconds:g} seconds, which is the limit")


def check(data: bytes, stop: Callable[[int], object] | None = None) -> ValidGame:
    """Check an uploaded log (`data`, the bytes of its file) and return its game, without the private notes in the log.

    The game must be installed and over. A replay of the log's entries (actions, undos, redos) must give the result and
    the checksums in the log. Otherwise raise `Unreadable`, with a sentence for the sender.

    `stop` is called with the number of each entry before the entry is played, and may raise an exception to end the
    check. By default, the check may take `MOST_S` seconds.
    """
    log = logs.parse_only(data, "import one of them: a file with one of its lines")
    if log.game not in games.names():
        raise Unreadable("the game of this log is not installed here")
    if len(log.entries) > MOST_ENTRIES:
        raise Unreadable(f"this log has {len(log.entries)} entries; the limit is {MOST_ENTRIES}")
    for entry in log.entries:
        entry.note = ""
    try:
        return _play(log, stop or _Stop(MOST_S))
    except EnginehouseError:
        raise
    except Exception as error:
        # The rules expect logs that they have written themselves, so an uploaded log may raise any error.
        LOG.warning("an uploaded log makes the replay fail: %r", error)
        raise Unreadable("this log cannot be replayed: no game can reach its position") from None


def _play(log: Log, stop: Callable[[int], object]) -> ValidGame:
    played = check_log(log, before=stop, shorten=True)
    match = played.match
    if played.error is not None:
        said = str(played.error).rstrip(".")
        raise Unreadable(" ".join(filter(None, [f"this log does not hold: {said}.", played.other_rules])))
    if not match.over:
        raise Unreadable("this game is not over at the end of its log; only finished games can be imported")
    return ValidGame(match.log(), list(match.checks or ()))
