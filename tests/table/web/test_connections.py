"""Connections over real sockets: slow ones are ended, there are not too many, and nobody makes tables without end."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
import uvicorn
from handclock import HandClock, SeededChance
from uvicorn.protocols.http.h11_impl import H11Protocol
from wire import Browser, ask

from enginehouse.core.errors import EnginehouseError
from enginehouse.table import serve
from enginehouse.table.app import create_app
from enginehouse.table.settings import Settings
from enginehouse.table.web import connections, limits
from enginehouse.table.web.connections import Bounds
from enginehouse.table.web.limits import Streams, Viewing
from enginehouse.table.web.problems import Problem

pytestmark = pytest.mark.usefixtures("no_workers")
HEAD = b"GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n"
QUICK = Settings(head_s=0.4, body_s=0.4, connections=6)


def test_a_uvicorn_without_the_names_that_the_bounds_need_is_refused_at_the_start() -> None:
    for supported in (connections.HttpProtocol, H11Protocol):
        connections.check_server(supported)

    class Cycle:
        def __init__(self) -> None:
            self.more_body = self.response_complete = self.response_started = False
            self.message_event = None

    class Other(H11Protocol):
        pass

    Other.__module__ = "other_uvicorn"
    sys.modules["other_uvicorn"] = cast("Any", SimpleNamespace(RequestResponseCycle=Cycle))
    try:
        with pytest.raises(
            EnginehouseError, match=r"uvicorn [\d.]+ is not supported: it lacks disconnected\..*'uvicorn[<>=]"
        ):
            connections.check_server(Other)
    finally:
        del sys.modules["other_uvicorn"]


@dataclass
class Open:
    """A connection as a client has it."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    async def send(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    async def rest(self, seconds: float = 3) -> bytes:
        """All that comes until the server hangs up."""
        with contextlib.suppress(ConnectionError):
            return await asyncio.wait_for(self.reader.read(), seconds)
        return b""


class Listening:
    """The table at a port."""

    def __init__(self, app: Any, port: int) -> None:
        self.app, self.port = app, port
        self.mine: list[Open] = []

    async def open(self) -> Open:
        one = Open(*await asyncio.open_connection("127.0.0.1", self.port))
        self.mine.append(one)
        return one


@contextlib.asynccontextmanager
async def listening(folder: Path, settings: Settings) -> AsyncIterator[Listening]:
    settings = replace(settings, db_url=f"sqlite:///{folder / 'tables.sqlite3'}")
    app = create_app(settings, chance=SeededChance())
    ready = asyncio.Event()
    with serve.free_socket("127.0.0.1", 0) as port:
        server = serve.Server(serve.make_config(app, settings), app.state.shared, ready.set)
        task = asyncio.create_task(server.serve([port]))
        await asyncio.wait_for(ready.wait(), 20)
        there = Listening(app, port.getsockname()[1])
        try:
            yield there
        finally:
            for one in there.mine:
                one.writer.close()
            server.should_exit = True
            await task


@pytest.fixture(params=["httptools", "h11"])
def either_parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both protocols of the server, whichever a machine has."""
    if request.param == "h11":
        monkeypatch.setattr(connections, "HttpProtocol", H11Protocol)


@pytest.mark.usefixtures("either_parser")
async def test_a_request_that_arrives_too_slowly_is_ended(tmp_path: Path) -> None:
    """Nothing at all, half a head, half a body, a trickle: each is hung up; who is quick is served meanwhile."""
    async with listening(tmp_path, QUICK) as there:
        silent, head, body, trickle = [await there.open() for _ in range(4)]
        await head.send(b"GET / HTTP/1.1\r\nhost: loc")
        await body.send(
            b"POST /new HTTP/1.1\r\nhost: localhost\r\nsec-fetch-site: same-origin\r\ncontent-length: 100\r\n\r\nname="
        )

        async def drip() -> None:
            with contextlib.suppress(ConnectionError):
                for byte in b"GET /" + b"a" * 200:
                    await trickle.send(bytes([byte]))
                    await asyncio.sleep(0.05)

        dripping = asyncio.create_task(drip())
        quick = await there.open()
        await quick.send(HEAD)
        assert (await quick.reader.readline()).startswith(b"HTTP/1.1 200")
        for slow in (silent, head, body, trickle):
            said = await slow.rest()
            # Who goes on sending may lose the answer: what comes after the end resets the connection.
            lost = slow is trickle and said == b""
            assert lost or (said.startswith(b"HTTP/1.1 408 ") and b"took too long" in said)
        dripping.cancel()


@pytest.mark.usefixtures("either_parser")
async def test_a_socket_for_both_kinds_of_ip_names_addresses_as_one_for_ipv4_does(tmp_path: Path) -> None:
    """So that a proxy at 127.0.0.1 is believed there too."""
    seen: list[str] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        seen.append(scope["client"][0])
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    config = serve.make_config(cast(Any, app), Settings())
    config.lifespan = "off"
    server = uvicorn.Server(config)
    with socket.create_server(("::", 0), family=socket.AF_INET6, dualstack_ipv6=True) as port:
        task = asyncio.create_task(server.serve([port]))
        reader, writer = await asyncio.open_connection("127.0.0.1", port.getsockname()[1])
        writer.write(b"GET / HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: 203.0.113.9\r\n\r\n")
        assert (await asyncio.wait_for(reader.readline(), 5)).startswith(b"HTTP/1.1 204")
        writer.close()
        server.should_exit = True
        await task
    assert seen == ["203.0.113.9"]


@pytest.mark.usefixtures("either_parser")
async def test_a_connection_may_rest_between_requests_and_go_on(tmp_path: Path) -> None:
    async with listening(tmp_path, QUICK) as there:
        one = await there.open()
        for _ in range(3):
            await one.send(HEAD)
            assert b"ok" in await asyncio.wait_for(one.reader.readuntil(b"ok"), 3)
            await asyncio.sleep(0.3)
        await one.send(HEAD[:20])
        assert (await one.rest()).startswith(b"HTTP/1.1 408 ")


@pytest.mark.usefixtures("either_parser")
async def test_a_stream_is_no_slow_request(tmp_path: Path) -> None:
    async with listening(tmp_path, replace(QUICK, ping_s=0.2)) as there:
        table = await a_table(there.app)
        one = await there.open()
        await one.send(f"GET {table}/stream HTTP/1.1\r\nhost: localhost\r\n\r\n".encode())
        await asyncio.wait_for(one.reader.readuntil(b"event: frame"), 3)
        for _ in range(5):
            await asyncio.wait_for(one.reader.readuntil(b"event: ping"), 3)


@pytest.mark.usefixtures("either_parser")
async def test_a_head_without_end_is_refused(tmp_path: Path) -> None:
    async with listening(tmp_path, replace(QUICK, head_s=10)) as there:
        one = await there.open()
        with contextlib.suppress(ConnectionError):
            await one.send(b"GET / HTTP/1.1\r\nhost: localhost\r\n")
            for k in range(120):
                await one.send(b"x-%d: " % k + b"y" * 1000 + b"\r\n")
                await asyncio.sleep(0)
        assert (await one.rest())[:12] in (b"HTTP/1.1 431", b"HTTP/1.1 400", b"")
        assert len(there.app.state.shared.registry.tables) == 0


async def test_so_many_connections_and_no_more(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with listening(tmp_path, replace(QUICK, head_s=30)) as there:
        held = [await there.open() for _ in range(6)]
        await asyncio.sleep(0.1)
        for _ in range(3):
            said = await (await there.open()).rest()
            assert said.startswith(b"HTTP/1.1 503 ") and b"Too many connections" in said and b"retry-after" in said
        held[0].writer.close()
        await asyncio.sleep(0.1)
        again = await there.open()
        await again.send(HEAD)
        assert (await again.reader.readline()).startswith(b"HTTP/1.1 200")
    assert len([r for r in caplog.records if "connections are refused" in r.getMessage()]) == 1


async def test_one_address_has_no_more_than_its_share() -> None:
    bounds = Bounds(Settings(connections=100, connections_each=3))
    near, far = "127.0.0.1", "192.0.2.7"
    assert [bounds.enter(k, far) for k in range(4)] == [True, True, True, False]
    assert all(bounds.enter(10 + k, near) for k in range(10)), "a proxy speaks for many"
    bounds.leave(3, far)
    assert not bounds.enter(3, far), "who was refused was not counted"
    bounds.leave(0, far)
    assert bounds.enter(3, far)
    for k in range(3):
        assert bounds.enter(20 + k, f"2001:db8:1:2::{k:x}"), "a /64 network of IPv6 is one household"
    assert not bounds.enter(23, "2001:db8:1:2:ffff::1") and bounds.enter(24, "2001:db8:1:3::1")
    bounds.leave(20, "2001:db8:1:2::0")
    assert bounds.enter(25, "2001:db8:1:2:ffff::1")
    many = Bounds(Settings(proxies="172.17.0.1, 10.1.0.0/16")).speaks_for_many
    assert all(many(one) for one in ("::1", "127.0.0.1", "::ffff:127.0.0.1", "", "172.17.0.1", "10.1.2.3"))
    assert not any(many(one) for one in ("nowhere", "192.168.1.5", "172.17.0.2", "2001:db8::1"))


@pytest.mark.parametrize(
    ("proxies", "peer", "found"),
    [
        ("127.0.0.1,::1", "::1", "203.0.113.9"),
        ("127.0.0.1,::1", "172.17.0.1", "172.17.0.1"),
        ("172.16.0.0/12", "172.17.0.1", "203.0.113.9"),
    ],
)
async def test_a_proxy_that_is_trusted_names_who_comes(proxies: str, peer: str, found: str) -> None:
    seen: list[str] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        seen.append(scope["client"][0])

    config: Any = serve.make_config(cast(Any, app), Settings(proxies=proxies))
    config.load()
    scope = {"type": "http", "client": (peer, 5), "headers": [(b"x-forwarded-for", b"203.0.113.9")], "scheme": "http"}
    await config.loaded_app(scope, None, None)
    assert seen == [found]


async def a_table(app: Any, client: str = "192.0.2.7") -> str:
    form = b"game=switchyard&name=Ann&seat-0=me&seat-1=open"
    answer = await ask(app, "POST", "/new", [(b"sec-fetch-site", b"same-origin")], body=form, client=client)
    assert answer.status == 303, (answer.status, answer.body)
    return answer.headers["location"]


@contextlib.asynccontextmanager
async def running(folder: Path, **more: Any) -> AsyncIterator[tuple[Any, HandClock]]:
    clock = HandClock()
    app = create_app(Settings(db_url=f"sqlite:///{folder / 't.sqlite3'}", **more), clock=clock, chance=SeededChance())
    async with app.router.lifespan_context(app):
        yield app, clock


async def test_so_many_streams_of_an_address_and_of_a_table(tmp_path: Path) -> None:
    async with running(tmp_path, streams_each=2, streams_table=3) as (app, _):
        table, other = await a_table(app), await a_table(app)

        async def watch(table: str, client: str) -> asyncio.Task[Any]:
            task = asyncio.create_task(ask(app, "GET", f"{table}/stream", client=client, stays=True))
            await asyncio.sleep(0.1)
            return task

        tasks = [await watch(table, "192.0.2.1") for _ in range(2)]
        assert not any(t.done() for t in tasks)
        for path in (table, other):
            refused = await (await watch(path, "192.0.2.1"))
            assert refused.status == 429 and b"2 open pages" in refused.body
        tasks.append(await watch(table, "192.0.2.2"))
        refused = await (await watch(table, "192.0.2.3"))
        assert refused.status == 429 and b"3 people watch" in refused.body and "retry-after" in refused.headers
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        streams = app.state.shared.streams
        assert not streams.by_address and not streams.by_seat
        session = await app.state.shared.registry.get(table.removeprefix("/t/"))
        assert not session.audience.watched
        assert not (await watch(table, "192.0.2.3")).done()


async def test_spectators_do_not_use_up_the_streams_of_players(tmp_path: Path) -> None:
    """Not at the table and not from the player's own address, neither by page nor by program; nor do pages of another seat."""
    async with running(tmp_path, streams_each=3, streams_table=3) as (app, _):
        ann, bob = Browser(app), Browser(app)
        table = await ann.new("me", "open")
        await bob.post(f"{table}/join", name="Bob")

        async def watch(path: str, client: str, cookie: bytes = b"") -> asyncio.Task[Any]:
            asked = ask(app, "GET", path, [(b"cookie", cookie)], client=client, stays=True)
            tasks.append(asyncio.create_task(asked))
            await asyncio.sleep(0.05)
            return tasks[-1]

        tasks: list[asyncio.Task[Any]] = []
        for path in (f"{table}/stream", f"/api/v1/tables/{table.removeprefix('/t/')}/events", f"{table}/stream"):
            assert not (await watch(path, "192.0.2.1")).done()
        assert (await (await watch(f"{table}/stream", "192.0.2.2"))).status == 429
        for client in ("192.0.2.1", "192.0.2.3", "192.0.2.4"):
            assert not (await watch(f"{table}/stream", client, ann.cookie)).done()
        refused = await (await watch(f"{table}/stream", "192.0.2.5", ann.cookie))
        assert refused.status == 429 and b"3 pages of your seat are open" in refused.body
        assert not (await watch(f"{table}/stream", "192.0.2.1", bob.cookie)).done()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert not app.state.shared.streams.by_address and not app.state.shared.streams.by_seat


async def test_the_head_of_a_stream_keeps_nothing_open(tmp_path: Path) -> None:
    async with running(tmp_path) as (app, _):
        table = await a_table(app)
        answer = await asyncio.wait_for(ask(app, "HEAD", f"{table}/stream", stays=True), 2)
        assert answer.status == 200 and answer.body == b"" and answer.headers["content-type"].startswith("text/event-")
        assert answer.headers["x-accel-buffering"] == "no"
        session = await app.state.shared.registry.get(table.removeprefix("/t/"))
        assert not session.audience.watched and not app.state.shared.streams.by_address


SAME = [(b"sec-fetch-site", b"same-origin")]
OPENING = b"game=switchyard&name=Ann&seat-0=me&seat-1=open"


async def test_each_kind_of_a_minute_is_counted_by_itself(tmp_path: Path) -> None:
    """Each kind has a count of its own, and a minute later it begins anew."""
    async with running(tmp_path, opened_per_min=4) as (app, clock):
        ann = Browser(app)
        table = await ann.new("me", "open")
        for _ in range(3):
            assert (await ann.post("/new", game="switchyard", **{"seat-0": "me", "seat-1": "open"})).status == 303
        refused = await ask(app, "POST", "/new", SAME, body=OPENING)
        assert refused.status == 429 and b"4 new tables a minute" in refused.body
        assert int(refused.headers["retry-after"]) > 0
        assert (await ask(app, "POST", f"{table}/join", SAME, body=b"name=Bob")).status == 303
        await a_table(app, client="192.0.2.8")
        clock.time += 60
        await a_table(app)


JSON = [(b"content-type", b"application/json")]
KINDS = [
    ("/new", b"", "new tables"),
    ("/games/switchyard/lessons/none", b"", "new tables"),
    ("/games/switchyard/puzzles/none", b"", "new tables"),
    ("TABLE/whatif", b"", "new tables"),
    ("TABLE/mend", b"", "new tables"),
    ("TABLE/join", b"", "seats a minute"),
    ("TABLE/rematch", b"", "rematches"),
    ("/come", b"", "links to other devices"),
    ("/me/devices/link", b"", "links to other devices"),
    ("/upload", b"", "logs of games"),
    ("TABLE/review", b"", "requests for a game analysis"),
    ("/api/v1/tables", b"{", "new tables"),
    ("/api/v1TABLE/join", b"{", "seats a minute"),
    ("/api/v1TABLE/rematch", b"{", "rematches"),
]


@pytest.mark.parametrize(("path", "body", "what"), KINDS, ids=[path for path, _, _ in KINDS])
async def test_refused_requests_count_before_they_are_read(tmp_path: Path, path: str, body: bytes, what: str) -> None:
    async with running(tmp_path, opened_per_min=3) as (app, _):
        table = await a_table(app, client="192.0.2.8")
        path = path.replace("TABLE", table.replace("/t/", "/tables/") if path.startswith("/api") else table)
        head = JSON if path.startswith("/api") else SAME
        for sent in (body, b"\xff" * 10, b"x" * 20_000):
            first = await ask(app, "POST", path, head, body=sent)
            assert first.status != 429, first.body
        refused = await ask(app, "POST", path, head, body=b"", goes_away=True)
        assert refused.status == 429 and what.encode() in refused.body


async def test_new_guests_who_only_talk_are_counted(tmp_path: Path) -> None:
    async with running(tmp_path, opened_per_min=3) as (app, _):
        table = await a_table(app, client="192.0.2.8")
        answers = [await ask(app, "POST", f"{table}/say", SAME, body=b"name=Eve&text=hi") for _ in range(4)]
        assert [one.status for one in answers] == [303, 303, 303, 429] and b"new guests" in answers[3].body


def test_buckets_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_ADDRESSES", 50)
    bucket = limits.Limits(1)._of[limits.TABLES]
    for k in range(200):
        bucket.take(f"address{k}", 0.0)
    assert len(bucket._buckets) <= 50
    with pytest.raises(Problem, match="1 new tables"):
        bucket.take("address199", 1.0)


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("192.0.2.7:4711", "192.0.2.7"),
        ("[2001:db8:1:2::5]:4711", "2001:db8:1:2::/64"),
        ("unknown 1", "unknown"),
        ("_hidden-2", "unknown"),
        ("", "unknown"),
    ],
)
def test_an_address_is_a_household(host: str, address: str) -> None:
    from starlette.requests import Request

    assert limits.find_address(Request({"type": "http", "client": (host, 1)})) == address


def test_streams_that_were_refused_do_not_count() -> None:
    streams, one = Streams(1, 9), Viewing("a", "t", -1)
    streams.enter(one)
    for _ in range(3):
        with pytest.raises(Problem):
            streams.enter(one)
    streams.leave(one)
    streams.enter(one)
