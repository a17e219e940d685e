"""Run several server processes on one socket, or replace one process by a new one while the socket stays open.

The parent listens and serves no requests. Its children inherit the socket. Requests wait in the system's queue while
there is no child. A child that has ended is started again, after growing pauses. SIGHUP replaces the children one after
the other, and SIGTERM and SIGINT end all.
"""

from __future__ import annotations

import contextlib
import logging
import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from enginehouse.core.errors import EnginehouseError, Unreadable
from enginehouse.table.serve import PARENT, SOCKET, find_inherited_socket, free_socket, page_address
from enginehouse.table.settings import Settings
from enginehouse.table.store.database import Database

LOG = logging.getLogger("enginehouse.table")
PATIENCE_S = 15.0
"""The time in seconds after which a process that does not stop is killed."""
FIRST_S, SLOWEST_S, STEADY_S = 0.2, 10.0, 10.0
"""The first and the longest pause in seconds before a process that died is started again.

After a process has run for `STEADY_S`, its earlier failures do not count.
"""
LOOK_S = 1.0
"""The seconds after which the parent looks at its children even without a signal."""


def check(many: int, db_url: str) -> None:
    """Raise `Unreadable` if a server with `many` processes is not possible with the database of the URL `db_url`."""
    if os.name == "nt":
        raise Unreadable("processes cannot share a socket on Windows: leave out --processes")
    if many > 1 and Database(db_url).sqlite:
        raise Unreadable(
            f"{many} processes share tables in PostgreSQL only: name one with --db postgresql://USER@HOST/NAME, "
            "or take --processes 1, which keeps the socket open while it restarts"
        )


def run(host: str, port: int, settings: Settings, many: int, page: str | None = None) -> None:
    """Serve at a host and port with `many` processes until interrupted.

    `page` is the path of a page to open in a browser, or None to open no page. The processes take the host, the port,
    the database and the setting `positions` from the arguments, and all other settings from the environment.
    """
    check(many, settings.db_url)
    listening = find_inherited_socket() or free_socket(host, port)
    with listening:
        command = [sys.executable, "-m", "enginehouse", "play", "--host", host, "--no-browser"]
        environ = {"ENGINEHOUSE_DB_URL": settings.db_url, "ENGINEHOUSE_POSITIONS": str(int(settings.positions))}
        family = Family(command, environ, listening, many, side_by_side=not Database(settings.db_url).sqlite)
        address = page_address(host, listening.getsockname()[1]).rstrip("/") + f"{settings.below}/"
        family.serve(lambda: _announce(address, page))


def _announce(address: str, page: str | None) -> None:
    sys.stdout.write(f"Enginehouse is open at {address}{page or ''}\n")
    sys.stdout.flush()
    if page is not None:
        import webbrowser

        webbrowser.open(address + page)


@dataclass(eq=False)
class Child:
    """A server process, as its parent process sees it.

    `line` is the parent's end of a socket. By this socket the child reports that it is ready, and notices when the
    parent has ended.
    """

    process: subprocess.Popen[bytes]
    line: socket.socket
    begun: float = field(default_factory=time.monotonic)
    ready: bool = False
    stops_by: float | None = None
    """The time at which the process is killed if it has not stopped, or None if it was not asked to stop."""

    def stop(self) -> None:
        """Ask the server process to stop, without waiting until it has stopped."""
        if self.stops_by is None:
            self.stops_by = time.monotonic() + PATIENCE_S
            with contextlib.suppress(ProcessLookupError):
                self.process.send_signal(signal.SIGTERM)


class Family:
    """The parent of the server processes. `many` is the number of its children.

    `side_by_side` says whether a child and its successor may serve at the same time.
    """

    def __init__(
        self, command: Sequence[str], environ: dict[str, str], listening: socket.socket, many: int, side_by_side: bool
    ) -> None:
        self._command, self._environ, self._listening = list(command), environ, listening
        self.many, self.side_by_side = many, side_by_side
        self.children: list[Child] = []
        self._old: list[Child] = []
        """The children that are still to be replaced."""
        self._failures, self._next_start = 0, 0.0
        self._signals: set[int] = set()

    def serve(self, opened: Any) -> None:
        """Serve until SIGTERM or SIGINT. Call `opened` when the first child is ready.

        Raise EnginehouseError if no child gets ready.
        """
        waked, wake = socket.socketpair()
        with waked, wake, self._listening_to_signals(wake):
            told = False
            while not self._signals & {signal.SIGTERM, signal.SIGINT}:
                self._bury()
                if not told and any(one.ready for one in self.children):
                    told = True
                    opened()
                if not told and self._failures:
                    self._end()
                    raise EnginehouseError("the table could not be opened")
                if signal.SIGHUP in self._signals:
                    self._signals.discard(signal.SIGHUP)
                    LOG.warning("all processes were replaced, one after the other")
                    self._old = [one for one in self.children if one.stops_by is None]
                self._exchange()
                self._start_missing()
                self._wait(waked)
            self._end()

    @contextlib.contextmanager
    def _listening_to_signals(self, wake: socket.socket) -> Iterator[None]:
        wake.setblocking(False)
        before = signal.set_wakeup_fd(wake.fileno(), warn_on_full_buffer=False)
        kinds = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGCHLD)
        handlers = {one: signal.signal(one, lambda number, _: self._signals.add(number)) for one in kinds}
        try:
            yield
        finally:
            signal.set_wakeup_fd(before)
            for one, handler in handlers.items():
                signal.signal(one, handler)

    def _start(self) -> None:
        ours, theirs = socket.socketpair()
        told = {SOCKET: str(self._listening.fileno()), PARENT: str(theirs.fileno())}
        process = subprocess.Popen(  # noqa: S603  # our own program
            self._command,
            env={**os.environ, **self._environ, **told},
            pass_fds=(self._listening.fileno(), theirs.fileno()),
        )
        theirs.close()
        self.children.append(Child(process, ours))

    def _bury(self) -> None:
        """Remove the server processes that have ended. Kill those that have not stopped in time when asked."""
        now = time.monotonic()
        for one in list(self.children):
            code = one.process.poll()
            if code is not None:
                one.line.close()
                self.children.remove(one)
                if not one.ready and self._old:
                    LOG.error("the new process could not start; the old ones keep running")
                    self._old.clear()
                if one.stops_by is None:
                    self._failures = 1 if now - one.begun > STEADY_S else self._failures + 1
                    wait = min(SLOWEST_S, FIRST_S * 2 ** (self._failures - 1))
                    self._next_start = now + wait
                    LOG.warning("process %d ended (%d); another one starts in %.1f s", one.process.pid, code, wait)
            elif one.stops_by is not None and now > one.stops_by:
                one.process.kill()

    def _exchange(self) -> None:
        """Replace the next of the old child processes by a new process.

        If both may serve at the same time, the new process starts first. Otherwise the old child stops first.
        """
        self._old = [one for one in self._old if one in self.children]
        fresh = [one for one in self.children if one not in self._old]
        if not self._old or any(one.stops_by is not None or not one.ready for one in fresh):
            return  # wait until the last exchange has ended
        if not self.side_by_side or len(self.children) > self.many:
            self._old.pop(0).stop()
        else:
            self._start()

    def _start_missing(self) -> None:
        if len(self.children) < self.many and time.monotonic() >= self._next_start:
            self._start()

    def _wait(self, waked: socket.socket) -> None:
        """Wait for a signal (on the socket `waked`) or a report of a child, but only for a short time."""
        if len(self.children) < self.many:
            seconds = max(0.0, min(LOOK_S, self._next_start - time.monotonic()))
        else:
            seconds = LOOK_S
        lines = {one.line: one for one in self.children if not one.ready}
        for found in select.select([waked, *lines], [], [], seconds)[0]:
            if not found.recv(64):
                time.sleep(0.01)  # the child has closed its socket, and ends within moments
            elif found in lines:
                lines[found].ready = True

    def _end(self) -> None:
        for one in self.children:
            one.stop()
        while self.children:
            self._bury()
            time.sleep(0.02)
