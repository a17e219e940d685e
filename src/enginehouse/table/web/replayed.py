"""Finished games, played again to the position at which somebody looks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from enginehouse.core.play.match import Match

T = TypeVar("T")
KEPT = 50
"""So many games are remembered where somebody looked last."""


class Replays:
    """One game is played at a time, in a thread: several at once would only hold up who plays."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._matches: dict[str, Match] = {}
        self._moments: dict[str, Match] = {}

    async def run(self, make: Callable[[], T]) -> T:
        """Make something of games that are played again."""
        async with self._lock:
            return await asyncio.to_thread(make)

    def at(self, table: str, whole: Match, entries: int) -> Match:
        """A match after its first entries: played on from where somebody looked last, if that was before. Only in `run`."""
        match = self._matches.pop(table, None)  # whatever breaks here, no half of it is kept
        if match is None or len(match.entries) > entries:
            match = from_start(whole)
        for entry in whole.entries[len(match.entries) : entries]:
            match.step(entry)
        return _kept(self._matches, table, match)

    def after(self, table: str, whole: Match, actions: int) -> Match:
        """The same by the actions that stand: a match after the first of them, of a game that runs or is over. Only in `run`."""
        standing = whole.standing[:actions]
        match = self._moments.pop(table, None)
        if match is None or match.standing != standing[: len(match.standing)]:
            match = from_start(whole)
        for done in standing[len(match.standing) :]:
            match.act_unchecked(done.seat, done.code)
        return _kept(self._moments, table, match)


def _kept(matches: dict[str, Match], table: str, match: Match) -> Match:
    if len(matches) >= KEPT:
        del matches[next(iter(matches))]
    matches[table] = match
    return match


def from_start(whole: Match) -> Match:
    """The same game before its first entry."""
    return whole.begin_again()


def with_checks(whole: Match) -> Match:
    """The match after all entries, with the checksum after each."""
    match = from_start(whole)
    match.checks = []
    for entry in whole.entries:
        match.step(entry)
    return match
