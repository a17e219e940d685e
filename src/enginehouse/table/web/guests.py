"""Identify guests by a signed cookie. A guest provides no data except a name.

The cookie is `person.date.signature` (itsdangerous) in the first browser of a person, and
`person~device.date.signature` in any other browser. Cookies of earlier versions, `person.signature`, are accepted. If a
cookie has no date or an old date, the next response renews it.

Browsers share cookies between all servers on one host name, even if their ports differ. So the name of the cookie has a
few letters that depend on this server's key.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from itsdangerous import BadSignature, TimestampSigner
from starlette.requests import Request
from starlette.responses import Response

from enginehouse import __version__ as VERSION  # noqa: N812  # a constant
from enginehouse.table.errors import Forbidden
from enginehouse.table.names import check_not_muted, clean_name, unlike
from enginehouse.table.play.session import Session
from enginehouse.table.store.devices import FIRST, Device
from enginehouse.table.store.outage import Away
from enginehouse.table.store.rows import Person, TableRow
from enginehouse.table.web.limits import GUESTS
from enginehouse.table.web.problems import Problem, forbidden
from enginehouse.table.web.requests import any_table, count, get_shared
from enginehouse.table.web.shared import Shared

COOKIE = "enginehouse"
"""The name of the cookie in version 0.1, and the beginning of its name in later versions."""
UNDATED_UNTIL = (0, 3)
"""The version of Enginehouse from which cookies without a date are no longer accepted."""
SALT = "enginehouse.guest"
"""The purpose of the signatures, which keeps them apart from others with the same key."""
FORGET = "/me/forget"
"""The address of the page on which guests delete their data."""
DAY = 24 * 3600
YEAR = 365 * DAY
RENEWED_AFTER = 30 * DAY
"""The age in seconds after which a cookie is renewed."""


class _Signer(TimestampSigner):
    """A signer of cookies that uses a given time (`now`, seconds since 1970) instead of the machine's clock."""

    default_digest_method = staticmethod(hashlib.sha256)
    now = 0.0

    def get_timestamp(self) -> int:
        return int(self.now)


class KnownPerson(NamedTuple):
    """The content of a valid cookie: the id of the `person`, and the id of their browser (`device`)."""

    person: str
    renew: bool
    """Whether the response has to set the cookie again, with a new date."""
    device: str = FIRST


@lru_cache(maxsize=16)
def cookie_name(secret: str) -> str:
    """Return the name of this server's cookie.

    It depends on the server's key `secret`, so other servers use other names.
    """
    digest = hmac.new(secret.encode(), b"the name of the cookie", hashlib.sha256).hexdigest()
    return f"{COOKIE}_{digest[:12]}"


def read_values(header: str, name: str) -> list[str]:
    """Return the values of all cookies of one name in a Cookie header, in their order.

    Browsers send the cookie with the longest path first.
    """
    pairs = (one.partition("=") for one in header.split(";"))
    return [value.strip() for found, _, value in pairs if found.strip() == name]


def cookie_value(secret: str, person: str, now: float, device: str = FIRST) -> str:
    """Return the value of the cookie of a person in one of their browsers (`device`), signed with the key `secret`.

    `now` is the date of the signature, in seconds since 1970.
    """
    signer = _Signer(secret, salt=SALT)
    signer.now = now
    return signer.sign(f"{person}~{device}" if device else person).decode()


def read_cookie(secret: str, cookie: str, now: float) -> KnownPerson | None:
    """Return the person of a cookie if the key `secret` has signed it in the year before `now`, else None.

    `now` is a date in seconds since 1970. An older cookie without a date can be valid, too (see `_signed_before`).
    """
    try:
        person, signed = _check_signature(secret, cookie)
    except BadSignature:
        return _signed_before(secret, cookie)
    age = now - signed
    person, _, device = person.partition("~")
    return KnownPerson(person, age > RENEWED_AFTER, device) if age < YEAR else None


def find_known(secret: str, header: str, now: float) -> KnownPerson | None:
    """Return the person in the first cookie of a Cookie header that was signed with the key `secret`, or None.

    `now` is the date, in seconds since 1970. First look for a cookie with the name of version 0.2 and later
    (`cookie_name`), and then for a cookie with the name of version 0.1 (`COOKIE`). If only the second is valid, the
    result says that the cookie has to be set again (`renew`).
    """
    for value in read_values(header, cookie_name(secret)):
        if found := read_cookie(secret, value, now):
            return found
    for value in read_values(header, COOKIE):
        if found := read_cookie(secret, value, now):
            return found._replace(renew=True)
    return None


@lru_cache(maxsize=5000)
def _check_signature(secret: str, cookie: str) -> tuple[str, float]:
    """Return the content of a cookie and the date of its signature, in seconds since 1970. `secret` is the key.

    Raise `BadSignature` if it was not signed with that key. Valid cookies are cached, because every request has one.
    """
    person, signed = _Signer(secret, salt=SALT).unsign(cookie, return_timestamp=True)
    return person.decode(), signed.timestamp()


def _signed_before(secret: str, cookie: str) -> KnownPerson | None:
    """Return the person of a cookie that was signed by version 0.1 of this program or earlier, or None.

    `secret` is the server's key. Such old cookies have no date, and a signature of half the length. From version 0.3 on
    they are invalid, because a copy without a date would be valid forever.
    """
    if tuple(int(number) for number in VERSION.split(".")[:2]) >= UNDATED_UNTIL:
        return None
    person, _, signed = cookie.partition(".")
    mac = hmac.new(secret.encode(), person.encode(), hashlib.sha256).digest()
    wanted = base64.urlsafe_b64encode(mac[:24]).rstrip(b"=")
    # Compare bytes, because another program on this host may have set a cookie with any content.
    return KnownPerson(person, True) if person and hmac.compare_digest(signed.encode(), wanted) else None


async def visitor(request: Request) -> Person | None:
    """Return the caller, or None for a caller who has not given a name yet.

    The first call identifies the caller. Later calls for the same request return the same person.
    """
    if not hasattr(request.state, "visitor"):
        request.state.visitor = await _identify(request)
    found: Person | None = request.state.visitor
    return found


async def _identify(request: Request) -> Person | None:
    """Return the person of the request's cookie, or None if there is no valid cookie of a signed-in browser.

    Store the visit, and prepare a new cookie if the cookie has to be renewed. Raise `Forbidden` for a banned guest
    whose request could change something.

    The rest applies only if the database is unavailable and the person is not in memory. Raise `Away` for a request
    that could change something. For other requests, trust the cookie of the first browser in which the person signed
    in, and return the person without a name. Return None in each of these cases: the cookie is of another browser, the
    first browser was signed out, or the person was deleted.
    """
    shared: Shared = request.app.state.shared
    secret, now = request.app.state.secret, shared.registry.clock.date()
    cookie = find_known(secret, ";".join(request.headers.getlist("cookie")), now)
    if cookie is None:
        return None
    person = cookie.person
    try:
        found = shared.people.get(person) or await _load_person(shared, person)
    except Away:
        if request.method not in ("GET", "HEAD"):
            raise
        unknown = cookie.device or person in shared.forgotten or person in shared.revoked
        return None if unknown else Person(person, "")
    if found is None or person in shared.forgotten or not is_open(shared, person, cookie.device):
        return None
    if found.barred == "banned" and request.method not in ("GET", "HEAD") and request.scope["path"] != FORGET:
        raise Forbidden("The host of this site has banned you.", "You can watch, and delete your data.")
    device, day = shared.devices.get(person, {}).get(cookie.device), now - now % DAY
    if device is not None and device.seen < day:
        await _note_seen(shared, replace(device, seen=day))
    request.state.device = cookie.device
    if cookie.renew:
        request.state.cookie = cookie_value(secret, person, now, cookie.device)
    return found


async def require_person(request: Request) -> Person:
    """Return the caller. Raise `Problem` (403) if the caller has no name yet."""
    person = await visitor(request)
    if person is None:
        raise forbidden("You are not signed in yet.", "Sit down at a table first.")
    return person


async def find_table(request: Request) -> Session:
    """Return the table that the address names. Raise `Forbidden` if the caller may not view it."""
    return (await find_table_and_caller(request))[0]


async def find_table_and_caller(request: Request) -> tuple[Session, str | None]:
    """Return the table that the address names, and the caller's id if the caller has a name.

    Raise `Forbidden` if the caller may not view the table.
    """
    person = await visitor(request)
    who = person.id if person else None
    # A command is only for players. Others may have become players in another process.
    serves = TableRow.has_player if request.method == "POST" else TableRow.allows_viewer
    session = await any_table(request, lambda one: serves(one.row, who))
    if person is None:
        check_cookies(request)
    may_look(session, who)
    return session, who


def may_look(session: Session, person: str | None) -> None:
    """Raise `Forbidden` if the table that `session` holds in memory is private, and a person may not view it.

    `person` is the id of the person, or None for an unknown visitor. Known persons and unknown visitors get the same
    text of the error.
    """
    if not session.state.row.allows_viewer(person):
        raise Forbidden(
            "This table is private: only its players can watch until the game is over.",
            "If you play here, this browser has lost its cookie. Allow cookies, and sign in from another device. "
            "When the game is over, anyone with the link can replay it.",
        )


async def _load_person(shared: Shared, person: str) -> Person | None:
    """Return the person with the id `person` from the database, if there is such a person.

    Cache the person and their browsers.
    """
    people = shared.registry.store.people
    found = await people.get(person)
    if found is not None and person not in shared.people:  # another request may have cached the person meanwhile
        know(shared, found, await people.devices.of(person))
    return found


def know(shared: Shared, person: Person, devices: Mapping[str, Device]) -> None:
    """Cache a person and their browsers (by id) in the shared state, for later requests.

    If very many people are cached, drop all of them first.
    """
    if len(shared.people) > 5000:
        shared.people.clear()
        shared.devices.clear()
    shared.people[person.id] = person
    shared.know_devices(person.id, devices)


def is_open(shared: Shared, person: str, device: str) -> bool:
    """Return whether a browser (its id is `device`) of a person is still signed in.

    The function looks only into the cache. A person's first browser is signed in unless it was revoked.
    """
    kept = shared.devices.get(person, {}).get(device)
    return device == FIRST if kept is None else not kept.revoked


async def _note_seen(shared: Shared, device: Device) -> None:
    """Store the last day on which a guest used a browser. `device` describes the browser, and has this day.

    This is done at most once a day for each browser, and only for guests with several browsers.
    """
    shared.devices[device.person] = {**shared.devices[device.person], device.id: device}
    with suppress(Away):  # if the database is unavailable, the visit is stored on another day
        await shared.registry.store.people.devices.see(device)


async def new_guest(request: Request, name: str) -> Person:
    """Create a guest with this name and return the person. The request counts against the limit of its address."""
    shared, cleaned = get_shared(request), clean_name(name)
    count(request, GUESTS)
    person = Person(shared.registry.chance.token(24), cleaned)
    await shared.registry.store.people.add(person, shared.registry.clock.date())
    know(shared, person, {})
    return person


async def guest(request: Request, name: str) -> tuple[Person, str | None]:
    """Return the caller, and the value of a cookie that the response has to set, if any.

    Create a guest with this name for a new caller, and store a changed name.
    """
    shared = get_shared(request)
    registry = shared.registry
    found = await visitor(request)
    if found is None:
        person = await new_guest(request, name)
        return person, cookie_value(request.app.state.secret, person.id, registry.clock.date())
    if name.strip() and clean_name(name) != found.name:
        check_not_muted(found, f"Your name stays {found.name}.")
        found = replace(found, name=clean_name(name))
        await registry.store.people.rename(found.id, found.name, unlike)
        shared.tell_changed_guest(found.id)
        request.state.visitor = found
        if found.id in shared.people:
            shared.people[found.id] = found
    return found, None


CAME = "came"
"""The mark in an address to which a browser is redirected together with its first cookie (see `check_cookies`)."""


def remember(request: Request, response: Response, cookie: str | None) -> Response:
    """Add the cookie of a new guest, if there is one, to a response, and return the response.

    If the response is a redirect, also add a mark to its address. By this mark the next request can check whether the
    browser has stored the cookie (`check_cookies`).
    """
    if cookie is not None:
        request.state.cookie = cookie
        address = response.headers.get("location")
        if address and _is_navigation(request):
            response.headers["location"] = f"{address}{'&' if '?' in address else '?'}{CAME}=1"
    return response


def _is_navigation(request: Request) -> bool:
    """Return whether a browser sent a request to open a page or to submit a form, and not on behalf of a script.

    Either of two headers shows this. Over plain http browsers send only the second header.
    """
    return request.headers.get("sec-fetch-mode") == "navigate" or "upgrade-insecure-requests" in request.headers


def check_cookies(request: Request) -> None:
    """Raise `Problem` (403) if the browser does not keep the cookies of this server.

    Call this if the caller is unknown. When the server sets a first cookie and redirects the browser, it adds a mark to
    the new address (see `remember`). If the address of a request has this mark, but the request has no cookie, the
    browser has not stored the cookie. A script removes the mark from the address bar, so that players do not copy it.
    """
    if CAME in request.query_params and not read_values(
        ";".join(request.headers.getlist("cookie")), cookie_name(request.app.state.secret)
    ):
        raise Problem(
            403,
            "no-cookies",
            "Your browser keeps no cookies of this site, so the site cannot recognize you.",
            "Allow cookies for this site, then open a table or sit down again. If somebody sent you this address, "
            f"remove ?{CAME}=1 from its end.",
        )


def list_names_to_set(request: Request, cookie: str) -> list[str]:
    """Return the names of the cookies that a response has to set to the value `cookie` or, if it is "", to delete.

    The name of this server's cookie is always in the list. In version 0.1, the cookies of all servers on one host had
    the same name, `COOKIE`. If `cookie` is "" and the request has a cookie of that name, the list has this name, too.
    But that cookie may belong to another server, so the name is added only if this server has signed the cookie.
    """
    secret, now = request.app.state.secret, request.app.state.shared.registry.clock.date()
    names = [cookie_name(secret)]
    old = read_values(";".join(request.headers.getlist("cookie")), COOKIE)
    if not cookie and any(read_cookie(secret, value, now) for value in old):
        names.append(COOKIE)
    return names
