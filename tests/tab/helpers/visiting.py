"""A plain file server for the built folder below a path, and tabs of a browser that show it."""

from __future__ import annotations

import gzip
import http.server
import inspect
import io
import json
import random
import tarfile
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from steady import SteadyChance

from enginehouse.core.registry import game as games
from enginehouse.table import time_and_chance

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Frame, Page

PREFIX = "/some/place/"
MODULES = "site.tar.bin"
PATIENCE_S = 90.0
"""How long a busy machine may take to start the games. No test that passes waits for it."""
# Click an action of the list, or confirm it if it asks. Return the number of actions, or a negative number if it is too early, or too
# late: a decision is given, and the table has gone on to another since it was read.
CLICK = """([k, decision]) => {
  const table = document.getElementById('table');
  if (!table?.dataset.ready || table.dataset.late) return -1;
  const state = JSON.parse(table.dataset.state);
  if (!state.acting || (decision ?? state.decision) !== state.decision) return -1;
  const asking = document.querySelector('#acts button.asking');
  if (asking) { asking.click(); return 1; }
  const all = [...document.querySelectorAll('#acts button.act')].filter(one => !NEVER.includes(one.value));
  if (all.length) all[k % all.length].click();
  return all.length;
}"""


def make_steady(archive: bytes) -> bytes:
    """Return the site's Python modules with a table that deals the same and whose bots choose the same at each visit.

    A source file is read before the compiled one of the same name.
    """
    data = gzip.decompress(archive)
    with tarfile.open(fileobj=io.BytesIO(data)) as tar:
        (name,) = (one for one in tar.getnames() if "/time_and_chance." in one)
    own = inspect.getsource(time_and_chance)
    text = f"{own}\n\nimport random\n\n{inspect.getsource(SteadyChance)}\n\nRealChance = SteadyChance\n".encode()
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        member = tarfile.TarInfo(name.removesuffix("c"))
        member.size = len(text)
        tar.addfile(member, io.BytesIO(text))
        added = out.getvalue()
    return gzip.compress(added + data, 1)


class Server:
    """A server of plain files. `asked` has the paths of all requests."""

    def __init__(self, folder: Path, *, steady: bool = False) -> None:
        self.asked: list[str] = []
        asked = self.asked
        modules = make_steady((folder / MODULES).read_bytes()) if steady else b""

        class Handler(http.server.SimpleHTTPRequestHandler):
            def translate_path(self, path: str) -> str:
                path = path.partition("?")[0].partition("#")[0]
                if not path.startswith(PREFIX):
                    return str(folder / "no such file")
                return str(folder / (path.removeprefix(PREFIX) or "index.html"))

            def do_GET(self) -> None:
                asked.append(self.path)
                if not modules or not self.path.startswith(f"{PREFIX}{MODULES}"):
                    return super().do_GET()
                self.send_response(200)
                self.send_header("Content-Length", str(len(modules)))
                self.end_headers()
                self.wfile.write(modules)
                return None

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self._server.server_port}{PREFIX}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        """Stop the server."""
        self._server.shutdown()
        self._server.server_close()


class Visitor:
    """A tab with the folder's page. The table's own pages are in a frame of it."""

    def __init__(self, context: BrowserContext, address: str, query: str = "") -> None:
        self.context, self.address = context, address
        context.set_default_timeout(1000 * PATIENCE_S)
        self.page: Page = context.new_page()
        self.complaints: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.goto(address + query)

    @property
    def frame(self) -> Frame:
        """Return the frame with the table's own page."""
        found = self.page.frame(name="house")
        assert found is not None
        return found

    def wait(self, selector: str) -> Frame:
        """Wait for an element of the table's page, and return the frame."""
        from playwright.sync_api import Error

        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            try:
                if self.frame.query_selector(selector):
                    return self.frame
            except Error as error:  # the frame is on its way to another page
                if "closed" in str(error):
                    raise
            self.page.wait_for_timeout(20)
        raise AssertionError(f"{selector} did not come: {self.page.inner_text('body')[:500]} {self.complaints}")

    def go(self, path: str, selector: str = "main") -> Frame:
        """Go to a page of the table."""
        self.frame.goto(f"{self.address}house{path}")
        return self.wait(selector)

    def open_table(self, game: str, bot: str = "bot:hard") -> str:
        """Open a table with a bot by the form, and return its path."""
        frame = self.go(f"/new?game={game}", "select[name=seat-1]")
        if frame.query_selector("[name=name]"):
            frame.fill("[name=name]", "Ada")
        for k in range(1, frame.locator("select[name^=seat-]").count()):
            frame.select_option(f"select[name=seat-{k}]", bot if k == 1 else "none")
        frame.click("text=Open the table")
        self.wait_for_table()
        return str(self.frame.evaluate("location.pathname")).partition("/house")[2]

    def wait_for_table(self) -> dict[str, Any]:
        """Wait until a table is shown, and return its state."""
        self.wait("#table[data-ready] #board svg")
        return self.state()

    def state(self) -> dict[str, Any]:
        """Return the state of the shown table."""
        return dict(json.loads(self.frame.evaluate("document.getElementById('table').dataset.state")))

    def until_my_turn(self) -> dict[str, Any]:
        """Wait until the person may act or the game is over, and return the state."""
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            state = self.state()
            if (state["acting"] or state["over"]) and not self.frame.query_selector("#table[data-late]"):
                return state
            self.page.wait_for_timeout(20)
        raise AssertionError(f"the bot does not act: {state}")

    def play(self, game: str, acts: int, dice: random.Random) -> dict[str, Any]:
        """Click so many actions of the list, each by chance, or until the game is over. Return the state then."""
        click = CLICK.replace("NEVER", json.dumps(sorted(games.get(game).unasked)))
        for _ in range(acts):
            state = self.until_my_turn()
            if state["over"]:
                return state
            before, end = state["decision"], time.monotonic() + PATIENCE_S
            while state["decision"] == before and not state["over"]:
                assert time.monotonic() < end, f"no click led on from {state}"
                self.frame.evaluate(click, [dice.randrange(10_000), before])
                self.page.wait_for_timeout(30)
                state = self.state()
        return self.until_my_turn()
