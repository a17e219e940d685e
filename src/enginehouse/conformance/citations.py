"""Find the numbers of rulebook clauses, such as `GM-6.2`, in the text of files that cite them.

For every clause, the code that carries it out and a test must cite its number.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from enginehouse.core.registry.game import Game


def list_clauses(game: Game) -> list[str]:
    """Return a list of the clauses of a game's rulebook, such as `GM-6.2`, in order."""
    return re.findall(rf"^- ({game.facts.prefix}-\d+\.\d+)\b", game.rulebook, re.M)


def read_words(files: Iterable[Path]) -> str:
    """Return the text of several files with single spaces between words, so that a citation may go over a line end."""
    return " ".join(" ".join(file.read_text(encoding="utf-8").split()) for file in files)


def find_cited_clauses(text: str, game: Game) -> set[str]:
    """Return the set of the clauses that a text cites, as strings such as `GM-6.2`.

    `GM-6.1 to 6.9` cites all clauses from the first to the last. `GM-6.2, 6.3` cites both clauses.
    """
    prefix, clauses = game.facts.prefix, list_clauses(game)
    found = set(re.findall(rf"{prefix}-\d+\.\d+", text))
    for first, last in re.findall(rf"{prefix}-(\d+\.\d+) to (?:{prefix}-)?(\d+\.\d+)", text):
        found.update(clauses[clauses.index(f"{prefix}-{first}") : clauses.index(f"{prefix}-{last}") + 1])
    return found
