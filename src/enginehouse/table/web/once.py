"""Carry out a request only once, even if the client sends it again with the same idempotency key."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from starlette.requests import Request

from enginehouse.core.errors import Unreadable
from enginehouse.table.store.once import Once, hash_request
from enginehouse.table.web.guests import cookie_value, visitor
from enginehouse.table.web.requests import get_shared

NEW_EACH_TIME = ("key", "salt")
"""The fields that a browser draws anew if the same form is sent again."""


def name_request(kind: str, given: Mapping[str, object]) -> str:
    """Return a name by which a repeated request is recognised, or "" if its fields `given` have no `key`.

    The key is an idempotency key, which the client chooses. A repeated request has the same `kind`, fields and key, and
    so the same name.
    """
    asked = [f"{field}={value}" for field, value in sorted(given.items()) if field not in NEW_EACH_TIME]
    return hash_request(kind, str(given.get("key", "")), asked)


def list_fields(given: msgspec.Struct) -> dict[str, object]:
    """Return the fields of a request's body by name. `given` is the body that a program has sent."""
    return {name: getattr(given, name) for name in given.__struct_fields__}


async def find_done(request: Request, name: str) -> tuple[str, str] | None:
    """Return a pair, the sender's id and the result of a request, if the request was carried out before, or else None.

    `name` identifies the request and its repetitions. It is computed from the request's idempotency key (see
    `name_request`), a text that the sender's browser has chosen. Without a key it is "", and the result is None. The
    sender is the guest that sent the request the first time. Raise `Unreadable` if the caller is signed in as another
    guest.

    Only the sender's browser knows the key. So a caller that is not signed in is usually this browser,
    which did not receive the first response with its cookie. For such a caller, set the sender's cookie in the
    response. But if the database lists browsers of the sender, raise `Unreadable`, because the caller may be a browser
    that was signed out.
    """
    shared = get_shared(request)
    people = shared.registry.store.people
    found = await people.once.find(name) if name else None
    if found is None:
        return None
    person, _ = found
    known = await visitor(request)
    if known is None and not await people.devices.of(person):
        request.state.cookie = cookie_value(request.app.state.secret, person, shared.registry.clock.date())
    elif known is None or known.id != person:
        raise Unreadable("this key belongs to another guest: load the page again and send the form once more")
    return found


def make_once(request: Request, name: str, person: str) -> Once | None:
    """Return the record with which the store carries out a request only once, or None if `name` is "".

    `name` identifies the request and its repetitions (see `name_request`). It is "" if the client has sent no
    idempotency key, a text by which a repeated request is recognised. `person` is the id of the caller.
    """
    return Once(name, person, get_shared(request).registry.clock.date()) if name else None
