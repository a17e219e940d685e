"""`scripts/test --changed` runs the tests that belong to a change, and says why each does."""

from __future__ import annotations

import importlib.util
import subprocess
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
FILES = {
    "src/enginehouse/__init__.py": "",
    "src/enginehouse/core/dice.py": "",
    "src/enginehouse/core/cards.py": "from . import dice",
    "src/enginehouse/core/lonely.py": "",
    "src/enginehouse/table/store/rows.py": "from enginehouse.core.cards import Card",
    "src/enginehouse/table/store/writer.py": "from enginehouse.table.store import (\n    rows,\n    other,\n)",
    "src/enginehouse/table/static/page.js": "",
    "src/enginehouse/games/mechanica/rules.py": "from enginehouse.core.dice import Dice",
    "tests/helpers/scene.py": "def scene():\n    import enginehouse.table.store.writer",
    "tests/helpers/server.py": "from scene import scene",
    "tests/helpers/serving.py": 'COMMAND = Path(__file__).with_name("server.py")',
    "tests/helpers/toys/__init__.py": "",
    "tests/helpers/toys/dice_game/__init__.py": "",
    "tests/helpers/toys/dice_game/rules.py": "from toys.dice_game.state import State",
    "tests/helpers/toys/dice_game/state.py": "",
    "docs/examples/poker/__init__.py": "",
    "docs/examples/poker/rules.py": "",
    "tests/lab/test_poker.py": "from poker import rules",
    "tests/lab/test_toys.py": "from toys import toys",
    "tests/mcp/test_dice_game.py": "from toys.dice_game import rules",
    "tests/core/conftest.py": "",
    "tests/core/test_dice.py": "",
    "tests/core/test_names.py": "from enginehouse.core import cards as deck",
    "tests/table/store/test_rows.py": "",
    "tests/table/store/test_store.py": "from scene import scene",
    "tests/table/test_killed.py": "from serving import served",
    "tests/browser/test_page.py": "from serving import served",
    "tests/games/test_all.py": "",
    "tests/games/mechanica/test_turn.py": "",
    "tests/games/mechanation/test_turn.py": "",
    "tests/conformance/test_conformance.py": "",
    "tests/lab/test_pages.py": 'PAGE = ROOT / "docs" / "lab.md"',
    "tests/test_house.py": "",
    "docs/lab.md": "",
}


def changed_module() -> Any:
    """Return `scripts/changed.py` as a module."""
    spec = importlib.util.spec_from_file_location("changed", ROOT / "scripts" / "changed.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


changed = changed_module()


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A small project with these files."""
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("name", "tests"),
    [
        ("src/enginehouse/core/dice.py", ["core/test_dice.py"]),  # named like it: nobody else is asked
        ("src/enginehouse/table/store/rows.py", ["table/store/test_rows.py"]),
        (
            "src/enginehouse/table/store/writer.py",  # by helpers, also by one that runs as a program
            ["table/store/test_rows.py", "table/store/test_store.py", "table/test_killed.py"],
        ),
        (
            "src/enginehouse/core/cards.py",  # directly, by rows.py and by writer.py
            ["core/test_dice.py", "core/test_names.py", "table/store/test_store.py", "table/test_killed.py"],
        ),
        ("src/enginehouse/core/lonely.py", ["core/test_dice.py", "core/test_names.py"]),  # those of its folder
        (
            "src/enginehouse/games/mechanica/rules.py",
            ["conformance/test_conformance.py", "games/mechanica/test_turn.py", "games/test_all.py"],
        ),
        (
            "tests/games/mechanica/playthroughs/1.txt",
            ["conformance/test_conformance.py", "games/mechanica/test_turn.py", "games/test_all.py"],
        ),
        ("src/enginehouse/table/static/page.js", ["browser/test_page.py"]),
        ("tests/helpers/server.py", ["table/test_killed.py"]),
        ("tests/helpers/toys/dice_game/state.py", ["lab/test_toys.py", "mcp/test_dice_game.py"]),
        ("docs/examples/poker/rules.py", ["lab/test_poker.py"]),
        ("tests/core/conftest.py", ["core/test_dice.py", "core/test_names.py"]),
        ("tests/lab/test_pages.py", ["lab/test_pages.py"]),
        ("tests/lab/test_removed.py", []),
        ("docs/lab.md", ["lab/test_pages.py"]),
        ("docs/other.md", []),
    ],
)
def test_the_tests_of_a_file(name: str, tests: list[str], project: Path) -> None:
    expected = [f"tests/{one}" for one in tests]
    if name.startswith("src/"):
        expected.append("tests/test_house.py")  # reads every source file
    chosen = changed.choose(changed.Sources(project), [name])
    assert list(chosen.reasons) == sorted(expected) and all(chosen.reasons.values())
    assert chosen.games == (["mechanica"] if "mechanica" in name else [])


def test_cases_of_all_games_run_if_more_than_a_game_changed(project: Path) -> None:
    rules = "src/enginehouse/games/mechanica/rules.py"
    sources = changed.Sources(project)
    assert changed.choose(sources, [rules, "docs/lab.md"]).games == ["mechanica"]
    assert changed.choose(sources, [rules, "src/enginehouse/games/mechanical_beast/art.py"]).games == [
        "mechanica",
        "mechanical-beast",
    ]
    assert changed.choose(sources, [rules, "src/enginehouse/core/dice.py"]).games == []


def git(folder: Path, *arguments: str) -> None:
    """Run a command of git as somebody."""
    somebody = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-c", "init.defaultBranch=main")
    subprocess.run(["git", *somebody, *arguments], cwd=folder, check=True, capture_output=True)


def test_committed_staged_edited_and_new_files_count(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(changed, "ROOT", project)
    for command in (["init"], ["add", "."], ["commit", "-m", "First"], ["checkout", "-b", "mine"]):
        git(project, *command)
    assert changed.main([]) == 0
    told = capsys.readouterr()
    assert told.out == "" and told.err.startswith("Nothing changed since ")

    (project / "src/enginehouse/core/dice.py").write_text("committed", encoding="utf-8")
    git(project, "commit", "-am", "Second")
    (project / "docs/lab.md").write_text("edited", encoding="utf-8")
    (project / "tests/lab/test_new.py").write_text("new", encoding="utf-8")
    assert changed.main([]) == 0
    told = capsys.readouterr()
    assert told.out.split() == [
        "tests/core/test_dice.py",
        "tests/lab/test_new.py",
        "tests/lab/test_pages.py",
        "tests/test_house.py",
    ]
    assert told.err.startswith("3 files changed since ") and "named like src/enginehouse/core/dice.py" in told.err
    assert changed.main(["HEAD"]) == 0
    assert capsys.readouterr().out.split() == ["tests/lab/test_new.py", "tests/lab/test_pages.py"]

    assert changed.main(["nowhere"]) == 2
    assert "Nothing can be compared with nowhere" in capsys.readouterr().err


def test_games_of_a_change_are_passed_on(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(changed, "ROOT", project)
    for command in (["init"], ["add", "."], ["commit", "-m", "First"]):
        git(project, *command)
    (project / "src/enginehouse/games/mechanica/rules.py").write_text("other", encoding="utf-8")
    assert changed.main(["HEAD"]) == 0
    assert capsys.readouterr().out.split()[0] == "--games=mechanica"


def test_every_module_of_the_package_has_tests() -> None:
    """A change of any module leads to a test beside those that read every source file."""
    sources = changed.Sources(ROOT)
    without = [
        name
        for name in sources.modules.values()
        if name.startswith(changed.PACKAGE)
        and not set(changed.choose(sources, [name]).reasons) - set(changed.EVERY_SOURCE)
    ]
    assert without == []


def test_the_tests_that_are_named_exist() -> None:
    assert [one for one in changed.EVERY_SOURCE if not (ROOT / one).exists()] == []
