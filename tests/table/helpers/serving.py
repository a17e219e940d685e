"""Start and end the table as a process of its own."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from migrated import make_file


class Served:
    """A running table: its address, and ways to end it."""

    def __init__(
        self,
        db_url: str,
        beat_ms: int = 800,
        window_ms: int = 6000,
        port: int = 0,
        compiled: bool = False,
        seed: int = 1,
        hand: Path | None = None,
        path: str = "/",
    ) -> None:
        command = [
            sys.executable,
            str(Path(__file__).with_name("server.py")),
            db_url,
            str(beat_ms),
            str(window_ms),
            str(port),
            str(seed),
            *([str(hand)] if hand else []),
        ]
        # A test starts many of them: compiling (or loading what was compiled) would be most of its time.
        environ = {**os.environ} if compiled else {**os.environ, "ENGINEHOUSE_JIT": "0"}
        environ["ENGINEHOUSE_PATH"] = path
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environ)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://\S+", line)
        assert found, f"the table did not open: {line!r}"
        self.url = found[0].rstrip("/")

    def kill(self) -> None:
        """As the system does when memory runs out: no goodbye."""
        self.process.send_signal(signal.SIGKILL)
        self._gone()

    def stop(self) -> None:
        """As with Ctrl-C."""
        self.process.send_signal(signal.SIGINT)
        self._gone()

    def _gone(self) -> None:
        self.process.wait(20)
        assert self.process.stdout is not None
        self.process.stdout.close()


@contextlib.contextmanager
def served(
    db_url: str,
    beat_ms: int = 800,
    window_ms: int = 6000,
    compiled: bool = False,
    seed: int = 1,
    path: str = "/",
) -> Iterator[Served]:
    """A running table, stopped at the end whatever happens. `compiled`: its rules run as a person's own would; `seed`: how
    every table is dealt; `path`: below which it serves."""
    file = Path(db_url.removeprefix("sqlite:///"))
    if db_url.startswith("sqlite") and not file.exists():
        make_file(file)
    one = Served(db_url, beat_ms, window_ms, compiled=compiled, seed=seed, path=path)
    try:
        yield one
    finally:
        if one.process.poll() is None:
            one.stop()
