"""Positions as lines, dropped into `GAME/positions/`: a bug report, or whatever else has to stay as it is.

Each is read back, every question is asked of it, and it is played to its end, from the true record and from guesses.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import enginehouse as eh
from enginehouse.conformance import loops
from enginehouse.core.registry import game as games

pytestmark = pytest.mark.untraced

FILES = sorted(Path(__file__).parent.glob("*/positions/*.json"))


def test_there_are_positions() -> None:
    """A folder that is not found would make the test below pass on nothing."""
    ours = {name for name in games.names() if games.get(name).package.startswith("enginehouse.games.")}
    assert {file.parts[-3].replace("_", "-") for file in FILES} == ours


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parts[-3]}-{file.stem}")
def test_a_position_answers_and_is_played_on(file: Path) -> None:
    line = file.read_text("utf-8").strip()
    match = eh.Match.at(line)
    game, size = match.game, len(match.game.vocabulary)
    today = re.sub(r'"rules":"\d+"', f'"rules":"{game.facts.rules_version}"', line)
    assert match.line() == today, "a line that is read back is the same"
    codes, clauses, found = [0] * size, [0] * 100_000, [0] * 4
    for seat in range(match.seats):
        fault = loops.find_fault(match.state, match.view(seat), seat, size, codes, clauses, found)
        assert fault == loops.FINE, f"seat {seat}, action {found[2]}: {loops.FAULTS[fault]}"
        assert match.text(seat) and match.svg(seat).startswith("<svg")
        world = match.guess(seat, 5)
        assert not game.shape.differences(world.view(seat), match.view(seat)), f"a guess of seat {seat} looks different"
    for begun in (match, match.guess(match.actors()[0], 6)):
        assert eh.play_on(begun, ["random"], seed=7).over
