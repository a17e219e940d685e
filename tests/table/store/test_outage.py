"""A database that goes away, is full and comes back: pages go on from memory, all else is told to wait, one line of log."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import asyncpg
import msgspec
import pytest
from handclock import SeededChance
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError, OperationalError
from wire import Browser

from enginehouse.table.app import create_app
from enginehouse.table.settings import Settings
from enginehouse.table.store import database
from enginehouse.table.store.outage import Away, explain_failure
from enginehouse.table.web import stream

pytestmark = pytest.mark.usefixtures("no_workers")


BEAT_MS = 200


@asynccontextmanager
async def opened(db_url: str) -> AsyncIterator[Any]:
    """The application, running."""
    app = create_app(Settings(db_url=db_url, ping_s=0.05, beat_ms=BEAT_MS), chance=SeededChance())
    app.state.shared.registry.store.outages._again_s = 0.1
    async with app.router.lifespan_context(app):
        yield app


async def until(done: Callable[[], Any]) -> None:
    """Wait, not for ever."""
    for _ in range(300):
        if done():
            return
        await asyncio.sleep(0.05)
    pytest.fail("it did not happen")


async def finish_game(ann: Browser) -> str:
    """A table whose game is over."""
    table = await ann.new("me", "me")
    for _ in range(400):
        for seat in (0, 1):
            session = await ann.app.state.shared.registry.get(table.removeprefix("/t/"))
            if session.state.match.over:
                return table
            legal = session.state.match.legal_names(seat)
            if legal:
                assert (await ann.act(table, seat, session.state.decision(seat), legal[-1])).status == 204
    pytest.fail("the game does not end")


def lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return all log lines, with a mark for tracebacks."""
    found = [r for r in caplog.records if r.levelno >= logging.WARNING]
    return [("TRACEBACK " if r.exc_info else "") + r.getMessage() for r in found]


async def goes_away_and_comes_back(
    app: Any, caplog: pytest.LogCaptureFixture, gone: Callable[[], None], back: Callable[[], None], *, reads: bool
) -> None:
    """The whole story; `reads`: what is stored can be read all the while, as on a full disk."""
    ann = Browser(app)
    over = await finish_game(ann)
    table, quiet, bots = await ann.new("me", "me"), await ann.new("me", "me"), await ann.new("me", "bot:random")
    for path in (table, quiet, over):
        assert (await ann.get(path)).status == 200
    assert (await ann.get("/")).status == 200
    watched = await app.state.shared.registry.get(quiet.removeprefix("/t/"))
    events = stream.events(app.state.shared, watched, -1)
    assert (await anext(events)).startswith(b"event: frame")
    assert (await ann.act(bots, 0, 0, "move 1 2")).status == 204
    gone()
    playing = app.state.shared.registry.tables[bots.removeprefix("/t/")]
    assert playing.state.match.decision(1) == 0, "the bot has yet to act"
    caplog.clear()
    refused = [await ann.act(table, 0, 0, "move 1 2") for _ in range(3)]
    for answer in refused:
        assert answer.status == 503 and int(answer.headers["retry-after"]) > 0 and answer.seconds < 5
        assert msgspec.json.decode(answer.body)["error"]["code"] == "away"
    page = await ann.post("/new", game="switchyard", name="Ann", **{"seat-0": "me", "seat-1": "me"})
    assert page.status == 503 and b"database is unavailable" in page.body and "retry-after" in page.headers
    health = await ann.get("/health")
    assert health.status == 503 and b"the database is away: it " in health.body and "retry-after" in health.headers
    for path in (table, quiet, over, f"{quiet}/frame", f"{over}/replay", f"{over}/replay/3?from=2", f"{over}/log.json"):
        assert (await ann.get(path)).status == 200, path
    for path in ("/games/switchyard/rules", "/games/switchyard/parts", "/new?game=switchyard"):
        assert (await ann.get(path)).status == 200, path
    lobby = await ann.get("/")
    assert lobby.status == 200 and quiet.encode() in lobby.body
    assert reads or b"database is unavailable" in lobby.body
    app.state.shared.people.clear()  # nobody is known any more but by the cookie
    shown = await ann.get(f"{quiet}/frame?seat=1")
    assert shown.status == 200 and msgspec.json.decode(shown.body)["state"]["acting"] is False
    assert (await ann.get(f"{quiet}/frame?seat=0")).body != shown.body, "still one's own seat"
    assert (await anext(events)).startswith(b"event: ping")
    await asyncio.sleep(2 * BEAT_MS / 1000)
    back()
    await until(lambda: not app.state.shared.registry.store.outages.reason)
    assert (await ann.get("/health")).status == 200
    assert (await ann.act(table, 0, 0, "move 1 2")).status == 204
    assert (await ann.act(quiet, 0, 0, "move 1 2")).status == 204
    await until(lambda: playing.state.match.decision(1) > 0)
    await events.aclose()
    said = lines(caplog)
    assert len(said) == 2, said
    assert said[0].startswith("the database cannot be used: it ")
    assert said[1].startswith("the database can be used again")


@pytest.mark.postgres
async def test_postgres_is_stopped_and_started(own_postgres: Any, caplog: pytest.LogCaptureFixture) -> None:
    async with opened(f"{own_postgres.url}/postgres") as app:
        await goes_away_and_comes_back(app, caplog, own_postgres.stop, own_postgres.start, reads=False)


def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for PostgreSQL only a part of the time that a server waits, which is some seconds in all."""
    assert database.TRIED_S + database.REACH_S + database.ANSWER_S < 8
    for name, seconds in (("REACH_S", 0.5), ("ANSWER_S", 1.0), ("TRIED_S", 0.5)):
        monkeypatch.setattr(database, name, seconds)


@asynccontextmanager
async def two_processes(db_url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[list[Any], str, Browser]]:
    """Two applications on one PostgreSQL that are not patient, a table of Ann and a bot known to both, and Ann."""
    hurry(monkeypatch)
    async with opened(db_url) as one, opened(db_url) as two:
        ann = Browser(one)
        table = await ann.new("me", "bot:random")
        assert (await ask_at(two, ann).get(table)).status == 200
        yield [one, two], table, ann


def ask_at(app: Any, person: Browser) -> Browser:
    """The same person at another application."""
    there = Browser(app)
    there.cookie = person.cookie
    return there


def processes(parent: int) -> list[int]:
    """A process and its children."""
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    return [parent, *map(int, children)]


def away(answer: Any) -> bool:
    """Whether an answer says that the database is away, and when to come again."""
    return answer.status == 503 and int(answer.headers["retry-after"]) > 0 and answer.seconds < 5


@pytest.mark.postgres
@pytest.mark.skipif(sys.platform != "linux", reason="whose child is who is read from /proc")
async def test_postgres_hangs_and_two_processes_go_on_when_it_does(
    own_postgres: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It takes connections and says nothing."""
    async with two_processes(f"{own_postgres.url}/postgres", monkeypatch) as (apps, table, ann):
        pids = processes(own_postgres._server.pid)
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
        try:
            for app in apps:
                assert away(await ask_at(app, ann).act(table, 0, 0, "move 1 2"))
                page = await ask_at(app, ann).get(table)
                assert page.status == 200 and page.seconds < 5, "from memory"
        finally:
            for pid in pids:
                os.kill(pid, signal.SIGCONT)
        await both_go_on(apps, table, ann)


@pytest.mark.postgres
async def test_a_process_without_a_connection_left_keeps_no_other_one_from_anything(
    own_postgres: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two_processes(f"{own_postgres.url}/postgres", monkeypatch) as (apps, table, ann):
        reading = apps[0].state.shared.registry.store.database.reading
        async with AsyncExitStack() as taken:
            with suppress(Away):
                for _ in range(16):
                    await taken.enter_async_context(reading())
            assert away(await ask_at(apps[0], ann).act(table, 0, 0, "move 1 2"))
            assert (await ask_at(apps[1], ann).act(table, 0, 0, "move 1 2")).status == 204
        await both_go_on(apps, table, ann)


async def both_go_on(apps: list[Any], table: str, ann: Browser) -> None:
    """The database is there again: the bot acts, and either application takes the next action."""
    registries = [app.state.shared.registry for app in apps]
    await until(lambda: not any(one.store.outages.reason for one in registries))
    sessions = [await one.get(table.removeprefix("/t/")) for one in registries]
    for app, session in zip(apps, sessions, strict=True):
        for _ in range(200):
            await session.catch_up()
            state = session.state
            if 0 in state.match.actors():
                break
            await asyncio.sleep(0.05)
        name = state.match.legal_names(0)[0]
        assert (await ask_at(app, ann).act(table, 0, state.decision(0), name)).status == 204


class Wire:
    """A way to PostgreSQL on which single connections can break or fall silent."""

    def __init__(self, port: int) -> None:
        self._port, self.port = port, 0
        self.breaks = self.silent = 0
        """So many of the next connections that say something break, or are heard no more."""
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Wire:
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        for task in self._tasks:
            task.cancel()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there = await asyncio.open_connection("127.0.0.1", self._port)
        for way in (self._pass(reader, there[1], writer), self._pass(there[0], writer, None)):
            task = asyncio.create_task(way)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _pass(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, back: asyncio.StreamWriter | None
    ) -> None:
        silent = False
        with suppress(OSError):
            while said := await reader.read(65536):
                if back is not None and self.breaks:
                    self.breaks -= 1
                    back.transport.abort()
                    break
                if back is not None and self.silent and not silent:
                    self.silent -= 1
                    silent = True
                if not silent:
                    writer.write(said)
                    await writer.drain()
        writer.close()


@pytest.mark.postgres
@pytest.mark.parametrize("how", ["breaks", "silent"])
async def test_one_connection_of_many_is_no_outage(
    own_postgres: Any, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """Its request is refused soon, everything else goes on, and the database does not count as away."""
    hurry(monkeypatch)
    async with (
        Wire(own_postgres.port) as wire,
        opened(own_postgres.url.replace(str(own_postgres.port), str(wire.port)) + "/postgres") as app,
    ):
        outages = app.state.shared.registry.store.outages
        ann = Browser(app)
        table, other = await ann.new("me", "me"), await ann.new("me", "me")
        for path in (table, other):
            assert (await ann.get(path)).status == 200
        caplog.clear()
        setattr(wire, how, 1)
        with pytest.raises(Away):
            await app.state.shared.registry.store.database.alive()
        first, health = await ann.act(table, 0, 0, "move 1 2"), await ann.get("/health")
        assert (first.status, health.status, await outages.decide()) == (204, 200, "")
        assert first.seconds < 3 and health.seconds < 3
        assert (await ann.act(other, 0, 0, "move 1 2")).status == 204
        said = lines(caplog)
        assert len(said) == 1 and said[0].startswith("a connection to the database broke ("), said


@pytest.mark.postgres
async def test_requests_fail_at_once_while_the_database_is_silent(
    own_postgres: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first request is refused after the time limit, and the next ones at once."""
    hurry(monkeypatch)
    async with opened(f"{own_postgres.url}/postgres") as app:
        ann = Browser(app)
        table = await ann.new("me", "me")
        assert (await ann.get(table)).status == 200
        pids = processes(own_postgres._server.pid)
        for pid in pids:
            os.kill(pid, signal.SIGSTOP)
        try:
            first = await ann.act(table, 0, 0, "move 1 2")
            assert first.status == 503 and first.seconds < 5
            assert (await ann.get("/health")).status == 503
            for answer in (await ann.get("/health"), await ann.act(table, 0, 0, "move 1 2")):
                assert answer.status == 503 and answer.seconds < 1
        finally:
            for pid in pids:
                os.kill(pid, signal.SIGCONT)


async def test_a_database_that_fails_again_at_once_is_reported_in_a_line(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(f"sqlite:///{tmp_path / 'tables.sqlite3'}") as app:
        registry = app.state.shared.registry
        await registry.wait_until_resumed()

        async def away(*_: object) -> float:
            raise Away("No data can be stored now.")

        monkeypatch.setattr(registry.store.serving, "go_on", away)
        caplog.clear()
        registry._back()
        await registry.wait_until_resumed()
        assert lines(caplog) == ["tables are not resumed yet: No data can be stored now."]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of two megabytes, where this process may mount one."""
    folder = tmp_path / "small"
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(folder)]
    done = (
        sys.platform == "linux"
        and os.geteuid() == 0
        and not subprocess.run(command, check=False, capture_output=True).returncode
    )
    if not done:
        pytest.skip("only root may mount a small disk")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


async def test_the_disk_is_full(small_disk: Path, caplog: pytest.LogCaptureFixture) -> None:
    filler = small_disk / "filler"

    def fill() -> None:
        with filler.open("wb", buffering=0) as file:
            try:
                while True:
                    file.write(b"x" * 4096)
            except OSError:
                pass

    async with opened(f"sqlite:///{small_disk / 'tables.sqlite3'}") as app:
        await goes_away_and_comes_back(app, caplog, fill, filler.unlink, reads=True)


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (sqlite3.IntegrityError("UNIQUE"), None),
        (sqlite3.OperationalError("no such table"), None),
        (ValueError("ours"), None),
        (ConnectionRefusedError(111, "refused"), "it does not answer"),
        (OSError(28, "No space left on device"), "it is full"),
        (TimeoutError(), "it does not answer"),
        (asyncpg.DiskFullError("could not extend file"), "it is full"),
        (asyncpg.AdminShutdownError("terminating"), "it does not answer"),
        (asyncpg.TooManyConnectionsError("sorry"), "it has no connection left"),
        (asyncpg.ReadOnlySQLTransactionError("cannot"), "it cannot be written"),
        (asyncpg.UndefinedTableError("none"), None),
        (OperationalError("INSERT", None, asyncpg.DiskFullError("full")), "it is full"),
        (OperationalError("INSERT", None, sqlite3.OperationalError("syntax")), None),
        (IntegrityError("INSERT", None, OSError(28, "full")), None),
    ],
)
def test_outages_are_distinguished_from_our_own_faults(error: Exception, reason: str | None) -> None:
    assert explain_failure(error) == reason


async def test_a_fault_of_ours_is_no_outage(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with opened(f"sqlite:///{tmp_path / 'tables.sqlite3'}") as app:
        store = app.state.shared.registry.store
        with pytest.raises(OperationalError, match="no such table"):
            async with store.database.reading() as connection:
                await connection.execute(text("SELECT * FROM nowhere"))
        assert not store.outages.reason and not lines(caplog)
