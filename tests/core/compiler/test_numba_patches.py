"""Compiling as we do gives what compiling as Numba does gives."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import enginehouse
from enginehouse.core.flags import jit_possible
from enginehouse.core.rule import entry, rule

ROOT = Path(__file__).resolve().parents[3]
CODE = """
import importlib, sys
from enginehouse.core.sources import cache
from enginehouse.core.compiler import numba_patches
cache.folder_for = lambda game: None
if sys.argv[1] == "numba":
    numba_patches.install = lambda: None
    numba_patches.widen = lambda dispatcher: dispatcher
    numba_patches.pipeline = lambda: importlib.import_module("numba.core.compiler").Compiler
from enginehouse.core.registry.game import Game
from enginehouse.core.play.arena import random_games
run = random_games(Game(sys.argv[2]), 2, None, 200, 3)
print(run.actions, run.lengths.tolist(), run.totals.tolist(), run.reasons.tolist())
"""


@pytest.mark.skipif(not jit_possible(), reason="compiled rules are off")
def test_our_way_of_linking_changes_nothing_in_the_result(deep: bool) -> None:
    game = "samples.auction" if deep else "connect_four"  # Numba's own way takes minutes for the former
    places = (ROOT / "docs" / "examples", ROOT / "tests" / "helpers")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, places))}
    results = []
    for way in ("ours", "numba"):
        done = subprocess.run(
            [sys.executable, "-c", CODE, way, game], capture_output=True, text=True, check=False, env=environment
        )
        assert done.returncode == 0, done.stderr
        results.append(done.stdout)
    assert results[0] == results[1]
    assert results[0].count("\n") == 1


@rule
def third_of(numbers: Any, place: int) -> int:
    return int(numbers[place + 3])


@entry
def third_at(numbers: Any, place: int) -> int:
    return third_of(numbers, place)


@pytest.mark.parametrize("place", [-4, -3 - (1 << 62), 2, 1 << 62])
def test_an_index_outside_raises_and_a_negative_one_does_not_count_from_the_end(
    toy: Any, compiled: Any, place: int
) -> None:
    numbers = np.arange(5)
    run = compiled(third_at, toy("bluff"))
    assert [run(numbers, k) for k in range(-3, 2)] == [0, 1, 2, 3, 4]
    with pytest.raises(IndexError, match="out of bounds"):
        run(numbers, place)


def test_no_rule_or_entry_makes_a_record_to_work_in() -> None:
    """Arrays in records are not counted as references: those of a record that an entry makes are freed while in use."""
    made = re.compile(r"np\.(zeros|empty|ones)\([^)]*(ROOM|dtype\))[^)]*\)\[")
    for file in (Path(enginehouse.__file__).parent).rglob("*.py"):
        assert not made.search(file.read_text("utf-8")), file
    assert made.search("room = np.zeros(1, ROOM)[0]")


FOREIGN = """
import numpy as np
from numba import njit, types
from numba.core.datamodel import models
from numba.core.types import functions

asked, find, counted, traverse = [], functions.BaseFunction.get_call_type, [], models.NestedArrayModel.traverse

def get_call_type(self, context, args, kws):
    asked.append(self)
    return find(self, context, args, kws)

def traversed(self, builder):
    counted.append(traverse(self, builder))
    return counted[-1]

functions.BaseFunction.get_call_type = get_call_type
models.NestedArrayModel.traverse = traversed
if INSTALL:
    from enginehouse.core.registry.game import Game
    from enginehouse.core.play.arena import random_games
    from enginehouse.core.sources import cache
    cache.folder_for = lambda game: None
    random_games(Game("connect_four"), 2, None, 1, 3)
    asked.clear(), counted.clear()

RECORD = np.dtype([("numbers", np.int64, (3,))], align=True)

@njit
def numbers_of(records, k):
    return records[k].numbers

@njit
def twice(x):
    total = 0
    for k in range(3):
        total += x + x
    return total

records = np.zeros(4, RECORD)
records["numbers"] = np.arange(12).reshape(4, 3)
kept = [numbers_of(records, k) for k in range(4)]
del records
print([one.tolist() for one in kept], twice(2), len(asked), [len(one) for one in counted])
"""


@pytest.mark.skipif(not jit_possible(), reason="compiled rules are off")
def test_functions_that_are_no_rules_compile_as_they_do_without_us() -> None:
    """Somebody's own `@njit` in the same process: what it gives, what Numba asks for it, what it counts references of."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "docs" / "examples")}
    said = []
    for install in (False, True):
        done = subprocess.run(
            [sys.executable, "-c", f"INSTALL = {install}\n{FOREIGN}"],
            capture_output=True, text=True, check=False, env=environment,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        said.append(done.stdout)
    assert said[0] == said[1] and "[[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]] 12 " in said[0]


@pytest.mark.skipif(not jit_possible(), reason="compiled rules are off")
def test_a_sentence_of_numba_has_no_colours() -> None:
    """Numba colours its errors if the package colorama is installed."""
    from enginehouse.core.compiler import numba_patches

    def legal() -> None: ...

    legal.__enginehouse_title__ = "Heap"  # type: ignore[attr-defined]
    fault = numba_patches._as_fault(legal, TypeError("\x1b[1m\x1b[1mNo implementation\x1b[0m of iadd"))
    assert "compile this: No implementation of iadd" in str(fault)


def test_rules_have_a_stamp_without_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    """Training on plain rules notes which rules it used."""
    from enginehouse.core.registry import game as games
    from enginehouse.core.sources import cache

    game = games.get("mechanation")
    here = cache.stamp(game)

    def version(package: str) -> str:
        if package != "numpy":
            raise PackageNotFoundError(package)
        return "1"

    monkeypatch.setattr(cache, "version", version)
    assert cache.stamp(game) not in ("", here)
