"""Readings of the original rules are marked in the rulebooks, and have their reasons in `docs/rulings.md`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from enginehouse.core.registry import game as games

pytestmark = pytest.mark.beside_plain

RULINGS = (Path(__file__).resolve().parents[2] / "docs" / "rulings.md").read_text("utf-8")
READINGS = [
    ("great-machine", "| Collaboration |", "GM-6 Collaboration"),
    ("great-machine", "| Rat Static |", "GM-6 Rat Static"),
    ("great-machine", "| Rat Escape! |", "GM-6 Rat Escape!"),
    ("great-machine", "| Pavlovian Response (cower) |", "GM-6 Pavlovian Response (cower)"),
    ("great-machine", "| Pavlovian Response (salivate) |", "GM-6 Pavlovian Response (salivate)"),
    ("great-machine", "| Someone Beat Us to It! † |", "GM-6 Someone Beat Us to It!"),
    ("great-machine", "| Total Breakdown |", "GM-6 Total Breakdown"),
    ("great-machine", "- GM-6.1 ", "GM-6.1, cards"),
    ("great-machine", "## 9 Hidden and open information", "GM-9.1, discarded"),
    ("mechanation", "- MN-5.1 ", "MN-5.1, the deck"),
    ("mechanical-beast", "- MB-8.2 ", "MB-8.2, no people"),
]


@pytest.mark.parametrize(("game", "clause", "ruling"), READINGS, ids=lambda one: one if " " in one else None)
def test_a_reading_is_marked_and_explained(game: str, clause: str, ruling: str) -> None:
    """In the block of its clause, or in the row of its card."""
    text = games.get(game).rulebook
    block = re.search(re.escape(clause) + r".*?(?=\n[-|#\n]|\Z)", text, re.S)
    assert block is not None and "**ruling**" in block[0], block
    assert f"**{ruling}" in RULINGS
