"""The page about dice, events and colours says what is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from enginehouse.conformance import secrets
from enginehouse.core.pictures.palette import PALETTE
from enginehouse.core.play.match import Match
from enginehouse.core.registry.files import GamePackage

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "dice-and-events.md").read_text("utf-8")
pytestmark = [pytest.mark.untraced, pytest.mark.beside_plain]


def test_the_dice_of_the_page_roll(monkeypatch: pytest.MonkeyPatch) -> None:
    """All sums of two dice, seven most often, and the same ones for the same seed."""
    monkeypatch.setenv("ENGINEHOUSE_JIT", "0")
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.S)
    room: dict[str, object] = {}
    exec(code, room)
    roll = room["roll"]
    assert callable(roll)
    one, other = (Match.new("mechanation", 2, seed=5).state for _ in range(2))
    sums = [roll(one) for _ in range(2000)]
    assert set(sums) == set(range(2, 13)) and max(set(sums), key=sums.count) == 7
    assert sums[:50] == [roll(other) for _ in range(50)]


def test_the_palette_of_the_page_is_whole() -> None:
    table = PAGE[PAGE.index("| for | names |") :]
    named = set(re.findall(r"`([a-z]+(?:-[a-z0-9]+)?)`", table.partition("\n\n")[0]))
    for material in ("brass", "copper", "steel", "wood"):
        named |= {f"{material}-light", f"{material}-dark"}
    named |= {f"seat-{seat}" for seat in range(8)}
    assert {*PALETTE} <= named


def test_the_check_that_the_page_names_is_there() -> None:
    assert "-k event_tells`" in PAGE and "event_tells" in secrets.an_event_tells_nothing_that_views_do_not.__name__
    for name in ("deals", "deal_key", "shrink"):
        assert f"- `{name}(" in PAGE and name in GamePackage.invariants.offers
