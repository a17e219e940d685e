"""The files of a game are declared once: the registry reads them so, and the page for authors lists them."""

from __future__ import annotations

import re
import sys
from importlib import import_module
from pathlib import Path

import pytest

from enginehouse.conformance.calls import every_file_has_a_name_that_is_read
from enginehouse.conformance.cases import check
from enginehouse.core import verbs
from enginehouse.core.errors import BrokenGame
from enginehouse.core.registry import game as games
from enginehouse.core.registry.files import FILES
from enginehouse.core.registry.game import Game

pytestmark = pytest.mark.beside_plain
ROOT = Path(__file__).resolve().parents[2]


def test_the_page_for_authors_lists_the_optional_files() -> None:
    rows = [f"| `{one.name}` | {one.content} | {one.without} | `{one.see}` |" for one in FILES if not one.needed]
    page = (ROOT / "docs" / "finish-a-game.md").read_text("utf-8")
    assert re.findall(r"^\| `[^`]+` \|.*$", page, re.M) == rows, "write these rows:\n" + "\n".join(rows)


def test_every_optional_file_names_its_consequence_and_the_module_that_describes_it() -> None:
    for file in FILES:
        assert file.needed or (file.without and import_module(f"enginehouse.{file.see}")), file.name


def test_verbs_are_among_the_names_that_a_file_offers() -> None:
    offers = {file.name: set(file.offers.split()) for file in FILES}
    for home in ("policy", "judgement"):
        assert set(verbs.list_verbs(home)) <= offers[f"{home}.py"]


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    """Return a game that has its facts and no other file."""
    folder = tmp_path / "bare_game"
    folder.mkdir()
    (folder / "__init__.py").write_text("", "utf-8")
    facts = Path(games.get("mechanica").folder) / "facts.py"
    (folder / "facts.py").write_text(facts.read_text("utf-8"), "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in [one for one in sys.modules if one.startswith("bare_game")]:
        monkeypatch.delitem(sys.modules, name)
    return Game("bare_game")


def test_a_missing_file_is_none_if_it_is_optional(bare: Game) -> None:
    """Only a file that is needed raises an error, with its name."""
    for file in FILES:
        if not file.needed:
            assert getattr(bare, file.attribute) is None and vars(bare)[file.attribute] is None
        elif file.name.endswith(".py"):
            with pytest.raises(BrokenGame, match=f"there is no file {file.name}"):
                getattr(bare, file.attribute)


def test_an_ending_may_leave_out_the_parts_of_a_score(bare: Game) -> None:
    (bare.folder / "ending.py").write_text("UNIT = 'coins'\n", "utf-8")
    assert bare.ending.points(None, 0) == [] and bare.ending.UNIT == "coins"


def test_a_gallery_stays_as_the_drawing_has_it(bare: Game) -> None:
    (bare.folder / "drawing.py").write_text("def gallery():\n    return ['a part']\n", "utf-8")
    assert bare.drawing.gallery() == ["a part"]


def test_the_kit_finds_a_file_of_which_no_name_is_read(bare: Game) -> None:
    (bare.folder / "ending.py").write_text("HEAD_LINE = 1\n", "utf-8")
    with pytest.raises(
        AssertionError,
        match=r"bare_game/ending\.py has no name that is read from it; there are: headline, why, points, UNIT",
    ):
        every_file_has_a_name_that_is_read(bare, 1)
    (bare.folder / "ending.py").write_text("UNIT = 'coins'\n", "utf-8")
    del sys.modules["bare_game.ending"]
    every_file_has_a_name_that_is_read(bare, 1)


def test_a_check_that_needs_an_unknown_file_is_refused() -> None:
    with pytest.raises(ValueError, match=r"no game can have these files: drawings\.py"):
        check(1, 1, needs=("drawings",))
