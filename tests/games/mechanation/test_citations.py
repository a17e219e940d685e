"""Mechanation: every clause and every mech of the rulebook is cited where it is played and where it is tested."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from enginehouse.core import game as games
from enginehouse.games.mechanation.parts import MECHS

TESTS = sorted(Path(__file__).parent.glob("*.py"))
SOURCES = sorted(Path(str(games.__file__)).parent.parent.joinpath("games", "mechanation").glob("*.py"))
CLAUSES = re.findall(r"^- (MN-\d+\.\d+)\b", games.get("mechanation").rulebook, re.M)


def cited(files: list[Path]) -> str:
    """The words of several files, one blank between two of them, so that a citation may run over lines."""
    return " ".join(" ".join(file.read_text(encoding="utf-8").split()) for file in files)


def clauses_in(text: str) -> set[str]:
    """The clauses cited: `MN-6.2`, also the ends and what lies between of `MN-9.2 to 9.5` and `MN-6.2, 6.3`."""
    found = set(re.findall(r"MN-\d+\.\d+", text))
    for first, last in re.findall(r"MN-(\d+\.\d+) to (?:MN-)?(\d+\.\d+)", text):
        inside = range(CLAUSES.index(f"MN-{first}"), CLAUSES.index(f"MN-{last}") + 1)
        found |= {CLAUSES[k] for k in inside}
    return found


def test_the_rulebook_is_read() -> None:
    """From MN-1.1 to MN-9.8, no clause twice."""
    assert CLAUSES[0] == "MN-1.1" and CLAUSES[-1] == "MN-9.8" and len(CLAUSES) == len(set(CLAUSES)) > 50


@pytest.mark.parametrize(("files", "where"), [(TESTS, "test"), (SOURCES, "source file")], ids=["tests", "sources"])
def test_every_clause_is_cited(files: list[Path], where: str) -> None:
    """Each clause by a test and by a source file; what is cited exists."""
    text = cited([file for file in files if file != Path(__file__)])
    assert set(CLAUSES) - clauses_in(text) == set(), f"cited in no {where}"
    assert clauses_in(text) - set(CLAUSES) == set(), f"cited in a {where}, and not in the rulebook"


@pytest.mark.parametrize("mech", range(1, 25), ids=lambda mech: MECHS[mech].title)
def test_every_mech_is_cited(mech: int) -> None:
    """Each mech by a test, in a list that begins with its section: `MN-8 Gnat`, `MN-8 Limpet, Raider`."""
    lists = re.findall(r"MN-8 (.*?)(?:: |\.\"\"\"|MN-)", cited([file for file in TESTS if file != Path(__file__)]))
    assert any(re.search(rf"\b{MECHS[mech].title}\b", one) for one in lists)


def test_the_table_of_the_rulebook_is_the_table_of_the_game() -> None:
    """MN-1.2, MN-8.1: tiers, names and powers as printed in section 8."""
    rows = re.findall(r"^\| ([123]) \| ([\w ]+) \| (\d+) \|", games.get("mechanation").rulebook, re.M)
    assert len(rows) == 24
    assert [(int(tier) - 1, title, int(power)) for tier, title, power in rows] == [
        (printed.tier, printed.title, printed.power) for printed in MECHS[1:]
    ]
