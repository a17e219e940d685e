"""Replay games up to the position that a viewer has requested."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from enginehouse.core.play.match import Match

T = TypeVar("T")
KEPT = 50
"""The number of games whose last position is kept."""


class Replays:
    """The replays of finished and running games in this process, computed one at a time in a thread.

    Several replays at once would slow down running games.
    """

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._matches: dict[str, Match] = {}
        self._moments: dict[str, Match] = {}

    async def run(self, make: Callable[[], T]) -> T:
        """Call the function `make`, which replays games, in the thread for replays, and return its result."""
        async with self._lock:
            return await asyncio.to_thread(make)

    def at(self, table: str, whole: Match, entries: int) -> Match:
        """Return a match with the first `entries` entries of the match `whole`: actions, undos and redos.

        `whole` is the complete match of the game whose id is `table`. The latest result for each game is cached. If
        that has at most `entries` entries, the replay continues from it, otherwise from the start. The returned match
        stays in the cache, so clone it to keep it. Call this only in a function that you pass to `Replays.run`, because
        such functions run one at a time.
        """
        match = self._matches.pop(table, None)  # after any error, no half-replayed match is cached
        if match is None or len(match.entries) > entries:
            match = from_start(whole)
        for entry in whole.entries[len(match.entries) : entries]:
            match.step(entry)
        return _keep(self._matches, table, match)

    def after(self, table: str, whole: Match, actions: int) -> Match:
        """Return a match with the first `actions` actions of the match `whole` that were not undone.

        `whole` is the match of the game whose id is `table`, running or finished. The latest result for each game is
        cached. If that has the same first actions, the replay continues from it. The returned match stays in the cache.
        Call this only in a function that you pass to `Replays.run`, because such functions run one at a time.
        """
        standing = whole.standing[:actions]
        match = self._moments.pop(table, None)
        if match is None or match.standing != standing[: len(match.standing)]:
            match = from_start(whole)
        for done in standing[len(match.standing) :]:
            match.act_unchecked(done.seat, done.code)
        return _keep(self._moments, table, match)


def _keep(matches: dict[str, Match], table: str, match: Match) -> Match:
    if len(matches) >= KEPT:
        del matches[next(iter(matches))]
    matches[table] = match
    return match


def from_start(whole: Match) -> Match:
    """Return a new match with the setup of the match `whole`, before its first action."""
    return whole.begin_again()


def with_checks(whole: Match) -> Match:
    """Replay the match `whole`, and return the replayed match with new checksums in `checks`.

    There is a checksum for each entry (action, undo, redo), computed from the record of the game after it.
    """
    match = from_start(whole)
    match.checks = []
    for entry in whole.entries:
        match.step(entry)
    return match
