"""Make requests idempotent: a request is carried out once, however often it is sent.

A client that receives no answer sends the request again with the same key. The result is stored for a day, in the
transaction that carries the request out. So a request is carried out only once even by several processes, or after a
restart. A key is as secret as a cookie.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select

from enginehouse.core.errors import Unreadable
from enginehouse.core.patterns import KEY
from enginehouse.table.store.database import Database
from enginehouse.table.store.schema import ONCE

LASTS_S = 24 * 3600.0
"""The seconds for which the result of a request is stored."""


@dataclass(frozen=True)
class Once:
    """A request with an idempotency key: if it is sent again, it is not carried out again.

    `name` is a digest of the key and the request's other fields. `person` is the id of the caller, and `made` the date
    of the request in seconds since 1970.
    """

    name: str
    person: str
    made: float


def hash_request(kind: str, key: str, asked: Iterable[str]) -> str:
    """Return a digest by which a repeated request is recognised, or "" if the request has no idempotency key (`key`).

    The digest is made from the request's kind, its key and its other fields (`asked`). A person may go back to a form
    that was sent, change it and send it again, so the same key with other fields is another request. Raise `Unreadable`
    if the key is malformed.
    """
    if key and not KEY.fullmatch(key):
        raise Unreadable("a key has 16 to 64 letters, digits, _ or -")
    return (
        hashlib.sha256("\n".join((kind, key, *map(repr, asked))).encode("utf-8", "replace")).hexdigest() if key else ""
    )


def find_result(connection: Connection, once: Once | None) -> str | None:
    """Return the stored result of an earlier, equal request. Return None if there was no such request.

    `once` is the request. It is None if the request has no key.
    """
    return None if once is None else connection.execute(select(ONCE.c.result).where(ONCE.c.name == once.name)).scalar()


def keep_result(connection: Connection, once: Once | None, result: str) -> None:
    """Store the text `result` as the result of a request, if the request has a key. Delete results older than a day.

    `once` is the request, or None if it has no key. Raise `IntegrityError` if the request has a result already.
    """
    if once is not None:
        connection.execute(insert(ONCE).values(name=once.name, person=once.person, made=once.made, result=result))
        connection.execute(delete(ONCE).where(ONCE.c.made < once.made - LASTS_S))


class OnceStore:
    """The stored results of requests with an idempotency key that were carried out."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, name: str) -> tuple[str, str] | None:
        """Return the person and the result of a request that was carried out, as a pair. Else return None.

        `name` is the digest of the request, as `hash_request` returns it.
        """
        async with self._database.reading() as connection:
            found = (await connection.execute(select(ONCE.c.person, ONCE.c.result).where(ONCE.c.name == name))).first()
        return (found.person, found.result) if found else None
