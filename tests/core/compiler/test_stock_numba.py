"""Numba compiles every game without our changes to it, and the games are the same."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from enginehouse.core.flags import jit_possible
from enginehouse.core.registry import game as games

PLAY = """
import sys
from enginehouse.core.play.arena import random_games
from enginehouse.core.compiler import compiled_rules, numba_patches
from enginehouse.core.registry import game as games
game = games.get(sys.argv[1])
run = random_games(game, game.facts.seats[0], None, 20, 3)
print(numba_patches._installed, run.actions, run.lengths.tolist(), run.totals.tolist(), run.reasons.tolist())
"""


@pytest.mark.deep  # it takes minutes for a game
@pytest.mark.skipif(not jit_possible(), reason="compiled rules are off")
@pytest.mark.parametrize("game", games.names())
def test_a_game_without_our_changes_to_numba_is_the_same(game: str, tmp_path: Path) -> None:
    found = []
    for way in ("stock", ""):
        environment = {**os.environ, "ENGINEHOUSE_NUMBA": way}
        if way:
            environment["ENGINEHOUSE_CACHE"] = str(tmp_path)
        command = [sys.executable, "-c", PLAY, game]
        done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
        assert done.returncode == 0, done.stderr
        found.append(done.stdout.split(maxsplit=1))
    assert [patched for patched, _ in found] == ["False", "True"]
    assert found[0][1] == found[1][1]
