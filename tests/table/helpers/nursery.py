"""Tables as processes of their own that start at once: forked from one that has its imports done.

`python nursery.py` reads one line of JSON for each (database, beat, window, port, alone, here), forks, and the new process says its
number and address. Its rules are plain; its bots think in it, at random, or (not `here`) in processes of their own.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


class Forked:
    """A running table: its address, and ways to end it."""

    def __init__(
        self,
        db_url: str,
        beat_ms: int = 800,
        window_ms: int = 6000,
        port: int = 0,
        *,
        alone: bool = True,
        here: bool = True,
    ) -> None:
        asked = {"db": db_url, "beat": beat_ms, "window": window_ms, "port": port, "alone": alone, "here": here}
        self.pid, self.url = _nursery().start(asked)

    @property
    def workers(self) -> list[int]:
        """Its processes in which bots think (Linux only)."""
        try:
            listed = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text()
        except OSError:
            return []
        return [int(pid) for pid in listed.split()]

    @property
    def running(self) -> bool:
        """Whether the process is there."""
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return False
        return True

    def kill(self) -> None:
        """As the system does when memory runs out: no goodbye."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """As with Ctrl-C."""
        self._end(signal.SIGINT)

    def _end(self, how: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, how)
        deadline = time.monotonic() + 20
        while self.running:
            assert time.monotonic() < deadline, "the table does not end"
            time.sleep(0.005)


@contextlib.contextmanager
def forked(db_url: str, beat_ms: int = 800, window_ms: int = 6000) -> Iterator[Forked]:
    """A running table, stopped at the end whatever happens."""
    one = Forked(db_url, beat_ms, window_ms)
    try:
        yield one
    finally:
        one.stop()


class _Nursery:
    def __init__(self) -> None:
        environ = {**os.environ, "ENGINEHOUSE_JIT": "0"}
        self.process = subprocess.Popen(
            [sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environ
        )
        atexit.register(self.close)

    def start(self, asked: dict[str, Any]) -> tuple[int, str]:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps(asked) + "\n")
        self.process.stdin.flush()
        pid, _, said = self.process.stdout.readline().strip().partition(" ")
        assert said.startswith("http"), f"the table did not open: {said}"
        return int(pid), said.rstrip("/")

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                pipe.close()


@cache
def _nursery() -> _Nursery:
    return _Nursery()


# ---------------------------------------------------------------- the process that forks


def main() -> None:
    """Fork a table for each line, until there is no more."""
    sys.path.insert(0, str(HERE))
    import asyncpg  # noqa: F401  # all imports before the first fork
    import server
    import uvicorn.lifespan.on
    import uvicorn.loops.auto
    import uvicorn.protocols.http.auto  # noqa: F401

    from enginehouse.core.registry import game as games

    for name in games.names():
        game = games.get(name)
        _ = game.rules, game.words, game.drawing, game.vocabulary
    server.prepare()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for them
    for line in sys.stdin:
        if os.fork() == 0:
            _serve(server, json.loads(line))


def _serve(server: Any, asked: dict[str, Any]) -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.environ["ENGINEHOUSE_ALONE"] = "1" if asked["alone"] else "0"
    if asked["here"]:
        server.think_here()
    code = 1
    try:
        server.serve(
            asked["db"],
            asked["beat"],
            asked["window"],
            asked["port"],
            lambda text: print(os.getpid(), text.rsplit(" ", 1)[-1], flush=True),
        )
        code = 0
    except BaseException as error:
        print(os.getpid(), repr(error).replace("\n", " "), flush=True)
    os._exit(code)


if __name__ == "__main__":
    main()
