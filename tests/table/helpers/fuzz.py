"""Random requests to every address: half of them nearly right, so that they come far; all from one seed."""

from __future__ import annotations

import json
import logging
import random
import re
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from typing import Any
from urllib.parse import quote, urlencode

from wire import Answered, ask

from enginehouse.core.play import logs
from enginehouse.core.play.match import Match
from enginehouse.table import assets
from enginehouse.table.routes import ROUTES

SLOW_S = 5.0
WHERE = sorted(ROUTES, key=lambda route: (route.path, sorted(route.methods or ())))
OFTEN = [6 if route.path.endswith("/act") else 3 if route.path in ("/new", "/t/{table}/join") else 1 for route in WHERE]
"""Leaving ends a game as easily as an act carries it on, and most acts are refused."""
TEXTS = (
    "",
    "Ann",
    "0",
    "-1",
    "1",
    "7",
    "9" * 20,
    "9" * 5000,
    "²",
    "1e9",
    "NaN",
    "é",
    "\0",
    "\ud800",
    "\u202e\u200b",
    "💥" * 9,
    "<b>&\"'{0}{x}%s",
    "../../etc",
    "a" * 300,
    "x " * 4000,
    "pass",
    "move 1 2",
    "move 2 1",
    "play",
    "me",
    "open",
    "bot:random",
    "bot:none",
    "none",
    "switchyard",
    "p-siding-5",
    "\r\nset-cookie: a=b",
)
FIELDS = (
    "seat",
    "decision",
    "act",
    "answer",
    "piece",
    "picked",
    "name",
    "bot",
    "game",
    "beat_ms",
    "window_ms",
    "listed",
    "sure",
    "code",
    "device",
    "label",
    "page",
    *("seat-0", "seat-1", "seat-3", "option-line", "option-none", "", "é"),
)
METHODS = ("GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT", "get", "X" * 50)
HOSTS = ("localhost", "127.0.0.1:80", "[::1]", "evil.example", "[", "localhost:abc", "a@b", "", "é", "x" * 5000)
ORIGINS = (
    "http://localhost",
    "https://localhost",
    "null",
    "http://[",
    "http://localhost:99999999",
    "//",
    "é",
    "http://]:x",
)
COOKIES = (
    "",
    "enginehouse=a.é",
    "enginehouse=.",
    "enginehouse=" + "a" * 9000,
    '"',
    ";;=",
    'enginehouse="\\351.\\000"',
    "=" * 999,
)


@dataclass
class Found:
    """The results of the requests."""

    asked: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    worst_s: float = 0.0
    """The most processor time that one of them took."""
    broken: list[str] = field(default_factory=list)


class Faults(logging.Handler):
    """A log handler that collects records that are errors or have a traceback."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.levelno >= logging.ERROR or record.exc_info:
            self.said.append(f"{record.name}: {record.getMessage()[:200]} {record.exc_info or ''}")


MULTIPART = b"multipart/form-data; boundary=xYz"


def form_with(fields: dict[str, bytes]) -> bytes:
    """A form as a browser sends one with a file."""
    line = b'--xYz\r\nContent-Disposition: form-data; name="%s"; filename="a;b=c.json"\r\nContent-Type: text/plain\r\n\r\n%s\r\n'
    return b"".join(line % (name.encode(), value) for name, value in fields.items()) + b"--xYz--\r\n"


@cache
def log_of_a_game() -> bytes:
    """The toy, played at random to its end, with a checksum after each entry."""
    dice, match = random.Random(1), Match.new("switchyard", 2, {"line": "short"}, 1)
    match.checks = []
    while not match.over:
        seat = match.actors()[0]
        match.act(seat, dice.choice(match.legal_names(seat)))
        if match.can_undo(seat) and dice.random() < 0.3:
            match.undo(seat)
            match.redo(seat)
    return logs.write(match.log(), line=True).encode()


PIECES = (
    *(b'"', b"{", b"}", b"[", b"]", b",", b":", b"\\", b"\\u", b"\\ud800", b"\0", b"\xff", b"\xef\xbb\xbf", b"\r\n", b"\r\n\r\n"),
    *(b"--xYz", b"--xYz--", b"&", b"=", b"%", b"%00", b"%ff", b"9" * 400, b"-1", b"1e9", b"null", b"true", b'"seed"', b'"undo"'),
    *(b"{0}", b"content-disposition:", b"name=", b"boundary=", b"[" * 2000, b'{"a":' * 500, b"[]", b"{}"),
)  # fmt: skip
"""What makes a reader stumble."""


def mutated(dice: random.Random, data: bytes) -> bytes:
    """Bytes with a few changes: some left out, doubled, exchanged for others, or pieces put in."""
    for _ in range(dice.choice((0, 1, 1, 2, 3, 9))):
        at, end = sorted(dice.randrange(len(data) + 1) for _ in range(2))
        end = min(end, at + dice.choice((1, 4, 40, 4000)))
        how = dice.randrange(5)
        put = (b"", data[at:end] * 2, dice.randbytes(end - at), dice.choice(PIECES), dice.choice(PIECES) + data[at:end])
        data = data[:at] + put[how] + data[end:]
    return data[: dice.randrange(len(data) + 1)] if dice.random() < 0.1 else data


class Fuzz:
    """One run against a running application."""

    def __init__(self, app: Any, seed: int) -> None:
        self.app, self.dice, self.log = app, random.Random(seed), log_of_a_game()
        self.cookies: list[str] = []
        self.tables: list[str] = ["abcd2345", "x"]
        self.tokens: dict[str, tuple[str, str]] = {}
        """By table: the id of a token for one of its seats, and the token."""

    async def run(self, many: int, slow_s: float = SLOW_S) -> Found:
        """So many requests, one after the other; everything that should not be is in `broken`."""
        found, faults = Found(), Faults()
        logging.getLogger().addHandler(faults)
        try:
            for _ in range(many):
                await self._one(found, faults, slow_s)
        finally:
            logging.getLogger().removeHandler(faults)
        return found

    async def _one(self, found: Found, faults: Faults, slow_s: float) -> None:
        dice = self.dice
        right = dice.random() < 0.6
        route: Any = dice.choices(WHERE, OFTEN)[0]
        path = self._path(route.path, right)
        method = dice.choice(sorted(route.methods or {"GET"})) if right or dice.random() < 0.7 else dice.choice(METHODS)
        headers = self._headers(right)
        if path.startswith("/api/"):
            headers += self._by_token(path)
        body, kind = self._body(right, path)
        if kind:
            headers.append((b"content-type", kind))
        host = b"localhost" if right or dice.random() < 0.6 else dice.choice(HOSTS).encode()
        answer = await ask(
            self.app, method, path, headers, body=body, host=host, goes_away=not right and dice.random() < 0.05
        )
        found.asked += 1
        found.statuses[answer.status] += 1
        found.worst_s = max(found.worst_s, answer.processor_s)
        wrong = [*faults.said]
        faults.said.clear()
        if answer.error is not None:
            wrong.append(repr(answer.error))
        if not 200 <= answer.status < 500:
            wrong.append(f"status {answer.status}")
        if answer.status >= 400 and method != "HEAD" and not answer.body:
            wrong.append(f"{answer.status} without a word")
        if answer.processor_s > slow_s:
            wrong.append(f"{answer.processor_s:.1f} s")
        if wrong:
            found.broken.append(f"{method} {path[:200]} {headers!r:.300} {body!r:.200}: {'; '.join(wrong)[:600]}")
        self._remember(answer.headers)
        self._remember_tokens(path, answer)

    def _remember_tokens(self, path: str, answer: Answered) -> None:
        if answer.status == 201 and path.startswith("/api/"):
            told = json.loads(answer.body)
            table = told.get("table") or path.split("/")[4].partition("?")[0]
            for one in told.get("seats", [told]):
                self.tokens[table] = one["id"], one["token"]
            self.tables = [*dict.fromkeys([*self.tables, table])][-8:]

    def _by_token(self, path: str) -> list[tuple[bytes, bytes]]:
        table = path.split("/")[4].partition("?")[0] if path.count("/") > 3 else ""
        if self.dice.random() < 0.1 or not (table in self.tokens or self.tokens):
            return []
        _, token = self.tokens.get(table) or self.dice.choice([*self.tokens.values()])
        token = token if self.dice.random() < 0.95 else self._text()
        return [(b"authorization", f"Bearer {token}".encode("utf-8", "surrogatepass"))]

    def _remember(self, headers: dict[str, str]) -> None:
        if made := re.match(r"(enginehouse_[0-9a-f]{12}=[^;]+)", headers.get("set-cookie", "")):
            gone = "max-age=0" in headers["set-cookie"].lower()
            self.cookies = [] if gone else [*self.cookies, made[1]][-3:]
        if there := re.fullmatch(r"/t/([a-z0-9]+)", headers.get("location", "")):
            self.tables = [*dict.fromkeys([*self.tables, there[1]])][-8:]

    def _text(self) -> str:
        dice = self.dice
        if dice.random() < 0.2:
            return "".join(
                chr(dice.choice((dice.randrange(128), dice.randrange(0x3000)))) for _ in range(dice.randrange(9))
            )
        return dice.choice(TEXTS)

    def _path(self, pattern: str, right: bool) -> str:
        dice = self.dice
        fitting = {
            "table": lambda: dice.choice(self.tables),
            "game": lambda: "switchyard",
            "lesson": lambda: "first",
            "puzzle": lambda: "first",
            "part": lambda: str(dice.randrange(4)),
            "scene": lambda: str(dice.randrange(4)),
            "at": lambda: str(dice.randrange(40)),
            "seat": lambda: str(dice.randrange(5)),
            "token": lambda: dice.choice([one for one, _ in self.tokens.values()] or ["x"]),
            "name": lambda: dice.choice([*assets.FILES, "house.css", "games/switchyard.css"]),
        }

        def fill(found: re.Match[str]) -> str:
            return fitting[found[1]]() if right or dice.random() < 0.6 else quote(self._text(), errors="replace")

        path = re.sub(r"\{(\w+)(?::\w+)?\}", fill, pattern)
        if not right and dice.random() < 0.3:
            at = dice.randrange(len(path) + 1)
            path = path[:at] + dice.choice(("%00", "%ff", "//", "/..", "%2e%2e/", "%", ";", "%0d%0a", "x")) + path[at:]
        if dice.random() < 0.5:
            names = ("seat", "at", "from", "theme", "v", "game", "é", "first", "act", "page")
            given = {dice.choice(names): "1" if right else self._text() for _ in range(dice.randrange(4))}
            path += "?" + (urlencode(given, errors="replace") if dice.random() < 0.9 else "%ff&&=;seat=&seat[]=1")
        return path

    def _headers(self, right: bool) -> list[tuple[bytes, bytes]]:
        dice = self.dice
        mine = dice.choice(self.cookies) if self.cookies and dice.random() < 0.9 else ""
        headers = [("accept", dice.choice(("application/json", "text/html", "text/event-stream"))), ("cookie", mine)]
        headers.append(("sec-fetch-site", "same-origin"))
        if not right:
            headers[1] = ("cookie", dice.choice((mine, f"{mine}x", *COOKIES)))
            if dice.random() < 0.3:
                headers[2] = ("origin", dice.choice(ORIGINS))
            odd = (
                "content-length",
                "if-none-match",
                "host",
                "x-forwarded-for",
                "accept",
                "expect",
                "range",
                "transfer-encoding",
            )
            for _ in range(dice.randrange(3)):
                headers.append((dice.choice(odd), self._text()))
        return [(name.encode(), value.encode("utf-8", "surrogatepass")) for name, value in headers]

    def _body(self, right: bool, path: str) -> tuple[bytes, bytes]:
        dice = self.dice
        if path.startswith("/upload") and dice.random() < 0.8:
            return self._upload(right)
        given: dict[str, Any] = {dice.choice(FIELDS): self._text() for _ in range(dice.randrange(5))}
        if right or dice.random() < 0.5:
            given = self._fitting(path)
        as_json = dice.random() < 0.5
        body = json.dumps(given) if as_json else urlencode(given, errors="surrogatepass")
        data = body.encode("utf-8", "surrogatepass")
        if not right and dice.random() < 0.5:
            data = self._spoilt(data)
        kind = b"application/json" if as_json else b"application/x-www-form-urlencoded"
        return data, kind if right or dice.random() < 0.9 else dice.choice(
            (b"", b"text/plain", b"multipart/form-data; boundary=x")
        )

    def _upload(self, right: bool) -> tuple[bytes, bytes]:
        """A form with the log of a game, or of what is nearly one."""
        data = self.log if right and self.dice.random() < 0.5 else mutated(self.dice, self.log)
        body = form_with({"name": b"Ann", "log": data})
        return body if right else mutated(self.dice, body), MULTIPART

    def _fitting(self, path: str) -> dict[str, Any]:
        """Return random form fields that fit the address."""
        dice, name = self.dice, self.dice.choice(("Ann", "Bob", "Änne"))
        if path.startswith("/new"):
            seats = {
                f"seat-{k}": dice.choice(("me", "me", "me", "open", "bot:random"))
                for k in range(1, dice.randrange(2, 5))
            }
            return {"game": "switchyard", "name": name, "seat-0": "me", "beat_ms": "0", "window_ms": "50", **seats}
        if path.startswith(("/me/", "/come")):
            return {"sure": dice.choice(("yes", "no")), "device": "", "code": self._text(), "label": name}
        if path.startswith("/api/v1/tables") and path.count("/") == 3:
            sits = ["me", *(dice.choice(("me", "open", "open", "bot:random")) for _ in range(dice.randrange(1, 4)))]
            return {"game": "switchyard", "name": name, "seats": sits, "beat_ms": 0, "window_ms": 50}
        parts = path.partition("?")[0].split("/")
        table = parts[4] if path.startswith("/api/") and len(parts) > 4 else parts[2] if len(parts) > 2 else ""
        session = self.app.state.shared.registry.tables.get(table)
        seat = dice.choice(session.state.match.actors() or [0]) if session else 0
        legal = session.state.match.legal_names(seat) if session and not session.state.match.over else []
        what = {
            "seat": seat,
            "decision": session.state.decision(seat) if session else 0,
            "act": dice.choice(legal or ["pass"]),
        }
        if path.startswith("/api/"):
            wanted = {"act": ("decision", "act"), "undo": ("decision",), "redo": ("decision",), "join": ("name",)}
            return {key: {**what, "name": name}[key] for key in wanted.get(parts[-1], ())}
        return {**what, "name": name, "bot": "random", "answer": "pass", "piece": "p-siding-5"}

    def _spoilt(self, data: bytes) -> bytes:
        dice = self.dice
        how = dice.randrange(4)
        if how == 0:
            at = dice.randrange(len(data) + 1)
            return data[:at] + dice.randbytes(dice.randrange(1, 5)) + data[at:]
        if how == 1:
            return data[: dice.randrange(len(data) + 1)]
        if how == 2:
            return dice.choice(
                (
                    b"[" * 9000,
                    b'{"a":' * 3000,
                    b'{"seat":' + b"9" * 5000 + b"}",
                    b'{"seat":"\\ud800"}',
                    b'{"se\xe9t":0}',
                    b"\xff" * 99,
                )
            )
        return data * dice.choice((2, 400))
