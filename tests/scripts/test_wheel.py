"""The trial of the wheel: two builds are compared, and a server is played on until a legal move."""

from __future__ import annotations

import os
import runpy
import sys
import time
from itertools import count
from pathlib import Path
from typing import Any

import pytest

import enginehouse

ROOT = Path(__file__).resolve().parents[2]
pytestmark = [pytest.mark.beside_plain, pytest.mark.untraced]


@pytest.fixture
def script(tmp_path: Path) -> dict[str, Any]:
    found = runpy.run_path(str(ROOT / "scripts" / "wheel.py"))
    found["build_twice"].__globals__["DIST"] = tmp_path / "dist"
    (tmp_path / "dist").mkdir()
    return found


def test_two_builds_are_compared(script: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    numbers = count()

    def build_same(source: Path, out: Path) -> Path:
        (out / "one.whl").write_bytes(b"same")
        return out / "one.whl"

    def build_other(source: Path, out: Path) -> Path:
        (out / "one.whl").write_text(str(next(numbers)))
        return out / "one.whl"

    assert script["build_twice"](build_same, ROOT) == tmp_path / "dist" / "one.whl"
    assert capsys.readouterr().out == "one.whl: two builds have equal bytes\n"
    with pytest.raises(SystemExit, match=r"one\.whl: a second build has other bytes"):
        script["build_twice"](build_other, ROOT)


def test_the_time_to_a_legal_move_is_printed(
    script: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    environment = {**os.environ, "HOME": str(tmp_path), "ENGINEHOUSE_JIT": "0", "PYTHONPATH": str(ROOT / "src")}
    script["try_play"](Path(sys.executable).with_name("enginehouse"), tmp_path, environment, time.monotonic() - 100)
    printed = capsys.readouterr().out
    (line,) = (one for one in printed.splitlines() if one.startswith("from the wheel to a legal move ("))
    assert 100 < int(line.rpartition(": ")[2].removesuffix(" s")) < 200 and "stopped with code" in printed


def test_a_program_with_another_version_is_refused(script: dict[str, Any]) -> None:
    program = Path(sys.executable).with_name("enginehouse")
    script["check_version"](program, Path(f"enginehouse-{enginehouse.__version__}-py3-none-any.whl"))
    with pytest.raises(SystemExit, match=r"enginehouse-9\.9\.9-py3.* has a program that says"):
        script["check_version"](program, Path("enginehouse-9.9.9-py3-none-any.whl"))


def test_a_server_that_ends_is_reported_with_its_log(script: dict[str, Any], tmp_path: Path) -> None:
    (tmp_path / "fails").write_text("#!/bin/sh\necho no table here\nexit 3\n")
    (tmp_path / "fails").chmod(0o755)
    with pytest.raises(SystemExit, match=r"(?s)ended with 3.*no table here"):
        script["try_play"](tmp_path / "fails", tmp_path, dict(os.environ), time.monotonic())
