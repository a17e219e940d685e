"""Store the cookies of a tab in Python, because the answers of a service worker cannot set cookies in the browser."""

from __future__ import annotations

import json
from http.cookies import CookieError, SimpleCookie

from sqlalchemy import func, select

from enginehouse.table.store.database import Database
from enginehouse.table.store.schema import PEOPLE, SEATS


class Jar:
    """The cookies of the server in a browser tab, by name."""

    def __init__(self, kept: str = "") -> None:
        """Create a jar from `kept`, a text that `write` has returned. If the text is invalid, the jar is empty."""
        try:
            found = json.loads(kept or "{}")
        except ValueError:
            found = {}
        self._cookies = {str(k): str(v) for k, v in found.items()} if isinstance(found, dict) else {}

    def take(self, header: str) -> None:
        """Store or delete a cookie. `header` is the value of a header `Set-Cookie`."""
        try:
            cookies = SimpleCookie(header)
        except CookieError:
            return
        for name, cookie in cookies.items():
            if cookie.value and cookie["max-age"] != "0":
                self.add(name, cookie.value)
            else:
                self._cookies.pop(name, None)

    def add(self, name: str, value: str) -> None:
        """Store a cookie with this name and value, in place of one with the same name."""
        self._cookies[name] = value

    def header(self) -> str:
        """Return the value of the Cookie header of a request, with all cookies."""
        return "; ".join(f"{name}={value}" for name, value in self._cookies.items())

    def write(self) -> str:
        """Return all cookies as one text, from which a new jar can be created."""
        return json.dumps(self._cookies)


async def find_owner(database: Database) -> str:
    """Return the id of the guest who sits at the largest number of tables, or "" if there is no guest."""
    many = func.count(SEATS.c.table_id)
    async with database.reading() as connection:
        query = select(PEOPLE.c.id).outerjoin(SEATS, SEATS.c.person == PEOPLE.c.id).group_by(PEOPLE.c.id)
        return str((await connection.execute(query.order_by(many.desc(), PEOPLE.c.created).limit(1))).scalar() or "")
