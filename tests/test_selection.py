"""Cases that belong to another run are left out of this one, and the closing lines say so (`helpers/selection.py`)."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import selection

HERE = Path(__file__).resolve().parent
CASES = """
import pytest


def test_in_both(): ...


@pytest.mark.beside_plain
def test_in_the_plain_run(): ...


@pytest.mark.beside_compiled
def test_in_the_compiled_run(): ...


@pytest.mark.deep
def test_with_deep(): ...
"""
CONFTEST = """
import selection


def pytest_addoption(parser):
    selection.add_options(parser)


def pytest_configure(config):
    config.pluginmanager.register(selection)
"""
MARKERS = "[pytest]\nmarkers =\n    beside_plain\n    beside_compiled\n    deep\n"


def runs(*marks: str, name: str = "test_x.py::test_x", **run: Any) -> bool:
    """Return whether a case with these markers runs."""
    return not selection.reason_to_leave_out(name, set(marks), selection.Run(**{"plain": True, "two": True, **run}))


@pytest.mark.parametrize("plain", [True, False])
@pytest.mark.parametrize("two", [True, False])
@pytest.mark.parametrize("deep", [True, False])
def test_a_case_is_left_out_only_if_another_run_has_it(plain: bool, two: bool, deep: bool) -> None:
    run: dict[str, Any] = {"plain": plain, "two": two, "deep": deep}
    assert runs(**run) and runs("browser", **run)
    assert runs("beside_compiled", **run) == (not two or not plain), "without Numba there is no other run"
    assert runs("beside_plain", **run) == (not two or plain)
    assert runs("deep", **run) == deep and (deep or not runs("deep", "beside_plain", **run))
    with pytest.raises(pytest.UsageError, match="no run would have it"):
        runs("beside_plain", "beside_compiled", **run)


def test_a_quick_run_leaves_out_marked_tests_and_slow_folders() -> None:
    kept = {"name": f"{selection.SLOW[0]}test_x.py::test_x"}
    assert runs("untraced", quick=True) and not runs("slow", quick=True)
    assert runs(**kept) and not runs(**kept, quick=True)


@pytest.mark.parametrize("folder", selection.SLOW)
def test_slow_folders_and_files_exist(folder: str) -> None:
    assert (HERE.parent / folder).exists()


def test_cases_of_other_games_are_left_out_if_games_are_named() -> None:
    """Cases that name no game run, and so do those that name one of these beside another."""
    folders = (HERE.parent / "src" / "enginehouse" / "games").glob("*/facts.py")
    assert set(selection.GAMES) == {folder.parent.name.replace("_", "-") for folder in folders}
    for case, ran in (
        ("test_x", True),
        ("test_x[2-seats]", True),
        ("test_x[mechanica-2-seed-1]", True),
        ("test_x[src/mechanica.py]", True),
        ("test_x[great-machine]", False),
        ("test_x[mechanical-beast]", False),
        ("test_x[mechanical_beast-2]", False),
        ("test_x[mechanica-mechanation]", True),
    ):
        assert runs(name=case, games={"mechanica"}) == ran, case
        assert runs(name=case)


def run(folder: Path, *arguments: str, plain: bool) -> tuple[int, str]:
    """Run pytest on the cases above and return its exit code and what it writes."""
    for name, text in (("test_cases.py", CASES), ("conftest.py", CONFTEST), ("pytest.ini", MARKERS)):
        (folder / name).write_text(text, encoding="utf-8")
    around = {**os.environ, "ENGINEHOUSE_JIT": "0" if plain else "1", "PYTHONPATH": str(HERE / "helpers")}
    command = [sys.executable, "-m", "pytest", "-v", "-p", "no:cacheprovider", *arguments, "test_cases.py"]
    done = subprocess.run(command, cwd=folder, env=around, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


@pytest.mark.beside_compiled
@pytest.mark.parametrize(
    ("plain", "mine", "other"),
    [(True, "plain", selection.BESIDE_COMPILED), (False, "compiled", selection.BESIDE_PLAIN)],
    ids=["plain", "compiled"],
)
def test_cases_of_the_other_run_are_deselected_and_counted(plain: bool, mine: str, other: str, tmp_path: Path) -> None:
    pytest.importorskip("numba")
    code, told = run(tmp_path, plain=plain)
    assert code == 0 and "skipped" not in told
    assert re.findall(r"::(\w+) PASSED", told) == ["test_in_both", f"test_in_the_{mine}_run"]
    assert "2 passed, 2 deselected" in told
    assert f"1 deselected: {other}" in told and f"1 deselected: {selection.DEEP}" in told


@pytest.mark.beside_compiled
def test_a_run_whose_cases_all_belong_to_another_succeeds_and_says_so(tmp_path: Path) -> None:
    """Also with workers, which alone know what was collected."""
    code, told = run(tmp_path, "-n", "1", "-k", "with_deep", plain=True)
    assert code == 0 and f"1 deselected: {selection.DEEP}" in told
    code, told = run(tmp_path, "-k", "no_such_test", plain=True)
    assert code == pytest.ExitCode.NO_TESTS_COLLECTED


@pytest.mark.beside_compiled
def test_a_run_that_stands_alone_has_the_cases_of_either(tmp_path: Path) -> None:
    code, told = run(tmp_path, "--alone", plain=True)
    assert code == 0 and "3 passed, 1 deselected" in told
