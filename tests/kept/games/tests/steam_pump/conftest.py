"""The tests find the game in the folder above theirs, and by its name."""

import sys
from pathlib import Path


def pytest_configure() -> None:
    """Once, before any test is read."""
    from enginehouse.core.game import Game, register

    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
    register(Game("steam_pump"))
