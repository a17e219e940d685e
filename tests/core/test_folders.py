"""Games that the user of this machine names: by name, by folder or by package."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import enginehouse as eh
from enginehouse.core.errors import EnginehouseError, Unreadable
from enginehouse.core.play.logs import write
from enginehouse.core.registry import game as games
from enginehouse.core.registry.folders import open_game

ROOT = Path(__file__).resolve().parents[2]
CONNECT_FOUR = ROOT / "docs/examples/connect_four"


def carry_out(folder: Path, *words: str) -> Any:
    """Run a program in a folder, uncompiled, and return its output."""
    environment = {**os.environ, "ENGINEHOUSE_JIT": "0", "PYTHONPATH": str(ROOT / "src")}
    return subprocess.run([sys.executable, *words], cwd=folder, env=environment, capture_output=True, text=True)


def copy_example(folder: Path, name: str) -> Path:
    """Copy the example game into a folder under another name, which its facts have, too."""
    game = folder / name
    shutil.copytree(CONNECT_FOUR, game, ignore=shutil.ignore_patterns("__pycache__"))
    for file in game.glob("*.py"):
        text = file.read_text("utf-8").replace("connect_four", name)
        file.write_text(text.replace('name="connect-four"', f'name="{name.replace("_", "-")}"'), "utf-8")
    return game


@pytest.fixture(autouse=True)
def _nothing_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget the games and folders of a test after it."""
    monkeypatch.setattr(games, "_REGISTERED", dict(games._REGISTERED))
    monkeypatch.setattr(sys, "path", list(sys.path))


def test_a_name_is_the_game_of_that_name() -> None:
    assert open_game("mechanation") is eh.game("mechanation")
    assert open_game("mechanation+SET_TO_WIN=4").name == "mechanation+SET_TO_WIN=4"


def test_a_folder_is_its_game(tmp_path: Path) -> None:
    """The same folder is the same game, by any path. Then its name leads there, too."""
    folder = copy_example(tmp_path, "four_in_a_folder")
    game = open_game(str(folder))
    assert game.name == "four-in-a-folder" and game.folder == folder
    assert open_game(f"{folder}/") is game is open_game(os.path.relpath(folder)) is open_game("four-in-a-folder")
    assert eh.play(str(folder), bots=["random"], seed=3).over


def test_errors_name_the_right_value(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match=r"there is no game 'chess'; there are: great-machine, "):
        open_game("chess")
    with pytest.raises(Unreadable, match=r"there is no folder 'games/chess'"):
        open_game("games/chess")
    with pytest.raises(Unreadable, match=r"is no game: it has no facts\.py"):
        open_game(str(tmp_path))
    with pytest.raises(Unreadable, match=r"name it with letters, digits and underscores"):
        open_game(str(copy_example(tmp_path, "four-lines")))
    with pytest.raises(Unreadable, match=r"needs another name: 'json' is a package in"):
        open_game(str(copy_example(tmp_path, "json")))
    taken = copy_example(tmp_path, "four_taken")
    (taken / "facts.py").write_text((taken / "facts.py").read_text().replace("four-taken", "mechanation"))
    with pytest.raises(
        EnginehouseError, match=r"there is a game 'mechanation' already: change `name` in the facts\.py"
    ):
        open_game(str(taken))


def test_commands_take_a_folder_and_so_do_their_processes(tmp_path: Path) -> None:
    copy_example(tmp_path, "four_lines")
    done = carry_out(
        tmp_path,
        "-m",
        "enginehouse",
        "simulate",
        "four_lines",
        "--games",
        "6",
        "--jobs",
        "2",
        "--bots",
        "greedy",
        "--json",
    )
    assert done.returncode == 0, done.stderr
    both = json.loads(done.stdout)
    alone = carry_out(
        tmp_path, "-m", "enginehouse", "simulate", "./four_lines", "--games", "6", "--bots", "greedy", "--json"
    )
    assert json.loads(alone.stdout)["games"] == both["games"]
    league = ["-m", "enginehouse", "league", "four_lines", "--bots", "greedy,random", "--games", "20", "--jobs", "2"]
    done = carry_out(tmp_path, *league, "--out", "league")
    assert done.returncode == 0, done.stderr
    assert "| greedy |" in done.stdout


def test_a_log_runs_no_code_of_a_folder(tmp_path: Path) -> None:
    """A log may name anything. Only text that the user types is imported."""
    folder = copy_example(tmp_path, "four_untrusted")
    (folder / "facts.py").write_text("raise SystemExit('imported')\n", "utf-8")
    file = tmp_path / "game.json"
    log = json.loads(write(eh.play("mechanation", bots=["random"], seed=1).log()))
    file.write_text(json.dumps(log | {"game": str(folder)}))
    with pytest.raises(Unreadable, match="there is no game"):
        eh.load(file)
