"""Commit the server to a secret before a player sends a salt, so that neither can choose the shuffle.

A promise is such a commitment, with a name. Its secret is computed from the name with the server's key. So a promise
need not be stored before it is redeemed, and any process, even a new one, can compute the secret again.

A promise is redeemed only once, so each redemption is stored for as long as the promise is valid. If two tables had the
same secret, the end of one game would reveal the setup of the other.
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
"""The validity of a promise in seconds. After that the shuffle is made without the opener's salt."""


class Promise(NamedTuple):
    """A commitment to a secret, as a page shows it: its `name`, and the hash of the secret (`commitment`).

    The server can compute the secret from the name, and uses it for one table only.
    """

    name: str
    commitment: str


class Promises:
    """The commitments to secrets that this server makes. Each secret can be used ("redeemed") once."""

    def __init__(self, chance: RandomSource, people: PeopleStore) -> None:
        self._chance, self._people = chance, people
        self._key = b""

    async def open(self) -> None:
        """Read the key from which the server computes the secrets of its promises, or create it the first time.

        A promise is a commitment to a secret, from which a game is shuffled.
        """
        self._key = (await self._people.key("promises", lambda: self._chance.token(48))).encode()

    def make(self, date: float) -> Promise:
        """Return a new promise (a commitment to a secret), made at `date` in seconds since 1970."""
        name = f"{int(date)}-{self._chance.token(16)}"
        return Promise(name, commitment_of(self._secret(name)))

    async def redeem(self, name: str, date: float) -> str:
        """Return the secret of the promise with this name, and mark the promise as used.

        A promise is a commitment of the server to a secret, from which a game is shuffled. Return "" if the name is
        unknown, if the promise has expired at `date` (seconds since 1970), or if any process has used it already.
        """
        found = PROMISE.fullmatch(name)
        if found is None or not date - LASTS_S <= int(found[1]) <= date + 60:
            return ""
        return self._secret(name) if await self._people.redeem(name, int(found[1]), date - LASTS_S) else ""

    async def redeem_salted(self, name: str, salt: str, date: float) -> str:
        """Return the secret of the promise with this name if the player has sent a salt, and mark the promise as used.

        A promise is a commitment of the server to a secret, from which a game is shuffled together with the salt.
        Return "" if `salt` is empty, if the name is unknown, if the promise has expired at `date` (seconds since 1970),
        or if it was used already. Raise `Unreadable` for an invalid salt.
        """
        return await self.redeem(name, date) if checked_salt(salt) else ""

    def has_secret(self, name: str, secret: str) -> bool:
        """Return whether `secret` belongs to the promise with this name.

        A promise is a commitment of the server to a secret, from which a game is shuffled.
        """
        return bool(secret) and bool(PROMISE.fullmatch(name)) and hmac.compare_digest(self._secret(name), secret)

    def _secret(self, name: str) -> str:
        assert self._key, "`open` was not called: there is no key yet"
        return hmac.new(self._key, name.encode(), hashlib.sha256).hexdigest()


def checked_salt(text: str) -> str:
    """Return the salt `text` unchanged if it is empty or has 32 to 64 hexadecimal digits. Else raise `Unreadable`."""
    if text and not SALT.fullmatch(text):
        raise Unreadable("a salt is 32 to 64 hexadecimal digits")
    return text
