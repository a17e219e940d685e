"""Games and bots of other packages keep working: those in `games/` were made at commit 2dccf44 and are never changed.

They are the examples of the documentation, a game that `enginehouse new-game steam-pump` wrote, and the bot of the page "Write a
bot". They import the library by the module names of then.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from enginehouse.conformance import CHECKS

pytestmark = [pytest.mark.untraced, pytest.mark.beside_plain]
KEPT = Path(__file__).resolve().parent / "games"
ROOT = Path(__file__).resolve().parents[2]
TITLES = {"connect_four": "Connect four", "menagerie": "Menagerie"}
"""The games that have no tests of their own. Those of `steam_pump` make all checks of the kit, too."""
ALL = """
import sys
from enginehouse.commands.main import main
import outside_bot, train

for words in {commands!r}:
    try:
        main(words)
    except SystemExit as done:
        if done.code:
            raise
import pytest
sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", "tests"]))
"""


def test_games_and_bots_of_then_work(tmp_path: Path) -> None:
    """They pass the kit and their own tests in one process, so that everything is loaded once."""
    shutil.copytree(KEPT, tmp_path, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    commands = [["conformance", package] for package in TITLES]
    commands.append(["simulate", "mechanical-beast", "--games", "1", "--bots", "mybots:Careful,random"])
    environment = {**os.environ, "ENGINEHOUSE_JIT": "0", "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT / 'src'}"}
    environment.pop("PYTEST_ADDOPTS", None)
    done = subprocess.run(
        [sys.executable, "-c", ALL.format(commands=commands)],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    for title in TITLES.values():
        assert f"{title}: all {len(CHECKS)} checks passed" in done.stdout
    assert "1 games, " in done.stdout and "6 passed" in done.stdout
