"""The page "Start: contribute": its files, edits and commands are carried out in a copy of the sources."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from .sources import ROOT

pytestmark = [pytest.mark.beside_plain, pytest.mark.untraced]
PAGE = (ROOT / "docs" / "start-contribute.md").read_text("utf-8")
BLOCK = re.compile(r"^(?:\*\*`(?P<file>[^`]+)`\*\*\n\n)?```(?P<kind>\w+)\n(?P<text>.*?)^```$", re.S | re.M)
PYTEST = "ENGINEHOUSE_JIT=0 .venv/bin/pytest "


def section(title: str) -> str:
    """Return a section of the page by its title."""
    return PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


GAME, TESTS = "src/enginehouse/games/mechanica", "tests/games/mechanica"


def copy_of_sources(folder: Path) -> Path:
    """Copy the game and its tests, and link all else: what is linked is compiled to bytecode already."""
    for part in (GAME, TESTS):
        for above in Path(part).parents[:-1]:
            (folder / above).mkdir(parents=True, exist_ok=True)
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__", "play*"))
    for name in ("src/enginehouse", "src/enginehouse/games", "tests", "tests/games", ""):
        for one in (ROOT / name).iterdir():
            if not (folder / name / one.name).exists() and one.name not in (".git", "build", ".venv"):
                (folder / name / one.name).symlink_to(one)
    return folder


def apply_diff(text: str, diff: str) -> str:
    """Return a text after an edit that is written as lines with `-`, `+` and a space."""
    before = "".join(line[1:] for line in diff.splitlines(keepends=True) if line[0] in "- ").rstrip("\n")
    after = "".join(line[1:] for line in diff.splitlines(keepends=True) if line[0] in "+ ").rstrip("\n")
    assert text.count(before) == 1, f"not there, or more than once: {before}"
    return text.replace(before, after)


def run_tests(folder: Path, command: str) -> str:
    """Run pytest as the page does, with this Python, and return what it prints."""
    words = command.removeprefix(PYTEST).split()
    environment = {**os.environ, "ENGINEHOUSE_JIT": "0", "PYTHONPATH": str(folder / "src"), "COLUMNS": "200"}
    environment.pop("PYTEST_ADDOPTS", None)
    return subprocess.run(
        [sys.executable, "-m", "pytest", *words],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    ).stdout


@pytest.mark.parametrize("title", ["A sentence", "A rule"])
def test_the_page_goes_from_red_to_green(title: str, tmp_path: Path) -> None:
    folder, file, printed, ends = copy_of_sources(tmp_path), "", "", []
    for block in BLOCK.finditer(section(title)):
        file, kind, text = block["file"] or file, block["kind"], block["text"]
        if kind == "python":
            (folder / file).write_text(text, "utf-8")
        elif kind == "diff":
            (folder / file).write_text(apply_diff((folder / file).read_text("utf-8"), text), "utf-8")
        elif kind == "sh":
            printed = run_tests(folder, text.strip())
        else:
            assert kind == "text"
            assert all(line in printed for line in text.splitlines()), printed
            ends.append(text.splitlines()[-1])
    assert ends == ["1 failed", "1 passed"]


def test_every_command_of_the_page_is_known() -> None:
    commands = [line for block in BLOCK.finditer(PAGE) if block["kind"] == "sh" for line in block["text"].splitlines()]
    assert [line for line in commands if not line.startswith(PYTEST)] == [
        "git clone REPOSITORY enginehouse",
        "cd enginehouse",
        "scripts/setup check",
    ]
    assert (ROOT / "scripts" / "setup").is_file()
