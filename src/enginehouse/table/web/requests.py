"""Read values from requests, both forms and JSON, within limits of length."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import wraps
from urllib.parse import unquote_to_bytes

from starlette.convertors import Convertor, register_url_convertor
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from enginehouse.core.errors import Unreadable
from enginehouse.core.registry import game as games
from enginehouse.core.registry.game import Game
from enginehouse.core.words.naming import capitalize
from enginehouse.table.addresses import own_address
from enginehouse.table.play.session import Session
from enginehouse.table.states.state import TableState
from enginehouse.table.sync.following import make_current
from enginehouse.table.web.bodies import read_fields
from enginehouse.table.web.problems import Problem, not_found
from enginehouse.table.web.shared import Shared


class Index(Convertor[int]):
    """A converter for whole numbers in an address, of limited length.

    The built-in converter `int` would read thousands of digits and fail.
    """

    regex = "[0-9]{1,9}"

    def convert(self, value: str) -> int:
        """Return the number that is written as the digits `value` in an address."""
        return int(value)

    def to_string(self, value: int) -> str:
        """Return the number `value` as digits for an address."""
        return str(value)


register_url_convertor("index", Index())


async def fields(request: Request) -> dict[str, str]:
    """Return the fields of a request's body by name, as text. The body is a form or a flat JSON object."""
    return read_fields(request.headers.get("content-type", ""), await receive_body(request))


async def receive_body(request: Request, most: int = 0) -> bytes:
    """Return the body of a request.

    Raise `Problem` (413) if it is longer than both the limit of the server and `most` bytes. If the client disconnects,
    raise an error that is not logged as a fault.
    """
    limit = max(most, request.app.state.settings.body_bytes)
    body = bytearray()
    try:
        async for piece in request.stream():
            body += piece
            if len(body) > limit:
                raise Problem(413, "too-long", "The request is too large.", f"At most {limit} bytes.")
    except ClientDisconnect:
        raise Unreadable("the request ended before all of it was sent") from None
    return bytes(body)


def number(given: dict[str, str], name: str, default: int | None = None) -> int:
    """Return the field `name` of a form as a whole number, or `default` if the field is empty or missing.

    `given` has the form's fields. Raise `Unreadable` if the text is not a whole number of at most nine characters.
    """
    text = given.get(name, "")
    if text == "" and default is not None:
        return default
    try:
        if len(text) > 9:
            raise ValueError
        return int(text)
    except ValueError:
        raise Unreadable(f"{name} is a whole number, not {text[:20]!r}") from None


def query_number(request: Request, name: str) -> int | None:
    """Return the parameter `name` of the query as a whole number, or None if there is no such parameter.

    Raise `Unreadable` if the parameter is not a whole number.
    """
    text = query_text(request, name)
    return number({name: text}, name) if name in request.query_params else None


def query_text(request: Request, name: str) -> str:
    """Return the parameter `name` of the query as text, or "" if there is no such parameter.

    Raise `Unreadable` if the parameter is not UTF-8.
    """
    text = request.query_params.get(name, "")
    if UNKNOWN in text:
        try:
            unquote_to_bytes(bytes(request.scope["query_string"])).decode("utf-8")
        except UnicodeDecodeError:
            raise Unreadable(f"{name} is percent-encoded in this address, but not from UTF-8") from None
    return text


UNKNOWN = "\ufffd"
"""The replacement for bytes that are not valid text."""


def get_shared(request: Request) -> Shared:
    """Return the state that all requests of this application share: tables, pictures and caches."""
    shared: Shared = request.app.state.shared
    return shared


def get_site(request: Request) -> str:
    """Return the address of this site for browsers, with a slash at its end."""
    base = request.base_url
    site = str(base.replace(scheme="https") if request.app.state.settings.https else base)
    return site.rstrip("/") + own_address("/")


async def any_table(request: Request, serves: Callable[[TableState], bool] = lambda state: True) -> Session:
    """Return the table that the address names, even if the caller may not view it.

    The handler itself must check the caller's rights, as `guests.find_table` does.

    If the request only reads, first load changes that other processes have stored. `serves` returns whether the table's
    state in memory allows the request. If it does not, load the changes in any case, because the caller may have taken
    a seat in another process.
    """
    registry, table = get_shared(request).registry, request.path_params["table"]
    known = table in registry.tables
    session = await registry.get(table)
    if (known and request.method in ("GET", "HEAD")) or not serves(session.state):
        await make_current(session)
    return session


Handler = Callable[[Request], Awaitable[Response]]


def count_as(kind: str) -> Callable[[Handler], Handler]:
    """Return a decorator for handlers, which counts each request as one of this kind before it is read.

    If the request's address has reached the limit for this kind (see `limits`), the request is refused.
    """

    def decorate(handler: Handler) -> Handler:
        @wraps(handler)
        async def count_first(request: Request) -> Response:
            count(request, kind)
            return await handler(request)

        return count_first

    return decorate


def count(request: Request, kind: str) -> None:
    """Count a request of this kind. Raise `Problem` (429) if its address has reached the limit for a minute."""
    shared = get_shared(request)
    shared.limits.take(kind, request, shared.registry.clock.now())


def find_game(request: Request) -> Game:
    """Return the game that the address of the request names."""
    try:
        return games.get(request.path_params["game"])
    except Unreadable as error:
        raise not_found(f"{capitalize(str(error))}.") from None
