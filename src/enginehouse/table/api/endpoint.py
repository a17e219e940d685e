"""One address of the interface: what it takes, what it gives, and the handler between; addresses and description are made of these."""

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
from enginehouse.table.web.problems import RETRY_S, Problem, as_data, problem_of
from enginehouse.table.web.requests import any_table, body_of, count

PREFIX = "/api/v1"
JSON = "application/json"


@dataclass(frozen=True)
class Asked:
    """Something in the query of an address."""

    name: str
    kind: str
    """`integer` or `string`, as JSON Schema calls them."""
    about: str
    required: bool = False


@dataclass(frozen=True)
class Endpoint:
    """An address. `takes` is the type of the body, `gives` that of the answer; None: it has none, or is no JSON."""

    method: str
    path: str
    handler: Callable[..., Awaitable[Any]]
    gives: type | None = None
    takes: type[Given] | None = None
    status: int = 200
    needs_token: bool = False
    """Whether only who sits at the table may ask."""
    query: tuple[Asked, ...] = ()
    media: str = JSON
    counts: str = ""
    """The kind as which it counts for its address (see `limits`), before its body is read; empty if it does not count."""

    @property
    def name(self) -> str:
        """By which clients call it."""
        return self.handler.__name__

    @property
    def route(self) -> Route:
        """The address as Starlette wants it."""
        return Route(PREFIX + self.path, self.answer, methods=[self.method], name=f"api.{self.name}")

    async def answer(self, request: Request) -> Response:
        """Read what was sent, let the handler do it, and say what comes of it; what goes wrong is said as JSON too."""
        try:
            if self.counts:
                count(request, self.counts)
            if self.takes is None:
                given = await self.handler(request)
            else:
                given = await self.handler(request, await _body(request, self.takes))
        except Exception as error:
            return await _refused(request, error)
        if isinstance(given, Response):
            return given
        return Response(msgspec.json.encode(given), status_code=self.status, media_type=JSON)


async def _body(request: Request, wanted: type[Given]) -> Any:
    """Return the body as a value of this type. Raise `Unreadable`, with the wrong field and an example, if it is none."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
        raise Problem(415, "not-json", "The body must be JSON.", f"Send the header `Content-Type: {JSON}`.")
    return read_body(await body_of(request), wanted)


def read_body(body: bytes, wanted: type[Given]) -> Any:
    """Return JSON as a value of this type. Raise `Unreadable`, with the wrong field and an example, if it is none."""
    example = msgspec.json.encode(wanted.example).decode()
    try:
        return msgspec.convert(_whole(read_json(body or b"{}", object, "JSON")), wanted)
    except (msgspec.MsgspecError, RecursionError, ValueError, Unreadable) as error:
        raise Unreadable(f"this body cannot be used: {str(error)[:LONGEST]}. Send for example {example}") from None


def _whole(value: Any) -> Any:
    """The same with whole numbers for those that some languages write as 3.0: to JSON Schema they are whole."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        return int(value)
    if isinstance(value, dict):
        return {name: _whole(one) for name, one in value.items()}
    return [_whole(one) for one in value] if isinstance(value, list) else value


async def _refused(request: Request, error: Exception) -> Response:
    """What was wrong, with the clause where a rule says so. Faults of ours go on, to be logged and told as such."""
    problem, clause = problem_of(error), ""
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
