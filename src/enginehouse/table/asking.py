"""What requests bring, read carefully: forms and JSON alike, within the limit of length."""

from __future__ import annotations

from urllib.parse import parse_qsl

import msgspec
from starlette.requests import Request

from enginehouse.core import game as games
from enginehouse.core.errors import Unreadable
from enginehouse.core.game import Game
from enginehouse.table.hall import Hall
from enginehouse.table.live import Live
from enginehouse.table.problems import Problem, not_found


async def fields(request: Request) -> dict[str, str]:
    """The fields of a form or of a flat JSON object, as text."""
    limit = request.app.state.settings.body_bytes
    body = b""
    async for piece in request.stream():
        body += piece
        if len(body) > limit:
            raise Problem(413, "too-long", "That is more than this table reads.", f"At most {limit} bytes.")
    if request.headers.get("content-type", "").startswith("application/json"):
        try:
            data = msgspec.json.decode(body or b"{}", type=dict[str, str | int])
        except msgspec.DecodeError as error:
            raise Unreadable(f"this is not a flat JSON object of texts and numbers: {error}") from None
        return {name: str(value) for name, value in data.items()}
    try:
        return dict(parse_qsl(body.decode("utf-8"), keep_blank_values=True, max_num_fields=100))
    except (UnicodeDecodeError, ValueError):
        raise Unreadable("this form cannot be read") from None


def number(given: dict[str, str], name: str, default: int | None = None) -> int:
    """A whole number of a form."""
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
    """A whole number of an address, if there is one."""
    text = request.query_params.get(name)
    return None if text is None else number({name: text}, name)


def hall_of(request: Request) -> Hall:
    """The hall."""
    hall: Hall = request.app.state.hall
    return hall


async def table_of(request: Request) -> Live:
    """The table of the address."""
    return await hall_of(request).get(request.path_params["table"])


def game_of(request: Request) -> Game:
    """The game of the address."""
    try:
        return games.get(request.path_params["game"])
    except Unreadable as error:
        raise not_found(f"{str(error)[:1].upper()}{str(error)[1:]}.") from None
