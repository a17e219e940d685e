"""Test files and folders that are named in documentation, scripts and settings exist."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

pytestmark = pytest.mark.beside_compiled
ROOT = Path(__file__).resolve().parents[1]
NAMED = re.compile(r"(?<![\w/.-])tests/[\w./-]*\w(?![\w*{[])")
PLACEHOLDER = re.compile(r"\b[A-Z]{3,}\b")
WRITTEN = (".md", ".py", ".toml", ".yml", ".yaml", ".sh", "")
NO_FILES_HERE = (
    "changes/",
    "docs/start-contribute.md",
    "tests/kept/",
    "tests/commands/test_new_game.py",
    "tests/scripts/test_changed.py",
)
"""Text about other versions, about an exercise, or about the tests of somebody's own game."""


def missing(text: str) -> list[str]:
    """Return the paths below `tests/` that a text names and that do not exist. `GAME` and the like stand for a name."""
    return [name for name in NAMED.findall(text) if not PLACEHOLDER.search(name) and not (ROOT / name).exists()]


def test_a_wrong_path_is_found() -> None:
    assert missing("see `tests/table/test_nothing.py` and tests/core/x") == [
        "tests/table/test_nothing.py",
        "tests/core/x",
    ]
    assert not missing(
        "`tests/conftest.py`, tests/games/*/positions, (tests/table), tests/games/GAME/x.md and my/tests/a.py"
    )


def test_every_path_to_a_test_exists() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("not a git checkout")
    wrong = {}
    for name in listed.stdout.split("\n"):
        path = ROOT / name
        if path.suffix in WRITTEN and not name.startswith(NO_FILES_HERE) and path != Path(__file__) and path.is_file():
            found = missing(path.read_text("utf-8", errors="ignore"))
            if found:
                wrong[name] = found
    assert wrong == {}
