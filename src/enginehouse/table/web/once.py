"""Requests with a key, which are carried out once (see `store/once.py`)."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from starlette.requests import Request

from enginehouse.core.errors import Unreadable
from enginehouse.table.store.once import Once, name_of
from enginehouse.table.web.guests import cookie_value, visitor
from enginehouse.table.web.requests import shared_of

NEW_EACH_TIME = ("key", "salt")
"""What a browser draws anew when the same form is sent again."""


def request_name(kind: str, given: Mapping[str, object]) -> str:
    """Return the name of a request by its fields, empty if it has no key."""
    asked = [f"{field}={value}" for field, value in sorted(given.items()) if field not in NEW_EACH_TIME]
    return name_of(kind, str(given.get("key", "")), asked)


def asked_of(given: msgspec.Struct) -> dict[str, object]:
    """Return the fields of a body that a program has sent."""
    return {name: getattr(given, name) for name in given.__struct_fields__}


async def find_done(request: Request, name: str) -> tuple[str, str] | None:
    """Return whose a request was and what it came to, if it was carried out before. Raise `Unreadable` if it was somebody else's.

    A person whose first answer was lost has no cookie yet, and gets it with this one: only their browser knows the key.
    """
    shared = shared_of(request)
    found = await shared.registry.store.people.once.find(name) if name else None
    if found is None:
        return None
    known = await visitor(request)
    if known is None:  # also if a cookie is set only now, for a guest who was made by this request
        request.state.cookie = cookie_value(request.app.state.secret, found[0], shared.registry.clock.date())
    elif known.id != found[0]:
        raise Unreadable("somebody else has used this key: load the page again and send the form once more")
    return found


def once_of(request: Request, name: str, person: str) -> Once | None:
    """Return a request for the store, or None if it has no key."""
    return Once(name, person, shared_of(request).registry.clock.date()) if name else None
