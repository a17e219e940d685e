"""A table for a game in a folder: saved files are noticed, and a fault keeps the rules from before."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from enginehouse.table import own_table

pytestmark = [pytest.mark.untraced, pytest.mark.beside_plain]
CONNECT_FOUR = Path(__file__).resolve().parents[2] / "docs" / "examples" / "connect_four"


def save(file: Path, text: str, second: int) -> None:
    """A file that was saved at a time of its own."""
    file.write_text(text)
    os.utime(file, (second, second))


def step_through(*steps: Callable[[], object]) -> Callable[[], None]:
    """A pause that does the next thing to the files each time, and ends after the last one."""
    left = list(steps)

    def pause() -> None:
        if not left:
            raise StopIteration
        left.pop(0)()

    return pause


def test_saved_added_and_removed_files_are_noticed_once_they_rest(tmp_path: Path) -> None:
    one, two = tmp_path / "rules.py", tmp_path / "rulebook.md"
    save(one, "a = 1", 1)
    rest = lambda: None  # noqa: E731
    pause = step_through(
        rest,
        lambda: save(one, "a = 2", 2),
        lambda: save(one, "a = 22", 3),  # an editor writes it a second time
        rest,
        lambda: save(two, "text", 4),
        rest,
        lambda: save(tmp_path / "notes.txt", "is not a file of the game", 5),
        rest,
        one.unlink,
        rest,
    )
    found: list[list[Path]] = []
    with suppress(RuntimeError):  # the steps are over
        found.extend(own_table.find_changes(tmp_path, pause))
    assert found == [[one], [two], [one]]


def test_a_game_with_a_fault_is_named_and_its_mended_files_are_read_again(tmp_path: Path) -> None:
    """Each check imports the files as they are now."""
    package = tmp_path / "connect_four"
    shutil.copytree(CONNECT_FOUR, package, ignore=shutil.ignore_patterns("__pycache__"))
    rules = package / "rules.py"
    good = rules.read_text("utf-8")
    assert own_table.check_game(str(package)) == ""
    rules.write_text(good.replace("s.moves += 1", "s.mvoes += 1"), "utf-8")
    assert "no field `mvoes`; perhaps `moves`" in own_table.check_game(str(package))
    rules.write_text("def broken(:\n", "utf-8")
    assert "rules.py:1: no Python" in own_table.check_game(str(package))
    rules.write_text(good, "utf-8")
    assert own_table.check_game(str(package)) == ""
    assert "no game" in own_table.check_game(str(tmp_path))


def answers(port: int) -> bool:
    """Whether something listens on a port of this machine."""
    with socket.socket() as asking:
        return asking.connect_ex(("127.0.0.1", port)) == 0


def test_the_signal_to_end_frees_the_port_of_the_table() -> None:
    """The command and the server that it started both end, and another one can use the port at once."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        port = found.getsockname()[1]
    words = ["play", str(CONNECT_FOUR), "--no-browser", "--port", str(port)]
    environment = os.environ | {"ENGINEHOUSE_JIT": "0"}
    command = subprocess.Popen([sys.executable, "-m", "enginehouse", *words], env=environment)
    try:
        end = time.monotonic() + 60
        while not answers(port):
            assert command.poll() is None and time.monotonic() < end, "the table did not start"
            time.sleep(0.1)
        command.send_signal(signal.SIGTERM)
        assert command.wait(30) == 0
        assert not answers(port)
    finally:
        command.kill()
        command.wait()
