"""Every clause of every rulebook is cited where it is carried out and where it is tested."""

from __future__ import annotations

from pathlib import Path

import pytest

from enginehouse.conformance.citations import find_cited_clauses, list_clauses, read_words
from enginehouse.core.registry import game as games

pytestmark = pytest.mark.beside_plain

RULEBOOKS = {
    "great-machine": ("GM-1.1", "GM-9.4", 41),
    "mechanation": ("MN-1.1", "MN-9.8", 51),
    "mechanica": ("MC-1.1", "MC-11.4", 41),
    "mechanical-beast": ("MB-1.1", "MB-8.6", 52),
}
"""The first and the last clause, and how many there are at least."""


def test_every_game_is_looked_at() -> None:
    """A game that comes to the house comes to this list."""
    assert set(RULEBOOKS) == {name for name in games.names() if games.get(name).facts.in_lobby}


@pytest.mark.parametrize("name", RULEBOOKS)
def test_the_rulebook_is_read(name: str) -> None:
    """From its first clause to its last, no clause twice."""
    clauses = list_clauses(games.get(name))
    first, last, many = RULEBOOKS[name]
    assert clauses[0] == first and clauses[-1] == last and len(clauses) == len(set(clauses)) >= many


@pytest.mark.parametrize("where", ["tests", "sources"])
@pytest.mark.parametrize("name", RULEBOOKS)
def test_every_clause_is_cited(name: str, where: str) -> None:
    """Each clause by a test and by a source file; what is cited exists."""
    game = games.get(name)
    folder = Path(__file__).parent / game.package.rsplit(".", 1)[1] if where == "tests" else Path(game.folder)
    cited = find_cited_clauses(
        read_words(file for file in sorted(folder.glob("*.py")) if file.stem != "test_citations"), game
    )
    assert set(list_clauses(game)) - cited == set(), f"cited in none of the {where}"
    assert cited - set(list_clauses(game)) == set(), f"cited in the {where}, and not in the rulebook"
