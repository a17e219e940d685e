"""Mechanation: every mech is cited by a test (its clauses: see the test of all games), and printed as in the rulebook."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from enginehouse.conformance.citations import read_words
from enginehouse.core.registry import game as games
from enginehouse.games.mechanation.parts import CHANGES, EARLIER, FIRST_MECHS, MECHS

pytestmark = pytest.mark.beside_plain

TESTS = [file for file in sorted(Path(__file__).parent.glob("*.py")) if file != Path(__file__)]


@pytest.mark.parametrize("mech", range(1, 25), ids=lambda mech: MECHS[mech].title)
def test_every_mech_is_cited(mech: int) -> None:
    """Each mech by a test, in a list that begins with its section: `MN-8 Gnat`, `MN-8 Limpet, Raider`."""
    lists = re.findall(r"MN-8 (.*?)(?:: |\.\"\"\"|MN-)", read_words(TESTS))
    assert any(re.search(rf"\b{MECHS[mech].title}\b", one) for one in lists)


def changes_in(text: str) -> dict[str, int]:
    """By way to stand what a mech's line in the rulebook adds to its power."""
    found = re.findall(r"([+-]\d) when (deployed second|attacking|defending)", text)
    return {way.removeprefix("deployed "): int(change) for change, way in found}


def test_the_changes_of_the_rulebook_are_those_of_the_game() -> None:
    """MN-8.2: what an ability adds, in the table of section 8."""
    rows = re.findall(r"^\| [123] \| ([\w ]+) \| \d+ \| (.*) \|$", games.get("mechanation").rulebook, re.M)
    assert len(rows) == 24
    assert {title: changes_in(text) for title, text in rows if changes_in(text)} == CHANGES


def test_the_table_of_the_first_set_is_that_of_the_game() -> None:
    """MN-8.11: each mech that has another power or adds something else, and no other."""
    rows = re.findall(r"^\| ([\w ]+) \| (\d+) \|(.*)\|$", games.get("mechanation").rulebook, re.M)
    said = {title: (int(power), changes_in(text)) for title, power, text in rows}
    assert said == {
        first.title: (first.power, EARLIER.get(first.title, {}))
        for first, mech in zip(FIRST_MECHS, MECHS, strict=True)
        if first != mech
    }


def test_the_table_of_the_rulebook_is_the_table_of_the_game() -> None:
    """MN-1.2, MN-8.1: tiers, names and powers as printed in section 8."""
    rows = re.findall(r"^\| ([123]) \| ([\w ]+) \| (\d+) \|", games.get("mechanation").rulebook, re.M)
    assert len(rows) == 24
    assert [(int(tier) - 1, title, int(power)) for tier, title, power in rows] == [
        (printed.tier, printed.title, printed.power) for printed in MECHS[1:]
    ]
