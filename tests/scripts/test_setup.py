"""Setting up: uv installs if it is there, and pip whenever that fails."""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
pytestmark = [pytest.mark.beside_plain, pytest.mark.skipif(os.name == "nt", reason="programs here are shell scripts")]


@pytest.fixture
def setup() -> ModuleType:
    spec = importlib.util.spec_from_file_location("setup", ROOT / "scripts" / "setup.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def program(path: Path, text: str) -> Path:
    """Write a program that says how it was called."""
    path.write_text(f'#!/bin/sh\necho "{path.name} $@" >>"{path.parent}/calls"\n{text}\n')
    path.chmod(0o755)
    return path


@pytest.mark.parametrize(("exit_code", "calls"), [(0, ["uv"]), (2, ["uv", "python"]), (None, ["python"])])
def test_pip_installs_packages_that_uv_does_not(
    setup: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, exit_code: int | None, calls: list[str]
) -> None:
    python = program(tmp_path / "python", "exit 0")
    if exit_code is not None:
        program(tmp_path / "uv", f"exit {exit_code}")
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}/bin{os.pathsep}/usr/bin")
    monkeypatch.setattr(setup.shutil, "which", lambda name: str(tmp_path / name) if exit_code is not None else None)
    setup.install(python, tmp_path / "log", "Installing", "--require-hashes", "-r", "run.txt")
    lines = (tmp_path / "calls").read_text().splitlines()
    assert [line.split()[0] for line in lines] == calls
    assert all(" install " in line and line.endswith("--require-hashes -r run.txt") for line in lines)


def test_the_environment_that_uv_installs_into_is_named(
    setup: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without it uv would take the environment of the folder, or of the shell."""
    uv = program(tmp_path / "uv", "exit 0")
    monkeypatch.setattr(setup.shutil, "which", lambda name: str(uv))
    assert setup.install_by_uv(Path(sys.executable), tmp_path / "log", "Installing", "x")
    assert f"--python {sys.executable} " in (tmp_path / "calls").read_text()
