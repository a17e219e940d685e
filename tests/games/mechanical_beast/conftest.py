"""Positions made by hand, for the tests of Mechanical Beast (`mechanical_beast_scene.py`)."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from mechanical_beast_scene import Scene


@pytest.fixture
def scene() -> Callable[..., Scene]:
    """Make a position: `scene(("Entrance", 0, 0, 0), ("A1 C", 1, 0, 1))`."""
    return Scene
