"""Experiments about rules: a changed function, or a copied game, against the game as it is, on the same deals."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("polars", reason="the lab is not installed: scripts/setup frameworks")
pytest.importorskip("scipy")
pytest.importorskip("matplotlib")

from click.testing import CliRunner, Result

from enginehouse.commands.main import main
from enginehouse.core.errors import Unreadable
from enginehouse.core.registry import game as games
from enginehouse.core.registry import patches
from enginehouse.lab import running, words
from enginehouse.lab.experiment import parse, read
from enginehouse.lab.results import Result as LabResult

pytestmark = [pytest.mark.untraced, pytest.mark.timeout(600), pytest.mark.beside_plain]
RULES = '''"""A big truck costs a coin for each step."""

from enginehouse.core.rule import rule


@rule
def truck_price(size: int, wanted: int) -> int:
    """Return the price of a larger truck."""
    return max(0, wanted - size)
'''
TEXT = """
about = "What if larger trucks are cheap?"
game = "mechanica"
seats = 2
bots = ["random"]
games = 6
sample = 0
[vary]
rules = ["", "cheap_trucks.py"]
"""


@pytest.fixture(autouse=True)
def _clean(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Change the registry, and import games of the folder, for one test only."""
    monkeypatch.setenv("ENGINEHOUSE_JIT", "0")
    monkeypatch.setattr(patches, "_ADMITTED", {})
    monkeypatch.setattr(games, "_CHANGED", {})
    monkeypatch.setattr(games, "_REGISTERED", dict(games._REGISTERED))
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cheap_trucks.py").write_text(RULES)
    (tmp_path / "trucks.toml").write_text(TEXT)
    yield
    for name in [name for name in sys.modules if name.partition(".")[0] == "mine"]:
        del sys.modules[name]


def call(*words: str) -> Result:
    """A command, as on a terminal."""
    return CliRunner().invoke(main, [*words])


def forget() -> None:
    """As in another process: no rules are admitted."""
    patches._ADMITTED.clear()
    games._CHANGED.clear()


def test_changed_rules_are_played_on_the_same_deals(tmp_path: Path) -> None:
    done = call("lab", "run", "trucks.toml", "--jobs", "1")
    assert done.exit_code == 0, done.output
    folder = done.output.strip().rpartition("report: ")[2].removesuffix("/report.html")
    found = LabResult.load(folder)
    own, changed = found.of(0), found.of(1)
    assert (
        own["seed"].to_list() == changed["seed"].to_list() and own["actions"].to_list() != changed["actions"].to_list()
    )
    assert found.match(1, 2).game.name.startswith("mechanica+rules.cheap_trucks=")
    assert (
        "With rules = cheap_trucks.py: seats win" in done.output and "may play a changed game less well" in done.output
    )
    page = Path(folder, "report.html").read_text("utf-8")
    assert "the rules of cheap_trucks.py" in page and "<h1>What if larger trucks are cheap?</h1>" in page
    assert found.match(0, 2).game.name == "mechanica"


def test_a_log_names_the_rules_and_is_verified_with_their_file(tmp_path: Path) -> None:
    done = call("lab", "run", "trucks.toml", "--jobs", "1")
    folder = done.output.strip().rpartition("report: ")[2].removesuffix("/report.html")
    assert call("lab", "open", folder, "--variant", "1", "--game", "3", "--out", "game.json").exit_code == 0
    forget()
    alone = call("verify", "game.json")
    assert alone.exit_code == 1 and "was played by the changed rules of cheap_trucks.py" in alone.output
    good = call("verify", "game.json", "--rules", "cheap_trucks.py")
    assert good.exit_code == 0 and "replays to its checksum" in good.output, good.output
    forget()
    Path("cheap_trucks.py").write_text(RULES.replace("wanted - size", "wanted"))
    other = call("verify", "game.json", "--rules", "cheap_trucks.py")
    assert other.exit_code == 1 and "has other rules than cheap_trucks.py" in other.output


def test_a_result_does_not_run_the_code_that_it_holds(tmp_path: Path) -> None:
    done = call("lab", "run", "trucks.toml", "--jobs", "1")
    folder = done.output.strip().rpartition("report: ")[2].removesuffix("/report.html")
    forget()
    refused = call("lab", "report", folder)
    assert refused.exit_code == 1 and "name it: --rules cheap_trucks.py" in refused.output
    assert call("lab", "report", folder, "--rules", "cheap_trucks.py").exit_code == 0


def test_the_identity_is_that_of_the_rules(tmp_path: Path) -> None:
    one = read(tmp_path / "trucks.toml")
    assert pickle.loads(pickle.dumps(one)).code == one.code and len(one.code) == 1
    (tmp_path / "cheap_trucks.py").write_text(RULES.replace("wanted - size", "wanted"))
    assert read(tmp_path / "trucks.toml").identity() != one.identity()
    with pytest.raises(Unreadable, match="code, folders and learned are not settings"):
        parse('game = "mechanica"\n[code]\nx = "y"')
    with pytest.raises(Unreadable, match="cannot be read"):
        parse('game = "mechanica"\n[vary]\nrules = ["", "missing.py"]')


def test_another_process_gets_the_rules_with_its_piece(tmp_path: Path) -> None:
    experiment = read(tmp_path / "trucks.toml")
    one = running.carry_out(experiment, tmp_path / "one")
    two = running.carry_out(experiment, tmp_path / "two", jobs=2)
    assert one.games.equals(two.games)


def test_a_copied_game_is_played_against_its_original(tmp_path: Path) -> None:
    """Unchanged it plays the very same games; with a changed line it does not."""
    done = call("copy-game", "mechanica", "mine")
    assert done.exit_code == 0, done.output
    assert (tmp_path / "mine" / "rules.py").is_file() and "mine" in done.output
    (tmp_path / "mine.toml").write_text(TEXT.replace("cheap_trucks.py", "mine"))
    same = running.carry_out(read(tmp_path / "mine.toml"), tmp_path / "same")
    assert same.of(0).drop("variant").equals(same.of(1).drop("variant"))
    assert same.match(1, 2).game.name == "mine" and same.match(1, 2).game.facts.title == "Mine"
    assert any("rules = mine" in one for one in words.sentences(same))
    assert "enginehouse.games.mechanica" not in (tmp_path / "mine" / "rules.py").read_text("utf-8")


@pytest.mark.parametrize(
    ("name", "said"),
    [("mechanica", "there is a game 'mechanica' already"), ("My Game", "lower case"), ("taken", "there is taken")],
)
def test_a_copy_needs_a_name_and_a_place(tmp_path: Path, name: str, said: str) -> None:
    (tmp_path / "taken").mkdir()
    done = call("copy-game", "mechanica", name)
    assert done.exit_code == 1 and said in done.output


def test_a_game_in_a_folder_is_played_without_a_package(tmp_path: Path) -> None:
    """By two processes, too, each of which opens the folder. The result has no path of this machine."""
    assert call("copy-game", "mechanica", "own-shop").exit_code == 0
    text = TEXT.replace('game = "mechanica"', 'game = "own_shop"').partition("[vary]")[0]
    (tmp_path / "own.toml").write_text(text)
    experiment = read(tmp_path / "own.toml")
    assert experiment.game == "own-shop"
    one = running.carry_out(experiment, tmp_path / "one")
    two = running.carry_out(experiment, tmp_path / "two", jobs=2)
    assert one.games.equals(two.games) and one.made["game"] == "own-shop"
    assert str(tmp_path) not in (tmp_path / "one" / "result.json").read_text("utf-8")
    done = call("lab", "report", "one", "--rules", "own_shop")
    assert done.exit_code == 0, done.output
    assert "Own shop, 2 seats" in done.output
