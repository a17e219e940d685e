"""Compiling as we do gives what compiling as Numba does gives."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from enginehouse.core.compiling import jit_possible

CODE = """
import sys
from enginehouse.core import cache, linking
cache.folder_for = lambda game: None
if sys.argv[1] == "numba":
    linking.install = lambda: None
    linking.widen = lambda dispatcher: dispatcher
from enginehouse.core.game import Game
from enginehouse.core.playing import random_games
run = random_games(Game(sys.argv[2]), 2, None, 200, 3)
print(run.actions, run.lengths.tolist(), run.totals.tolist(), run.reasons.tolist())
"""


@pytest.mark.skipif(not jit_possible(), reason="compiled rules are off")
def test_our_way_of_linking_changes_nothing_in_the_result(deep: bool) -> None:
    game = (
        "enginehouse.core.kit.toys.auction" if deep else "connect_four"
    )  # Numba's own way takes minutes for the former
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[2] / "docs" / "examples")}
    results = []
    for way in ("ours", "numba"):
        done = subprocess.run(
            [sys.executable, "-c", CODE, way, game], capture_output=True, text=True, check=False, env=environment
        )
        assert done.returncode == 0, done.stderr
        results.append(done.stdout)
    assert results[0] == results[1]
    assert results[0].count("\n") == 1
