"""Which clauses of a rulebook some files cite: every clause has a place that carries it out and a test that guards it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from enginehouse.core.registry.game import Game


def clauses_of(game: Game) -> list[str]:
    """The clauses of a game's rulebook, in its order."""
    return re.findall(rf"^- ({game.facts.prefix}-\d+\.\d+)\b", game.rulebook, re.M)


def words_of(files: Iterable[Path]) -> str:
    """The words of several files, one blank between two of them, so that a citation may run over lines."""
    return " ".join(" ".join(file.read_text(encoding="utf-8").split()) for file in files)


def clauses_in(text: str, game: Game) -> set[str]:
    """The clauses cited: `GM-6.2`, also the ends and what lies between of `GM-6.1 to 6.9` and `GM-6.2, 6.3`."""
    prefix, clauses = game.facts.prefix, clauses_of(game)
    found = set(re.findall(rf"{prefix}-\d+\.\d+", text))
    for first, last in re.findall(rf"{prefix}-(\d+\.\d+) to (?:{prefix}-)?(\d+\.\d+)", text):
        found.update(clauses[clauses.index(f"{prefix}-{first}") : clauses.index(f"{prefix}-{last}") + 1])
    return found
