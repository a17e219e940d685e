"""Commitments on pages that are not sent yet: the page shows a commitment, then salts come.

A promise is not stored before it is redeemed: the secret is computed from its name with a key of the house, so any
process, also a new one, finds it again. Its redemption is stored as long as it is valid: two tables of one promise
would have two setups from one secret, and the end of one would reveal the other.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import NamedTuple

from enginehouse.core.errors import Unreadable
from enginehouse.core.patterns import PROMISE
from enginehouse.core.play.receipts import SALT, commitment_of
from enginehouse.table.store.people import PeopleStore
from enginehouse.table.time_and_chance import RandomSource

LASTS_S = 24 * 3600.0
"""The validity of a page in seconds. Later the shuffle is made without the opener's salt."""


class Promise(NamedTuple):
    """The content of a page: by `name` the house finds the secret again, once."""

    name: str
    commitment: str


class Promises:
    """The promises of a house."""

    def __init__(self, chance: RandomSource, people: PeopleStore) -> None:
        self._chance, self._people = chance, people
        self._key = b""

    async def open(self) -> None:
        """Read the key of the house, or create it the first time."""
        self._key = (await self._people.key("promises", lambda: self._chance.token(48))).encode()

    def make(self, date: float) -> Promise:
        """Make a commitment to a new secret, at a date."""
        name = f"{int(date)}-{self._chance.token(16)}"
        return Promise(name, commitment_of(self._secret(name)))

    async def redeem(self, name: str, date: float) -> str:
        """Return the secret of a name, once; "" for an unknown, expired or used one, in any process."""
        found = PROMISE.fullmatch(name)
        if found is None or not date - LASTS_S <= int(found[1]) <= date + 60:
            return ""
        return self._secret(name) if await self._people.redeem(name, int(found[1]), date - LASTS_S) else ""

    async def redeem_salted(self, name: str, salt: str, date: float) -> str:
        """Return the secret of a name if a salt came with it, else "". Raise `Unreadable` for a wrong salt."""
        return await self.redeem(name, date) if checked_salt(salt) else ""

    def has_secret(self, name: str, secret: str) -> bool:
        """Return whether a secret belongs to a name."""
        return bool(secret) and bool(PROMISE.fullmatch(name)) and hmac.compare_digest(self._secret(name), secret)

    def _secret(self, name: str) -> str:
        assert self._key, "the house has its key before anybody calls"
        return hmac.new(self._key, name.encode(), hashlib.sha256).hexdigest()


def checked_salt(text: str) -> str:
    """Return a salt as a player sends it; "" for none. Raise `Unreadable` for a wrong one."""
    if text and not SALT.fullmatch(text):
        raise Unreadable("a salt is 32 to 64 hexadecimal digits")
    return text
