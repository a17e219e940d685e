"""A headless Chromium that only runs scripts on request.

Playwright's inspector stores a copy of each file that a page loads, in the memory of the page. So a measurement of memory
needs a browser without it.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Any, Self

PATIENCE_S = 90.0
"""How long a condition may take to become true."""
READS, WRITES = 3, 4
"""The numbers of the files that Chromium reads commands from and writes answers to."""


class Chromium:
    """A running Chromium with one page, and a pipe for commands of its DevTools protocol."""

    def __init__(self, program: str) -> None:
        reads, self._writes = os.pipe()
        self._reads, writes = os.pipe()
        self._profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        flags = ["--headless", "--remote-debugging-pipe", "--no-first-run", f"--user-data-dir={self._profile.name}"]
        flags += ["--no-sandbox"] if os.geteuid() == 0 else []
        # A shell gives the two pipes the numbers that Chromium expects.
        command = f'exec "$@" {READS}<&{reads} {WRITES}>&{writes}'
        self.process = subprocess.Popen(
            ["bash", "-c", command, "bash", program, *flags, "about:blank"],
            pass_fds=(reads, writes),
            stderr=subprocess.DEVNULL,
        )
        os.close(reads)
        os.close(writes)
        self._unread, self._number = b"", 0
        (page,) = (one for one in self._call("Target.getTargets")["targetInfos"] if one["type"] == "page")
        self._session = self._call("Target.attachToTarget", targetId=page["targetId"], flatten=True)["sessionId"]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.terminate()
        self.process.wait()
        self._profile.cleanup()

    def _call(self, method: str, session: str = "", **parameters: Any) -> dict[str, Any]:
        """Send a command and return its result. Skip events. Raise `RuntimeError` if the command fails."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        os.write(self._writes, json.dumps(message | ({"sessionId": session} if session else {})).encode() + b"\0")
        while True:
            while b"\0" not in self._unread:
                self._unread += os.read(self._reads, 1 << 16)
            first, _, self._unread = self._unread.partition(b"\0")
            answer = json.loads(first)
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return dict(answer["result"])

    def go(self, address: str) -> None:
        """Go to a page."""
        self._call("Page.navigate", self._session, url=address)

    def run(self, script: str) -> Any:
        """Return the value of an expression in the page."""
        found = self._call("Runtime.evaluate", self._session, expression=script, awaitPromise=True, returnByValue=True)
        return found["result"].get("value")

    def until(self, condition: str) -> None:
        """Wait until an expression is true. Raise `TimeoutError` after `PATIENCE_S` seconds."""
        end = time.monotonic() + PATIENCE_S
        while not self.run(f"Boolean({condition})"):
            if time.monotonic() > end:
                raise TimeoutError(f"{condition} did not become true")
            time.sleep(0.1)

    def measure_memory(self) -> float:
        """Return the megabytes of all renderer processes of pages, where shared memory counts in parts (PSS). Linux only.

        The renderer of Chromium's own address bar is left out.
        """
        children: dict[int, list[int]] = {}
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:  # it has ended
                continue
            children.setdefault(parent, []).append(int(folder.name))
        waiting, kilobytes = [self.process.pid], 0
        while waiting:
            one = waiting.pop()
            waiting += children.get(one, [])
            words = Path(f"/proc/{one}/cmdline").read_bytes()
            if b"--type=renderer" in words and b"--top-chrome-webui" not in words:
                lines = Path(f"/proc/{one}/smaps_rollup").read_text().splitlines()
                kilobytes += int(next(line for line in lines if line.startswith("Pss:")).split()[1])
        return kilobytes / 1000
