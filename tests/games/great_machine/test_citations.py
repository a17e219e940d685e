"""The Great Machine: every card is cited by a test (its clauses: see the test of all games)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from enginehouse.conformance.citations import read_words
from enginehouse.games.great_machine.parts import CARDS, EVENT, KINDS

pytestmark = pytest.mark.beside_plain

TESTS = [file for file in sorted(Path(__file__).parent.glob("*.py")) if file != Path(__file__)]


@pytest.mark.parametrize("kind", range(KINDS), ids=lambda kind: CARDS[kind].slug)
def test_every_card_is_cited(kind: int) -> None:
    """Each card by a test, in a list that begins with its section: `GM-6 Deal!`, `GM-6 WarHamster, Deal!`."""
    section = "GM-6" if CARDS[kind].deck == EVENT else "GM-5"
    lists = re.findall(rf"{section} (.*?)(?:: |\.\"\"\"|GM-)", read_words(TESTS))
    assert any(CARDS[kind].title in one for one in lists)
