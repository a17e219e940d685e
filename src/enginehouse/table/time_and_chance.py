"""Time and chance as the table gets them: arguments, so that tests hold both in their hands."""

from __future__ import annotations

import asyncio
import secrets
import time
from typing import Protocol


class Clock(Protocol):
    """What the table knows of time."""

    def now(self) -> float:
        """Seconds since some moment; never runs backwards."""
        ...

    def date(self) -> float:
        """Seconds since 1970, for what is kept."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Come back after so many seconds."""
        ...

    async def watch(self) -> None:
        """Notice when this process was paused, without end."""
        ...


LOOKS_S, PAUSE_S = 0.5, 2.0
"""The seconds between two looks at a watched clock, and the seconds without a look that count as a pause."""


class WallClock:
    """The real one. While it is watched it stands still when the process is paused (stopped, frozen, swapped out)."""

    def __init__(self) -> None:
        self._looked, self._paused, self._watched = time.monotonic(), 0.0, False

    def now(self) -> float:
        """Return seconds on a clock that never goes back, pauses of this process left out; where it began means nothing."""
        found = time.monotonic()
        since, self._looked = found - self._looked, found
        if self._watched and since > PAUSE_S:
            self._paused += since - LOOKS_S
        return found - self._paused

    async def watch(self) -> None:
        """Look at the clock every half second, so that a long time without a look was a pause."""
        self.now()
        self._watched = True
        try:
            while True:
                await asyncio.sleep(LOOKS_S)
                self.now()
        finally:
            self._watched = False

    def date(self) -> float:
        """Seconds since 1970."""
        return time.time()

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)


class Chance(Protocol):
    """Where secrets, addresses and seeds come from."""

    def token(self, length: int) -> str:
        """A random text of letters and digits that are hard to take for one another."""
        ...

    def number(self, below: int) -> int:
        """A random number from 0 to below - 1."""
        ...

    def seed(self) -> str:
        """A seed for a game: 64 hexadecimal digits."""
        ...


ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"


class RealChance:
    """The operating system's."""

    def token(self, length: int) -> str:
        """Unguessable text."""
        return "".join(secrets.choice(ALPHABET) for _ in range(length))

    def number(self, below: int) -> int:
        """An unguessable number."""
        return secrets.randbelow(below)

    def seed(self) -> str:
        """An unguessable seed."""
        return secrets.token_hex(32)
