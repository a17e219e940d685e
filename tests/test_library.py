"""The pages on the library and on bots: their programs run, one after the other, and print what stands below them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [pytest.mark.untraced, pytest.mark.beside_compiled]

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = r"^```python\n(.*?)^```$(?:\n\n```text\n(.*?)^```$)?"


def programs(page: str) -> list[tuple[str, str | None]]:
    """The programs of a page, and what the page says that each prints, if it says so."""
    text = (ROOT / page).read_text("utf-8")
    return [(found[1], found[2]) for found in re.finditer(PROGRAM, text, re.S | re.M)]


def run_program(folder: Path, code: str) -> str:
    """Return the output of a program in an empty folder, with plain rules: the games are the same."""
    environment = {**os.environ, "ENGINEHOUSE_JIT": "0", "PYTHONPATH": f"{folder}{os.pathsep}{ROOT / 'src'}"}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(
    "page", ["docs/library.md", "docs/debug.md", "docs/environments.md", "docs/start-research.md", "README.md"]
)
def test_the_programs_of_a_page_print_its_output(page: str, tmp_path: Path) -> None:
    found = programs(page)
    assert found and all(said for _, said in found), "every program is followed by what it prints"
    mark = "-- end of a program --\n"
    printed = run_program(tmp_path, f"\nprint({mark.strip()!r})\n".join(code for code, _ in found))
    assert printed.split(mark) == [said for _, said in found]


def test_the_commands_of_the_start_page_write_a_result_that_is_checked(tmp_path: Path) -> None:
    """With one game against each opponent instead of 20."""
    page = (ROOT / "docs" / "start-research.md").read_text("utf-8")
    commands = [line for line in page.splitlines() if line.startswith("enginehouse evaluate ")]
    assert len(commands) == 2
    environment = {**os.environ, "ENGINEHOUSE_JIT": "0"}
    for command in commands:
        words = [sys.executable, "-m", *re.sub(r"--games \d+", "--games 1", command).split()]
        done = subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    assert "is correct" in done.stdout


def test_the_readme_shows_six_lines_of_the_library() -> None:
    ((code, _),) = programs("README.md")
    assert len(code.splitlines()) == 6 and code.startswith("import enginehouse as eh\n")


def test_the_bot_of_the_page_plays(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "write-a-bot.md").read_text("utf-8")
    (bot,) = re.findall(r"^\*\*`mybots.py`\*\*\n\n```python\n(.*?)^```$", page, re.S | re.M)
    (tmp_path / "mybots.py").write_text(bot)
    (command,) = re.findall(r"^```sh\n(enginehouse .*)\n```$", page, re.M)
    words = [sys.executable, "-m", *command.split()]
    environment = {**os.environ, "ENGINEHOUSE_JIT": "0"}
    done = subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("4 games, ") and re.search(r"^mybots:Careful +wins [\d.]+ \(", done.stdout, re.M)
    (code,) = [code for code, _ in programs("docs/write-a-bot.md") if code.startswith("import enginehouse")]
    assert re.fullmatch(r"\[(1\.0, -1\.0|-1\.0, 1\.0)\]\n", run_program(tmp_path, code))
