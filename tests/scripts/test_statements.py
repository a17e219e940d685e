"""Counting statements: all of the package, in folders and modules."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.beside_plain


def count_lines(*words: str) -> dict[str, int]:
    """Return the lines that the script prints, by name."""
    command = [sys.executable, str(ROOT / "scripts" / "statements"), *words]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    pairs = (line.split(maxsplit=1) for line in done.stdout.splitlines())
    return {name: int(many) for many, name in pairs}


def test_every_folder_is_counted_and_the_modules_of_one_add_up() -> None:
    folders, modules = count_lines(), count_lines("--modules", "lab")
    packages = {path.parent.name for path in (ROOT / "src" / "enginehouse").glob("*/__init__.py")}
    assert packages <= {name.partition("/")[0] for name in folders}
    assert folders.pop("in all") == sum(folders.values())
    assert modules["in all"] == sum(many for name, many in folders.items() if name.split("/")[0] == "lab")
    assert modules["in all"] == sum(many for name, many in modules.items() if name.endswith(".py")) > 100
