"""Counts the functions and files that one click runs through, from the request to the pictures of all viewers.

    python benchmarks/trace_click.py [GAME] [--list]

Two seats in one browser and a spectator have their streams open. One action is posted; every function of the package that is
entered until all three streams have its picture counts, once. Rules run plain. A return is a file of the table that is entered
again after another one. The store writes in threads of their own, which are not traced. With `--list` each function is named in
the order in which it was first entered, with how often. It counts and times nothing, so other work on the machine does not matter.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import os
import sys
import tempfile
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Any
from urllib.parse import urlencode

os.environ["ENGINEHOUSE_JIT"] = "0"
ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "table" / "helpers"))

from handclock import SeededChance  # noqa: E402
from wire import ask  # noqa: E402

import enginehouse  # noqa: E402
from enginehouse.core.registry import game as games  # noqa: E402
from enginehouse.table.app import create_app  # noqa: E402
from enginehouse.table.settings import Settings  # noqa: E402
from enginehouse.table.time_and_chance import WallClock  # noqa: E402
from enginehouse.table.web import stream  # noqa: E402

PACKAGE = f"{Path(enginehouse.__file__).resolve().parent}{os.sep}"
NAMELESS = ("<lambda>", "<genexpr>", "<listcomp>", "<dictcomp>", "<setcomp>", "<module>")
QUIET_S = 0.3
"""A stream that says nothing for so long has said all of what was before the click."""
Place = tuple[str, str]
"""A file, by its name below the package, and a function in it."""


class UnwatchedClock(WallClock):
    """The real clock without the task that wakes twice a second, because that task does not belong to a click."""

    async def watch(self) -> None:
        """Wait until cancelled."""
        await asyncio.Event().wait()


class Trace:
    """The functions of the package that are entered."""

    def __init__(self) -> None:
        self.entered: list[Place] = []

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        """Note a call; what `sys.setprofile` calls."""
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(PACKAGE) and not code.co_qualname.endswith(NAMELESS):
            self.entered.append((code.co_filename.removeprefix(PACKAGE).replace(os.sep, "/"), code.co_qualname))

    def part(self, name: str) -> tuple[int, int]:
        """Return how many functions and files of a package were entered."""
        places = {place for place in self.entered if place[0].startswith(f"{name}/")}
        return len(places), len({file for file, _ in places})

    def returns(self) -> int:
        """Return how often a file of the table was entered again, after another one."""
        files = [file for file, _ in itertools.groupby(file for file, _ in self.entered if file.startswith("table/"))]
        return len(files) - len(set(files))


async def open_table(app: Any, game: str) -> tuple[str, bytes]:
    """Open a table with two seats for one person; return its id and the person's cookie."""
    form = {"game": game, "name": "Ann", "seat-0": "me", "seat-1": "me", "listed": "1", "watched": "1"}
    kind = b"application/x-www-form-urlencoded"
    headers = [(b"sec-fetch-site", b"same-origin"), (b"content-type", kind)]
    answer = await ask(app, "POST", "/new", headers, body=urlencode(form).encode())
    if answer.status != 303:
        sys.exit(f"no table could be opened: {answer.status} {answer.body.decode()[:300]}")
    table = answer.headers["location"].partition("?")[0].rpartition("/")[2]
    return table, answer.headers["set-cookie"].partition(";")[0].encode()


async def drained(streams: list[Any]) -> list[asyncio.Task[bytes]]:
    """Read what each stream says of the time before the click; return the reads that wait for what comes after it."""
    waiting = [asyncio.create_task(anext(one)) for one in streams]
    while done := [k for k, task in enumerate(waiting) if task.done()]:
        for k in done:
            waiting[k] = asyncio.create_task(anext(streams[k]))
        await asyncio.sleep(QUIET_S)
    return waiting


async def trace_click(game: str, folder: str) -> Trace:
    """Open a table and trace one action at it."""
    trace, settings = Trace(), Settings(db_url=f"sqlite:///{folder}/tables.sqlite3")
    app = create_app(settings, clock=UnwatchedClock(), chance=SeededChance())
    async with app.router.lifespan_context(app):
        table, cookie = await open_table(app, game)
        shared = app.state.shared
        session = await shared.registry.get(table)
        streams = [stream.events(shared, session, seat) for seat in (0, 1, -1)]
        for one in streams:
            await anext(one)
        await asyncio.sleep(QUIET_S)
        waiting = await drained(streams)
        match = session.state.match
        seat = match.actors()[0]
        act = match.game.vocabulary.name(match.legal(seat)[0])
        body = json.dumps({"seat": seat, "decision": session.state.decision(seat), "act": act}).encode()
        json_kind = b"application/json"
        headers = [(b"content-type", json_kind), (b"accept", json_kind), (b"cookie", cookie)]
        headers.append((b"sec-fetch-site", b"same-origin"))
        sys.setprofile(trace)
        try:
            answer = await ask(app, "POST", f"/t/{table}/act", headers, body=body)
            await asyncio.gather(*waiting)
        finally:
            sys.setprofile(None)
        if answer.status != 204:
            sys.exit(f"{act} was refused: {answer.status} {answer.body.decode()[:300]}")
        for one in streams:
            await one.aclose()
    return trace


def main() -> None:
    """Trace a click and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="mechanation", choices=games.names())
    parser.add_argument("--list", action="store_true", help="name each function")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        trace = asyncio.run(trace_click(given.game, folder))
    for part in ("table", "core", "games"):
        functions, files = trace.part(part)
        print(f"{part}: {functions} functions in {files} files")
    print(f"returns to a file of the table: {trace.returns()}")
    print(f"calls in all: {len(trace.entered)}")
    if given.list:
        for (file, function), many in Counter(trace.entered).items():
            print(f"{many:6} {file}: {function}")


if __name__ == "__main__":
    main()
