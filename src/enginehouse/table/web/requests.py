"""Read values from requests: addresses, forms, forms with a file, and flat JSON, within limits of length.

Errors say which bytes are wrong.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import wraps
from urllib.parse import parse_qsl, unquote_to_bytes

from starlette.convertors import Convertor, register_url_convertor
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from enginehouse.core.errors import Unreadable
from enginehouse.core.play.json_texts import read_json, without_mark
from enginehouse.core.registry import game as games
from enginehouse.core.registry.game import Game
from enginehouse.core.words.naming import capitalize
from enginehouse.table.addresses import own_address
from enginehouse.table.play.session import Session
from enginehouse.table.states.state import TableState
from enginehouse.table.sync.following import make_current
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

MOST_FIELDS = 100
MOST_PARTS = 20
MOST_HEAD = 2000
"""The maximum number of bytes in a part of a form before its value."""
JSON, FORM, MULTIPART = "application/json", "application/x-www-form-urlencoded", "multipart/form-data"
"""The content types of bodies that are read."""


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
    """Return the state that all requests of this application share: tables, caches and the content of open pages."""
    shared: Shared = request.app.state.shared
    return shared


def get_site(request: Request) -> str:
    """Return the address of this site for browsers, with a slash at its end."""
    base = request.base_url
    site = str(base.replace(scheme="https") if request.app.state.settings.https else base)
    return site.rstrip("/") + own_address("/")


def wants_json(request: Request) -> bool:
    """Return whether the sender of a request expects JSON or a stream of events as the response, instead of a page."""
    if str(request.scope["path"]).startswith("/api/"):
        return True
    accept = request.headers.get("accept", "")
    return "application/json" in accept or "text/event-stream" in accept


async def any_table(request: Request, serves: Callable[[TableState], bool] = lambda state: True) -> Session:
    """Return the session of the table that the address names, even if the caller may not view the table.

    A session is a table in memory. The handler itself must check the caller's rights, as `guests.find_table` does.

    Changes that other processes have stored are loaded first in two cases. The first case is a request that only reads.
    The second case is that `serves`, called with the state in memory, returns False, because this state does not allow
    the request. For example, the caller may have taken a seat in another process.
    """
    registry, table = get_shared(request).registry, request.path_params["table"]
    known = table in registry.tables
    session = await registry.get(table)
    if (known and request.method in ("GET", "HEAD")) or not serves(session.state):
        await make_current(session)
    return session


Handler = Callable[[Request], Awaitable[Response]]


def count_as(kind: str) -> Callable[[Handler], Handler]:
    """Return a decorator for handlers. It limits how many requests of this kind a client may send in a minute.

    Before the decorated handler runs, the request is counted for the IP address of the client. If this address has
    reached the limit, raise `Problem` (429), and do not run the handler. `limits` lists the kinds, such as "new
    tables".
    """

    def decorate(handler: Handler) -> Handler:
        @wraps(handler)
        async def count_first(request: Request) -> Response:
            count(request, kind)
            return await handler(request)

        return count_first

    return decorate


def count(request: Request, kind: str) -> None:
    """Count a request of this kind for the IP address of its sender.

    Raise `Problem` (429) if this IP address has reached the limit of such requests for a minute.
    """
    shared = get_shared(request)
    shared.limits.take(kind, request, shared.registry.clock.now())


def find_game(request: Request) -> Game:
    """Return the game that the address of the request names."""
    try:
        return games.get(request.path_params["game"])
    except Unreadable as error:
        raise not_found(f"{capitalize(str(error))}.") from None


# ---------------------------------------------------------------- bodies


def read_fields(kind: str, body: bytes) -> dict[str, str]:
    """Return the fields of a form or of a flat JSON object as text, by name.

    `kind` is the content type of the request: JSON or one of the two types of HTML forms. If it is empty, the body is
    read as a form. Raise `Unreadable` if the body does not fit its type, and `Problem` (415) for any other type.
    """
    media = _read_media_type(kind)
    begins = without_mark(body[:100]).lstrip()[:1]
    if media == JSON:
        if body and b"=" in body[:100] and begins not in b'{["':
            raise Unreadable(f"this body is a form, and its content type says {JSON}: send it as {FORM}")
        found = read_json(body or b"{}", dict[str, str | int], "a flat JSON object of texts and numbers")
        texts = dict[str, str]()
        for name, value in found.items():
            try:
                texts[name] = str(value)
            except ValueError:  # Python refuses to convert numbers of more than 4300 digits
                raise Unreadable(f"the number {name[:80]!r} has too many digits") from None
        return texts
    if media == MULTIPART:
        return {name: decode_field(name, value) for name, value in read_parts(kind, body).items()}
    if media not in (FORM, ""):
        raise Problem(
            415, "not-a-form", f"This server cannot read a body of the type {media[:80]}.", f"Send {FORM} or {JSON}."
        )
    if begins == b"{":
        raise Unreadable(f"this body is JSON, and its content type says that it is a form: send it as {JSON}")
    return read_form(body)


def read_files(kind: str, body: bytes) -> dict[str, bytes]:
    """Return the fields of a form as bytes, by name. `kind` is the content type of the request, and `body` its body.

    The form may have files. Without files, the result has the values of `read_fields`, encoded as UTF-8.
    """
    if _read_media_type(kind) == MULTIPART:
        return read_parts(kind, body)
    return {name: value.encode() for name, value in read_fields(kind, body).items()}


def _read_media_type(kind: str) -> str:
    return kind[:MOST_HEAD].partition(";")[0].strip().lower()


def read_form(body: bytes) -> dict[str, str]:
    """Return the fields of a plain form by name, from the bytes of the request's body.

    Raise `Unreadable` if the form cannot be read.
    """
    if body.count(b"&") >= MOST_FIELDS:
        raise Unreadable(f"this form has more than {MOST_FIELDS} fields")
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as wrong:
        raise Unreadable(f"this form is not UTF-8 (byte {wrong.start})") from None
    try:
        return dict(parse_qsl(text, keep_blank_values=True, errors="strict"))
    except UnicodeDecodeError:
        raise Unreadable("a value of this form is percent-encoded, but not from UTF-8") from None


def decode_field(name: str, value: bytes) -> str:
    """Return the value of the form's field `name` as text. Raise `Unreadable` if it is not UTF-8."""
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError as wrong:
        raise Unreadable(f"the field {name[:80]!r} of this form is not UTF-8 (byte {wrong.start})") from None


def read_parts(kind: str, body: bytes) -> dict[str, bytes]:
    """Return the fields of a form with a file, by name. `kind` is its content type, which names the boundary of fields.

    The end of a field's head is searched only within the first `MOST_HEAD` bytes, so the time grows in proportion to
    the length of the body. Raise `Unreadable` if there is no boundary, if a field has no head, or if there are too many
    fields.
    """
    line = b"\r\n--" + _boundary(kind).encode("latin-1", "replace")
    _, *parts = (b"\r\n" + body).split(line, MOST_PARTS + 2)
    if len(parts) > MOST_PARTS + 1:  # the text after the last boundary is no part
        raise Unreadable(f"this form has more than {MOST_PARTS} parts")
    fields: dict[str, bytes] = {}
    for part in parts:
        if part.startswith(b"--"):  # the boundary with two hyphens ends the form
            return fields
        end = part.find(b"\r\n\r\n", 0, MOST_HEAD)
        if end < 0:
            raise Unreadable(f"a part of this form has no head that ends within {MOST_HEAD} bytes")
        if name := _field_name(part[:end]):
            fields[name] = part[end + 4 :]
    raise Unreadable("this form does not end with its boundary: it is incomplete, or the boundary differs")


def _boundary(kind: str) -> str:
    """Return the boundary between the fields of a form, as the content type `kind` names it.

    Raise `Unreadable` if `kind` names no boundary, or if it has more than 70 characters (RFC 2046).
    """
    for one in kind[:MOST_HEAD].split(";")[1:]:
        name, _, value = one.partition("=")
        text = _unquote(value)
        if name.strip().lower() == "boundary" and 1 <= len(text) <= 70 and '"' not in text:
            return text
    raise Unreadable(f"this form is {MULTIPART}, but its content type names no boundary of 1 to 70 characters")


def _field_name(head: bytes) -> str:
    """Return the name of a form's field from the headers of its part (`head`), or "" if they have no name."""
    for line in head.split(b"\r\n"):
        header, _, value = line.partition(b":")
        if header.strip().lower() == b"content-disposition":
            for one in value.split(b";")[1:]:
                name, _, given = one.partition(b"=")
                if name.strip().lower() == b"name":
                    return _unquote(given.decode("latin-1"))
    return ""


def _unquote(text: str) -> str:
    text = text.strip()
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text
