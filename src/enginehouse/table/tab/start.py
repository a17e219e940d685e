"""Run the server's application in a browser tab (Pyodide), for the script `page/worker.js`.

The script requests pages by `Tab.serve`, and stores the database and the cookies in the browser. It receives each
answer as a whole, except the stream of a table, which is passed on part by part.
"""

from __future__ import annotations

import asyncio
import gc
import json
import shutil
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from starlette.applications import Starlette

from enginehouse.core.errors import EnginehouseError, Unreadable
from enginehouse.table.addresses import place_in_tab
from enginehouse.table.app import create_app
from enginehouse.table.html.lobby import list_offered
from enginehouse.table.in_place.database import InPlaceDatabase
from enginehouse.table.settings import Settings
from enginehouse.table.states.bot_choices import expect_modules
from enginehouse.table.store import backup, migrations
from enginehouse.table.store.store import Store
from enginehouse.table.tab.bots import ThinkingBridge, make_pool
from enginehouse.table.tab.cookies import Jar, find_owner
from enginehouse.table.tab.scope import make_scope
from enginehouse.table.web.guests import cookie_name, cookie_value

Headers = list[tuple[str, str]]
Out = Callable[[str, int, str, bytes], None]
"""A function of the script that takes a part of an answer: `start`, `chunk` or `end`, with status, headers as JSON and
bytes."""
BEFORE, AFTER = "frame-ancestors 'none'", "frame-ancestors 'self'"
"""The shell shows the pages in a frame of the same folder, which a server forbids."""


class Bridge(ThinkingBridge):
    """The functions of the script `page/worker.js` that Python calls, as attributes of a JavaScript object.

    This class only has the names and types of the functions.
    """

    keep: Callable[[], Awaitable[None]]
    """Keep the database file."""
    keep_cookies: Callable[[str], Awaitable[None]]


def prepare_sqlite(connection: Any, _: Any) -> None:
    """Set up a new connection to SQLite. The file is in memory, so SQLite need not wait for a disk."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=MEMORY", "synchronous=OFF", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


class Tab:
    """The server's application as it runs in a browser tab, with its database and cookies."""

    def __init__(self, bridge: Bridge, folder: Path, place: Any) -> None:
        """Create the application. `bridge` has the functions of the JavaScript file `page/worker.js` that Python calls.

        `folder` has the database `tables.sqlite3`. `place` has the `protocol` (`https:`), the `host` with its port, and
        the `path` below which the pages are.
        """
        self._bridge, self._database = bridge, folder / "tables.sqlite3"
        self._scheme, self._host, self._path = str(place.protocol).rstrip(":"), str(place.host), str(place.path)
        self._jar = Jar()
        place_in_tab()
        expect_modules()
        self._app = self._make_app()
        self._life: asyncio.Task[None] | None = None
        self._events: asyncio.Queue[dict[str, str]] = asyncio.Queue()

    def _make_app(self) -> Starlette:
        settings = Settings(
            path=self._path, hosts=self._host.partition(":")[0], in_place=True, alone=False, opened_per_min=10_000
        )
        url = f"sqlite:///{self._database}"
        store = Store(database=InPlaceDatabase(url, prepare=prepare_sqlite, keep=self._bridge.keep))
        app = create_app(settings, store, make_pool=make_pool(self._bridge))
        app.state.shared.registry.sets_out = list_offered
        return app

    async def open(self, cookies: str) -> None:
        """Start the application, with the cookies that the browser has kept (a text as `Jar.write` returns it).

        Raise `Unreadable` if it does not start.
        """
        self._jar = Jar(cookies)
        said: asyncio.Queue[dict[str, str]] = asyncio.Queue()
        scope = {"type": "lifespan", "asgi": {"version": "3.0"}, "state": {}}
        self._life = asyncio.create_task(self._app(scope, self._events.get, said.put))  # type: ignore[arg-type]
        await self._events.put({"type": "lifespan.startup"})
        answer = await said.get()
        if answer["type"] != "lifespan.startup.complete":
            raise Unreadable(answer.get("message", "the table did not start"))
        # Imported modules stay, so the collector of garbage need not look at them again.
        gc.collect()
        gc.freeze()
        gc.set_threshold(10_000)

    async def close(self) -> None:
        """Stop the application and close its database."""
        await self._events.put({"type": "lifespan.shutdown"})
        if self._life is not None:
            await self._life

    # -- requests ------------------------------------------------------------------------------------------------------

    async def serve(self, asked: Any, out: Out, gone: Awaitable[object]) -> None:
        """Answer a request. `asked` has its `method`, `path` (with the query), `headers` (as JSON) and `body`.

        `out` is the function of the script that receives the answer. `gone` ends when the page has closed.
        """
        body = bytes(asked.body.to_bytes())
        scope = self._make_scope(str(asked.method), str(asked.path), json.loads(asked.headers), body)
        received = [{"type": "http.request", "body": body, "more_body": False}]
        answer = _Answer(out, self._jar.take)

        async def receive() -> dict[str, Any]:
            if received:
                return received.pop()
            await gone
            return {"type": "http.disconnect"}

        await self._app(scope, receive, answer.send)  # type: ignore[arg-type]
        if answer.has_cookie:
            await self._bridge.keep_cookies(self._jar.write())
        answer.finish()

    def _make_scope(self, method: str, path: str, headers: Headers, body: bytes) -> dict[str, Any]:
        """Return ASGI's scope of a request with this method and body.

        `path` includes the query, and `headers` are pairs of name and value. Browsers hide a few headers from scripts,
        so these headers are added here.
        """
        own = {"host": self._host, "origin": f"{self._scheme}://{self._host}", "cookie": self._jar.header()}
        own["content-length"] = str(len(body))
        others = [(name, value) for name, value in headers if name not in own]
        return make_scope(method, self._scheme, path, [*own.items(), *others])

    # -- all games -----------------------------------------------------------------------------------------------------

    async def save(self, file: str) -> None:
        """Write all games of this browser into a file, which `enginehouse restore` can read, too."""
        await backup.write(self._app.state.shared.registry.store.database, Path(file), lambda rows: None)

    async def bring(self, file: str, empty: str) -> str:
        """Replace all games of this browser by those of a file.

        `empty` is the file of an empty database, into which the games are read. Return a sentence for the person that
        says whether it has worked. If the file cannot be used, change nothing.
        """
        given = Path(file)
        try:
            backup.check(given)
        except EnginehouseError as error:
            return _explain(error, file)
        before = self._database.read_bytes()
        await self.close()
        if self.is_older(file):
            self._database.unlink()  # an older file is read into a new database of its own version
        else:
            shutil.copyfile(empty, self._database)
        try:
            await backup.fill(InPlaceDatabase(f"sqlite:///{self._database}", prepare=prepare_sqlite), given)
            said = "All games of the file are here now."
        except EnginehouseError as error:
            self._database.write_bytes(before)
            said = f"{_explain(error, file)} Your games here are as they were."
        self._app = self._make_app()
        self._events = asyncio.Queue()
        await self.open(self._jar.write())
        await self._identify_guest()
        await self._bridge.keep()
        return said

    def is_outdated(self) -> bool:
        """Return whether the database is of an older version, so that it needs migrations."""
        with closing(sqlite3.connect(self._database)) as connection:
            found = connection.execute("select version_num from alembic_version").fetchone()
        return bool(found != (migrations.HEAD,))

    def is_older(self, file: str) -> bool:
        """Return whether a file of saved games has an older version of the database than this program uses.

        Return False if the file has no games.
        """
        try:
            head, _ = backup.read(Path(file))
        except EnginehouseError:
            return False
        return bool(head["version"] < migrations.HEAD)

    async def _identify_guest(self) -> None:
        """Sign this browser in as the guest who sits at the largest number of tables, if there is a guest."""
        shared = self._app.state.shared
        person = await find_owner(shared.registry.store.database)
        if person:
            secret = self._app.state.secret
            self._jar.add(cookie_name(secret), cookie_value(secret, person, shared.registry.clock.date()))
            await self._bridge.keep_cookies(self._jar.write())


def _explain(error: EnginehouseError, file: str) -> str:
    """Return an error as a sentence for a person. Leave out the path of the file, which the person does not know."""
    said = str(error).replace(file, "the file")
    return f"{said[:1].upper()}{said[1:]}."


class _Answer:
    """A response of the web application (ASGI). It collects its messages and passes them to the page's script."""

    def __init__(self, out: Out, take_cookie: Callable[[str], None]) -> None:
        self._out, self._take_cookie = out, take_cookie
        self._status, self._headers = 500, "[]"
        self._parts: list[bytes] = []
        self._is_stream = self.has_cookie = False

    async def send(self, message: dict[str, Any]) -> None:
        """Process a message that the web application sends, in the form of ASGI.

        If the response is a stream, pass each part on immediately to the page's JavaScript.
        """
        if message["type"] == "http.response.start":
            self._start(message)
        elif not self._is_stream:
            self._parts.append(message.get("body", b""))
        else:
            if message.get("body"):
                self._out("chunk", 0, "", message["body"])
            if not message.get("more_body"):
                self._out("end", 0, "", b"")

    def _start(self, message: dict[str, Any]) -> None:
        headers: Headers = []
        for name, value in ((name.decode().lower(), value.decode("latin-1")) for name, value in message["headers"]):
            if name == "set-cookie":
                self._take_cookie(value)
                self.has_cookie = True
            elif name == "content-security-policy":
                headers.append((name, value.replace(BEFORE, AFTER)))
            elif name not in ("x-frame-options", "content-length"):
                headers.append((name, value))
            self._is_stream = self._is_stream or (name == "content-type" and value.startswith("text/event-stream"))
        self._status, self._headers = message["status"], json.dumps(headers)
        if self._is_stream:
            self._out("start", self._status, self._headers, b"")

    def finish(self) -> None:
        """Pass the complete response of the web application to the page's script, unless it was a stream."""
        if not self._is_stream:
            self._out("start", self._status, self._headers, b"".join(self._parts))
