"""Mechanica: every clause of the rulebook is cited where it is played and where it is tested."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from enginehouse.core import game as games

TESTS = sorted(Path(__file__).parent.glob("*.py"))
SOURCES = sorted(Path(str(games.__file__)).parent.parent.joinpath("games", "mechanica").glob("*.py"))
CLAUSES = re.findall(r"^- (MC-\d+\.\d+)\b", games.get("mechanica").rulebook, re.M)


def cited(files: list[Path]) -> str:
    """The words of several files, one blank between two of them, so that a citation may run over lines."""
    return " ".join(" ".join(file.read_text(encoding="utf-8").split()) for file in files)


def clauses_in(text: str) -> set[str]:
    """The clauses cited: `MC-6.2`, also the ends and what lies between of `MC-6.1 to 6.9` and `MC-6.2, 6.3`."""
    found = set(re.findall(r"MC-\d+\.\d+", text))
    for first, last in re.findall(r"MC-(\d+\.\d+) to (?:MC-)?(\d+\.\d+)", text):
        inside = range(CLAUSES.index(f"MC-{first}"), CLAUSES.index(f"MC-{last}") + 1)
        found |= {CLAUSES[k] for k in inside}
    return found


def test_the_rulebook_is_read() -> None:
    """From MC-1.1 to MC-11.4, no clause twice."""
    assert CLAUSES[0] == "MC-1.1" and CLAUSES[-1] == "MC-11.4" and len(CLAUSES) == len(set(CLAUSES)) > 40


@pytest.mark.parametrize(("files", "where"), [(TESTS, "test"), (SOURCES, "source file")], ids=["tests", "sources"])
def test_every_clause_is_cited(files: list[Path], where: str) -> None:
    """Each clause by a test and by a source file; what is cited exists."""
    text = cited([file for file in files if file != Path(__file__)])
    assert set(CLAUSES) - clauses_in(text) == set(), f"cited in no {where}"
    assert clauses_in(text) - set(CLAUSES) == set(), f"cited in a {where}, and not in the rulebook"
