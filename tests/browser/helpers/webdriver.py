"""WebKit as Debian packages it (Safari's engine), driven by classic WebDriver: the little of it that a person's clicks need."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import socket
import subprocess
import time
from pathlib import Path
from typing import Any

import httpx2


def webkit_paths() -> tuple[str, str, str] | None:
    """The driver, the small browser beside its library, and a screen for it to stand on; None where one is missing."""
    driver, screen = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
    browsers = sorted(Path("/usr/lib").glob("*/webkit2gtk-4*/MiniBrowser"))
    return (driver, str(browsers[-1]), screen) if driver and screen and browsers else None


class WebKit:
    """One window of 1280 x 800. `complaints`: errors of the page's scripts once it was loaded."""

    def __init__(self, driver: str, browser: str, screen: str) -> None:
        self.leaving = contextlib.ExitStack()
        try:
            self._meet(driver, browser, screen)
        except BaseException:
            self.leaving.close()
            raise

    def _start(self, *command: str, **more: Any) -> subprocess.Popen[str]:
        """A process that ends with this window."""
        process = subprocess.Popen(command, stderr=subprocess.DEVNULL, text=True, **more)

        def end() -> None:
            process.kill()
            process.wait(20)
            if process.stdout is not None:
                process.stdout.close()

        self.leaving.callback(end)
        return process

    def _meet(self, driver: str, browser: str, screen: str) -> None:
        shown = self._start(
            screen, "-displayfd", "1", "-screen", "0", "1400x1000x24", "-nolisten", "tcp", stdout=subprocess.PIPE
        )
        assert shown.stdout is not None
        display = f":{shown.stdout.readline().strip()}"
        with socket.socket() as one:
            one.bind(("127.0.0.1", 0))
            port = one.getsockname()[1]
        self._start(driver, f"--port={port}", "--host=127.0.0.1", env={**os.environ, "DISPLAY": display})
        self.client = self.leaving.enter_context(httpx2.Client(base_url=f"http://127.0.0.1:{port}", timeout=60))
        self.session = ""
        wanted = {"binary": browser, "args": ["--automation"]}
        self._until_it_listens()
        told = self.ask("POST", "", capabilities={"alwaysMatch": {"webkitgtk:browserOptions": wanted}})
        self.session = f"/{told['sessionId']}"
        self.leaving.callback(lambda: self.ask("DELETE", ""))
        self.ask("POST", "/window/rect", width=1280, height=838)  # its bar takes 38

    def _until_it_listens(self) -> None:
        end = time.monotonic() + 20
        while True:
            with contextlib.suppress(httpx2.TransportError):
                self.client.get("/status")
                return
            assert time.monotonic() < end, "the driver of WebKit does not answer"
            time.sleep(0.05)

    def ask(self, method: str, path: str, **words: Any) -> Any:
        """A command and the value of its answer."""
        answer = self.client.request(method, f"/session{self.session}{path}", json=words if method == "POST" else None)
        value = answer.json()["value"]
        assert answer.status_code == 200, value
        return value

    def go(self, address: str) -> None:
        """Open a page and wait until it is loaded."""
        self.ask("POST", "/url", url=address)
        self.run("(window.faults = [], addEventListener('error', e => faults.push(e.message)), 0)")

    @property
    def complaints(self) -> list[str]:
        """Return the errors in this page since it was loaded."""
        return list(self.run("window.faults ?? []"))

    def run(self, expression: str) -> Any:
        """The value of an expression in the page, by way of JSON."""
        told = self.ask("POST", "/execute/sync", script=f"return JSON.stringify(({expression}) ?? null)", args=[])
        return json.loads(told)

    def point(self, x: float, y: float, *then: dict[str, Any]) -> None:
        """Move the pointer to a point of the window, and what it does there."""
        steps = [{"type": "pointerMove", "duration": 0, "x": round(x), "y": round(y), "origin": "viewport"}, *then]
        pointer = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": steps}
        self.ask("POST", "/actions", actions=[pointer])

    def click(self, x: float, y: float) -> None:
        """A real click at a point of the window."""
        self.point(x, y, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0})

    def close(self) -> None:
        """Leave and end it."""
        self.leaving.close()
