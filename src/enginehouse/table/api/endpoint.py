"""Describe one address of the interface: the types of its body and its answer, and its handler.

The routes of the server and the OpenAPI description are made from these descriptions.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from enginehouse.core.errors import NotAllowed, Unreadable
from enginehouse.core.play.json_texts import LONGEST, read_json
from enginehouse.table.api.shapes import Given
from enginehouse.table.picture.why import with_names
from enginehouse.table.web.problems import RETRY_S, Problem, as_data, describe_error
from enginehouse.table.web.requests import any_table, count, receive_body

PREFIX = "/api/v1"
"""The beginning of all addresses of the interface."""
JSON = "application/json"


@dataclass(frozen=True)
class Asked:
    """The description of a query parameter of an address: its name, its type and its meaning."""

    name: str
    kind: str
    """The JSON Schema type of the parameter: `integer` or `string`."""
    about: str
    required: bool = False


@dataclass(frozen=True)
class Endpoint:
    """An address of the HTTP API, for a single HTTP method.

    `takes` is the type of the request's body, or None if the request has no JSON body. `gives` is the type of the
    response's body, or None if the response is not JSON.
    """

    method: str
    path: str
    handler: Callable[..., Awaitable[Any]]
    gives: type | None = None
    takes: type[Given] | None = None
    status: int = 200
    needs_token: bool = False
    """Whether the caller must have a seat at the table."""
    query: tuple[Asked, ...] = ()
    media: str = JSON
    counts: str = ""
    """The kind under which a request is counted before its body is read (see `limits`); empty: it is not counted."""

    @property
    def name(self) -> str:
        """Return the name of the endpoint for clients, which is the name of its handler."""
        return self.handler.__name__

    @property
    def route(self) -> Route:
        """Return the Starlette route of the endpoint."""
        return Route(PREFIX + self.path, self.answer, methods=[self.method], name=f"api.{self.name}")

    async def answer(self, request: Request) -> Response:
        """Read the body, call the handler and return the response. Errors are returned as JSON too."""
        try:
            if self.counts:
                count(request, self.counts)
            if self.takes is None:
                given = await self.handler(request)
            else:
                given = await self.handler(request, await _body(request, self.takes))
        except Exception as error:
            return await _answer_error(request, error)
        if isinstance(given, Response):
            return given
        return Response(msgspec.json.encode(given), status_code=self.status, media_type=JSON)


async def _body(request: Request, wanted: type[Given]) -> Any:
    """Return the body of a request as a value of the type `wanted`.

    Raise `Unreadable`, with the wrong field and an example, if the body is not valid.
    """
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
        raise Problem(415, "not-json", "The body must be JSON.", f"Send the header `Content-Type: {JSON}`.")
    return read_body(await receive_body(request), wanted)


def read_body(body: bytes, wanted: type[Given]) -> Any:
    """Return the JSON text `body` as a value of the type `wanted`.

    Raise `Unreadable`, with the wrong field and an example, if it is not valid.
    """
    example = msgspec.json.encode(wanted.example).decode()
    try:
        return msgspec.convert(_whole(read_json(body or b"{}", object, "JSON")), wanted)
    except (msgspec.MsgspecError, RecursionError, ValueError, Unreadable) as error:
        raise Unreadable(f"this body cannot be used: {str(error)[:LONGEST]}. Send for example {example}") from None


def _whole(value: Any) -> Any:
    """Return a JSON value in which floats without a fraction are replaced by integers: 3.0 becomes 3.

    Some languages write 3.0 for an integer, and JSON Schema allows it.
    """
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        return int(value)
    if isinstance(value, dict):
        return {name: _whole(one) for name, one in value.items()}
    return [_whole(one) for one in value] if isinstance(value, list) else value


async def _answer_error(request: Request, error: Exception) -> Response:
    """Return the response to an error. If a rule of the game forbids the request, name the clause of the rulebook.

    Internal errors are raised again, to be logged.
    """
    problem, clause = describe_error(error), ""
    if problem.status == 500:
        raise error
    if "table" in request.path_params and problem.status == 409:
        state = (await any_table(request)).state
        problem.sentence = with_names(state, error, problem.sentence)
        if isinstance(error, NotAllowed) and error.clause:
            clause = state.match.game.clause_name(error.clause)
    headers = {"retry-after": str(RETRY_S)} if problem.status in (429, 503) else {}
    if problem.status == 401:
        headers["www-authenticate"] = "Bearer"
    body = msgspec.json.encode(as_data(problem, clause))
    return Response(body, status_code=problem.status, media_type=JSON, headers=headers)
