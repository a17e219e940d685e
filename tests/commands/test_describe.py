"""The page of a game is made from its declarations, also for a game that is only a folder."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from enginehouse.commands.describe import write_page
from enginehouse.commands.main import main
from enginehouse.core.registry import game as games
from enginehouse.core.registry.folders import open_game

pytestmark = [pytest.mark.untraced, pytest.mark.beside_plain]

ROOT = Path(__file__).resolve().parents[2]
HOUSE = [name for name in games.names() if games.get(name).package.startswith("enginehouse.games.")]


@pytest.mark.parametrize("name", HOUSE)
def test_the_page_in_the_docs_is_todays(name: str) -> None:
    """`scripts/pages` writes it again."""
    page = (ROOT / "docs" / "games" / f"{name}.md").read_text("utf-8")
    options = ["--picture", f"../assets/{name}.svg", "--league", str(ROOT / "docs/studies/results/leagues.json")]
    options += ["--results", str(ROOT / "docs/studies/results/tasks")]
    done = CliRunner().invoke(main, ["describe", name, *options])
    assert page == done.output and "| hard |" in page
    assert f"games/{name}\n" in (ROOT / "docs" / "index.md").read_text("utf-8")


def test_a_page_has_the_facts_of_its_game() -> None:
    page = write_page(games.get("great-machine"))
    facts = games.get("great-machine").facts
    assert page.startswith(f"# {facts.title}\n\n{facts.tagline}\n") and "| Players | 2 to 8 |" in page
    assert "**Goal:**" in page and "| Length (`track`) |" in page and "`great-machine-2p-v1`" in page
    assert "Strength of the bots" not in page and "![" not in page
    assert "All or nothing.\n" in write_page(games.get("great-machine"), league="All or nothing.\n")


def test_a_game_of_another_folder_has_a_page(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without a guide, options, features or tasks."""
    monkeypatch.setattr(games, "_REGISTERED", dict(games._REGISTERED))
    monkeypatch.setattr(sys, "path", list(sys.path))
    folder = ROOT / "docs" / "examples" / "connect_four"
    done = CliRunner().invoke(main, ["describe", str(folder), "--out", str(tmp_path / "pages" / "page.md")])
    assert done.exit_code == 0, done.output
    page = (tmp_path / "pages" / "page.md").read_text("utf-8")
    assert page == write_page(open_game(str(folder))) and page.startswith("# Connect four\n")
    for missing in ("Rules in short", "Variants", "features", "Tasks of"):
        assert missing not in page
