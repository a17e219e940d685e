"""Stored playthroughs of all games; `scripts/playthrough --update` writes them anew, the diff shows what changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from enginehouse.conformance.playthrough import playthrough
from enginehouse.core.registry import game as games
from enginehouse.core.registry.game import Game

pytestmark = pytest.mark.untraced

FILES = sorted(Path(__file__).parent.glob("*/playthroughs/*.txt"))


def game_of(file: Path) -> Game:
    """The game of a playthrough, by its folder."""
    return games.get(file.parts[-3].replace("_", "-"))


@pytest.mark.parametrize("name", games.names())
def test_there_are_playthroughs_for_the_fewest_and_for_the_most_seats(name: str) -> None:
    """A folder that is not found would make the test below pass on nothing."""
    seats = [int(file.stem.split("-")[0]) for file in FILES if game_of(file).name == name]
    assert len(seats) > 2 and (min(seats), max(seats)) == games.get(name).facts.seats


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parts[-3]}-{file.stem}")
def test_a_playthrough_is_the_same_game(file: Path) -> None:
    """Event by event, refusal by refusal, to the last byte of its record."""
    seats, seed = (int(part) for part in file.stem.split("-seats-seed-"))
    told = playthrough(game_of(file), seats, None, seed).splitlines()
    kept = file.read_text(encoding="utf-8").splitlines()
    for number, (line, other) in enumerate(zip(told, kept, strict=False), start=1):
        assert line == other, f"{file.name}, line {number}"
    assert len(told) == len(kept)
