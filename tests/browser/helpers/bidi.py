"""Firefox as Debian packages it, driven by WebDriver BiDi: the little of it that a person's clicks need."""

from __future__ import annotations

import contextlib
import json
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from websockets.sync.client import connect


def firefox_path() -> str:
    """The Firefox of this machine; empty where there is none."""
    return shutil.which("firefox-esr") or shutil.which("firefox") or ""


class Firefox:
    """One headless window. `complaints` is what the page wrote to its console as errors or warnings."""

    def __init__(self, path: str, width: int = 1280, height: int = 800) -> None:
        self.folder = tempfile.mkdtemp(prefix="firefox-")
        Path(self.folder, "user.js").write_text('user_pref("remote.active-protocols", 1);\n', encoding="utf-8")
        command = [path, "--headless", "--no-remote", "--remote-debugging-port", "0", "--profile", self.folder]
        command += ["--width", str(width), "--height", str(height), "about:blank"]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        try:
            self._meet()
        except BaseException:
            self._end()
            raise

    def _meet(self) -> None:
        assert self.process.stderr is not None
        address = ""
        for line in self.process.stderr:
            if found := re.search(r"BiDi listening on (ws://\S+)", line):
                address = found[1]
                break
        assert address, "Firefox did not say where it listens"
        self.leaving = contextlib.ExitStack()
        self.socket = self.leaving.enter_context(connect(f"{address}/session", max_size=1 << 24))
        self.number = 0
        self.complaints: list[str] = []
        self.ask("session.new", capabilities={})
        self.ask("session.subscribe", events=["log.entryAdded"])
        self.context = self.ask("browsingContext.getTree")["contexts"][0]["context"]

    def ask(self, method: str, **params: Any) -> dict[str, Any]:
        """A command and its answer; what is logged meanwhile is noted."""
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": params}))
        while True:
            told = json.loads(self.socket.recv(timeout=60))
            if told.get("method") == "log.entryAdded" and told["params"]["level"] in ("error", "warn"):
                self.complaints.append(str(told["params"].get("text")))
            if told.get("id") == self.number:
                assert told["type"] == "success", told
                return dict(told["result"])

    def go(self, address: str) -> None:
        """Open a page and wait until it is loaded."""
        self.ask("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def run(self, expression: str) -> Any:
        """The value of an expression in the page, by way of JSON."""
        told = self.ask(
            "script.evaluate",
            expression=f"JSON.stringify(({expression}) ?? null)",
            target={"context": self.context},
            awaitPromise=True,
        )
        assert told["type"] == "success", told
        return json.loads(told["result"]["value"])

    def click(self, x: float, y: float) -> None:
        """A real click at a point of the window."""
        self.point(x, y, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0})

    def point(self, x: float, y: float, *then: dict[str, Any]) -> None:
        """Move the pointer to a point of the window, and what it does there."""
        steps = [{"type": "pointerMove", "x": round(x), "y": round(y)}, *then]
        self.ask(
            "input.performActions",
            context=self.context,
            actions=[{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": steps}],
        )

    def close(self) -> None:
        """Leave and end it."""
        self.leaving.close()
        self._end()

    def _end(self) -> None:
        self.process.kill()
        self.process.wait(20)
        assert self.process.stderr is not None
        self.process.stderr.close()
        shutil.rmtree(self.folder, ignore_errors=True)
