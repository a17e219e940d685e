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


class WallClock:
    """The real one."""

    def now(self) -> float:
        """Seconds on a clock that never goes back (`time.monotonic`); where it began means nothing."""
        return time.monotonic()

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
