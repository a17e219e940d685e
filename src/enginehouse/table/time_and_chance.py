"""Provide the time and random numbers through objects, so that tests can replace both."""

from __future__ import annotations

import asyncio
import secrets
import time
from typing import Protocol


class Clock(Protocol):
    """The interface of the server process's clock: a time that never goes back, the date, and a sleep."""

    def now(self) -> float:
        """Return the seconds since an arbitrary moment. The value never decreases."""
        ...

    def date(self) -> float:
        """Return the date in seconds since 1970. Unlike `now`, it may jump if the system's clock is set."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Wait until this number of seconds has passed."""
        ...

    async def watch(self) -> None:
        """Run until cancelled, and notice times in which this process was paused, so that `now` leaves them out."""
        ...


LOOKS_S, PAUSE_S = 0.5, 2.0
"""The seconds between two readings of a watched clock, and the gap in seconds that counts as a pause of the process."""


class WallClock:
    """The real clock.

    While `watch` runs, time in which the process was paused (stopped, frozen, swapped out) is not counted.
    """

    def __init__(self) -> None:
        self._looked, self._paused, self._watched = time.monotonic(), 0.0, False

    def now(self) -> float:
        """Return the seconds since an arbitrary moment. The value never decreases.

        While `watch` runs, the seconds do not include times in which the process was paused.
        """
        found = time.monotonic()
        since, self._looked = found - self._looked, found
        if self._watched and since > PAUSE_S:
            self._paused += since - LOOKS_S
        return found - self._paused

    async def watch(self) -> None:
        """Read the clock every half second, without end, so that `now` leaves out pauses of the process.

        If the time between two readings is more than `PAUSE_S` seconds, the process was paused, and the pause is
        subtracted from all later times.
        """
        self.now()
        self._watched = True
        try:
            while True:
                await asyncio.sleep(LOOKS_S)
                self.now()
        finally:
            self._watched = False

    def date(self) -> float:
        """Return the date in seconds since 1970, as the system's clock shows it."""
        return time.time()

    async def sleep(self, seconds: float) -> None:
        """Wait until this number of seconds has passed."""
        await asyncio.sleep(seconds)


class RandomSource(Protocol):
    """The interface of a source of random texts, numbers and seeds.

    The server uses it to make secrets, addresses of tables and seeds of games.
    """

    def token(self, length: int) -> str:
        """Return a random text of `length` letters and digits that are easy to distinguish."""
        ...

    def number(self, below: int) -> int:
        """Return a random number from 0 to below - 1."""
        ...

    def seed(self) -> str:
        """Return a seed for a game: 64 hexadecimal digits."""
        ...


ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""The letters and digits of random texts, without those that are easily confused."""


class RealChance:
    """The operating system as a source of random numbers, which cannot be guessed."""

    def token(self, length: int) -> str:
        """Return an unguessable text of `length` letters and digits."""
        return "".join(secrets.choice(ALPHABET) for _ in range(length))

    def number(self, below: int) -> int:
        """Return an unguessable number from 0 to below - 1."""
        return secrets.randbelow(below)

    def seed(self) -> str:
        """Return an unguessable seed for a game: 64 hexadecimal digits."""
        return secrets.token_hex(32)
