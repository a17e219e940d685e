"""Make requests idempotent: a request is carried out once, however often it is sent.

A client that gets no answer sends the request again with the same key. The result is stored for a day, in the
transaction that carries the request out. So this also holds for several processes and after a restart. A key is as
secret as a cookie.
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


@dataclass(frozen=True)
class Once:
    """A request with an idempotency key, which is carried out only once.

    `name` is a digest of the key and the other fields, `person` the id of the caller, and `made` its date in seconds
    since 1970.
    """

    name: str
    person: str
    made: float


def hash_request(kind: str, key: str, asked: Iterable[str]) -> str:
    """Return a digest of a request's kind, its key and its other fields (`asked`), or "" if the key is empty.

    Raise `Unreadable` if the key is malformed. The same key with other fields is another request, because a person may
    go back to a sent form and change it.
    """
    if key and not KEY.fullmatch(key):
        raise Unreadable("a key has 16 to 64 letters, digits, _ or -")
    return (
        hashlib.sha256("\n".join((kind, key, *map(repr, asked))).encode("utf-8", "replace")).hexdigest() if key else ""
    )


def find_result(c: Connection, once: Once | None) -> str | None:
    """Return the stored result of the request `once`, or None if it was not carried out.

    Without a key, `once` is None, and so is the result.
    """
    return None if once is None else c.execute(select(ONCE.c.result).where(ONCE.c.name == once.name)).scalar()


def keep_result(c: Connection, once: Once | None, result: str) -> None:
    """Store the text `result` as the result of the request `once`, and delete results older than a day.

    A request without a key has no `once`, and is skipped. Raise `IntegrityError` if the request has a result already.
    """
    if once is not None:
        c.execute(insert(ONCE).values(name=once.name, person=once.person, made=once.made, result=result))
        c.execute(delete(ONCE).where(ONCE.c.made < once.made - LASTS_S))


class OnceStore:
    """The stored requests that were carried out."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, name: str) -> tuple[str, str] | None:
        """Return the person and the result of the request with this name, or None if it was not carried out.

        `hash_request` makes the name.
        """
        async with self._database.reading() as c:
            found = (await c.execute(select(ONCE.c.person, ONCE.c.result).where(ONCE.c.name == name))).first()
        return (found.person, found.result) if found else None
