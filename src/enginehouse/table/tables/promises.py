"""Secrets to which the house has bound itself on a page that is not sent yet: a commitment is shown, then salts come.

Nothing is kept of a promise before it is redeemed: the secret is made of its name with a key of the house, so any process, and one
that has just started, finds it again. That it was redeemed is kept for as long as it could be: two tables of one promise would be two
deals of one secret, and the end of the one would tell the other.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import NamedTuple

from enginehouse.core.errors import Unreadable
from enginehouse.core.patterns import PROMISE
from enginehouse.core.play.receipts import SALT, commitment_of
from enginehouse.table.store.people import PeopleStore
from enginehouse.table.time_and_chance import Chance

LASTS_S = 24 * 3600.0
"""So long a page may lie before it is sent; then the deal is made without the opener's salt."""


class Promise(NamedTuple):
    """What a page shows: by `name` the house finds the secret again, once."""

    name: str
    commitment: str


class Promises:
    """The promises of a house."""

    def __init__(self, chance: Chance, people: PeopleStore) -> None:
        self._chance, self._people = chance, people
        self._key = b""

    async def open(self) -> None:
        """Have the key of the house; it makes one the first time."""
        self._key = (await self._people.key("promises", lambda: self._chance.token(48))).encode()

    def make(self, date: float) -> Promise:
        """Bind the house to a new secret, at a date."""
        name = f"{int(date)}-{self._chance.token(16)}"
        return Promise(name, commitment_of(self._secret(name)))

    async def redeem(self, name: str, date: float) -> str:
        """The secret behind a name, this once; empty where there is none, it is too old, or was given already, by any process."""
        found = PROMISE.fullmatch(name)
        if found is None or not date - LASTS_S <= int(found[1]) <= date + 60:
            return ""
        return self._secret(name) if await self._people.redeem(name, int(found[1]), date - LASTS_S) else ""

    async def redeem_salted(self, name: str, salt: str, date: float) -> str:
        """Return the secret behind a name if a salt came with it, else nothing. Raise `Unreadable` for a wrong salt."""
        return await self.redeem(name, date) if checked_salt(salt) else ""

    def is_of(self, name: str, secret: str) -> bool:
        """Return whether a secret is the one behind a name."""
        return bool(secret) and bool(PROMISE.fullmatch(name)) and hmac.compare_digest(self._secret(name), secret)

    def _secret(self, name: str) -> str:
        assert self._key, "the house has its key before anybody calls"
        return hmac.new(self._key, name.encode(), hashlib.sha256).hexdigest()


def checked_salt(text: str) -> str:
    """A salt as somebody sends it; empty for none, `Unreadable` for what is not one."""
    if text and not SALT.fullmatch(text):
        raise Unreadable("a salt is 32 to 64 hexadecimal digits")
    return text
