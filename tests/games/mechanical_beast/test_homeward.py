"""With the switch off the bots stay out, and go out when it is time (MB-7.3)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from mechanical_beast_scene import GAME, Scene

from enginehouse.bots.players.levels import Search

LEVELS = ("easy", "steady", "hard")
HALL = (("Entrance", 0, 0, 0), ("A5", 0, 1, 2), ("A5", 0, 2, 2), ("A5 C", 1, 1, 2), ("A5", 1, 2, 2))
"""Some rooms north of the Entrance, all joined; nobody is locked up."""


def list_choices(game: Scene, level: str, seeds: int) -> set[str]:
    """Return the action of a bot of a level, whatever its random numbers."""
    view, codes = game.view(0), [GAME.vocabulary.code(name) for name in game.names()]
    bot = Search(level)
    return {GAME.vocabulary.name(bot.choose(view, 0, codes, budget=5.0, seed=k).action) for k in range(seeds)}


@pytest.mark.parametrize("level", LEVELS)
def test_nobody_leaves_an_exit_for_nothing(level: str, count: Callable[[int, int], int]) -> None:
    """The android and the engineer are out, the other engineer can walk out: one waits."""
    game = Scene(*HALL).off().shut().put(engineer0=0, android=0, engineer1=2)
    assert list_choices(game, level, count(6 if level == "hard" else 25, 50)) == {"pass"}


@pytest.mark.parametrize("level", LEVELS)
def test_who_can_go_out_goes_out(level: str, count: Callable[[int, int], int]) -> None:
    """Nobody is locked up, all can walk out: one does."""
    game = Scene(*HALL).off().shut().put(engineer0=4, android=0, engineer1=2)
    assert list_choices(game, level, count(6 if level == "hard" else 25, 50)) == {"engineer to 0"}


@pytest.mark.parametrize("level", LEVELS)
def test_for_somebody_locked_up_one_goes_back(level: str, count: Callable[[int, int], int]) -> None:
    """All are out, one is locked up in a room that can be walked to: nobody strolls anywhere else."""
    game = Scene(*HALL, ("P10", -1, 1, 2)).off().shut().people(5).put(engineer0=0, android=0, engineer1=0)
    found = list_choices(game, level, count(6 if level == "hard" else 25, 50))
    assert found & {"android to 5", "engineer to 5"} and found <= {"android to 5", "engineer to 5", "pass"}
