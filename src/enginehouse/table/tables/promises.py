"""Secrets to which the house has bound itself on a page that is not sent yet: a commitment is shown, then salts come."""

from __future__ import annotations

from collections import OrderedDict
from typing import NamedTuple

from enginehouse.core.errors import Unreadable
from enginehouse.core.receipts import SALT, commitment_of
from enginehouse.table.time_and_chance import Chance

MOST = 10_000


class Promise(NamedTuple):
    """What a page shows: by `name` the house finds the secret again, once."""

    name: str
    commitment: str


class Promises:
    """The latest of them; a restart forgets all, and then the deal is made without the opener's salt."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self._secrets: OrderedDict[str, str] = OrderedDict()

    def make(self) -> Promise:
        """Bind the house to a new secret."""
        name, secret = self._chance.token(16), self._chance.seed()
        self._secrets[name] = secret
        while len(self._secrets) > MOST:
            self._secrets.popitem(last=False)
        return Promise(name, commitment_of(secret))

    def redeem(self, name: str) -> str:
        """The secret behind a name, this once; empty where there is none."""
        return self._secrets.pop(name, "")


def checked_salt(text: str) -> str:
    """A salt as somebody sends it; empty for none, `Unreadable` for what is not one."""
    if text and not SALT.fullmatch(text):
        raise Unreadable("a salt is 32 to 64 hexadecimal digits")
    return text
