"""Mechanical Beast: stored playthroughs; `scripts/playthrough --update` writes them anew, the diff shows what changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from enginehouse.conformance.playthrough import playthrough
from enginehouse.core import game as games

pytestmark = pytest.mark.untraced

FILES = sorted((Path(__file__).parent / "playthroughs").glob("*.txt"))


def test_there_are_playthroughs() -> None:
    """A folder that is not found would make the tests below pass on nothing."""
    assert {file.stem.split("-")[0] for file in FILES} >= {"1", "2", "3", "4"}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_playthrough(file: Path) -> None:
    """The same game, event by event, refusal by refusal, to the last byte of its record."""
    seats, seed = (int(part) for part in file.stem.split("-seats-seed-"))
    told = playthrough(games.get("mechanical-beast"), seats, None, seed).splitlines()
    kept = file.read_text(encoding="utf-8").splitlines()
    for number, (line, other) in enumerate(zip(told, kept, strict=False), start=1):
        assert line == other, f"{file.name}, line {number}"
    assert len(told) == len(kept)
