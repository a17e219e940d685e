"""Does a task with a WebAssembly module in Chromium, Firefox or WebKit, in a page from a server on loopback."""

from __future__ import annotations

import json
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, cast

import pytest
from bidi import Firefox, firefox_path
from webdriver import WebKit, webkit_paths

ROOT = Path(__file__).parents[2]
BROWSERS = ("chromium", "firefox", "webkit")
PAGE = """<!doctype html>
<title>A task</title>
<script type="module">
  import { doTask } from "./playing.mjs";
  import { load } from "./rules.js";
  const read = async (file) => (await fetch(file)).arrayBuffer();
  const readJson = async (file) => (await fetch(file)).json();
  const newHash = () => {
    const parts = [];
    return {
      update: (part) => parts.push(part.slice()),
      hex: async () => {
        const whole = await new Blob(parts).arrayBuffer(), digest = await crypto.subtle.digest("SHA-256", whole);
        return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
      },
    };
  };
  try {
    const bytes = await read("%(name)s.wasm"), about = await readJson("%(name)s.json"), task = await readJson("task.json");
    const began = performance.now(), rules = await load(bytes, about), load_ms = performance.now() - began;
    window.found = { ...await doTask(rules, task, () => performance.now(), newHash), load_ms };
  } catch (error) {
    window.found = { error: String(error) };
  }
</script>
"""


class _Quiet(SimpleHTTPRequestHandler):
    """Serve files without a line per request."""

    def log_message(self, format: str, *args: Any) -> None:
        pass


_Quiet.extensions_map = SimpleHTTPRequestHandler.extensions_map | {
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
}


@contextmanager
def serve(folder: Path) -> Iterator[str]:
    """Serve a folder on loopback, and give its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join(20)


class _Chromium:
    """A page of Chromium with the methods of `Firefox` that a task needs."""

    def __init__(self, path: str) -> None:
        from playwright.sync_api import sync_playwright

        self.engine = sync_playwright().start()
        self.browser = self.engine.chromium.launch(executable_path=path)
        page = self.browser.new_page()
        self.go, self.run = page.goto, page.evaluate

    def close(self) -> None:
        self.browser.close()
        self.engine.stop()


def open_browser(name: str) -> _Chromium | Firefox | WebKit:
    """Open a browser; skip the test if it is not installed."""
    if name == "chromium":
        path = subprocess.run(
            [str(ROOT / "scripts" / "browser")], capture_output=True, text=True, check=False
        ).stdout.strip()
        if path:
            return _Chromium(path)
    elif name == "firefox" and firefox_path():
        return Firefox(firefox_path())
    elif name == "webkit" and (paths := webkit_paths()):
        return WebKit(*paths)
    pytest.skip(f"{name} is not installed")


def run_in_browser(name: str, folder: Path, module: str, task: dict[str, Any], seconds: float = 300) -> dict[str, Any]:
    """Return the results of a task (`playing.mjs`) with the module of that name in a folder."""
    (folder / "playing.mjs").write_bytes(Path(__file__).with_name("playing.mjs").read_bytes())
    (folder / "task.json").write_text(json.dumps(task), "utf-8")
    (folder / "task.html").write_text(PAGE % {"name": module}, "utf-8")
    browser = open_browser(name)
    try:
        with serve(folder) as address:
            browser.go(f"{address}/task.html")
            end = time.monotonic() + seconds
            while (found := browser.run("window.found")) is None:
                assert time.monotonic() < end, f"{name} has no result after {seconds} s"
                time.sleep(0.1)
    finally:
        browser.close()
    assert "error" not in found, found["error"]
    return cast(dict[str, Any], found)
