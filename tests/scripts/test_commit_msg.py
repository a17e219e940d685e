"""Messages of commits: what is refused and why, in a file and in a history."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.beside_plain
SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "commit-msg"


@pytest.fixture(scope="module")
def script() -> Any:
    spec = spec_from_loader("commit_msg", SourceFileLoader("commit_msg", str(SCRIPT)))
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    sys.dont_write_bytecode, before = True, sys.dont_write_bytecode
    spec.loader.exec_module(module)
    sys.dont_write_bytecode = before
    return module


@pytest.mark.parametrize(
    ("message", "changed"),
    [
        ("table: keep a reaction timer when the process stops", 20),
        ("rules: ask who explores before the gear turns (MB-3.5)\n", 100),
        ("api, mcp: say that a game is over\n\nIt was told by two fields.\n", 500),
        ("docs: redraw the picture of the table\n\n# Please enter the commit message", 3),
        ("tests: process what is left\n\nBecause.\n# ------------------------ >8 ---\n+ a\n+ diff", 101),
    ],
)
def test_a_good_message_passes(script: Any, message: str, changed: int) -> None:
    assert script.faults(message, changed) == []


@pytest.mark.parametrize(
    ("message", "fault"),
    [
        ("Keep a timer", "needs a scope in lower case"),
        ("Table: keep a timer", "needs a scope in lower case"),
        ("table:keep a timer", "needs a scope in lower case"),
        ("", "needs a scope in lower case"),
        ("table: keeps a timer", "write the imperative: `keep`, not `keeps`"),
        ("table: stopped a timer", "write the imperative: `stop`, not `stopped`"),
        ("table: making a timer", "write the imperative: `make`, not `making`"),
        ("table: Keep a timer", "write `keep` in lower case"),
        ("house: changes are named by their kinds", "write the imperative: `change`, not `changes`"),
        ("table: people, clocks, devices", "`people,` is not known as a verb"),
        ("table: the timer", "`the` is not known as a verb"),
        ("table: keep a timer.", "ends with a full stop"),
        ("table: keep " + "a" * 61, "has 73 characters"),
        ("table: keep a timer\nwhen it stops", "the line after the subject has to be empty"),
    ],
)
def test_a_wrong_message_is_refused_with_a_reason(script: Any, message: str, fault: str) -> None:
    (found,) = script.faults(message, 0)
    assert fault in found


@pytest.mark.parametrize("body", ["", "\n\n", "\n\nCo-authored-by: Ann <ann@example.org>\n", "\n# a comment"])
def test_a_large_change_needs_a_body(script: Any, body: str) -> None:
    assert script.faults("table: keep a timer" + body, 100) == []
    assert script.faults("table: keep a timer" + body, 101) == [
        "it changes 101 lines: say in a body why, and how to read it"
    ]


class Repository:
    """A small repository of git."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.git("init", "-q", "-b", "main")

    def git(self, *words: str) -> str:
        settings = ["-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-c", "protocol.file.allow=always"]
        environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
        done = subprocess.run(
            ["git", *settings, *words], cwd=self.folder, env=environment, capture_output=True, text=True, check=True
        )
        return done.stdout

    def commit(self, message: str, **files: str) -> None:
        for name, text in files.items():
            (self.folder / name).write_text(text)
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", message)

    def check(self, *words: str) -> tuple[int, list[str]]:
        """Run the copy of the script in this repository; return its exit code and its lines."""
        done = subprocess.run(
            [sys.executable, "scripts/commit-msg", *words], cwd=self.folder, capture_output=True, text=True, check=False
        )
        return done.returncode, (done.stdout + done.stderr).splitlines()


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """A repository to which the script was added after a commit with a wrong message."""
    found = Repository(tmp_path)
    found.commit("what was before", a="1\n" * 500)
    (tmp_path / "scripts").mkdir()
    (tmp_path / "scripts" / "commit-msg").write_text(SCRIPT.read_text("utf-8"), "utf-8")
    found.commit("tests: check messages\n\nThe script itself is long.")
    return found


def test_only_new_commits_are_checked(repository: Repository) -> None:
    assert repository.check() == (0, [])
    repository.commit("changed a", a="2\n")
    repository.commit("docs: add b", b="1\n")
    code, lines = repository.check()
    assert code == 1 and len(lines) == 2
    assert "'changed a': the subject needs a scope" in lines[0] and "it changes 501 lines" in lines[1]


def test_a_file_that_is_only_renamed_counts_for_nothing(repository: Repository) -> None:
    repository.git("mv", "a", "b")
    (repository.folder / "message").write_text("docs: rename a")
    assert repository.check("message") == (0, [])
    repository.commit("docs: rename a")
    assert repository.check() == (0, [])


def test_the_hook_checks_staged_files(repository: Repository) -> None:
    (repository.folder / "a").write_text("2\n" * 500)
    (repository.folder / "message").write_text("docs: change a")
    assert repository.check("message") == (0, [])
    repository.git("add", "a")
    code, lines = repository.check("message")
    assert code == 1 and "it changes 1000 lines" in lines[0]
    (repository.folder / "message").write_text('Revert "docs: change a"')
    assert repository.check("message") == (0, [])


def test_a_shallow_clone_is_checked_as_far_as_it_goes(repository: Repository, tmp_path: Path) -> None:
    repository.commit("docs: add b", b="1\n" * 200)
    repository.commit("docs: adds c", c="1\n")
    for depth, many in ((1, 1), (2, 1), (3, 2)):
        repository.git(
            "clone", "-q", "--depth", str(depth), repository.folder.as_uri(), str(tmp_path / f"clone{depth}")
        )
        code, lines = Repository(tmp_path / f"clone{depth}").check()
        assert code == 1 and len(lines) == many and "not `adds`" in lines[-1]


def test_without_git_nothing_is_checked(tmp_path: Path) -> None:
    environment = {**os.environ, "GIT_CEILING_DIRECTORIES": str(tmp_path.parent)}
    done = subprocess.run(
        [sys.executable, str(SCRIPT)], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0 and "nothing was checked" in done.stdout
