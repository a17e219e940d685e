"""Requests as the server hands them over: any bytes as headers and address, no client that mends them first."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote, urlencode


@dataclass
class Answered:
    """A response, and the error if there was one."""

    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""
    error: BaseException | None = None
    seconds: float = 0.0
    processor_s: float = 0.0
    """The processor time of this process, all of its threads included."""


async def ask(
    app: Any,
    method: str,
    path: str,
    headers: Sequence[tuple[bytes, bytes]] = (),
    *,
    body: bytes = b"",
    host: bytes | None = b"localhost",
    goes_away: bool = False,
    stays: bool = False,
    client: str = "192.0.2.7",
) -> Answered:
    """Send one request into the application. `goes_away`: the client is gone before the body has ended.

    A stream is left after its first piece, as by a browser that closes the page, unless the client `stays`.
    """
    raw, _, query = path.partition("?")
    scope = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": unquote(raw),
        "raw_path": raw.encode(),
        "root_path": "",
        "query_string": query.encode("utf-8", "replace"),
        "headers": [*([(b"host", host)] if host is not None else []), *headers],
        "client": (client, 4711),
        "server": ("localhost", 80),
        "state": {},
    }
    answered = Answered()
    left, sent = asyncio.Event(), False

    async def receive() -> dict[str, Any]:
        nonlocal sent
        if not sent:
            sent = True
            return {"type": "http.request", "body": body, "more_body": goes_away}
        if not goes_away:
            await left.wait()
        return {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            answered.status = message["status"]
            answered.headers = {k.decode(): v.decode("latin-1") for k, v in message["headers"]}
        elif message["type"] == "http.response.body":
            answered.body += message.get("body", b"")
            if answered.headers.get("content-type", "").startswith("text/event-stream") and not stays:
                left.set()

    begun, spent = time.perf_counter(), time.process_time()
    try:
        await app(scope, receive, send)
    except Exception as error:
        answered.error = error
    answered.seconds, answered.processor_s = time.perf_counter() - begun, time.process_time() - spent
    return answered


class Browser:
    """Somebody at the application, with a cookie."""

    def __init__(self, app: Any) -> None:
        self.app, self.cookie = app, b""

    async def get(self, path: str) -> Answered:
        """Return the response of an address."""
        return await ask(self.app, "GET", path, [(b"cookie", self.cookie)])

    async def page(self, path: str) -> str:
        """A page that must be there."""
        answer = await self.get(path)
        assert answer.status == 200, answer
        return answer.body.decode()

    async def post(self, path: str, accept: str = "text/html", **form: Any) -> Answered:
        """Post a form from our own page."""
        headers = [
            (b"cookie", self.cookie),
            (b"sec-fetch-site", b"same-origin"),
            (b"accept", accept.encode()),
            (b"content-type", b"application/x-www-form-urlencoded"),
        ]
        answer = await ask(self.app, "POST", path, headers, body=urlencode(form).encode())
        self.cookie = answer.headers.get("set-cookie", "").split(";")[0].encode() or self.cookie
        return answer

    async def act(self, table: str, seat: int, decision: int, act: str) -> Answered:
        """Post an action as a script does."""
        return await self.post(f"{table}/act", "application/json", seat=seat, decision=decision, act=act)

    async def new(self, *seats: str, name: str = "Ann", **more: str) -> str:
        """The address of a new table."""
        form = {f"seat-{k}": kind for k, kind in enumerate(seats)}
        answer = await self.post(
            "/new", game="switchyard", name=name, **{"listed": "1", "watched": "1", **form, **more}
        )
        assert answer.status == 303, answer.body
        return answer.headers["location"].partition("?")[0]
