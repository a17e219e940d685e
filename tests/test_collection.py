"""Rules that keep collecting cheap and tests easy to find: every run reads all files, also for one test chosen by
`-k`."""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.beside_compiled
HERE = Path(__file__).resolve().parent
HEAVY = {"playwright", "axe_playwright_python", "numba", "torch", "sphinx"}
"""Packages that take a tenth of a second and more to import, and that few tests need."""


MOST_FILES = 17
"""A folder with more test files is split like the source."""


def imported_at_the_top(tree: ast.Module) -> Iterator[str]:
    """Yield the packages that a file imports when it is read. Imports for type checkers alone are within an `if`."""
    for node in tree.body:
        if isinstance(node, ast.Import):
            yield from (one.name.split(".")[0] for one in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.split(".")[0]


def test_an_import_at_the_top_is_found() -> None:
    text = "import numba.core, re\nfrom playwright.sync_api import Page\nif True:\n    import torch\ndef f(): import sphinx"
    assert set(imported_at_the_top(ast.parse(text))) & HEAVY == {"numba", "playwright"}


def test_test_files_import_nothing_heavy() -> None:
    files = [path for path in HERE.rglob("*.py") if "kept" not in path.parts]
    found = {
        str(path.relative_to(HERE)): heavy
        for path in files
        if (heavy := HEAVY.intersection(imported_at_the_top(ast.parse(path.read_bytes()))))
    }
    assert found == {}


def test_compiled_test_files_are_kept() -> None:
    assert not sys.dont_write_bytecode


def test_folders_of_tests_stay_small() -> None:
    many = Counter(str(path.parent.relative_to(HERE)) for path in HERE.rglob("test_*.py"))
    assert {folder: files for folder, files in many.items() if files > MOST_FILES} == {}
