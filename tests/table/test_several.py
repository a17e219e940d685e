"""Real processes: two on one PostgreSQL under load, which die and come again; and several on one socket that stays open."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx2 as httpx
import pytest
from callers import act, frame, guest, visible
from click.testing import CliRunner
from crowd import Crowd, crowd_looked_back
from nursery import Forked
from storm import Storm, looked_back
from storm_steps import BEAT_MS, FEW, KINDS, SEED, WINDOW_MS, all_go_on, begun, free_port, so_much_more, wait_for

from enginehouse.commands.main import main
from enginehouse.table.serve import free_socket

# These servers' rules are plain in every run, so one run is enough: the compiled one, or the only one there is.
once = pytest.mark.beside_compiled
PATIENCE = 5
STARTED_S = 60
"""In so many seconds processes have started or ended, on a busy host too."""
"""A busy machine is given so many times as long as is promised."""


class Watching:
    """A stream of a table, which is opened again when it ends, as a browser does."""

    def __init__(self, url: str, table: str, client: httpx.Client | None = None) -> None:
        cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items()) if client else ""
        self._place = urlsplit(url)
        self._request = f"GET {table}/stream HTTP/1.1\r\nhost: localhost\r\ncookie: {cookie}\r\n\r\n".encode()
        self.number = 0
        """The latest frame."""
        self.began: list[float] = []
        self.ended: list[float] = []
        """When each stream brought its first frame, and when it ended."""
        self._over = False
        self._link: socket.socket | None = None
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def _watch(self) -> None:
        while not self._over:
            with (
                contextlib.suppress(OSError),
                socket.create_connection((str(self._place.hostname), int(self._place.port or 0)), timeout=30) as link,
            ):
                self._link = link
                link.sendall(self._request)
                self._read(link)
            self.ended += [time.monotonic()] if len(self.began) > len(self.ended) else []
            time.sleep(0.5)  # as the stream has told browsers to

    def _read(self, link: socket.socket) -> None:
        fresh, read = True, b""
        while not self._over and (piece := link.recv(65536)):
            *lines, read = (read + piece).split(b"\n")
            for line in lines:
                if line.startswith(b"id: "):
                    self.number = int(line[4:])
                    self.began += [time.monotonic()] if fresh else []
                    fresh = False

    def close(self) -> None:
        """Look no longer."""
        self._over = True
        with contextlib.suppress(OSError):
            assert self._link is not None
            self._link.shutdown(socket.SHUT_RDWR)
        self._thread.join(20)


@once
@pytest.mark.postgres
@pytest.mark.timeout(3 * 3600)
def test_two_processes_lose_nothing_and_show_the_same(
    postgres_url: str,
    deep: bool,
    count: Callable[[int, int], int],
    progress: Callable[[str], None],
    record_property: Callable[[str, object], None],
) -> None:
    """Any request goes to either. One of them dies, with whatever it had claimed, again and again, and now and then both; at
    first and at each tenth time the one that is left takes over every table, else the dead one is soon back."""
    deaths, kinds = count(2, 300), KINDS if deep else FEW
    dice, ports = random.Random(SEED), [free_port(), free_port()]
    urls = [f"http://127.0.0.1:{port}" for port in ports]
    storm = Storm(urls, SEED)
    servers = [Forked(postgres_url, BEAT_MS, WINDOW_MS, port) for port in ports]
    slowest, kills = 0.0, 0
    crowd = Crowd(storm, count(2, 3))
    try:
        begun(storm, kinds)
        for death in range(deaths):
            so_much_more(storm, 8, f"after kill {kills}")
            time.sleep(dice.random() * 0.25)
            dead = [0, 1] if death % 10 == 5 else [death % 2]
            for which in dead:
                servers[which].kill()
            kills += len(dead)
            if death % 10 == 0:
                at = time.monotonic()
                all_go_on(storm, PATIENCE * 5)
                slowest = max(slowest, time.monotonic() - at)
            for which in dead:
                servers[which] = Forked(postgres_url, BEAT_MS, WINDOW_MS, ports[which])
            if death % 25 == 24:
                progress(f"{kills} kills, {storm.yes} acknowledged")
        tables = [table for table in storm.tables if table not in storm.over]
        watching = [(url, table, Watching(url, table)) for url in urls for table in tables]
        assert wait_for(lambda: all(one.number for _, _, one in watching), STARTED_S)
        so_much_more(storm, 20, "in the end")
        storm.end()
        crowd.end()
        assert not storm.faults, storm.faults
        _show_the_same(urls, storm, watching)
    finally:
        storm.calm.set()
        for server in servers:
            server.kill()
    entries = asyncio.run(looked_back(storm, postgres_url, print))
    things = asyncio.run(crowd_looked_back(crowd, postgres_url))
    record_property(
        "told",
        f"two processes: {kills} kills, {storm.yes} acknowledged, {storm.again} sent again, {entries} entries replayed; "
        f"{things} seats, lines, tokens, proposals and departures, {crowd.yes} acknowledged: nothing lost, "
        f"nothing doubled; every table went on within {slowest:.1f} s",
    )


def _is_at(one: Watching, client: httpx.Client, table: str) -> bool:
    """Whether a stream has brought the latest picture."""
    return bool(one.number == frame(client, table)["n"])


def _show_the_same(urls: list[str], storm: Storm, watching: list[tuple[str, str, Watching]]) -> None:
    """When nobody acts any more, every seat is shown the same at both, and every stream has come to it by itself."""
    clients = {url: httpx.Client(base_url=url, timeout=20) for url in urls}
    for url, table, one in watching:
        caught_up = partial(_is_at, one, clients[url], table)
        assert wait_for(caught_up, PATIENCE), f"the stream of {table} at {url} is behind"
        one.close()
    for table, players in storm.tables.items():
        for player in players:
            shown = []
            for url in urls:
                headers = {"cookie": player.cookie}
                with httpx.Client(base_url=url, timeout=20, headers=headers) as client:
                    shown.append(visible(frame(client, table, player.seat)))
            assert _still(shown[0]) == _still(shown[1]), f"{table} seat {player.seat} is shown two things"
    for client in clients.values():
        client.close()


def _still(picture: dict[str, Any]) -> dict[str, Any]:
    """A picture without what is lit because it has just moved: one who comes later sees less of that."""
    return {"state": picture["state"], "prompt": picture["regions"]["prompt"]}


# ---------------------------------------------------------------- a socket that stays open


class Running:
    """A parent with its processes, as a process of its own."""

    def __init__(self, db_url: str, many: int, broken: str = "") -> None:
        command = [
            sys.executable,
            str(Path(__file__).parent / "helpers" / "family.py"),
            db_url,
            str(many),
            "100",
            "2000",
        ]
        environ = {**os.environ, "ENGINEHOUSE_JIT": "0", "BROKEN": broken}
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environ
        )
        assert self.process.stdout is not None
        self.url = self.process.stdout.readline().strip().rstrip("/")
        assert self.url.startswith("http"), "the table did not open"

    @property
    def children(self) -> set[int]:
        """The processes that serve."""
        listed = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        return {int(pid) for pid in listed.split()}


@contextlib.contextmanager
def running(db_url: str, many: int, broken: str = "") -> Iterator[Running]:
    """Such a parent, ended whatever happens. Where the file `broken` is, no process can start."""
    one = Running(db_url, many, broken)
    try:
        assert wait_for(lambda: len(one.children) == many, STARTED_S)
        yield one
    finally:
        one.process.terminate()
        one.process.wait(20)
        assert one.process.stdout is not None
        one.process.stdout.close()


def comes(url: str) -> httpx.Response:
    """Somebody comes to the lobby's door. As a browser does, a GET is sent again where the connection ended without an answer:
    a process may have taken it in the moment in which it went."""
    for _ in range(3):
        with contextlib.suppress(httpx.RemoteProtocolError), httpx.Client(base_url=url, timeout=20) as fresh:
            return fresh.get("/health")
    raise AssertionError("nobody answers")


linux = pytest.mark.skipif(sys.platform != "linux", reason="who is whose child is read from /proc")


@once
@linux
@pytest.mark.parametrize(
    ("many", "promised_s"), [(1, 5.0), pytest.param(2, 2.0, marks=pytest.mark.postgres)], ids=["sqlite", "postgres"]
)
def test_processes_are_exchanged_and_nobody_notices(
    request: pytest.FixtureRequest,
    tmp_path: Path,
    many: int,
    promised_s: float,
    record_property: Callable[[str, object], None],
) -> None:
    sqlite = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    db_url = sqlite if many == 1 else str(request.getfixturevalue("postgres_url"))
    with running(db_url, many) as family:
        client, table = guest(family.url, seats=["me", "bot:random"])
        watching = Watching(family.url, table, client)
        assert wait_for(lambda: bool(watching.began), STARTED_S)
        before, pause = family.children, 0.0
        family.process.send_signal(signal.SIGHUP)
        deadline = time.monotonic() + 60
        while len(family.children - before) < many or family.children & before:
            assert time.monotonic() < deadline, "they are not exchanged"
            asked = time.monotonic()
            assert comes(family.url).status_code == 200, "whoever comes meanwhile waits"
            pause = max(pause, time.monotonic() - asked)
        assert wait_for(lambda: len(watching.began) > len(watching.ended) > 0, STARTED_S)
        away = max(again - end for end, again in zip(watching.ended, watching.began[1:], strict=False))
        with httpx.Client(base_url=family.url, timeout=20, cookies=client.cookies) as again:
            again.headers["sec-fetch-site"] = "same-origin"
            assert act(again, table, 0, 0, "move 1 2").status_code == 204
        assert max(pause, away) < PATIENCE * promised_s
        said = f"{many} exchanged: streams were back after {away:.2f} s, whoever came meanwhile waited {pause:.2f} s at most"
        record_property("told", said)
        watching.close()
        client.close()


@once
@linux
@pytest.mark.postgres
def test_one_that_dies_is_started_again_and_all_end_with_their_parent(postgres_url: str) -> None:
    with running(postgres_url, 2) as family:
        victim = min(family.children)
        client, table = guest(family.url, seats=["me", "bot:random"])
        os.kill(victim, signal.SIGKILL)
        assert wait_for(lambda: len(family.children) == 2 and victim not in family.children, STARTED_S)
        with httpx.Client(base_url=family.url, timeout=20, cookies=client.cookies) as again:
            assert frame(again, table)["state"]["over"] is False
        client.close()
        orphans = family.children
        family.process.kill()
        family.process.wait(20)
        assert wait_for(lambda: not any(Path(f"/proc/{pid}").exists() for pid in orphans), STARTED_S), (
            "they outlive their parent"
        )


@once
@linux
@pytest.mark.postgres
def test_where_a_new_process_cannot_start_the_old_ones_go_on(postgres_url: str, tmp_path: Path) -> None:
    with running(postgres_url, 2, str(tmp_path / "broken")) as family:
        before = family.children
        (tmp_path / "broken").touch()
        family.process.send_signal(signal.SIGHUP)
        assert wait_for(lambda: (tmp_path / "broken").read_text() == "x", STARTED_S), "one was tried"
        time.sleep(1)
        assert wait_for(lambda: family.children == before, STARTED_S), "it is gone"
        assert (tmp_path / "broken").read_text() == "x", "and no other one was tried"
        assert httpx.get(f"{family.url}/health", timeout=20).status_code == 200


def test_several_on_one_file_are_refused_in_a_sentence(tmp_path: Path) -> None:
    said = CliRunner().invoke(main, ["play", "--processes", "2", "--db", f"sqlite:///{tmp_path / 'x.sqlite3'}"])
    assert said.exit_code != 0 and "share tables in PostgreSQL only" in str(said.output) + str(said.exception)


@once
@linux
def test_a_socket_of_systemd_is_taken(tmp_path: Path) -> None:
    with free_socket("127.0.0.1", 0) as listening:
        server, port = Path(__file__).parent / "helpers" / "server.py", listening.getsockname()[1]
        os.set_inheritable(listening.fileno(), True)
        script = f'exec 3<&{listening.fileno()}; LISTEN_FDS=1 LISTEN_PID=$$ exec "{sys.executable}" "{server}" "$0"'
        process = subprocess.Popen(
            ["bash", "-c", script, f"sqlite:///{tmp_path / 'tables.sqlite3'}"],
            stdout=subprocess.PIPE,
            text=True,
            pass_fds=(listening.fileno(),),
            env={**os.environ, "ENGINEHOUSE_JIT": "0"},
        )
        try:
            assert httpx.get(f"http://127.0.0.1:{port}/health", timeout=30).status_code == 200
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(20)
            assert process.stdout is not None
            process.stdout.close()
