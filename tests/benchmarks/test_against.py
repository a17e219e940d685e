"""`benchmarks/against`: a side that is slower is said to be slower, and one that is not is within its interval."""

from __future__ import annotations

import importlib.util
import random
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.beside_compiled

FILE = Path(__file__).resolve().parents[2] / "benchmarks" / "against.py"


@pytest.fixture
def against() -> Any:
    spec = importlib.util.spec_from_file_location("against", FILE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Side:
    """A side that takes so long for a game, more or less."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self.dice, self.asked = seconds, random.Random(seconds), []

    def play(self, game: str, seats: int, many: int, first: int) -> tuple[float, int]:
        self.asked.append((many, first))
        return self.seconds * many * self.dice.uniform(0.95, 1.05), many


@pytest.mark.parametrize(("mine", "within"), [(0.0010, True), (0.00102, True), (0.0012, False), (0.0005, True)])
def test_slower_is_slower(against: Any, mine: float, within: bool, capsys: Any) -> None:
    here, there = Side(mine), Side(0.001)
    ratios = against.compare(here, there, "a game", 4, 21, 0.4)
    assert len(ratios) == 21
    assert here.asked[1:] == there.asked[2:], "both play the same games"
    low, high = against.interval(ratios, random.Random(1))
    assert 0.98 * low < 0.001 / mine < 1.02 * high and low < high
    assert (high >= against.REACHES) == within
