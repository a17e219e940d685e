"""A game that `enginehouse new-game` writes can be played at once, and passes its own tests, the kit, lint and
types."""

from __future__ import annotations

import itertools
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from enginehouse.commands import main as cli
from enginehouse.commands.new_game import FILES, PARTS, SAMPLE, shorten_name
from enginehouse.conformance import CHECKS
from enginehouse.core.registry import game as games

pytestmark = pytest.mark.untraced
ROOT = Path(__file__).resolve().parents[2]


def ran(folder: Path, *words: str, jit: str = "0") -> subprocess.CompletedProcess[str]:
    """A program of this Python in the folder, with no settings of ours."""
    environment = {**os.environ, "ENGINEHOUSE_JIT": jit, "PYTHONPATH": str(ROOT / "src")}
    environment.pop("PYTEST_ADDOPTS", None)
    return subprocess.run(
        [sys.executable, "-m", *words], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which a game was written from the command line."""
    folder = tmp_path_factory.mktemp("new game")
    done = ran(folder, "enginehouse", "new-game", "steam-pump")
    assert done.returncode == 0, done.stderr
    named = [line for line in done.stdout.splitlines() if line.startswith(("steam_pump/", "tests/", "pyproject.toml"))]
    assert sorted(named) == sorted(
        str(path.relative_to(folder))
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    )
    return folder


@pytest.mark.beside_plain
def test_it_writes_every_file_and_names_the_sample_nowhere(folder: Path) -> None:
    written = {path.name for path in (folder / "steam_pump").iterdir() if path.is_file()}
    sample = Path(games.Game(SAMPLE).folder)
    assert written == set(FILES) == {path.name for path in sample.iterdir() if path.is_file()} - {"tests.py"}
    for path in folder.rglob("*.*"):
        if path.suffix in (".py", ".md", ".txt"):
            text = path.read_text("utf-8")
            assert not re.search(r"enginehouse\.conformance\.samples|\"heap\"|Heap|\bHE\b|_he_|new-game", text), path
    assert "SP-2.1" in (folder / "steam_pump" / "rules.py").read_text("utf-8")


@pytest.mark.beside_plain
def test_no_other_sample_game_is_in_the_package() -> None:
    """The package ships the game that is copied; documented examples and the kit's own samples stay in the repository."""
    package = ROOT / "src" / "enginehouse"
    folders = {file.parent for file in package.rglob("rules.py") if file.parent.parent != package / "games"}
    assert folders == {Path(games.Game(SAMPLE).folder)}


@pytest.mark.beside_plain
@pytest.mark.parametrize("jit", ["0", "1"])
def test_its_own_tests_pass(folder: Path, jit: str) -> None:
    done = ran(folder, "pytest", "-q", "tests", jit=jit)
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout and "failed" not in done.stdout and "skipped" not in done.stdout


@pytest.mark.beside_plain
def test_the_kit_passes(folder: Path) -> None:
    done = ran(folder, "enginehouse", "conformance", "steam_pump")
    lines = done.stdout.splitlines()
    assert done.returncode == 0 and lines[-1] == f"Steam pump: all {len(CHECKS)} checks passed"
    assert not [line for line in lines if "there is no" in line and "shelf" not in line], "nothing it needs is missing"


LINTERS = [
    ("ruff", "check", "--isolated"),
    ("ruff", "format", "--isolated", "--check"),
    ("mypy", "--strict", "--no-incremental"),
]


@pytest.mark.beside_compiled
@pytest.mark.parametrize("words", LINTERS, ids=" ".join)
def test_lint_format_and_types_pass(folder: Path, words: tuple[str, ...]) -> None:
    pytest.importorskip(words[0])
    done = ran(folder, *words, "steam_pump", "tests")
    assert done.returncode == 0, done.stdout + done.stderr


COMBINATIONS = [",".join(some) for many in (1, 2, 3) for some in itertools.combinations(PARTS, many)]
WORDS = {"cards": r"card|hand\b|deck", "dice": r"\bdie\b|roll", "board": r"board|sent_back|back to the start"}
"""The words by which a file of a new game shows that it has a part."""


@pytest.mark.beside_plain
@pytest.mark.parametrize("parts", COMBINATIONS)
def test_a_game_with_chosen_parts_is_whole(parts: str, tmp_path: Path) -> None:
    """Its own tests, with the kit, pass at the first run. It has the chosen parts and no trace of the others."""
    done = ran(tmp_path, "enginehouse", "new-game", "steam-race", "--with", parts)
    assert done.returncode == 0, done.stderr
    files = [path for path in tmp_path.rglob("*.*") if path.suffix in (".py", ".md")]
    text = "\n".join(path.read_text("utf-8") for path in files)
    assert {part for part, words in WORDS.items() if re.search(words, text, re.IGNORECASE)} == {*parts.split(",")}
    assert {path.name for path in (tmp_path / "steam_race").glob("*.*")} == set(FILES)
    done = ran(tmp_path, "pytest", "-q", "tests")
    assert done.returncode == 0, done.stdout


@pytest.mark.beside_compiled
@pytest.mark.parametrize("parts", COMBINATIONS)
def test_lint_format_and_types_pass_with_chosen_parts(parts: str, tmp_path: Path) -> None:
    assert ran(tmp_path, "enginehouse", "new-game", "steam-race", "--with", parts).returncode == 0
    for words in LINTERS if parts.count(",") == 2 else LINTERS[:2]:
        pytest.importorskip(words[0])
        done = ran(tmp_path, *words, "steam_race", "tests")
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.beside_plain
@pytest.mark.parametrize("jit", ["0", "1"])
def test_a_game_with_all_parts_passes_the_kit(jit: str, tmp_path: Path) -> None:
    assert ran(tmp_path, "enginehouse", "new-game", "steam-race", "--with", "board, cards,dice").returncode == 0
    done = ran(tmp_path, "enginehouse", "conformance", "steam_race", jit=jit)
    assert done.stdout.splitlines()[-1] == f"Steam race: all {len(CHECKS)} checks passed", done.stdout


@pytest.mark.beside_plain
def test_an_unknown_part_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(cli.main, ["new-game", "steam-race", "--with", "cards,dragons"])
    assert result.exit_code == 1 and not [*tmp_path.iterdir()]
    assert "--with dragons: a new game can have cards, dice, board" in result.stderr


@pytest.mark.beside_plain
def test_the_project_file_names_the_game_and_one_that_is_there_stays(folder: Path, tmp_path: Path) -> None:
    project = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))
    assert project["project"]["entry-points"]["enginehouse.games"] == {"steam-pump": "steam_pump"}
    assert project["tool"]["setuptools"]["package-data"] == {"steam_pump": ["*.md", "*.json", "*.jsonl"]}
    (tmp_path / "pyproject.toml").write_text("[project]\n")
    done = ran(tmp_path, "enginehouse", "new-game", "steam-pump")
    assert done.returncode == 0 and (tmp_path / "pyproject.toml").read_text() == "[project]\n"
    assert "pyproject.toml" not in done.stdout


@pytest.mark.beside_plain
def test_a_playthrough_that_is_gone_is_written_anew(folder: Path) -> None:
    kept = folder / "tests" / "steam_pump" / "playthroughs" / "2-seats-seed-1.txt"
    text = kept.read_text("utf-8")
    for path in kept.parent.iterdir():
        path.unlink()
    first = ran(folder, "pytest", "-q", "tests", "-k", "playthroughs")
    assert first.returncode == 1 and "did not exist and was written" in first.stdout
    assert kept.read_text("utf-8") == text
    assert ran(folder, "pytest", "-q", "tests", "-k", "playthroughs").returncode == 0, "both were written in one run"
    kept.write_text(text.replace("take 1", "take 2"), "utf-8")
    assert ran(folder, "pytest", "-q", "tests", "-k", "playthroughs").returncode == 1
    kept.write_text(text, "utf-8")


@pytest.mark.beside_plain
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Steam-Pump", "a game's name is lower case, digits and hyphens"),
        ("steam_pump", "a game's name is lower case, digits and hyphens"),
        ("mechanica", "there is a game 'mechanica' already"),
        ("json", "Python has a package 'json' already"),
        ("numpy", "Python has a package 'numpy' already"),
        ("class", "'class' is a word of Python's"),
        ("taken", "there is taken in this folder already; no file was written"),
        ("tested", "there is tests/tested in this folder already; no file was written"),
    ],
)
def test_an_impossible_value_is_refused_with_a_sentence(
    name: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "taken").mkdir()
    (tmp_path / "tests" / "tested").mkdir(parents=True)
    before = sorted(tmp_path.rglob("*"))
    result = CliRunner().invoke(cli.main, ["new-game", name])
    assert result.exit_code == 1 and result.stderr.startswith("Error: ") and said in result.stderr
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.beside_plain
@pytest.mark.parametrize(
    ("name", "prefix"), [("steam-pump", "SP"), ("go", "GO"), ("a", "A"), ("great-big-game", "GBG"), ("x-2", "X")]
)
def test_clauses_are_called_by_letters_of_the_name(name: str, prefix: str) -> None:
    assert shorten_name(name) == prefix
