"""Bots that learn a variant anew: the weights go with the result, its report says so, and logs do not name them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("polars", reason="the lab is not installed: scripts/setup frameworks")
pytest.importorskip("scipy")
pytest.importorskip("matplotlib")

from click.testing import CliRunner, Result

from enginehouse.commands.main import main
from enginehouse.core.errors import Unreadable
from enginehouse.core.judging.learned import LearnedWeights
from enginehouse.core.play.match import Match
from enginehouse.core.registry import game as games
from enginehouse.core.registry import patches
from enginehouse.lab import running
from enginehouse.lab.experiment import parse, read

pytestmark = [pytest.mark.untraced, pytest.mark.timeout(600), pytest.mark.beside_plain]
TEXT = """
about = "Is it too strong if the bots know it?"
game = "mechanation"
seats = 2
bots = ["random"]
games = 6
sample = 2
relearn = 0.5
[vary]
MECHS.Titan.power = [8, 9]
"""
OWN = json.loads((Path(games.get("mechanation").folder) / "weights.json").read_text("utf-8"))["banks"]


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ENGINEHOUSE_JIT", "0")
    monkeypatch.setattr(games, "_CHANGED", {})
    monkeypatch.setattr(games, "_LEARNED", {})
    monkeypatch.setattr(patches, "_ADMITTED", {})
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def note_learning(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """Learning takes minutes, so each variant gets its own made-up weights here. Return the calls."""
    calls: list[tuple[Any, ...]] = []

    def learn(game: Any, seats: int, options: Any, part: float, seed: int, folder: Path) -> LearnedWeights:
        calls.append((game.name, seats, dict(options), part, seed))
        return LearnedWeights(tuple(tuple(weight + len(calls) for weight in bank) for bank in OWN))

    monkeypatch.setattr(running, "learn_anew", learn)
    return calls


def call(*words: str) -> Result:
    return CliRunner().invoke(main, [*words])


def test_each_variant_is_learned_and_the_report_says_so(note_learning: list[tuple[Any, ...]], tmp_path: Path) -> None:
    (tmp_path / "titan.toml").write_text(TEXT)
    done = call("lab", "run", "titan.toml", "--jobs", "1")
    assert done.exit_code == 0, done.output
    assert [(name, seats, part) for name, seats, _, part, _ in note_learning] == [
        ("mechanation+MECHS.Titan.power=8", 2, 0.5),
        ("mechanation+MECHS.Titan.power=9", 2, 0.5),
    ]
    assert "The bots judge every variant by what they learned anew from games of this variant." in done.output
    assert "may play a changed game less well" not in done.output
    folder = done.output.strip().rpartition("report: ")[2].removesuffix("/report.html")
    page = Path(folder, "report.html").read_text("utf-8")
    assert "judged" not in page and str(OWN[0][0] + 1) not in page, "no hash, and no weights"
    games._CHANGED.clear()
    games._LEARNED.clear()
    again = call("lab", "report", folder)
    assert again.exit_code == 0 and again.output == done.output, "nothing else is to be named"
    assert call("lab", "open", folder, "--variant", "1", "--game", "3", "--out", "game.json").exit_code == 0
    assert json.loads(Path("game.json").read_text())["game"] == "mechanation+MECHS.Titan.power=9"
    assert call("verify", "game.json").exit_code == 0


def test_the_identity_is_that_of_the_file_and_not_of_the_weights(
    note_learning: list[tuple[Any, ...]], tmp_path: Path
) -> None:
    one = parse(TEXT)
    learned = running.learn_variants(one, tmp_path)
    assert learned.learned.keys() == {"0", "1"} and learned.identity() == one.identity()
    assert parse(TEXT.replace("0.5", "0.25")).identity() != one.identity()
    plain = parse(TEXT.replace("relearn = 0.5\n", ""))
    assert "relearn" not in plain.as_text() and running.learn_variants(plain, tmp_path) is plain
    assert running.learn_variants(learned, tmp_path) is learned


def test_a_game_judges_by_the_learned_weights_and_the_original_by_its_own() -> None:
    weights = LearnedWeights(tuple(tuple(range(len(bank))) for bank in OWN))
    name = games.name_judged("mechanation+MECHS.Titan.power=9", weights)
    game = games.find_or_create(name)
    assert game.module("features").WEIGHTS.tolist() == [list(bank) for bank in weights.banks]
    assert game.module("judgement").WEIGHTS is game.module("features").WEIGHTS
    assert game.module("parts").MECHS[21].power == 9
    assert games.get("mechanation").module("features").WEIGHTS.tolist() == OWN
    assert games.find_or_create("mechanation+MECHS.Titan.power=9").module("features").WEIGHTS.tolist() == OWN
    match = Match.new(game, 2, seed=1)
    assert match.log().game == "mechanation+MECHS.Titan.power=9"
    alone = games.find_or_create(games.name_judged("mechanation", weights))
    assert alone.facts.title == "Mechanation" and Match.new(alone, 2, seed=1).log().game == "mechanation"


def test_weights_with_changed_rules_are_kept_apart(tmp_path: Path, note_learning: list[tuple[Any, ...]]) -> None:
    """A result with changed rules needs the file of the rules, and no file of weights."""
    rules = '''"""Titan wins nothing."""
from enginehouse.core.rule import rule


@rule
def leaves_unclaimed(loser: int, winner: int) -> bool:
    """Return whether a territory stays unclaimed."""
    return True
'''
    (tmp_path / "unclaimed.py").write_text(rules)
    (tmp_path / "x.toml").write_text(TEXT.replace("MECHS.Titan.power = [8, 9]", 'rules = ["", "unclaimed.py"]'))
    done = call("lab", "run", "x.toml", "--jobs", "1")
    assert done.exit_code == 0, done.output
    folder = done.output.strip().rpartition("report: ")[2].removesuffix("/report.html")
    games._CHANGED.clear()
    games._LEARNED.clear()
    patches._ADMITTED.clear()
    refused = call("lab", "report", folder)
    assert refused.exit_code == 1 and "name it: --rules unclaimed.py" in refused.output
    assert call("lab", "report", folder, "--rules", "unclaimed.py").output == done.output


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("relearn = 0.5", "relearn = 2.0", "relearn is true, false or a part from 0 to 1"),
        ("relearn = 0.5", "[learned]\n0 = [[1]]", "learned are not settings"),
        ('"mechanation"', '"mechanation+judged=123456789abc"', "a change is written"),
    ],
)
def test_mistakes_are_told(old: str, new: str, said: str) -> None:
    with pytest.raises(Unreadable, match=said):
        parse(TEXT.replace(old, new))


def test_learning_needs_compiled_rules(tmp_path: Path) -> None:
    (tmp_path / "titan.toml").write_text(TEXT)
    with pytest.raises(Unreadable, match="learning plays thousands of games, compiled"):
        running.carry_out(read(tmp_path / "titan.toml"), tmp_path / "result")
