"""Serve a table for a game in the user's folder. The server starts again when a file of the game is saved."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import click

from enginehouse.core.errors import EnginehouseError
from enginehouse.core.registry.folders import open_game

WATCHED = ("*.py", "*.md", "*.json", "*.jsonl", "*.svg", "*.css")
PAUSE_S = 0.5
"""The time between two looks at the files."""


def list_files(folder: Path) -> dict[Path, tuple[int, int]]:
    """Return the files of a game in a folder.

    The result is a dict from a file's path to a pair: the time of its last change (in ns), and its size in bytes.
    """
    found = {}
    for pattern in WATCHED:
        for file in folder.rglob(pattern):
            try:
                state = file.stat()
            except FileNotFoundError:
                continue  # an editor is replacing the file at this moment
            found[file] = (state.st_mtime_ns, state.st_size)
    return found


def find_changes(folder: Path, pause: Callable[[], object]) -> Iterator[list[Path]]:
    """Watch a folder without end. Each time that files were changed, added or removed, yield a list of these files.

    `pause` is called between two checks of the folder. A file may be only half written at the first check. So a change
    is reported only after the folder has stayed the same between two checks.
    """
    known = seen = list_files(folder)
    while True:
        pause()
        now = list_files(folder)
        if now == seen and now != known:
            changed = [file for file in sorted({*now, *known}) if now.get(file) != known.get(file)]
            known = now
            yield changed
        seen = now


def check_game(folder: str) -> str:
    """Return the reason why the game in a folder cannot be played, or "" if it can be played.

    Another process imports the game, so that no old modules of the game stay in this process.
    """
    code = "import sys; from enginehouse.table.own_table import say_fault; sys.exit(say_fault(sys.argv[1]))"
    done = subprocess.run([sys.executable, "-c", code, folder], capture_output=True, text=True, check=False)  # noqa: S603 - our own words
    said = (done.stdout or done.stderr).strip().splitlines()
    return "" if done.returncode == 0 else (said[-1] if said else "it cannot be imported")


def say_fault(folder: str) -> int:
    """Print the reason why the game in a folder cannot be played, and return 1. If it can be played, return 0."""
    try:
        game = open_game(folder)
        _ = (game.rules, game.words, game.drawing, game.policy)
    except EnginehouseError as error:
        click.echo(str(error))
        return 1
    return 0


def serve_folder(folder: str, host: str, port: int, db_url: str, browser: bool) -> None:
    """Serve the tables of the game in a folder, at a host and port (0: any free port).

    The function returns when Ctrl-C is pressed, at the signal SIGTERM, or when the server ends. When a file of the game
    is saved, start the server again. If the changed game has a fault, the old server runs on until the fault is mended.
    Without `db_url`, tables are stored only while this function runs. `browser` says whether to open the page. If the
    game already has a fault when the function is called, raise an error.
    """
    game = open_game(folder)
    _ = game.rules
    if not port:
        with socket.create_server((host, 0)) as found:
            port = found.getsockname()[1]
    with tempfile.TemporaryDirectory() as kept:
        words = [sys.executable, "-m", "enginehouse", "play", folder, "--no-reload"]
        words += ["--host", host, "--port", str(port)]
        words += ["--db", db_url or f"sqlite:///{kept}/tables.sqlite3"]
        server = subprocess.Popen([*words, "--browser" if browser else "--no-browser"])  # noqa: S603 - our own words

        def pause() -> None:
            time.sleep(PAUSE_S)
            if server.poll() is not None:
                raise _Ended

        try:
            signal.signal(signal.SIGTERM, _end)
            for changed in find_changes(Path(game.folder), pause):
                if fault := check_game(folder):
                    click.echo(f"{fault} The table keeps the rules from before.", err=True)
                    continue
                click.echo(f"{', '.join(file.name for file in changed)}: saved, the table starts again.")
                _stop(server)
                server = subprocess.Popen([*words, "--no-browser"])  # noqa: S603 - our own words
        except (KeyboardInterrupt, _Ended):
            pass
        finally:
            _stop(server)


class _Ended(Exception):
    """The exception with which this process stops watching the folder of a game.

    It is raised when the process of the server has ended, or when this process receives the signal to end.
    """


def _end(number: int, frame: object) -> None:
    """Handle the signal SIGTERM, which asks this process to end: raise the exception `_Ended`.

    So this process first ends the server that it has started, and then itself. Python calls the function with the
    signal's number and the current frame, which are not used here.
    """
    raise _Ended


def _stop(server: subprocess.Popen[bytes]) -> None:
    """Send the process of a server the signal to end, and wait until it has ended."""
    if server.poll() is None:
        server.terminate()
        try:
            server.wait(20)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()
